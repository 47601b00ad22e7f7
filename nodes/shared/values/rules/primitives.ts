import { attempt, parseJson } from '../basics/values';
import {
	allOf,
	andThen,
	inPart,
	invalid,
	valid,
	withNotes,
	type Check,
	type ValidationResult,
} from '../basics/refusal';
import { normalizeText, quoted, SEPARATOR, trimText } from '../basics/inWords';
import { doubtAbout, findSign } from '../signs/find';
import { LEFTOVER, NO_VALUE_CELL } from '../signs/texts';

export type ObjectEntries = ReadonlyArray<readonly [string, unknown]>;

/** What a value is, read once and safely: values come from expressions and may be proxies, getters, cyclic. */
type ValueKind =
	| { kind: 'nothing' }
	| { kind: 'text'; text: string }
	| { kind: 'number'; number: number | bigint }
	| { kind: 'boolean'; boolean: boolean }
	/** A JS Date, or a DateTime of any copy of luxon. `offset` is in minutes east of UTC. */
	| { kind: 'instant'; millis: number; offset: number }
	| { kind: 'list'; items: readonly unknown[] }
	| { kind: 'object'; entries: ObjectEntries }
	| { kind: 'unreadable' };

/** Far above every limit of the API, since a sparse array may claim a length of billions. */
const MAX_ITEMS = 1_000_000;

/** Never throws. Removes blanks and invisible characters at the ends of a text. */
export function classifyValue(value: unknown): ValueKind {
	switch (typeof value) {
		case 'undefined':
			return { kind: 'nothing' };
		case 'string':
			return { kind: 'text', text: trimText(value) };
		case 'number':
		case 'bigint':
			return { kind: 'number', number: value };
		case 'boolean':
			return { kind: 'boolean', boolean: value };
		case 'object':
			if (value === null) return { kind: 'nothing' };
			return attempt(() => classifyObject(value)) ?? { kind: 'unreadable' };
		default:
			return { kind: 'unreadable' };
	}
}

function classifyObject(value: object): ValueKind {
	if (Array.isArray(value)) {
		return value.length > MAX_ITEMS ? { kind: 'unreadable' } : { kind: 'list', items: Array.from(value) };
	}
	if (ArrayBuffer.isView(value)) return { kind: 'unreadable' };
	if (Object.prototype.toString.call(value) === '[object Date]') {
		return { kind: 'instant', millis: Date.prototype.getTime.call(value), offset: 0 };
	}
	if (isDateTime(value)) {
		return { kind: 'instant', millis: Number(value.toMillis()), offset: Number(value.offset) };
	}
	return { kind: 'object', entries: Object.entries(value) };
}

/** Recognized by its shape: the host's luxon may be another copy, so `instanceof` doesn't work. */
function isDateTime(value: object): value is { toMillis(): number; offset: number } {
	return (value as { isLuxonDateTime?: unknown }).isLuxonDateTime === true;
}

const WORDS = {
	nothing: 'nothing',
	list: 'a list',
	object: 'an object',
	unreadable: "a value that can't be read",
} as const;

/** The value as a message shows it: short, on one line. */
export function shown(value: unknown): string {
	const classified = classifyValue(value);
	switch (classified.kind) {
		case 'text':
			return quoted(classified.text);
		case 'number':
			return Number.isNaN(classified.number) ? 'an invalid number' : String(classified.number);
		case 'boolean':
			return String(classified.boolean);
		case 'instant':
			return Number.isNaN(classified.millis) ? 'an invalid date' : 'a date';
		default:
			return WORDS[classified.kind];
	}
}

/** Refuses a value of another kind. @param of a part of the value, such as ` of "crm_id"` */
export const isNot = (kind: string, value: unknown, fix: string, of = ''): ReturnType<typeof invalid> =>
	invalid(`The value${of} is ${shown(value)}, not ${kind}.`, fix);

/** True for undefined, null, and text of nothing but blanks. */
export function isBlank(value: unknown): boolean {
	const classified = classifyValue(value);
	return classified.kind === 'nothing' || (classified.kind === 'text' && classified.text === '');
}

/** Like `isBlank`, and true for an empty list. */
export const isEmpty = (value: unknown): boolean =>
	isBlank(value) || attempt(() => Array.isArray(value) && value.length === 0) === true;

/** Whether the whole value is the word `any`, which asks for no filter. */
export function isAny(value: unknown): boolean {
	const given = classifyValue(value);
	const [only, ...more] = given.kind === 'list' ? given.items.slice(0, 2) : [value];
	return more.length === 0 && typeof only === 'string' && trimText(only).toLowerCase() === 'any';
}

/** Whether a text has an n8n variable in double braces. */
export const holdsVariable = (text: string): boolean =>
	text
		.split('{{')
		.slice(1)
		.some((part) => /\$[a-z_(]/i.test(part.split('}}', 1)[0] ?? ''));

/** Whether a text only stands for a missing value. */
export const isLeftOver = (text: string): boolean => LEFTOVER.test(text.trim());

/** Whether a cell says that there is no value: `n/a`, `-`, `tbd`. */
export const saysNothing = (value: unknown): boolean =>
	typeof value === 'string' && NO_VALUE_CELL.test(value.trim());

/** Why a text can't be what the user meant: it's an expression that wasn't evaluated, or the result of one without data. */
export function unresolvedIn(text: string): ReturnType<typeof invalid> | undefined {
	const found = findSign('unresolved', text);
	return found && invalid(found.is, `${found.todo}.`);
}

/** The normalized text, for every field. Rejects a text that can't be what the user meant. */
export function checkPlainText(given: string): ValidationResult<string> {
	const { text, removed = false } = normalizeText(given);
	// Some broken characters are invisible.
	const checked = valid(text, doubtAbout('text', text), doubtAbout('encoding', given));
	return unresolvedIn(text) ?? withNotes(checked, removed);
}

/** What a message says of a field without a value. */
export const IS_EMPTY = 'is empty';

/** Reads a non-empty text with `checkPlainText`. A number becomes its digits, and a list of one is its entry. */
export function checkText(value: unknown, fix: string): ValidationResult<string> {
	if (isBlank(value)) return invalid(IS_EMPTY, fix);
	if (typeof value === 'string') return checkPlainText(value);
	if (typeof value === 'number' && !Number.isNaN(value)) return valid(String(value));
	if (typeof value === 'bigint') return valid(String(value));
	const list = classifyValue(value);
	if (list.kind === 'list' && list.items.length > 0) {
		const [first, ...others] = list.items;
		// A list in the list may hold itself.
		if (others.length === 0 && classifyValue(first).kind !== 'list') return checkText(first, fix);
		return isNot('text', value, `Use its first entry: add [0] to the end of the expression. ${fix}`);
	}
	return isNot('text', value, fix);
}

/** Says what is wrong with a text: `"acme" is a single word.` */
export type Refuse = (problem: string, fix?: string) => ReturnType<typeof invalid>;

export const longerThan = (characters: number): string => `is longer than ${characters} characters`;

export const useOneOf = (names: readonly string[]): string => `Use one of these: ${names.join(', ')}.`;

/** Creates a check of texts. `fix` says what to do about a rejected text, unless `refuse` gets another fix. */
export const textCheck =
	<T, Context extends unknown[] = []>(
		fix: string,
		check: (text: string, refuse: Refuse, ...context: Context) => ValidationResult<T>,
	) =>
	(value: unknown, ...context: Context): ValidationResult<T> =>
		andThen(checkText(value, fix), (text) =>
			check(text, (problem, itsFix = fix) => invalid(`${quoted(text)} ${problem}.`, itsFix), ...context),
		);

/** The entries of an object, or of the JSON text of one. */
export function checkObject(value: unknown, fix: string): ValidationResult<ObjectEntries> {
	if (isBlank(value)) return invalid('The value is empty.', fix);
	const given = classifyValue(value);
	const classified = given.kind === 'text' ? classifyValue(parseJson(given.text)) : given;
	if (classified.kind === 'object') return valid(classified.entries);
	if (given.kind === 'text') return invalid(`${quoted(given.text)} is not a JSON object.`, fix);
	return isNot('an object', value, fix);
}

export const REMOVE_ONE = 'Remove one of them.';

/** What is wrong with a URL that has two protocols, such as a pasted `https://https://`. */
export function repeatedScheme(text: string): string | undefined {
	const [, first, second] = /^([a-z][a-z0-9+.-]*:\/\/)([a-z][a-z0-9+.-]*:\/\/)/i.exec(text) ?? [];
	if (first === undefined || second === undefined) return undefined;
	return first === second ? `contains ${first} twice` : `contains both ${first} and ${second}`;
}

/** The letters and digits of a text: "Job Titles", "job-titles" and "jobTitles" are the same. */
export const lettersOf = (text: string): string =>
	text
		.normalize('NFKC')
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
		.toLowerCase();

/**
 * Creates a check for one of several values. If only case, blanks or hyphens differ, the fix names the right value. `show`
 * formats a value for messages.
 */
export const choiceCheck = <T extends string>(
	choices: readonly T[],
	what: string,
	show: (choice: T) => string = String,
) =>
	textCheck(useOneOf(choices.map(show)), (text, refuse): ValidationResult<T> => {
		const known = choices.find((choice) => choice === text);
		if (known) return valid(known);
		const letters = lettersOf(text);
		const meant = choices.find((choice) =>
			[choice, show(choice)].some((name) => lettersOf(name) === letters),
		);
		return refuse(`is not a known ${what}`, meant && `Use ${meant}.`);
	});

/** A switch: true or false, or their text. */
export function checkFlag(value: unknown): ValidationResult<boolean> {
	const classified = classifyValue(value);
	if (classified.kind === 'boolean') return valid(classified.boolean);
	const text = classified.kind === 'text' ? classified.text.toLowerCase() : '';
	if (text === 'true' || text === 'false') return valid(text === 'true');
	return invalid(`${shown(value)} is neither true nor false.`, 'Use true or false, or leave the field out.');
}

/** Reads a list of texts, its JSON text, or one text with separators. Entries of a list are split, too, and blank texts are left out. */
export function checkTexts(value: unknown, fix: string, separator = SEPARATOR): ValidationResult<string[]> {
	const given = classifyValue(value);
	const json = given.kind === 'text' && given.text.startsWith('[') ? parseJson(given.text) : undefined;
	const list = classifyValue(json ?? value);
	const items = list.kind === 'list' ? list.items : [value];
	const parts = items.flatMap((item, index) => {
		const split = typeof item === 'string' ? item.split(separator) : [item];
		const texts = split.filter((text) => !isBlank(text)).map((text) => checkText(text, fix));
		return list.kind === 'list' ? texts.map((text) => inPart(`entry ${index + 1}`, text)) : texts;
	});
	return allOf(parts);
}

/** Like `checkTexts`, without duplicates. */
export const checkTextList = (value: unknown, fix: string, separator?: RegExp): ValidationResult<string[]> =>
	andThen(checkTexts(value, fix, separator), (all) => valid([...new Set(all)]));

/** Creates a check for a list of texts, with `check` for each text. */
export const listCheck =
	<T extends string>(check: Check<T>, fix: string): Check<T[]> =>
	(value) =>
		andThen(checkTextList(value, fix), (texts) =>
			andThen(allOf(texts.map(check)), (values) => valid([...new Set(values)])),
		);

/** Accepts a decimal number of 0 or more, or its text. */
const amountCheck =
	(fix: string): Check<number> =>
	(value) =>
		andThen(checkText(value, fix), (text) => {
			const isNumber = typeof value === 'number' || /^[+-]?\d+(\.\d+)?$/.test(text);
			const amount = isNumber ? Number(text) : NaN;
			if (!Number.isFinite(amount)) return invalid(`${quoted(text)} is not a number.`, fix);
			return amount < 0 ? invalid(`${text} is less than zero.`, fix) : valid(amount);
		});

/** An amount of money in USD: zero or more. */
export const checkUsd = amountCheck('Use an amount in US dollars, such as 5 or 0.50.');

/** A time in seconds: zero or more. */
export const checkSeconds = amountCheck('Use a number of seconds, such as 60.');

/** Accepts a whole number from `min` to `max`, or its text. `orElse` ends the advice. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER, orElse = ''): Check<number> {
	const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of ${min} or more`;
	const fix = `Use a whole number ${range}${orElse}.`;
	return (value) =>
		andThen(checkText(value, fix), (text) => {
			const number = /^\d+$/.test(text) ? Number(text) : NaN;
			const isInRange = number >= min && number <= max;
			return isInRange ? valid(number) : invalid(`${shown(value)} is not a whole number ${range}.`, fix);
		});
}

/** How many of something: a whole number, zero or more. */
export const checkCount = wholeNumber(0);

/** How many results to return: a whole number, one or more. */
export const checkLimit = wholeNumber(1, undefined, ', or turn on Return All');

const UUID_IN_ANY_FORM = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i;

const fixOf = (what: string) => `Use the ID of the ${what}, such as 3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b.`;

/** Accepts a UUID, and returns it in lower case with hyphens. */
const uuidCheck = (what: string) =>
	textCheck(fixOf(what), (text, refuse) => {
		const [, ...groups] = UUID_IN_ANY_FORM.exec(text) ?? [];
		if (groups.length === 0) return refuse(`is not the ID of a ${what} (a UUID)`);
		return valid(groups.join('-').toLowerCase());
	});

export const checkRadarId = uuidCheck('radar');

export const checkBulkId = uuidCheck('bulk request');

/** Radar IDs in a list, or in one text with separators, without duplicates. The caller limits their number. */
export const checkRadarIds = listCheck(checkRadarId, fixOf('radar'));
