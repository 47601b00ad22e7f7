import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	COUNTRIES_MAX,
	DEPARTMENTS,
	SENIORITIES,
	TYPES_WITH_COUNTRIES,
	TYPES_WITH_FILTERS,
	TYPES_WITH_KEYWORD,
} from '../../../shared/interface/assumptions';
import { COMPANY_RADAR_TYPES, type RadarType } from '../../../shared/interface/radarTypes';
import { RADAR_TYPE_OPTIONS } from '../../../shared/radarTypeOptions';

const WITHOUT_FILTERS = COMPANY_RADAR_TYPES.filter((type) => !TYPES_WITH_FILTERS.includes(type));

const CONTACT_SOCIAL = ['contact_social_posts', 'contact_social_engagements'];

const sameNameAndValue = (values: readonly string[]): INodePropertyOptions[] =>
	values.map((value) => ({ name: value, value }));

const showFor = (group: string, radarType?: readonly string[]): INodeProperties['displayOptions'] => ({
	show: { group: [group], ...(radarType ? { radarType: [...radarType] } : {}) },
});

const typeSelect = (group: keyof typeof RADAR_TYPE_OPTIONS, usual: RadarType): INodeProperties => ({
	displayName: 'Radar Type',
	name: 'radarType',
	type: 'options',
	noDataExpression: true,
	displayOptions: showFor(group),
	options: RADAR_TYPE_OPTIONS[group],
	default: usual,
	description: 'What to watch for',
});

const departments: INodeProperties = {
	displayName: 'Departments',
	name: 'departments',
	type: 'multiOptions',
	options: sameNameAndValue(DEPARTMENTS),
	default: [],
	description: 'Only people or jobs of these departments. More values can be given under Additional Fields.',
};

const seniorities: INodeProperties = {
	displayName: 'Seniorities',
	name: 'seniorities',
	type: 'multiOptions',
	// In order of rank, which is how people look for them.
	options: sameNameAndValue([...SENIORITIES].sort()),
	default: [],
	description: 'Only people or jobs of these levels. More values can be given under Additional Fields.',
};

const jobTitleList = (
	displayName: string,
	name: string,
	example: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Title' },
	default: [],
	placeholder: `e.g. ${example}`,
	description,
});

const jobTitles: INodeProperties[] = [
	{
		displayName: 'Job Titles',
		name: 'jobTitlesMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Any', value: 'any', description: 'Do not filter by job title' },
			{
				name: 'Build',
				value: 'build',
				description: 'Give lists of titles; the expression is made from them',
			},
			{ name: 'Expression', value: 'expression', description: 'Write the title expression yourself' },
		],
		default: 'any',
		description:
			'Whether to filter by job title. When a title filter is set, the service ignores departments and seniorities.',
	},
	{
		displayName: 'Titles',
		name: 'jobTitlesBuild',
		type: 'collection',
		displayOptions: { show: { jobTitlesMode: ['build'] } },
		placeholder: 'Add Titles',
		default: {},
		description:
			'Which titles to find. A title must fit all the lists that are given; of Any Of and Exact Titles one entry is enough.',
		options: [
			jobTitleList('All Of', 'allOf', 'sales', 'Words or phrases that must all be in the title'),
			jobTitleList('Any Of', 'anyOf', 'head of sales', 'Words or phrases of which one must be in the title'),
			jobTitleList(
				'Exact Titles',
				'exact',
				'Chief of Staff',
				'Whole titles. A title that equals one of them matches.',
			),
			jobTitleList('None Of', 'noneOf', 'intern', 'Words or phrases that must not be in the title'),
		],
	},
	{
		displayName: 'Title Expression',
		name: 'jobTitles',
		type: 'string',
		typeOptions: { rows: 2 },
		displayOptions: { show: { jobTitlesMode: ['expression'] } },
		default: '',
		placeholder: 'e.g. "head of sales" OR (marketing AND NOT intern)',
		description:
			'AND, OR and NOT in capital letters, phrases in double quotes, parentheses to group, EXACT("title") for a whole title. Try it with the resource Title Filter.',
	},
];

const moreOf = (displayName: string, name: string, example: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	displayOptions: { show: { '/group': ['company'], '/radarType': [...TYPES_WITH_FILTERS] } },
	default: '',
	placeholder: `e.g. ${example}`,
	description: 'Values that the list above does not have, separated by commas. They are sent as they are.',
});

const showOnFilterTypes = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: {
		show: { ...field.displayOptions?.show, group: ['company'], radarType: [...TYPES_WITH_FILTERS] },
	},
});

const onTypesThatIgnoreFilters = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { '/group': ['company'], '/radarType': WITHOUT_FILTERS } },
	hint: 'The service ignores this filter for the chosen radar type',
});

const updatesSince: INodeProperties = {
	displayName: 'Updates Since',
	name: 'updatesSince',
	type: 'dateTime',
	default: '',
	description:
		'Also find what happened since this date, at most five years back. Without it, only new events are found, so the first results may take a while. A date without a time zone means the one of the workflow.',
};

const customFields: INodeProperties[] = [
	{
		displayName: 'Custom Fields',
		name: 'customFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Custom Field',
		default: {},
		description: 'Your own values, e.g. the ID of the account in your CRM. They come back with every update.',
		options: [
			{
				displayName: 'Fields',
				name: 'fields',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. crm_id',
						description: 'Under which you find the value again in the updates',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. {{ $json.account }}',
						description: 'Text. Numbers are sent as text.',
					},
				],
			},
		],
	},
	{
		displayName: 'Custom Fields (JSON)',
		name: 'customFieldsJson',
		type: 'json',
		default: '{}',
		description:
			'The same as an object with text values. Both are sent; this one wins where a name is in both.',
	},
];

const includeHistorical: INodeProperties = {
	displayName: 'Include Historical',
	name: 'includeHistorical',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the old switch for past events. The service stores it, and it does nothing: use Updates Since.',
};

const webhookUrl: INodeProperties = {
	displayName: 'Webhook URL',
	name: 'webhookUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/...',
	description:
		'Where the service sends what it finds. It cannot be changed later. Take the production URL of the trigger node. Without it, fetch the updates by polling.',
};

/** The fields that define a radar (interface section 2.2), used by Radar: Create and Bulk Submission: Create. */
export const definitionFields: INodeProperties[] = [
	{
		displayName: 'Watch',
		name: 'group',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Company', value: 'company', description: 'Watch one company' },
			{ name: 'Contact', value: 'contact', description: 'Watch one person' },
			{ name: 'Industry', value: 'industry', description: 'Watch a whole industry' },
		],
		default: 'company',
		description: 'What the radar looks at',
	},
	typeSelect('company', 'company_new_hires'),
	typeSelect('contact', 'contact_job_changes'),
	typeSelect('industry', 'industry_funding_rounds'),
	{
		displayName: 'Company Domain',
		name: 'domain',
		type: 'string',
		required: true,
		displayOptions: showFor('company'),
		default: '',
		placeholder: 'e.g. example.com',
		description: 'The domain of the company. A whole web address is fine too.',
	},
	{
		displayName: 'Company Domain',
		name: 'domain',
		type: 'string',
		required: true,
		displayOptions: showFor('contact', ['contact_job_changes']),
		default: '',
		placeholder: 'e.g. example.com',
		description: 'The domain of the company where the person works now',
	},
	{
		displayName: 'Profile URL',
		name: 'profileUrl',
		type: 'string',
		displayOptions: showFor('contact'),
		default: '',
		placeholder: 'e.g. https://profiles.example/in/jane-doe',
		description:
			'The page of the person on a professional network. The path begins with /in/. This is the surest way to name a person.',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		displayOptions: showFor('contact', ['contact_job_changes']),
		default: '',
		placeholder: 'e.g. jane.doe@example.com',
		description: 'The business address of the person. Give this, the profile URL or the full name.',
	},
	{
		displayName: 'Full Name',
		name: 'fullName',
		type: 'string',
		displayOptions: showFor('contact', ['contact_job_changes']),
		default: '',
		placeholder: 'e.g. Jane Doe',
		description: 'The name of the person. Give this, the profile URL or the email.',
	},
	{
		displayName: 'Keyword',
		name: 'keyword',
		type: 'string',
		required: true,
		displayOptions: showFor('industry', TYPES_WITH_KEYWORD),
		default: '',
		placeholder: 'e.g. industrial robots',
		description: 'What to look for: a word or a phrase of at least three characters',
	},
	{
		displayName: 'Countries',
		name: 'countries',
		type: 'string',
		displayOptions: showFor('industry', TYPES_WITH_COUNTRIES),
		default: '',
		placeholder: 'e.g. Germany, France',
		description: `Up to ${COUNTRIES_MAX} countries by their full English names, separated by commas. An expression may give a list.`,
	},
	...[departments, seniorities, ...jobTitles].map(showOnFilterTypes),
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Company Domain',
				name: 'domain',
				type: 'string',
				displayOptions: { show: { '/group': ['contact'], '/radarType': CONTACT_SOCIAL } },
				default: '',
				placeholder: 'e.g. example.com',
				description: 'The domain of the company where the person works',
			},
			...customFields,
			onTypesThatIgnoreFilters(departments),
			{
				displayName: 'Full Name',
				name: 'fullName',
				type: 'string',
				displayOptions: { show: { '/group': ['contact'], '/radarType': CONTACT_SOCIAL } },
				default: '',
				placeholder: 'e.g. Jane Doe',
				description: 'The name of the person',
			},
			{ ...includeHistorical, displayOptions: { show: { '/group': ['company'] } } },
			moreOf('More Departments', 'moreDepartments', 'Robotics, Logistics'),
			moreOf('More Seniorities', 'moreSeniorities', 'Board Member'),
			{
				displayName: 'Profile URL',
				name: 'profileUrl',
				type: 'string',
				displayOptions: { show: { '/group': ['company'] } },
				default: '',
				placeholder: 'e.g. https://profiles.example/company/example',
				description:
					'The page of the company or school on a professional network. The path is /company/ or /school/ and a name.',
			},
			onTypesThatIgnoreFilters(seniorities),
			onTypesThatIgnoreFilters({
				displayName: 'Title Expression',
				name: 'jobTitles',
				type: 'string',
				default: '',
				placeholder: 'e.g. "head of sales"',
				description: 'A job title expression. Try it with the resource Title Filter.',
			}),
			updatesSince,
			webhookUrl,
		],
	},
];
