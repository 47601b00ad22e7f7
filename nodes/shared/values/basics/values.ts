import type { IDataObject } from 'n8n-workflow';

/** The result of `work`, or undefined if it throws. */
export function attempt<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}

/** What was thrown, as an error. */
export const asError = (thrown: unknown): Error =>
	thrown instanceof Error ? thrown : new Error(String(thrown));

/**
 * Parses a URL; undefined if the text isn't one. `URL.canParse` isn't used because of Node 20 and 22: once compiled, after some
 * thousand calls, it rejects every URL with a letter outside ASCII.
 */
export const parseUrl = (text: string): URL | undefined => attempt(() => new URL(text));

/** Whether the host always means the computer that connects to it, whatever DNS says. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

export type JsonBody = IDataObject;

export const isObject = (value: unknown): value is JsonBody =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const isListOfObjects = (value: unknown): value is JsonBody[] =>
	Array.isArray(value) && value.every(isObject);

/**
 * The list of a response whose shape the API leaves open: the array of a known name, else the first one with objects that isn't
 * `errors`, else an empty one; each in the body or in its `data`.
 */
export function listIn(body: JsonBody, names: readonly string[]): unknown[] | undefined {
	const members = [body, body.data].filter(isObject).flatMap((part) => Object.entries(part));
	const lists = members.filter(([name, value]) => name !== 'errors' && Array.isArray(value)) as Array<
		[name: string, list: unknown[]]
	>;
	const hasObjects = ([, list]: [string, unknown[]]): boolean => list.some(isObject);
	const isEmpty = ([, list]: [string, unknown[]]): boolean => list.length === 0;
	const known = names.flatMap((name) => lists.filter(([other]) => other === name));
	const found = known.find((each) => hasObjects(each) || isEmpty(each)) ?? lists.find(hasObjects);
	return (found ?? lists.find(isEmpty))?.[1];
}

export const nonEmptyText = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/** The value of a JSON text; undefined if it is not JSON. */
export const parseJson = (json: string): unknown => attempt((): unknown => JSON.parse(json));

const withSortedKeys = (_: string, value: unknown): unknown =>
	isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** JSON with sorted keys: equal values give the same text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, withSortedKeys) ?? '';

export type Known<Type> = { [Name in keyof Type]?: NonNullable<Type[Name]> };

/** The members that have a value. */
export const known = <Type extends object>(members: Type): Known<Type> =>
	Object.fromEntries(
		Object.entries(members).filter(([, value]) => value !== null && value !== undefined),
	) as Known<Type>;

/** Adds a value to the list of its key. */
export function pushTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}

/** Cuts a list into groups of at most `size`, in order. */
export const chunk = <T>(list: readonly T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
		list.slice(index * size, (index + 1) * size),
	);

/** The words of a text list, as a set. */
export const wordList = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const MICROS = 1_000_000;

/** Micro-dollars, in which amounts are added up. */
export const toMicros = (usd: number): number => Math.round(usd * MICROS);

export const toUsd = (micros: number): number => micros / MICROS;
