import type { INodeProperties } from 'n8n-workflow';

import { TITLE_LISTS } from '../api/names';
import { collectionField, shownWhile, textField, titleExpression } from './fieldOptions';

/** Which filter of people a radar has: by what they do, or by their titles, which take precedence at the service. */
export const FILTER_BY = 'filterBy';
const TITLE_OPTIONS = 'titleOptions';

/** The form's parameter path for each list of titles. */
export const TITLE_PATHS = {
	anyOf: 'titlesAnyOf',
	noneOf: 'titlesNoneOf',
	exact: `${TITLE_OPTIONS}.exact`,
	allOf: `${TITLE_OPTIONS}.allOf`,
} as const;

const titlesBox = (
	list: keyof typeof TITLE_LISTS,
	name: string,
	example: string,
	description: string,
): INodeProperties => ({
	...textField(TITLE_LISTS[list], name, example, `${description}, one per line`),
	typeOptions: { rows: 3 },
});

const inMode = (mode: string, field: INodeProperties): INodeProperties =>
	shownWhile({ [FILTER_BY]: [mode] }, field);

/** Departments and seniorities. */
export const byRole = (field: INodeProperties): INodeProperties => inMode('role', field);

/** Whether the field is shown only for a filter, which only some radar types have. */
export const isOfFilter = ({ displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.[FILTER_BY] !== undefined;

export const filterByField: INodeProperties = {
	displayName: 'Filter By',
	name: FILTER_BY,
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'None', value: 'none', description: 'Find all people or jobs' },
		{ name: 'Department and Seniority', value: 'role', description: 'Choose from lists' },
		{ name: 'Job Title Keywords', value: 'build', description: 'List the words to include or exclude' },
		{ name: 'Boolean Search', value: 'expression', description: 'Combine titles with AND, OR and NOT' },
	],
	default: 'none',
	description: 'Which people or jobs to find',
};

/** The fields that filter by job title: those of a form, or of a row of radars. */
export const titleFields: INodeProperties[] = [
	inMode('build', titlesBox('anyOf', TITLE_PATHS.anyOf, 'head of sales', 'Words or phrases')),
	inMode('build', titlesBox('noneOf', TITLE_PATHS.noneOf, 'intern', 'Words or phrases to skip')),
	inMode(
		'build',
		collectionField('Title Options', TITLE_OPTIONS, 'Add Title Option', [
			titlesBox('allOf', 'allOf', 'sales', 'Words or phrases'),
			titlesBox('exact', 'exact', 'Chief of Staff', 'Complete titles to find as well'),
		]),
	),
	inMode('expression', {
		...titleExpression('jobTitles'),
		hint: 'Test it with Title Filter: Preview Matches',
	}),
];
