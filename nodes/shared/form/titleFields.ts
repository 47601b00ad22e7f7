import type { INodeProperties } from 'n8n-workflow';

import { TITLE_LISTS } from '../api/names';
import { collectionField, shownWhile, textField, titleExpression } from './fieldOptions';

export const TITLES_MODE = 'jobTitlesMode';
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
	shownWhile({ [TITLES_MODE]: [mode] }, field);

const NO_TITLE_FILTER = 'any';

/** Departments and seniorities have no effect together with a title filter. */
export const withoutTitleFilter = (field: INodeProperties): INodeProperties => inMode(NO_TITLE_FILTER, field);

/** Whether the field is shown only for a title filter. */
export const isTitleFilter = ({ displayOptions }: INodeProperties): boolean => {
	const modes = displayOptions?.show?.[TITLES_MODE];
	return modes !== undefined && !modes.includes(NO_TITLE_FILTER);
};

/** The fields that filter by job title: those of a form, or of a row of radars. */
export const titleFields: INodeProperties[] = [
	{
		displayName: 'Job Titles',
		name: TITLES_MODE,
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Any', value: NO_TITLE_FILTER, description: 'All job titles' },
			{ name: 'Enter Keywords', value: 'build', description: 'List the words to include or exclude' },
			{
				name: 'Boolean Search',
				value: 'expression',
				description: 'Combine titles with AND, OR and NOT',
			},
		],
		default: NO_TITLE_FILTER,
		description: 'A title filter replaces Departments and Seniorities',
	},
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
