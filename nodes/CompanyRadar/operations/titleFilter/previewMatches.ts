import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { LINE_BREAK } from '../../../shared/basics/plainText';
import { inSlices } from '../../../shared/concurrency/timeSlice';
import { notice, shownWhile, textField } from '../../../shared/parameters/fieldOptions';
import type { ParameterReader } from '../../../shared/parameters/parameterReader';
import { wholeNumber } from '../../../shared/validation/amount';
import { parseJobTitles } from '../../../shared/validation/jobTitles';
import { checkTexts, isBlank } from '../../../shared/validation/primitives';
import { defineOperation } from '../../runner/operation';
import type { ItemResult } from '../../runner/itemResult';
import { optionsField } from '../../runner/fields';
import type { RunContext } from '../../runner/runContext';
import { matchTitles, sumUp, type TitleRow } from './matchTitles';
import { countTitles, readTitles } from './titles';
import { expressionField } from './validate';

export type Output = TitleRow;

const UPDATES = 'updates';

const PER_TITLE: INodePropertyOptions = {
	name: 'One Item per Title',
	value: 'titles',
	description: 'Whether each title matches, and why',
};
const PER_RADAR: INodePropertyOptions = {
	name: 'One Item per Radar',
	value: 'radars',
	description: 'How many updates of each radar the expression would drop',
};
const SUMMARY: INodePropertyOptions = {
	name: 'Summary',
	value: 'summary',
	description: 'How many titles the expression would drop, with examples',
};

const outputField = (options: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options,
	default: 'titles',
	description: 'What to return',
});

const shownFor = (source: string, field: INodeProperties): INodeProperties =>
	shownWhile({ titlesFrom: [source] }, field);

const fields: INodeProperties[] = [
	expressionField,
	{
		displayName: 'Titles From',
		name: 'titlesFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Job Titles Below', value: 'titles', description: 'Titles you enter or map. Works offline.' },
			{ name: 'Recent Updates', value: UPDATES, description: 'Titles that your radars found' },
		],
		default: 'titles',
		description: 'Where the job titles to test come from',
	},
	shownFor('titles', {
		...textField('Job Titles', 'title', 'Head of Sales', 'Job titles to test: one per line, or a list'),
		typeOptions: { rows: 2 },
		required: true,
	}),
	shownFor(
		UPDATES,
		notice(
			'narrowingNotice',
			"This only shows what a narrower filter would drop. Titles that a radar's own filter kept out were never delivered.",
		),
	),
	shownFor(UPDATES, {
		displayName: 'Days',
		name: 'days',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30,
		description:
			'How many days of updates to test: at most 50,000 updates, as far back as the service lists them',
	}),
	shownFor('titles', outputField([PER_TITLE, SUMMARY])),
	shownFor(UPDATES, outputField([PER_TITLE, PER_RADAR, SUMMARY])),
	shownFor(UPDATES, optionsField()),
];

const areFromUpdates = (read: ParameterReader): boolean => read.raw('titlesFrom') === UPDATES;

function readGivenTitles(read: ParameterReader): string[] {
	if (isBlank(read.raw('title'))) return [''];
	return read.value('title', (value) =>
		checkTexts(value, 'Enter job titles, such as Head of Sales.', LINE_BREAK),
	);
}

const UNCERTAIN =
	'Titles marked "uncertain" contain a term inside a longer word, such as "sales" in "presales", or with another apostrophe or hyphen. The service may match them too.';

/** The rows of titles that are summed up together, and their input items. */
interface Group {
	items: number[];
	rows: TitleRow[];
}

const droppedFirst = (a: TitleRow, b: TitleRow): number =>
	Number(a.matches) - Number(b.matches) || b.count - a.count;

const toResult = ({ items, rows }: Group): ItemResult => ({ items, json: rows.map((row) => ({ ...row })) });

/** Joins all groups into one, which gets the input items of the first. */
const joined = ([first, ...others]: Group[]): Group[] =>
	first ? [{ ...first, rows: [first, ...others].flatMap(({ rows }) => rows) }] : [];

/** Sums up each group, in the output panel and as results. */
async function summarize(
	groups: Group[],
	noun: 'title' | 'update',
	isPerRadar: boolean,
	{ summary }: RunContext,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	for (const { items, rows } of groups) {
		const { total, radars } = await sumUp(rows, noun);
		if (total.total > 1) summary.note(total.summary);
		results.push({ items, json: (isPerRadar ? radars : [total]).map((each) => ({ ...each })) });
	}
	return results;
}

/** Free, and offline unless the titles come from updates: the rules of docs/contributing/api.md, job_titles. */
export const previewMatches = defineOperation({
	name: 'Preview Matches',
	value: 'previewMatches',
	action: 'Preview job titles that match expression',
	description:
		'See which job titles an expression matches, and why. Tests your titles, or recent updates. Free.',
	offline: { titlesFrom: ['titles'] },
	fields,
	readSettings: (read) => ({
		days: areFromUpdates(read) ? read.value('days', wholeNumber(1)) : undefined,
		output: read.raw('output'),
	}),
	readInput: (read) => ({
		filter: read.value('expression', parseJobTitles),
		titles: areFromUpdates(read) ? [] : readGivenTitles(read),
	}),
	run: async (items, context, { days, output }) => {
		const found = days === undefined ? undefined : await readTitles(days, context);
		const groups: Group[] = [];
		for await (const { item, input } of inSlices(items)) {
			const rows = await matchTitles(input.filter, found ?? countTitles(input.titles));
			groups.push({ items: [item], rows: found ? rows.sort(droppedFirst) : rows });
		}
		if (groups.some(({ rows }) => rows.some(({ uncertain }) => uncertain))) context.summary.note(UNCERTAIN);
		const summaries = found
			? await summarize(groups, 'update', output === PER_RADAR.value, context)
			: await summarize(joined(groups), 'title', false, context);
		return output === PER_TITLE.value ? groups.map(toResult) : summaries;
	},
});
