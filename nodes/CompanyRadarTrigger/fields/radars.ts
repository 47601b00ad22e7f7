import type { INodeProperties } from 'n8n-workflow';

import { ALL_RADAR_TYPE_OPTIONS } from '../../shared/radarTypeOptions';
import {
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

/** Named as in the creation body, so that a row is one. */
const definition: INodeProperties[] = [
	{
		displayName: 'Radar Type',
		name: 'radarType',
		type: 'options',
		options: ALL_RADAR_TYPE_OPTIONS,
		default: 'company_new_hires',
		description: 'What to watch for',
	},
	text('Company Domain', 'domain', typesWith('domain'), 'e.g. example.com', 'The domain of the company'),
	text(
		'Profile URL',
		'profileUrl',
		typesWith('profile_url'),
		'e.g. https://profiles.example/in/jane-doe',
		'The page on a professional network: of a person with /in/, of a company with /company/ or /school/',
	),
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		displayOptions: { show: { radarType: typesWith('email') } },
		default: '',
		placeholder: 'e.g. jane.doe@example.com',
		description: 'The business address of the person',
	},
	text('Full Name', 'fullName', [...CONTACT_RADAR_TYPES], 'e.g. Jane Doe', 'The name of the person'),
	text('Keyword', 'keyword', TYPES_WITH_KEYWORD, 'e.g. industrial robots', 'What to look for'),
	text(
		'Countries',
		'countries',
		TYPES_WITH_COUNTRIES,
		'e.g. Germany, France',
		'Full English names, separated by commas',
	),
	text(
		'Departments',
		'departments',
		TYPES_WITH_FILTERS,
		'e.g. Sales, Marketing',
		'Only people or jobs of these departments, separated by commas',
	),
	text(
		'Seniorities',
		'seniorities',
		TYPES_WITH_FILTERS,
		'e.g. Director, Manager',
		'Only people or jobs of these levels, separated by commas',
	),
	text(
		'Title Expression',
		'jobTitles',
		TYPES_WITH_FILTERS,
		'e.g. "head of sales" OR marketing',
		'With it the service ignores departments and seniorities',
	),
	{
		displayName: 'Updates Since',
		name: 'updatesSince',
		type: 'dateTime',
		default: '',
		description: 'Also find what happened since this date, at most five years back',
	},
	{
		displayName: 'Custom Fields (JSON)',
		name: 'customFields',
		type: 'json',
		default: '{}',
		description: 'Your own text values. They come back with every update.',
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
				name: 'Create on Activation',
				value: CREATE_ON_ACTIVATION,
				description:
					'Create the radars that are missing when the workflow is switched on. This may cost money.',
			},
			{
				name: 'Created Elsewhere',
				value: CREATED_ELSEWHERE,
				description: 'You give the production URL of this node to your radars as their webhook URL',
			},
		],
		default: CREATED_ELSEWHERE,
		description: 'Which radars send their updates to this node',
	},
	{
		displayName:
			'Radars stay when the workflow is switched off, and are found again when it is switched on. They go on costing money until you deactivate them. The URL of a radar cannot be changed: in a copy of this workflow, or on another host, the radars must be created anew.',
		name: 'creationNotice',
		type: 'notice',
		displayOptions: { show: { delivery: WEBHOOK_DELIVERIES, radars: [CREATE_ON_ACTIVATION] } },
		default: '',
	},
	{
		displayName: 'Define Radars',
		name: 'defineRadars',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { delivery: WEBHOOK_DELIVERIES, radars: [CREATE_ON_ACTIVATION] } },
		options: [
			{ name: 'Below', value: 'below' },
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
		description: 'Created in this order, if your account does not have them with the URL of this node',
		options: [{ displayName: 'Radars', name: 'radar', values: definition }],
	},
	{
		displayName: 'Radars to Create (JSON)',
		name: 'radarsJson',
		type: 'json',
		displayOptions: showForCreating('json'),
		default: '[\n  { "radar_type": "company_new_hires", "domain": "example.com" }\n]',
		description: 'A list of creation bodies. Leave out webhook_url: it is the URL of this node.',
	},
];
