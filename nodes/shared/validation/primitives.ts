import { invalid, valid, type ValidationResult } from './result';

export type ObjectEntries = ReadonlyArray<readonly [string, unknown]>;

/** What a value is, read once and safely: values come from expressions and may be proxies, getters, cyclic. */
export type ValueKind =
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
	const seen = classifyValue(value);
	switch (seen.kind) {
		case 'nothing':
			return 'nothing';
		case 'text':
			return quoted(seen.text);
		case 'number':
			return Number.isNaN(seen.number) ? 'an invalid number' : String(seen.number);
		case 'boolean':
			return String(seen.boolean);
		case 'instant':
			return Number.isNaN(seen.millis) ? 'an invalid date' : 'a date';
		case 'list':
			return 'a list';
		case 'object':
			return 'an object';
		case 'unreadable':
			return 'a value that cannot be read';
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
	const seen = classifyValue(value);
	if (seen.kind === 'number' && !Number.isNaN(seen.number)) return valid(String(seen.number));
	if (seen.kind === 'nothing' || (seen.kind === 'text' && seen.text === ''))
		return invalid('The value is empty.', fix);
	if (seen.kind === 'text') return valid(seen.text);
	return invalid(`The value is ${shown(value)}, not text.`, fix);
}

/** True for what stands for "not given": undefined, null, and text of nothing but blanks. */
export function isBlank(value: unknown): boolean {
	const seen = classifyValue(value);
	return seen.kind === 'nothing' || (seen.kind === 'text' && seen.text === '');
}

/** The entries of an object, or of the JSON text of one. */
export function checkObject(value: unknown, fix: string): ValidationResult<ObjectEntries> {
	const seen = classifyValue(value);
	if (seen.kind === 'object') return valid(seen.entries);
	if (seen.kind === 'text' && seen.text !== '') {
		const parsed = classifyValue(attempt((): unknown => JSON.parse(seen.text)));
		if (parsed.kind === 'object') return valid(parsed.entries);
		return invalid(`${quoted(seen.text)} is not a JSON object.`, fix);
	}
	if (isBlank(value)) return invalid('The value is empty.', fix);
	return invalid(`The value is ${shown(value)}, not an object.`, fix);
}
