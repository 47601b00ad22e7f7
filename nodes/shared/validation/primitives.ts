import { invalid, valid, type ValidationResult, type Problem } from './result';

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

const MAX_SHOWN_LENGTH = 60;
/** Far above every limit of the API; a list without entries may claim to have thousands of millions. */
const MAX_ITEMS = 1_000_000;

/** What `read` returns, or undefined where it throws. */
export function attempt<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** Never throws. Text is trimmed. */
export function classifyValue(value: unknown): ValueKind {
	switch (typeof value) {
		case 'undefined':
			return { kind: 'nothing' };
		case 'string':
			return { kind: 'text', text: value.trim() };
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

/** By its shape: the host's luxon may be another copy, so `instanceof` would not do. */
function isDateTime(value: object): value is { toMillis(): number; offset: number } {
	return (value as { isLuxonDateTime?: unknown }).isLuxonDateTime === true;
}

/** The value as a message shows it: short, on one line. */
export function shown(value: unknown): string {
	const classified = classifyValue(value);
	switch (classified.kind) {
		case 'nothing':
			return 'nothing';
		case 'text':
			return quoted(classified.text);
		case 'number':
			return Number.isNaN(classified.number) ? 'an invalid number' : String(classified.number);
		case 'boolean':
			return String(classified.boolean);
		case 'instant':
			return Number.isNaN(classified.millis) ? 'an invalid date' : 'a date';
		case 'list':
			return 'a list';
		case 'object':
			return 'an object';
		case 'unreadable':
			return "a value that can't be read";
	}
}

/** Text on one line, cut after 60 characters. */
export function shortened(text: string): string {
	const characters = Array.from(text.slice(0, 2 * (MAX_SHOWN_LENGTH + 1)));
	const start = characters.slice(0, MAX_SHOWN_LENGTH).join('');
	return `${start.replace(/\p{Cc}/gu, ' ')}${characters.length > MAX_SHOWN_LENGTH ? '…' : ''}`;
}

/** The same in double quotes. */
export const quoted = (text: string): string => `"${shortened(text)}"`;

/** The text of a value, trimmed and not empty; a number is taken as its digits. */
export function checkText(value: unknown, fix: string): ValidationResult<string> {
	const classified = classifyValue(value);
	if (classified.kind === 'number' && !Number.isNaN(classified.number))
		return valid(String(classified.number));
	if (classified.kind === 'nothing' || (classified.kind === 'text' && classified.text === ''))
		return invalid('The value is empty.', fix);
	if (classified.kind === 'text') return valid(classified.text);
	return invalid(`The value is ${shown(value)}, not text.`, fix);
}

/** True for what stands for "not given": undefined, null, and text of nothing but blanks. */
export function isBlank(value: unknown): boolean {
	const classified = classifyValue(value);
	return classified.kind === 'nothing' || (classified.kind === 'text' && classified.text === '');
}

/** The entries of an object, or of the JSON text of one. */
export function checkObject(value: unknown, fix: string): ValidationResult<ObjectEntries> {
	const classified = classifyValue(value);
	if (classified.kind === 'object') return valid(classified.entries);
	if (classified.kind === 'text' && classified.text !== '') {
		const parsed = classifyValue(attempt((): unknown => JSON.parse(classified.text)));
		if (parsed.kind === 'object') return valid(parsed.entries);
		return invalid(`${quoted(classified.text)} is not a JSON object.`, fix);
	}
	if (isBlank(value)) return invalid('The value is empty.', fix);
	return invalid(`The value is ${shown(value)}, not an object.`, fix);
}

/**
 * The URL that a text is, or undefined. Not by `URL.canParse`: on Node 20 and 22 it says no to every URL with a letter outside
 * ASCII, once it was called some thousand times and compiled.
 */
export const parseUrl = (text: string): URL | undefined => attempt(() => new URL(text));

/** One of the values that the API enumerates. One that differs in case or blanks only is named as the likely repair. */
export function checkChoice<T extends string>(
	value: unknown,
	choices: readonly T[],
	what: string,
): ValidationResult<T> {
	const fix = `Use one of ${choices.join(', ')}.`;
	const text = checkText(value, fix);
	if (!text.ok) return text;
	const known = choices.find((choice) => choice === text.value);
	if (known) return valid(known);
	const plain = text.value.toLowerCase().replace(/[\s-]+/g, '_');
	const meant = choices.find((choice) => choice === plain);
	return invalid(`${quoted(text.value)} is not a ${what}.`, meant ? `Use ${meant}.` : fix);
}

/** A switch: true or false, or their text. */
export function checkFlag(value: unknown): ValidationResult<boolean> {
	const classified = classifyValue(value);
	if (classified.kind === 'boolean') return valid(classified.boolean);
	const text = classified.kind === 'text' ? classified.text.toLowerCase() : '';
	if (text === 'true' || text === 'false') return valid(text === 'true');
	return invalid(`${shown(value)} is neither true nor false.`, 'Use true or false, or leave the field out.');
}

/** A list of texts, its JSON text, or one text with commas between them: trimmed, blanks left out, repeats left out. */
export function checkTextList(value: unknown, fix: string): ValidationResult<string[]> {
	if (isBlank(value)) return valid([]);
	const classified = classifyList(value);
	if (classified.kind === 'text')
		return valid(distinct(classified.text.split(',').map((part) => part.trim())));
	if (classified.kind !== 'list') {
		const single = checkText(value, fix);
		return single.ok ? valid([single.value]) : single;
	}
	const problems: Problem[] = [];
	const texts: string[] = [];
	classified.items.forEach((item, index) => {
		if (isBlank(item)) return;
		const text = checkText(item, fix);
		if (text.ok) texts.push(text.value);
		else problems.push(...text.problems.map((problem) => ({ ...problem, part: `entry ${index + 1}` })));
	});
	return problems.length > 0 ? { ok: false, problems } : valid(distinct(texts));
}

/** The same for texts that have a check of their own: what it says of each of them. */
export function checkEach<T extends string>(
	value: unknown,
	check: (text: string) => ValidationResult<T>,
	fix: string,
): ValidationResult<T[]> {
	const list = checkTextList(value, fix);
	if (!list.ok) return list;
	const problems: Problem[] = [];
	const values = new Set<T>();
	for (const text of list.value) {
		const result = check(text);
		if (result.ok) values.add(result.value);
		else problems.push(...result.problems);
	}
	return problems.length > 0 ? { ok: false, problems } : valid([...values]);
}

/** What the value is; the JSON text of a list is that list. */
function classifyList(value: unknown) {
	const classified = classifyValue(value);
	if (classified.kind !== 'text' || !classified.text.startsWith('[')) return classified;
	const parsed = classifyValue(attempt((): unknown => JSON.parse(classified.text)));
	return parsed.kind === 'list' ? parsed : classified;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];
