import fc from 'fast-check';

import {
	checkJobTitles,
	compileJobTitles,
	parseJobTitles,
} from '../../nodes/shared/values/rules/jobTitles/check';
import { sent } from '../unit/validation/results';
import { jobTitlesProblem } from '../../sandbox/rules/jobTitles';
import { mutated } from './mutations';
import { always, numRuns } from './runs';
import { canMatch, matchJobTitle } from '../../nodes/shared/values/rules/jobTitles/match';

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

/** An expression and what it means, apart from how the parser reads it. */
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
const KEPT = [
	`"${'z'.repeat(100)}   "`,
	'"\u00a0\u00a0"',
	'EXACT ("vp")',
	'EXACT',
	'NOT NOT vp',
	'()',
	`${'('.repeat(32)}vp${')'.repeat(32)}`,
	`${'('.repeat(33)}vp${')'.repeat(33)}`,
	`${'vp OR '.repeat(1499)}${'x'.repeat(6)}`,
	`${'vp OR '.repeat(1499)}${'x'.repeat(7)}`,
];

/** Curly quotes in pairs are taken for straight ones, place by place. */
const straight = (text: string): string => text.replace(/[“”]([^"“”]*)[“”]/g, '"$1"');

describe('job_titles', () => {
	it('are judged alike by the parser and by the grammar of the sandbox, where the API settles the matter', () => {
		let taken = 0;
		let refused = 0;
		const judgedAlike = (text: string) => {
			const verdict = parseJobTitles(text);
			if (verdict.ok && [...verdict.doubts, ...verdict.notes].length > 0) return true;
			if (verdict.ok) taken += 1;
			else refused += 1;
			return verdict.ok === (jobTitlesProblem(straight(text)) === null);
		};
		always(fc.oneof(wellFormed, tokenSoup, mutated(wellFormed, PIECES)), judgedAlike, KEPT);
		expect(taken).toBeGreaterThan(numRuns / 5);
		expect(refused).toBeGreaterThan(numRuns / 5);
	});

	it('mean what their operators, precedence and groups say', () => {
		const titles = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
		always(fc.tuple(meaning, titles), ([{ text, holds }, title]) => {
			const parsed = parseJobTitles(text);
			if (!parsed.ok || (holds(title) && !canMatch(parsed.value))) return false;
			return matchJobTitle(parsed.value, title.toUpperCase()).matches === holds(title);
		});
	});

	it('are tried for titles that they can match in little time', () => {
		const many = Array.from({ length: 800 }, (_, index) => `t${index}`);
		for (const text of [many.join(' AND '), `(${many.slice(0, 400).join(' OR ')}) AND NOT t0`])
			expect(canMatch(sent(parseJobTitles(text)))).toBe(true);
	});

	it('point to a character of the expression, and show it above the caret, when they are refused', () => {
		always(fc.oneof(tokenSoup, mutated(wellFormed, PIECES)), (text) => {
			const verdict = checkJobTitles(text);
			const reason = verdict.ok ? '' : (verdict.problems[0]?.what ?? '');
			const [, position, excerpt = '', caret = ''] = / \(character (\d+)\)\.\n(.*)\n(.*)$/.exec(reason) ?? [];
			if (position === undefined) return verdict.ok || reason === 'is empty';
			const characters = Array.from(straight(text.trim()));
			const shown = Array.from(excerpt)[caret.indexOf('^')] ?? '';
			return shown === (characters[Number(position) - 1] ?? '').replace(/\s/, ' ');
		});
	});

	it('that are built from lists match what the lists say', () => {
		const list = fc.array(word, { maxLength: 3 });
		const lists = fc.record({ anyOf: list, allOf: list, noneOf: list, exact: list });
		always(fc.tuple(lists, word, word), ([{ anyOf, allOf, noneOf, exact }, ...words]) => {
			const built = compileJobTitles({ anyOf, allOf, noneOf, exact });
			if (!built.ok) return [anyOf, allOf, noneOf, exact].flat().length === 0;
			const parsed = parseJobTitles(built.value ?? '');
			const title = words.join(' ');
			const one = anyOf.some((each) => words.includes(each)) || exact.includes(title);
			const expected =
				(one || anyOf.length + exact.length === 0) &&
				allOf.every((each) => words.includes(each)) &&
				!noneOf.some((each) => words.includes(each));
			return parsed.ok && matchJobTitle(parsed.value, title).matches === expected;
		});
	});
});
