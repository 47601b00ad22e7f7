import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DEPARTMENTS, SENIORITIES, TYPES_WITH_FILTERS } from '../../../shared/api/assumptions';
import { COMPANY_RADAR_TYPES } from '../../../shared/api/radarTypes';

const WITHOUT_FILTERS = COMPANY_RADAR_TYPES.filter((type) => !TYPES_WITH_FILTERS.includes(type));

const sameNameAndValue = (values: readonly string[]): INodePropertyOptions[] =>
	values.map((value) => ({ name: value, value }));

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

const titleExpression: INodeProperties = {
	displayName: 'Title Expression',
	name: 'jobTitles',
	type: 'string',
	default: '',
	placeholder: 'e.g. "head of sales"',
	description: 'A job title expression. Try it with the resource Title Filter.',
};

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

/** Up front on the types that use them. */
export const filterFields: INodeProperties[] = [departments, seniorities, ...jobTitles].map(
	showOnFilterTypes,
);

/** Under Additional Fields: values that the lists do not have, and the filters on the types that ignore them. */
export const additionalFilterFields: INodeProperties[] = [
	moreOf('More Departments', 'moreDepartments', 'Robotics, Logistics'),
	moreOf('More Seniorities', 'moreSeniorities', 'Board Member'),
	...[departments, seniorities, titleExpression].map(onTypesThatIgnoreFilters),
];
