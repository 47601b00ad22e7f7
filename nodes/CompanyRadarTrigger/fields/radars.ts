import type { INodeProperties } from 'n8n-workflow';

import {
	ALL_RADAR_TYPE_OPTIONS,
	notice,
	RADAR_JSON_KEYS,
	RADAR_FIELDS,
	shownWhile,
} from '../../shared/parameters/fieldOptions';
import {
	COUNTRIES_MAX,
	TYPES_WITH_COUNTRIES,
	TYPES_WITH_FILTERS,
	TYPES_WITH_KEYWORD,
} from '../../shared/api/assumptions';
import {
	COMPANY_RADAR_TYPES,
	RADAR_TYPES,
	TYPES_THAT_IGNORE_UPDATES_SINCE,
	typesWith,
	type RadarType,
} from '../../shared/api/radarTypes';
import { titleFields, withoutTitleFilter } from '../../shared/parameters/titleFields';
import { BULK_EVENTS, OTHER_EVENTS, WEBHOOK_DELIVERIES } from './delivery';

const CREATED_ELSEWHERE = 'elsewhere';
export const CREATE_ON_PUBLISH = 'create';

const on = (
	types: readonly RadarType[],
	field: INodeProperties,
	description = field.description,
): INodeProperties => shownWhile({ radarType: [...types] }, { ...field, description });

const otherValues = (description: string): string =>
	`${description}. For other values, use an expression that returns a list.`;

/** Named like the fields of a create request, but in camel case: bodyOf() converts the names of a row. */
const definition: INodeProperties[] = [
	{
		displayName: 'Radar Type',
		name: 'radarType',
		type: 'options',
		options: ALL_RADAR_TYPE_OPTIONS,
		default: 'company_new_hires',
		description: 'Who or what to monitor, and what to look for',
	},
	on(typesWith('domain'), RADAR_FIELDS.domain),
	{
		...on(COMPANY_RADAR_TYPES, RADAR_FIELDS.profileUrl),
		placeholder: 'e.g. https://profiles.example/company/example',
	},
	on(typesWith('profile_url', ['required']), RADAR_FIELDS.profileUrl),
	{
		...on(typesWith('profile_url', ['oneOf']), RADAR_FIELDS.profileUrl),
		hint: 'Enter at least one of Profile URL, Email or Full Name',
	},
	on(typesWith('email'), RADAR_FIELDS.email),
	on(typesWith('full_name'), RADAR_FIELDS.fullName),
	on(TYPES_WITH_KEYWORD, RADAR_FIELDS.keyword),
	on(TYPES_WITH_COUNTRIES, RADAR_FIELDS.countries, otherValues(`Up to ${COUNTRIES_MAX} countries`)),
	...titleFields.map((field) => on(TYPES_WITH_FILTERS, field)),
	on(TYPES_WITH_FILTERS, withoutTitleFilter(RADAR_FIELDS.departments), otherValues('Only these departments')),
	on(TYPES_WITH_FILTERS, withoutTitleFilter(RADAR_FIELDS.seniorities), otherValues('Only these levels')),
	on(
		RADAR_TYPES.filter((type) => !TYPES_THAT_IGNORE_UPDATES_SINCE.includes(type)),
		RADAR_FIELDS.updatesSince,
	),
	RADAR_FIELDS.customFields,
];

/** Hidden with bulk events, since radars created by this node cause none. */
const SHOW_RADARS = { delivery: WEBHOOK_DELIVERIES, events: OTHER_EVENTS };

const SHOW_CREATION = { ...SHOW_RADARS, radars: [CREATE_ON_PUBLISH] };

const showForCreating = (defineAs: string): INodeProperties['displayOptions'] => ({
	show: { ...SHOW_CREATION, defineRadars: [defineAs] },
});

const setUrlOf = (radars: string): string =>
	`Set this node's production URL as the Webhook URL of your ${radars}. Others don't start this workflow.`;

export const radarFields: INodeProperties[] = [
	{
		displayName: 'Radars',
		name: 'radars',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: SHOW_RADARS },
		options: [
			{
				name: 'Create When Published',
				value: CREATE_ON_PUBLISH,
				description: 'Create missing radars when you publish the workflow. Each new radar may be charged.',
			},
			{
				name: 'Existing Radars',
				value: CREATED_ELSEWHERE,
				description: "Use radars that already send to this node's production URL",
			},
		],
		default: CREATED_ELSEWHERE,
		description: 'Which radars to receive updates from',
	},
	notice(
		'creationNotice',
		'Publishing creates these radars. Each new one may be charged until you deactivate it, also after you unpublish.',
		{ show: SHOW_CREATION },
	),
	notice('existingRadarsNotice', setUrlOf('radars'), {
		show: { ...SHOW_RADARS, radars: [CREATED_ELSEWHERE] },
	}),
	notice('bulkEventsNotice', setUrlOf('bulk requests'), {
		show: { events: BULK_EVENTS },
		hide: { events: OTHER_EVENTS },
	}),
	{
		displayName: 'Define Radars',
		name: 'defineRadars',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: SHOW_CREATION },
		options: [
			{ name: 'Using Fields Below', value: 'below' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'below',
	},
	{
		displayName: 'Radars to Create',
		name: 'radarsToCreate',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: showForCreating('below'),
		placeholder: 'Add Radar',
		default: { radar: [{}] },
		description: "Radars to create, in this order, unless one already sends to this node's URL",
		options: [{ displayName: 'Radars', name: 'radar', values: definition }],
	},
	{
		displayName: 'Radars to Create (JSON)',
		name: 'radarsJson',
		type: 'json',
		displayOptions: showForCreating('json'),
		default: '[]',
		hint: 'e.g. [{ "radar_type": "company_new_hires", "domain": "example.com" }]',
		description: `JSON array of radars to create. Keys: ${RADAR_JSON_KEYS}. Leave out webhook_url: it's this node's URL.`,
	},
];
