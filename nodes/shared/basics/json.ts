import type { IDataObject } from 'n8n-workflow';

import { attempt } from './parse';

export type JsonBody = IDataObject;

export const isObject = (value: unknown): value is JsonBody =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const isListOfObjects = (value: unknown): value is JsonBody[] =>
	Array.isArray(value) && value.every(isObject);

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
