import { LIMITS } from '../../api/limits';
import { checkObject, checkTextList, classifyValue, IS_EMPTY, isAny, isBlank } from '../primitives';
import { allOf, andThen, invalid, valid, withNotes, type Check, type ValidationResult } from '../result';
import { checkJobTitles } from './check';
import { lengthOf } from './language';
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
