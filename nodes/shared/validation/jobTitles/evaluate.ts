import { LIMITS } from '../../api/limits';
import { checkObject, checkTextList, classifyValue, IS_EMPTY, isAny, isBlank } from '../primitives';
import { allOf, andThen, invalid, valid, withNotes, type Check, type ValidationResult } from '../result';
import { checkJobTitles } from './check';
import { lengthOf, normalize, type Expression, type ParsedJobTitles, type Term } from './language';
import { LINE_BREAK, quoted, SMART_QUOTES } from '../../basics/plainText';

const PARTS = ['anyOf', 'allOf', 'noneOf', 'exact'] as const;
const FIX = 'Use job titles such as sales manager.';
const NO_VALUE_FIX = 'Check that the expression finds data. For no filter, use the word any.';
const NO_TITLES = invalid(IS_EMPTY, "Enter a title, or set 'Job Titles' to 'Any'.", PARTS[0]);

/**
 * Turns `{ anyOf, allOf, noneOf, exact }` into an expression (docs/contributing/api.md, job_titles): (one of `anyOf`, or the
 * whole title is one of `exact`), and all of `allOf`, and none of `noneOf`.
 * Each is a list of titles, or text with one title per line. Some may be missing or blank, but not all. Undefined is an
 * expression without data, so it's rejected. The word `any` is no filter: the result is undefined if there are no titles.
 * Problems have the list's name as their part.
 */
export const compileJobTitles: Check<string | undefined> = (value) =>
	andThen(checkObject(value, FIX), (entries) => {
		const given = new Map(entries);
		const isUnfiltered = PARTS.some((part) => isAny(given.get(part)));
		const lists = allOf(
			PARTS.map((part) =>
				given.has(part) && !isAny(given.get(part)) ? checkTitles(part, given.get(part)) : valid([]),
			),
		);
		return andThen(lists, ([anyOf = [], every = [], noneOf = [], exact = []]) => {
			const any = [...anyOf.map(phrase), ...exact.map((title) => `EXACT(${phrase(title)})`)];
			const all = [...(any.length > 1 ? [`(${any.join(' OR ')})`] : any), ...every.map(phrase)];
			const none = noneOf.map((title) => `NOT ${phrase(title)}`);
			const expression = [...all, ...none].join(' AND ');
			if (expression !== '') return checkJobTitles(expression, true);
			return isUnfiltered ? valid(undefined) : NO_TITLES;
		});
	});

function checkTitles(part: string, value: unknown): ValidationResult<string[]> {
	if (value === undefined) return invalid(IS_EMPTY, NO_VALUE_FIX, part);
	const list = classifyValue(value);
	// Dropping an empty entry would make the expression match something else.
	const hasEmpty = list.kind === 'list' && list.items.some(isBlank);
	const empty = invalid('One of the titles is empty.', 'Enter a title, or remove the entry.');
	const titles = andThen(checkTextList(value, FIX, LINE_BREAK), (texts) =>
		allOf(texts.map((text) => checkTitle(text.replace(/\s+/g, ' ')))),
	);
	const both = hasEmpty ? andThen(allOf([empty, titles]), () => titles) : titles;
	return both.ok ? both : { ok: false, problems: both.problems.map((problem) => ({ ...problem, part })) };
}

const QUOTED = new RegExp(`^["${SMART_QUOTES}]([^"]*)["${SMART_QUOTES}]$`);

function checkTitle(given: string): ValidationResult<string> {
	const title = QUOTED.exec(given)?.[1] ?? given;
	if (title.includes('"')) {
		return invalid(`${quoted(title)} has a double quote in it, which a title can't have.`, 'Leave it out.');
	}
	const length = lengthOf(title);
	const { jobTitlesTermMin: min, jobTitlesTermMax: max } = LIMITS;
	if (length < min || length > max) {
		const words = `is too ${length < min ? 'short' : 'long'} for a title`;
		return invalid(`${quoted(title)} ${words}.`, `Use ${min} to ${max} characters.`);
	}
	// One comma may belong to a title: "Vice President, Sales".
	const separators = title.match(/[,;，；]/g)?.length ?? 0;
	const isOne = separators > 0 && `${quoted(title)} is searched as one title. Enter one title per line.`;
	return withNotes(valid(title, separators > 1 && isOne), separators === 1 && isOne);
}

const phrase = (title: string): string => `"${title}"`;

export interface TitleMatch {
	matches: boolean;
	/** The terms that decided the match, e.g. `excluded by NOT "intern"`. */
	why: readonly string[];
}

const MAX_CAUSES = 5;

/**
 * The API's "contiguous containment" can be read either way: a term is whole words, as they are written, or it may also be in a
 * word, with other apostrophes and hyphens.
 */
type Reading = 'strict' | 'loose';

/** With one kind of apostrophe and hyphen. */
const withPlainSigns = (text: string): string =>
	text.replace(/[\u2018\u2019\u201b\u02bc\u2032\u00b4`]/g, "'").replace(/[\u2010-\u2015\u2212]/g, '-');

const STARTS_IN_WORD = /^[\p{L}\p{N}]/u;
/** Not `$`: directly after a class, V8 14.6 (Node 26) finds no character beyond U+FFFF with it. */
const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}](?![^])/u;

/** Would the expression match this job title, and why (docs/contributing/api.md, job_titles)? */
export function matchJobTitle(
	{ root }: ParsedJobTitles,
	title: string,
	reading: Reading = 'strict',
): TitleMatch {
	const normal = reading === 'loose' ? withPlainSigns(normalize(title)) : normalize(title);
	const evaluate = (expression: Expression, isNegated: boolean): TitleMatch => {
		if ('parts' in expression) {
			const { operator, parts } = expression;
			return parts
				.map((part) => evaluate(part, isNegated))
				.reduce((left, right) => combined(operator, left, right));
		}
		if ('part' in expression) {
			const { matches, why } = evaluate(expression.part, !isNegated);
			return { matches: !matches, why };
		}
		const isFound = has(normal, expression, reading);
		return { matches: isFound, why: [causeText(expression, isFound, isNegated)] };
	};
	const { matches, why } = evaluate(root, false);
	return { matches, why: [...new Set(why)] };
}

/** Where one side alone decides, only its causes count. */
function combined(operator: 'AND' | 'OR', left: TitleMatch, right: TitleMatch): TitleMatch {
	const deciding = operator === 'OR';
	const matches = deciding ? left.matches || right.matches : left.matches && right.matches;
	const sides = [left, right].filter((side) => matches !== deciding || side.matches === deciding);
	return { matches, why: sides.flatMap(({ why }) => why).slice(0, MAX_CAUSES) };
}

function causeText({ text, kind }: Term, isFound: boolean, isNegated: boolean): string {
	const isExact = kind === 'exact';
	if (isFound && isNegated) return `excluded by NOT ${isExact ? `EXACT("${text}")` : `"${text}"`}`;
	if (isExact) return `${isFound ? 'is' : "isn't"} exactly "${text}"`;
	return `${isFound ? 'contains' : "doesn't contain"} "${text}"`;
}

/** Strictly, the term must not begin or end inside a word of the title. */
function has(title: string, { text, kind }: Term, reading: Reading): boolean {
	const normal = reading === 'loose' ? withPlainSigns(normalize(text)) : normalize(text);
	if (kind === 'exact') return title === normal;
	if (reading === 'loose') return title.includes(normal);
	for (let at = title.indexOf(normal); at >= 0; at = title.indexOf(normal, at + 1)) {
		const end = at + normal.length;
		const beginsInside =
			STARTS_IN_WORD.test(normal) && ENDS_IN_WORD.test(title.slice(Math.max(0, at - 2), at));
		const endsInside = ENDS_IN_WORD.test(normal) && STARTS_IN_WORD.test(title.slice(end, end + 2));
		if (!beginsInside && !endsInside) return true;
	}
	return false;
}
