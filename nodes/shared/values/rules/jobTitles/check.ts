import { LIMITS } from '../../../api/limits';
import { memoized } from '../../../host/recentMap';
import { listed, NAMED, LINE_BREAK, quoted, SMART_QUOTES } from '../../basics/inWords';
import {
	checkObject,
	checkTextList,
	classifyValue,
	IS_EMPTY,
	isAny,
	isBlank,
	textCheck,
	unresolvedIn,
} from '../primitives';
import {
	type Refusal,
	allOf,
	andThen,
	invalid,
	valid,
	withNotes,
	type Check,
	type ValidationResult,
} from '../../basics/refusal';
import { canMatch } from './match';
import { lengthOf, normalize, type ParsedJobTitles, type Term, parseExpression } from './parser';
import { SAME_TITLES } from '../../basics/levels';
import { findSign, signInWords } from '../../signs/find';
import type { Sign, TextPlace } from '../../signs/sign';
import { ONE_PER_LINE } from '../../signs/searches';
import { titlesIn } from '../../signs/titles';
import { searchedAsOne } from '../../signs/texts';

/** Where the titles come from, and whose they are. */
interface TitleContext {
	/** Whether the phrases are titles of lists. */
	isListed?: boolean;
	/** Whether they are titles of people, and not of openings; undefined where that isn't known. */
	isOfPeople?: boolean;
}

/** What the terms may be by mistake: one sentence for each sign, with the first term that has it. */
function signsOf(terms: readonly Term[], placesOf: (term: Term) => TextPlace[]): string[] {
	const found = new Map<Sign, string>();
	for (const term of terms) {
		const [first] = placesOf(term).flatMap((place) => findSign(place, term.text) ?? []);
		if (first && !found.has(first.sign)) found.set(first.sign, signInWords(first));
	}
	return [...found.values()];
}

const doubtsAbout = (terms: readonly Term[], { isListed, isOfPeople }: TitleContext): string[] =>
	signsOf(terms, ({ kind }) => {
		const place = kind === 'word' ? 'word' : 'phrase';
		return [isListed ? 'title' : place, ...(isOfPeople ? (['person'] as const) : [])];
	});

const C_LEVEL = 'C(?:[EFIMOPRST]|HR|IS)O';

/** People have their title in the singular. */
const PLURAL = `(analyst|director|engineer|executive|founder|head|manager|officer|owner|president|recruiter|representative|specialist|${C_LEVEL}|[ES]?VP)s`;

const wordsOf = (form: string) =>
	new RegExp(`(?<![\\p{L}\\p{N}-])(?:${form.replaceAll('.', '\\.')})(?![\\p{L}\\p{N}-])`, 'iu');

const OTHER_FORMS = [
	{ form: wordsOf(PLURAL), other: '$1' },
	...SAME_TITLES.flatMap(([short, long]) => [
		{ form: wordsOf(short), other: long },
		{ form: wordsOf(long), other: short },
	]),
];

const ANY_FORM = wordsOf([PLURAL, ...SAME_TITLES.flat()].join('|'));

const TITLE_SEPARATOR = /[,;，；]/;

/** The title in the singular, with its abbreviation written out, or the other way round. */
function otherForm(title: string): string | undefined {
	if (!ANY_FORM.test(title)) return undefined;
	const found = OTHER_FORMS.find(({ form }) => form.test(title));
	return found && title.replace(found.form, found.other);
}

/** A note about titles whose other form no term finds. */
function missingForms(terms: readonly Term[], isListed = false): string | false {
	const found = [...new Set(terms.map(({ text }) => ` ${normalize(text)} `))];
	const missing = new Map<string, string>();
	for (const { text } of terms) {
		// Of a list, one with a comma may be several titles, which another note says.
		const other = isListed && TITLE_SEPARATOR.test(text) ? undefined : otherForm(text);
		if (other === undefined || found.some((term) => ` ${normalize(other)} `.includes(term))) continue;
		missing.set(other, `"${text}" may not find "${other}"`);
		if (missing.size === NAMED) break;
	}
	return missing.size > 0 && `${listed([...missing.values()])}. If you mean both forms, add the other one.`;
}

const EXCERPT_BEFORE = 40;
const EXCERPT_AFTER = 20;

/** Many rows often share a few expressions, and parsing one takes longer than checking all other fields. */
const MAX_EXPRESSIONS = 100;

const parseText = memoized(MAX_EXPRESSIONS, (text: string, context: TitleContext) => {
	const { jobTitlesLength: max } = LIMITS;
	const length = lengthOf(text);
	if (length > max) {
		const reason = `The expression has ${length} characters; at most ${max} are allowed.`;
		return invalid(reason, 'Use fewer titles, or split them over several radars.');
	}
	const straight = withStraightQuotes(text);
	const plain = withPlainPhrases(straight);
	const program = parseExpression(plain);
	// As a whole, an expression shows signs that no term of it has, also if it is none.
	const sign = context.isListed ? undefined : findSign('expression', plain);
	if ('what' in program) return faulty(plain, sign ? { ...program, todo: signInWords(sign) } : program);
	const unresolved = program.terms.map((term) => unresolvedIn(term.text)).find(Boolean);
	if (unresolved) return unresolved;
	const expression = withSingleBlanks(plain);
	const titles: ParsedJobTitles = { expression, ...program };
	const doubts = sign ? [signInWords(sign)] : doubtsAbout(program.terms, context);
	return withNotes(
		valid(titles, ...doubts, !canMatch(titles) && 'No title can match it: its parts exclude each other.'),
		straight !== text && 'Curly quotes were changed to straight ones.',
		plain !== straight && 'Line breaks and tabs inside a phrase were changed to blanks.',
		doubts.length === 0 && missingForms(program.terms, context.isListed),
		...(context.isOfPeople === undefined ? signsOf(program.terms, () => ['person']) : []),
	);
});

/**
 * Parses a `job_titles` expression (docs/contributing/api.md, job_titles) for `matchJobTitle`. The problem is the first mistake,
 * with its position.
 */
const parseTitles = textCheck(
	'Write a title, such as "sales manager".',
	(text, _, context: TitleContext): ValidationResult<ParsedJobTitles> => parseText(text, context),
);

export const parseJobTitles: Check<ParsedJobTitles> = (value) => parseTitles(value, {});

/** Checks a `job_titles` expression (docs/contributing/api.md, job_titles), and returns the text to send. */
export const checkJobTitles = (value: unknown, context: TitleContext = {}): ValidationResult<string> =>
	andThen(parseTitles(value, context), ({ expression }) => valid(expression));

/** Pairs that stand for quotes in other scripts: they are read as straight ones. */
const OTHER_PAIRS = ['「」', '『』', '｢｣', '《》', '〈〉', '‹›', '›‹', '‚‘', '‚’']
	.map((pair) => Array.from(pair))
	.map(
		([open = '', close = '']) => `(?<![\\p{L}\\p{N}])${open}([^"${open}${close}]*)${close}(?![\\p{L}\\p{N}])`,
	);

const QUOTES = `${SMART_QUOTES}\u2033\u2036\u275d\u275e\u301d-\u301f`;

const ANY_PHRASE = new RegExp(
	[`"[^"]*"`, `[${QUOTES}]([^"${QUOTES}]*)[${QUOTES}]`, ...OTHER_PAIRS].join('|'),
	'gu',
);

const ANY_QUOTE = new RegExp(`[${QUOTES}「『｢《〈‹›‚]`);

/** Turns pairs of curly quotes into straight ones, one for one, so that positions stay the same. An unpaired one stays curly. */
function withStraightQuotes(text: string): string {
	if (!ANY_QUOTE.test(text)) return text;
	return text.replace(ANY_PHRASE, (phrase, ...inner: unknown[]) => {
		const title = inner.slice(0, OTHER_PAIRS.length + 1).find((part) => typeof part === 'string');
		return title === undefined ? phrase : `"${String(title)}"`;
	});
}

/** Turns line breaks and tabs inside phrases into blanks, one for one, so that positions stay the same. */
const withPlainPhrases = (text: string): string =>
	text.replace(/"[^"]*"/g, (phrase) => phrase.replace(/[\t\n]/g, ' '));

/** Turns white space between terms into one blank, so that equal expressions are always sent alike. */
const withSingleBlanks = (text: string): string =>
	text.replace(/"[^"]*"|\s+/g, (part) => (part.startsWith('"') ? part : ' '));

/** What is wrong with its position, the part of the expression around it, and a caret below the place. */
function faulty(expression: string, { at, what, todo }: Refusal) {
	const before = Array.from(expression.slice(0, at));
	const after = Array.from(expression.slice(at));
	const start = before.slice(-EXCERPT_BEFORE);
	const lead = before.length > start.length ? '…' : '';
	const tail = after.length > EXCERPT_AFTER ? '…' : '';
	const excerpt = [...start, ...after.slice(0, EXCERPT_AFTER)].join('').replace(/[\s\p{Cc}]/gu, ' ');
	const caret = `${' '.repeat(lead.length + start.length)}^`;
	const place = `(character ${before.length + 1}).\n${lead}${excerpt}${tail}\n${caret}`;
	return invalid(`${what.replace(/\.$/, '')} ${place}`, todo);
}

const PARTS = ['anyOf', 'allOf', 'noneOf', 'exact'] as const;
const FIX = 'Use job titles such as sales manager.';
/** What to do if an expression gives nothing. */
export const CHECK_DATA = 'Check that the expression finds data.';
export const NO_FILTER = 'For no filter, use the word any.';
const NO_TITLES = invalid(IS_EMPTY, "Enter a title, or set 'Filter By' to 'None'.", PARTS[0]);

/**
 * Turns `{ anyOf, allOf, noneOf, exact }` into an expression (docs/contributing/api.md, job_titles): (one of `anyOf`, or the
 * whole title is one of `exact`), and all of `allOf`, and none of `noneOf`.
 * Each is a list of titles, or text with one title per line. Some may be missing or blank, but not all. Undefined is an
 * expression without data, so it's rejected. The word `any` is no filter: the result is undefined if there are no titles.
 * Problems have the list's name as their part.
 */
export const compileJobTitles = (
	value: unknown,
	context: TitleContext = {},
): ValidationResult<string | undefined> =>
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
			if (expression !== '') return checkJobTitles(expression, { ...context, isListed: true });
			return isUnfiltered ? valid(undefined) : NO_TITLES;
		});
	});

function checkTitles(part: string, value: unknown): ValidationResult<string[]> {
	if (value === undefined) return invalid(IS_EMPTY, `${CHECK_DATA} ${NO_FILTER}`, part);
	const list = classifyValue(value);
	// Dropping an empty entry would make the expression match something else.
	const hasEmpty = list.kind === 'list' && list.items.some(isBlank);
	const empty = invalid('One of the titles is empty.', 'Enter a title, or remove the entry.');
	const titles = andThen(checkTextList(value, FIX, LINE_BREAK), (texts) =>
		allOf(texts.map((text) => checkTitle(text.replace(/\s+/g, ' ')))),
	);
	const both = hasEmpty ? andThen(allOf([empty, titles]), () => titles) : titles;
	return both.ok
		? both
		: { ok: false, problems: both.problems.map((problem) => ({ ...problem, field: part })) };
}

function checkTitle(given: string): ValidationResult<string> {
	const [, title = given] = /^"([^"]*)"$/.exec(withStraightQuotes(given)) ?? [];
	if (title.includes('"')) {
		return invalid(`${quoted(title)} has a double quote in it, which a title can't have.`, 'Leave it out.');
	}
	const length = lengthOf(title);
	const { jobTitlesTermMin: min, jobTitlesTermMax: max } = LIMITS;
	if (length < min || length > max) {
		const words = `is too ${length < min ? 'short' : 'long'} for a title`;
		return invalid(`${quoted(title)} ${words}.`, `Use ${min} to ${max} characters.`);
	}
	// One comma may belong to a title, as in "Vice President, Sales", but "Head of Sales, CFO" is two of them, which is a sign.
	const isOne = TITLE_SEPARATOR.test(title) && !titlesIn(title);
	return withNotes(valid(title), isOne && `${quoted(title)} ${searchedAsOne('title')}. ${ONE_PER_LINE}.`);
}

const phrase = (title: string): string => `"${title}"`;
