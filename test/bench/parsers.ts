import { LIMITS } from '../../nodes/shared/api/limits';
import { parseJobTitles } from '../../nodes/shared/validation/jobTitles';
import { atMost, type Bench } from './bench';
import { growthExponent, listed } from './support/stats';

const WARM_UP = 300;
const ROUNDS = 500;
const LENGTHS = [1 / 8, 1 / 4, 1 / 2, 1].map((share) => share * LIMITS.jobTitlesLength);

/** As many repeats of a part as fit, and one more term that fills the expression up to the length. */
function filled(part: string, length: number): string {
	const count = Math.floor((length - LIMITS.jobTitlesTermMin) / part.length);
	return part.repeat(count) + 'x'.repeat(length - count * part.length);
}

const open = '('.repeat(LIMITS.jobTitlesGroups);
const close = ')'.repeat(LIMITS.jobTitlesGroups);

/** The junk is found out by its very last character: a quote that is not closed. */
const SHAPES: Readonly<Record<string, (length: number) => string>> = {
	'flat OR': (length) => filled('vp OR ', length),
	nested: (length) => filled(`${open}vp${close} AND `, length),
	'many NOT': (length) => filled('NOT NOT NOT NOT vp AND ', length),
	'long phrases': (length) => filled(`"${'sales '.repeat(15)}" OR `, length),
	junk: (length) => `${filled('“üñ&/; AND ', length).slice(0, -1)}"`,
};

/**
 * The fastest time of each: what else runs on the machine, and collections of garbage, only make it longer. They are parsed
 * in turn, so that a slow moment of the machine meets them all.
 */
function fastestMs(expressions: string[]): number[] {
	const fastest = expressions.map(() => Infinity);
	for (let round = -WARM_UP; round < ROUNDS; round++) {
		for (const [index, expression] of expressions.entries()) {
			const start = performance.now();
			parseJobTitles(expression);
			const took = performance.now() - start;
			if (round >= 0) fastest[index] = Math.min(fastest[index] ?? Infinity, took);
		}
	}
	return fastest;
}

const worst = (figures: Array<[name: string, value: number]>): [name: string, value: number] =>
	figures.reduce((most, figure) => (figure[1] > most[1] ? figure : most));

const named = (figures: Array<[name: string, value: number]>): string =>
	figures.map(([name, value]) => `${name} ${listed([value])}`).join(', ');

export const parsers: Bench = {
	name: 'parsers',
	run: async () => {
		// The first shape would be the least warm.
		for (const of of Object.values(SHAPES)) fastestMs([of(LIMITS.jobTitlesLength)]);
		const times = Object.entries(SHAPES).map(([shape, of]) => {
			const fastest = fastestMs(LENGTHS.map(of));
			return [
				shape,
				LENGTHS.map((length, index): [number, number] => [length, fastest[index] ?? Number.NaN]),
			] as const;
		});
		const longest = times.map(([shape, points]): [string, number] => [shape, points.at(-1)?.[1] ?? Infinity]);
		const growth = times.map(([shape, points]): [string, number] => [shape, growthExponent(points)]);
		return [
			atMost(
				'Parsers: job_titles of 9,000 characters, ms',
				worst(longest)[1],
				1,
				`the worst of five shapes, each the fastest of ${ROUNDS} warm parses: ${named(longest)}`,
			),
			atMost(
				'Parsers: growth exponent of job_titles',
				worst(growth)[1],
				1.1,
				`the worst of five shapes, ${LENGTHS.join(' to ')} characters: ${named(growth)}`,
			),
		];
	},
};
