import type { INodeProperties } from 'n8n-workflow';

import { DEPARTMENT_OPTIONS, SENIORITY_OPTIONS } from '../../../shared/filterOptions';
import { TYPES_WITH_COUNTRIES, TYPES_WITH_FILTERS } from '../../../shared/api/assumptions';
import { COMPANY_RADAR_TYPES } from '../../../shared/api/radarTypes';

const WITHOUT_FILTERS = COMPANY_RADAR_TYPES.filter((type) => !TYPES_WITH_FILTERS.includes(type));

const departments: INodeProperties = {
	displayName: 'Departments',
	name: 'departments',
	type: 'multiOptions',
	options: DEPARTMENT_OPTIONS,
	default: [],
	description: 'Only these departments. Add others under Additional Fields.',
};

const seniorities: INodeProperties = {
	displayName: 'Seniorities',
	name: 'seniorities',
	type: 'multiOptions',
	options: SENIORITY_OPTIONS,
	default: [],
	description: 'Only these levels. Add others under Additional Fields.',
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
			{ name: 'Any', value: 'any', description: 'All job titles' },
			{
				name: 'Choose Keywords',
				value: 'build',
				description: 'List titles to include or exclude',
			},
			{
				name: 'Boolean Search',
				value: 'expression',
				description: 'Combine titles with AND, OR and NOT',
			},
		],
		default: 'any',
		description: 'Which job titles to find. A title filter overrides Departments and Seniorities.',
	},
	{
		displayName: 'Titles',
		name: 'jobTitlesBuild',
		type: 'collection',
		displayOptions: { show: { jobTitlesMode: ['build'] } },
		placeholder: 'Add Titles',
		default: {},
		description:
			'Titles to find. A title must match every list; for Any Of and Exact Titles, one entry is enough.',
		options: [
			jobTitleList('All Of', 'allOf', 'sales', 'Words or phrases the title must all contain'),
			jobTitleList(
				'Any Of',
				'anyOf',
				'head of sales',
				'Words or phrases, at least one of which the title must contain',
			),
			jobTitleList('Exact Titles', 'exact', 'Chief of Staff', 'Complete titles to match'),
			jobTitleList('None Of', 'noneOf', 'intern', "Words or phrases the title can't contain"),
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
			'Combine titles with AND, OR and NOT (in capitals). Put phrases in double quotes, group with parentheses, and use EXACT("title") for a whole title. Test it with Title Filter: Preview Matches.',
		builderHint: {
			propertyHint:
				'Operators are AND, OR, NOT in capitals, double quotes for phrases, EXACT("...") for a whole title. Example: "head of sales" OR (marketing AND NOT intern)',
		},
	},
];

const titleExpression: INodeProperties = {
	displayName: 'Title Expression',
	name: 'jobTitles',
	type: 'string',
	default: '',
	placeholder: 'e.g. "head of sales"',
	description: 'Job title expression. Test it with Title Filter: Preview Matches.',
};

const moreOf = (
	displayName: string,
	name: string,
	example: string,
	group = 'company',
	radarTypes: readonly string[] = TYPES_WITH_FILTERS,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	displayOptions: { show: { '/group': [group], '/radarType': [...radarTypes] } },
	default: '',
	placeholder: `e.g. ${example}`,
	description: 'Values missing from the list above, separated by commas',
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
	hint: 'Has no effect on this radar type',
});

/** Up front on the types that use them. */
export const filterFields: INodeProperties[] = [departments, seniorities, ...jobTitles].map(
	showOnFilterTypes,
);

/** Under Additional Fields: values that the lists do not have, and the filters on the types that ignore them. */
export const additionalFilterFields: INodeProperties[] = [
	moreOf('More Countries', 'moreCountries', 'Scotland', 'industry', TYPES_WITH_COUNTRIES),
	moreOf('More Departments', 'moreDepartments', 'Robotics, Logistics'),
	moreOf('More Seniorities', 'moreSeniorities', 'Board Member'),
	...[departments, seniorities, titleExpression].map(onTypesThatIgnoreFilters),
];
