import { LIMITS } from '../../nodes/shared/interface/limits';
import { parseJobTitles } from '../../nodes/shared/validation';

/** One line of the bench report: `value` and `target` in milliseconds. */
export interface Row {
	name: string;
	value: number;
	target: number;
	pass: boolean;
	detail: string;
}

const TARGET_MS = 1;
const WARM_UP = 300;
const ROUNDS = 500;

/** As many repeats of a part as fit, and one more term that fills the expression up to the longest length allowed. */
function filled(part: string): string {
	const count = Math.floor((LIMITS.jobTitlesLength - LIMITS.jobTitlesTermMin) / part.length);
	return part.repeat(count) + 'x'.repeat(LIMITS.jobTitlesLength - count * part.length);
}

const open = '('.repeat(LIMITS.jobTitlesGroups);
const close = ')'.repeat(LIMITS.jobTitlesGroups);

/** The junk is found out by its very last character: a quote that is not closed. */
export const SHAPES: Readonly<Record<string, string>> = {
	'flat OR': filled('vp OR '),
	nested: filled(`${open}vp${close} AND `),
	'many NOT': filled('NOT NOT NOT NOT vp AND '),
	'long phrases': filled(`"${'sales '.repeat(15)}" OR `),
	junk: `${filled('“üñ&/; AND ').slice(0, -1)}"`,
};

function medianMs(expression: string): number {
	for (let round = 0; round < WARM_UP; round += 1) parseJobTitles(expression);
	const times = Array.from({ length: ROUNDS }, () => {
		const start = performance.now();
		parseJobTitles(expression);
		return performance.now() - start;
	});
	return times.sort((a, b) => a - b)[ROUNDS / 2] ?? Infinity;
}

/** Parsing a job_titles expression of 9,000 characters: the warm median of each shape. */
export function benchJobTitles(): Row[] {
	return Object.entries(SHAPES).map(([shape, expression]) => {
		const value = medianMs(expression);
		const detail = `${expression.length} characters, median of ${ROUNDS} parses, ms`;
		return { name: `job_titles, ${shape}`, value, target: TARGET_MS, pass: value < TARGET_MS, detail };
	});
}
