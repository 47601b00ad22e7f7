import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { COUNTRY_OPTIONS, DEPARTMENT_OPTIONS, SENIORITY_OPTIONS } from '../../shared/filterOptions';
import { RADAR_JSON_KEYS } from '../../shared/radarJsonKeys';
import { ALL_RADAR_TYPE_OPTIONS } from '../../shared/radarTypeOptions';
import {
	COUNTRIES_MAX,
	FIELDS_OF_TYPE,
	TYPES_WITH_COUNTRIES,
	TYPES_WITH_FILTERS,
	TYPES_WITH_KEYWORD,
} from '../../shared/api/assumptions';
import { CONTACT_RADAR_TYPES, RADAR_TYPES, type RadarType } from '../../shared/api/radarTypes';
import { WEBHOOK_DELIVERIES } from './delivery';

export const CREATED_ELSEWHERE = 'elsewhere';
export const CREATE_ON_ACTIVATION = 'create';

const typesWith = (field: string): RadarType[] =>
	RADAR_TYPES.filter((type) => {
		const { required, oneOf = [], optional = [] } = FIELDS_OF_TYPE[type];
		return [...required, ...oneOf, ...optional].includes(field);
	});

const text = (
	displayName: string,
	name: string,
	types: readonly RadarType[],
	placeholder: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	displayOptions: { show: { radarType: [...types] } },
	default: '',
	placeholder,
	description,
});

const list = (
	displayName: string,
	name: string,
	types: readonly RadarType[],
	options: INodePropertyOptions[],
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	displayOptions: { show: { radarType: [...types] } },
	options,
	default: [],
	description: `${description}. For other values, use an expression that returns a list.`,
});

/** Named as in the creation body, so that a row is one. */
const definition: INodeProperties[] = [
	{
		displayName: 'Radar Type',
		name: 'radarType',
		type: 'options',
		options: ALL_RADAR_TYPE_OPTIONS,
		default: 'company_new_hires',
		description: 'What to monitor',
	},
	text('Company Domain', 'domain', typesWith('domain'), 'e.g. example.com', "The company's domain"),
	{
		...text(
			'Profile URL',
			'profileUrl',
			typesWith('profile_url'),
			'e.g. https://profiles.example/in/jane-doe',
			'Page on a professional network: /in/ for a person, /company/ or /school/ for a company',
		),
		hint: 'For Contact: Job Changes, enter at least one of Profile URL, Email or Full Name',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		displayOptions: { show: { radarType: typesWith('email') } },
		default: '',
		placeholder: 'e.g. jane.doe@example.com',
		description: "The person's work email address",
	},
	text('Full Name', 'fullName', [...CONTACT_RADAR_TYPES], 'e.g. Jane Doe', "The person's name"),
	text('Keyword', 'keyword', TYPES_WITH_KEYWORD, 'e.g. industrial robots', 'Word or phrase to look for'),
	list('Countries', 'countries', TYPES_WITH_COUNTRIES, COUNTRY_OPTIONS, `Up to ${COUNTRIES_MAX} countries`),
	list('Departments', 'departments', TYPES_WITH_FILTERS, DEPARTMENT_OPTIONS, 'Only these departments'),
	list('Seniorities', 'seniorities', TYPES_WITH_FILTERS, SENIORITY_OPTIONS, 'Only these levels'),
	text(
		'Title Expression',
		'jobTitles',
		TYPES_WITH_FILTERS,
		'e.g. "head of sales" OR marketing',
		'Only these job titles. Overrides Departments and Seniorities.',
	),
	{
		displayName: 'Updates Since',
		name: 'updatesSince',
		type: 'dateTime',
		default: '',
		description: 'Also find events since this date, up to 5 years back',
	},
	{
		displayName: 'Custom Fields (JSON)',
		name: 'customFields',
		type: 'json',
		default: '{}',
		description: 'Your own text values to include in every update, such as a CRM ID',
	},
];

const showForCreating = (defineAs: string): INodeProperties['displayOptions'] => ({
	show: { delivery: WEBHOOK_DELIVERIES, radars: [CREATE_ON_ACTIVATION], defineRadars: [defineAs] },
});

export const radarFields: INodeProperties[] = [
	{
		displayName: 'Radars',
		name: 'radars',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { delivery: WEBHOOK_DELIVERIES } },
		options: [
			{
				name: 'Create When Published',
				value: CREATE_ON_ACTIVATION,
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
	{
		displayName:
			"Publishing creates these radars and may charge your account. Unpublishing keeps them: they're reused the next time you publish, and cost money until you deactivate them. A radar's webhook URL can't change, so a copy of this workflow, or another host, creates new radars.",
		name: 'creationNotice',
		type: 'notice',
		displayOptions: { show: { delivery: WEBHOOK_DELIVERIES, radars: [CREATE_ON_ACTIVATION] } },
		default: '',
	},
	{
		displayName:
			"Set this node's production URL as the Webhook URL of your radars when you create them. Radars without it don't start this workflow.",
		name: 'existingRadarsNotice',
		type: 'notice',
		displayOptions: { show: { delivery: WEBHOOK_DELIVERIES, radars: [CREATED_ELSEWHERE] } },
		default: '',
	},
	{
		displayName: 'Define Radars',
		name: 'defineRadars',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { delivery: WEBHOOK_DELIVERIES, radars: [CREATE_ON_ACTIVATION] } },
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
		default: {},
		description: "Radars to create, in this order, unless one already sends to this node's URL",
		options: [{ displayName: 'Radars', name: 'radar', values: definition }],
	},
	{
		displayName: 'Radars to Create (JSON)',
		name: 'radarsJson',
		type: 'json',
		displayOptions: showForCreating('json'),
		default: '[\n  { "radar_type": "company_new_hires", "domain": "example.com" }\n]',
		description: `JSON array of radars to create. Keys: ${RADAR_JSON_KEYS}. Leave out webhook_url: it's this node's URL.`,
	},
];
