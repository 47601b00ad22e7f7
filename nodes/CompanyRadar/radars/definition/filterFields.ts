import type { INodeProperties } from 'n8n-workflow';

import type { Group } from '../../../shared/api/names';
import {
	RADAR_FIELDS,
	textField,
	titleExpression,
	typeField,
	withToolDescription,
} from '../../../shared/parameters/fieldOptions';
import { DEPARTMENTS, SENIORITIES, TYPES_WITH_FILTERS } from '../../../shared/api/assumptions';

const filterList = (
	field: INodeProperties,
	what: string,
	example: string,
	values: readonly string[],
): INodeProperties[] =>
	withToolDescription(
		{
			...field,
			description: `${what}, such as ${example}. For other values, use an expression that returns a list.`,
		},
		`${what}, separated by commas: ${values.join(', ')}`,
	);

const jobTitleList = (
	displayName: string,
	name: string,
	example: string,
	description: string,
): INodeProperties => ({
	...textField(displayName, name, example, description),
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Title' },
	default: [],
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
				name: 'Enter Keywords',
				value: 'build',
				description: 'List the words to include or exclude',
			},
			{
				name: 'Boolean Search',
				value: 'expression',
				description: 'Combine titles with AND, OR and NOT',
			},
		],
		default: 'any',
		description: 'Which job titles to find',
		hint: 'A title filter overrides Departments and Seniorities',
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
		...titleExpression('jobTitles'),
		displayOptions: { show: { jobTitlesMode: ['expression'] } },
		hint: 'Test it with Title Filter: Preview Matches',
		builderHint: {
			propertyHint:
				'Operators are AND, OR, NOT in capitals, double quotes for phrases, EXACT("...") for a whole title. Example: "head of sales" OR (marketing AND NOT intern)',
		},
	},
];

/** When the form shows a field: for a group, or for radar types of it. */
export const showOn = (group: Group, types?: readonly string[]): INodeProperties['displayOptions'] => ({
	show: {
		group: [group],
		...(types ? { [typeField(group)]: types.filter((type) => type.startsWith(`${group}_`)) } : {}),
	},
});

/** Up front on the types that use them. */
export const filterFields: INodeProperties[] = [
	...filterList(RADAR_FIELDS.departments, 'Only people in these departments', 'Marketing', DEPARTMENTS),
	...filterList(RADAR_FIELDS.seniorities, 'Only people at these levels', 'Vice President', SENIORITIES),
	...jobTitles,
].map((field) => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		show: { ...field.displayOptions?.show, ...showOn('company', TYPES_WITH_FILTERS)?.show },
	},
}));
