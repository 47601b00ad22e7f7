import { LINE_BREAK, counted, listed, NAMED } from '../../../shared/values/basics/inWords';
import { inSlices } from '../../../shared/host/clock';
import { textField, titleExpression } from '../../../shared/form/fieldOptions';
import type { ParameterReader } from '../../../shared/form/parameterReader';
import { canJudge, matchJobTitle, negatedInside } from '../../../shared/values/rules/jobTitles/match';
import { checkTexts, isBlank } from '../../../shared/values/rules/primitives';
import type { ValidationResult } from '../../../shared/values/basics/refusal';
import { defineOperation } from '../../../shared/run/operation';
import type { ItemResult } from '../../../shared/run/itemErrors';
import { parseJobTitles } from '../../../shared/values/rules/jobTitles/check';
import type { ParsedJobTitles } from '../../../shared/values/rules/jobTitles/parser';

/** Every column is always there, so that none is left from the input. */
type Match = {
	/** The job title that was compared. */
	tested_title: string;
	matches: boolean;
	/** The terms that decided the match, e.g. `excluded by NOT "intern"`, separated by semicolons. */
	why: string;
	/** Whether the service may decide differently. */
	uncertain: boolean;
	/** Why the expression may not match what you mean; empty if there is no reason. */
	warning: string;
};

export type Output = Match;

interface Filter {
	titles: ParsedJobTitles;
	warning: string;
}

function parseFilter(value: unknown): ValidationResult<Filter> {
	const result = parseJobTitles(value);
	if (!result.ok) return result;
	const excluded = negatedInside(result.value).map(
		([word, inside]) =>
			`NOT "${word}" may also exclude ${listed(inside)}, if the service looks inside words.`,
	);
	const warning = [...result.doubts.map(({ what }) => what), ...result.notes, ...excluded].join(' ');
	return { ...result, value: { titles: result.value, warning } };
}

function readTitles(read: ParameterReader): string[] {
	if (isBlank(read.raw('title'))) return [''];
	const titles = read.value('title', (value) =>
		checkTexts(value, 'Enter job titles, such as Head of Sales.', LINE_BREAK),
	);
	return titles?.length === 0 ? [''] : titles;
}

/** As the filters of updates see it. */
const OTHER_SCRIPT = 'is in another script, so filters of updates pass it';

function matchTitle({ titles, warning }: Filter, title: string): Match {
	const { matches, uncertain, why } = matchJobTitle(titles, title);
	const causes = canJudge(titles, title) ? why : [...why, OTHER_SCRIPT];
	return { tested_title: title, matches, why: causes.join('; '), uncertain, warning };
}

const UNCERTAIN =
	'Titles marked "uncertain" contain a term inside a longer word, such as "sales" in "presales", or with other signs or letters. The service may decide differently.';

const VALID = 'The expression is valid. Enter job titles to see which of them match.';

/** Local and free: the rules of docs/contributing/api.md, job_titles. */
export const previewMatches = defineOperation({
	name: 'Preview Matches',
	value: 'previewMatches',
	action: 'Preview job titles that match expression',
	description:
		'See which job titles an expression matches, and why. Adds the result to each input item. Free and offline.',
	isOffline: true,
	outputHint: 'tested_title, matches, why, uncertain, warning',
	fields: [
		{ ...titleExpression('expression'), required: true },
		{
			...textField('Job Titles', 'title', 'Head of Sales', 'Job titles to test: one per line, or a list'),
			typeOptions: { rows: 2 },
			hint: 'Leave empty to only check the expression',
		},
	],
	readSettings: () => undefined,
	readInput: (read) => ({ filter: read.value('expression', parseFilter), titles: readTitles(read) }),
	run: async (items, { execution, summary }) => {
		const input = execution.getInputData();
		const results: ItemResult[] = [];
		const dropped: string[] = [];
		let total = 0;
		for await (const {
			item,
			input: { filter, titles },
		} of inSlices(items)) {
			const rows = titles.map((title) => matchTitle(filter, title));
			const tested = rows.filter(({ tested_title: title }) => title !== '');
			total += tested.length;
			dropped.push(...tested.filter(({ matches }) => !matches).map(({ tested_title: title }) => title));
			if (rows.some(({ uncertain }) => uncertain)) summary.note(UNCERTAIN);
			results.push({ items: [item], json: rows, addTo: input[item] });
		}
		if (total === 0) summary.note(VALID);
		if (total > 1) summary.note(droppedInWords(total, dropped));
		return results;
	},
});

/** How many titles a filter would drop, as a sentence with the most frequent ones. */
function droppedInWords(total: number, dropped: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const title of dropped) counts.set(title, (counts.get(title) ?? 0) + 1);
	const examples = [...counts].sort(([, a], [, b]) => b - a).slice(0, NAMED);
	const names = examples.map(([title, count]) => (count > 1 ? `"${title}" (${count})` : `"${title}"`));
	const such = names.length > 0 ? `, for example ${names.join(', ')}` : '';
	return `Would drop ${dropped.length} of ${counted(total, 'title', 'titles')}${such}.`;
}
