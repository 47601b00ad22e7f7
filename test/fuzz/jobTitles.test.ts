import fc from 'fast-check';

import {
	checkJobTitles,
	compileJobTitles,
	matchJobTitle,
	parseJobTitles,
} from '../../nodes/shared/validation';
import { jobTitlesProblem } from '../../sandbox/rules/jobTitles';
import { mutated } from './mutations';
import { numRuns, timeout } from './runs';

const WORDS = ['sales', 'vp', 'C++', 'R&D', 'ORDER', 'ANDROID', 'NOTARY', 'EXACTLY', "o'hara"];
const PHRASES = ['"sales manager"', '"head of (EMEA)"', '"AND"', '"x y"', `"${'z'.repeat(100)}"`];
const PIECES = [
	...WORDS,
	...PHRASES,
	...['AND', 'OR', 'NOT', 'EXACT', 'EXACT(', 'and', 'or', 'not', 'exact'],
	...['(', ')', '()', '"', '""', '"  "', ' ', '\n', 'x', '"x"', '\\', '“', '”', '😀', ',', '&'],
	...['z'.repeat(101), '('.repeat(31), ')'.repeat(31)],
];

const spaces = fc.constantFrom(' ', ' ', '  ', '\n', '\t ');

/** An expression and what it means, told apart from how the parser reads it. */
interface Meaning {
	text: string;
	/** What stands outside parentheses: a bare `or` must be put into a group inside `and` or `not`. */
	outer: 'or' | 'and' | 'not' | 'term';
	holds: (title: string) => boolean;
}

const BINDING = { or: 1, and: 2, not: 3, term: 4 };
const grouped = (inner: Meaning, outer: keyof typeof BINDING): string =>
	BINDING[inner.outer] < BINDING[outer] ? `(${inner.text})` : inner.text;

const VOCABULARY = ['sales', 'vp', 'head', 'intern', 'emea'];
const word = fc.constantFrom(...VOCABULARY);

const meaning = fc.letrec<{ any: Meaning }>((tie) => ({
	any: fc.oneof(
		{ maxDepth: 6, withCrossShrink: true },
		word.map((text): Meaning => ({ text, outer: 'term', holds: (title) => title.split(' ').includes(text) })),
		fc.tuple(word, word).map(([one, other]): Meaning => {
			const phrase = `${one} ${other}`;
			return {
				text: `"${phrase.toUpperCase()}"`,
				outer: 'term',
				holds: (title) => ` ${title} `.includes(` ${phrase} `),
			};
		}),
		word.map((text): Meaning => ({
			text: `EXACT("${text}")`,
			outer: 'term',
			holds: (title) => title === text,
		})),
		tie('any').map((inner): Meaning => ({
			text: `NOT ${grouped(inner, 'not')}`,
			outer: 'not',
			holds: (title) => !inner.holds(title),
		})),
		fc.tuple(tie('any'), spaces, tie('any')).map(([left, space, right]): Meaning => ({
			text: `${grouped(left, 'and')}${space}AND${space}${grouped(right, 'and')}`,
			outer: 'and',
			holds: (title) => left.holds(title) && right.holds(title),
		})),
		fc.tuple(tie('any'), spaces, tie('any')).map(([left, space, right]): Meaning => ({
			text: `${left.text}${space}OR${space}${right.text}`,
			outer: 'or',
			holds: (title) => left.holds(title) || right.holds(title),
		})),
		tie('any').map((inner): Meaning => ({ ...inner, text: `(${inner.text})`, outer: 'term' })),
	),
})).any;

const wellFormed = meaning.map(({ text }) => text);
const tokenSoup = fc
	.array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(' ', '')), { maxLength: 14 })
	.map((parts) => parts.flat().join(''));

/** Expressions that the two grammars judged differently once, or that lie on a bound. */
const KEPT: Array<[string]> = [
	[`"${'z'.repeat(100)}   "`],
	['"\u00a0\u00a0"'],
	['EXACT ("vp")'],
	['EXACT'],
	['NOT NOT vp'],
	['()'],
	[`${'('.repeat(32)}vp${')'.repeat(32)}`],
	[`${'('.repeat(33)}vp${')'.repeat(33)}`],
	[`${'vp OR '.repeat(1499)}${'x'.repeat(6)}`],
	[`${'vp OR '.repeat(1499)}${'x'.repeat(7)}`],
];

describe('job_titles', () => {
	it(
		'are judged alike by the parser and by the grammar of the sandbox, where the interface settles the matter',
		() => {
			const counts = { taken: 0, refused: 0, doubtful: 0 };
			const texts = fc.oneof(wellFormed, tokenSoup, mutated(wellFormed, PIECES));
			const property = fc.property(texts, (text) => {
				const verdict = parseJobTitles(text);
				if (verdict.ok && verdict.hints.length > 0) {
					counts.doubtful += 1;
					return;
				}
				counts[verdict.ok ? 'taken' : 'refused'] += 1;
				expect({ text, taken: verdict.ok }).toEqual({ text, taken: jobTitlesProblem(text) === null });
			});
			fc.assert(property, { numRuns, examples: KEPT });
			expect(counts.taken).toBeGreaterThan(numRuns / 5);
			expect(counts.refused).toBeGreaterThan(numRuns / 5);
		},
		timeout,
	);

	it(
		'mean what their operators, precedence and groups say',
		() => {
			const titles = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
			const property = fc.property(meaning, titles, ({ text, holds }, title) => {
				const parsed = parseJobTitles(text);
				if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
				expect({ text, title, matches: matchJobTitle(parsed.value, title.toUpperCase()).matches }).toEqual({
					...{ text, title, matches: holds(title) },
				});
			});
			fc.assert(property, { numRuns });
		},
		timeout,
	);

	it(
		'point to a character of the expression, and show it above the caret, when they are refused',
		() => {
			const property = fc.property(fc.oneof(tokenSoup, mutated(wellFormed, PIECES)), (text) => {
				const verdict = checkJobTitles(text);
				const [reason = '', excerpt = '', caret = ''] = (
					verdict.ok ? '' : (verdict.problems[0]?.reason ?? '')
				).split('\n');
				const [, position] = / At character (\d+):$/.exec(reason) ?? [];
				if (position === undefined) return;
				const characters = Array.from(text.trim());
				const shown = Array.from(excerpt)[caret.indexOf('^')] ?? '';
				expect(shown).toBe((characters[Number(position) - 1] ?? '').replace(/\s/, ' '));
			});
			fc.assert(property, { numRuns });
		},
		timeout,
	);

	it(
		'that are built from lists match what the lists say',
		() => {
			const list = fc.array(word, { maxLength: 3 });
			const property = fc.property(
				list,
				list,
				list,
				list,
				word,
				word,
				(anyOf, allOf, noneOf, exact, first, second) => {
					const built = compileJobTitles({ anyOf, allOf, noneOf, exact });
					if (anyOf.length + allOf.length + noneOf.length + exact.length === 0) {
						expect(built.ok).toBe(false);
						return;
					}
					const parsed = parseJobTitles(built.ok ? built.value : undefined);
					if (!parsed.ok) throw new Error(JSON.stringify({ built, parsed }));
					const words = [first, second];
					const title = words.join(' ');
					const one = anyOf.some((each) => words.includes(each)) || exact.includes(title);
					const expected =
						(one || anyOf.length + exact.length === 0) &&
						allOf.every((each) => words.includes(each)) &&
						!noneOf.some((each) => words.includes(each));
					expect(matchJobTitle(parsed.value, title).matches).toBe(expected);
				},
			);
			fc.assert(property, { numRuns });
		},
		timeout,
	);
});
