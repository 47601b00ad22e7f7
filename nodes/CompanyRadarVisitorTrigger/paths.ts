import { attempt, parseUrl } from '../shared/values/basics/values';

/** The same for paths of one page, however they're written: `/Über-uns/` and `//%C3%BCber-uns`. */
export function pathKey(path: string): string {
	const sent = parseUrl(`https://website.example${path}`)?.pathname ?? path;
	return (attempt(() => decodeURIComponent(sent)) ?? sent)
		.normalize()
		.toLowerCase()
		.replace(/\/+/g, '/')
		.replace(/(?<=.)\/$/, '');
}

const startPattern = (start: string): string =>
	start
		.replace(/\/$/, '')
		.replace(/[\\^$.+?()[\]{}|]/g, '\\$&')
		.replaceAll('/', '\\/+')
		.replace(/\*+/g, '.*')
		// A bundler may save the script in another encoding.
		.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A pattern for decoded paths in lower case that are one of these or below one. `*` in them stands for any text. */
export const pathPattern = (starts: readonly string[]): string =>
	`^(?:${starts.length > 0 ? starts.map(startPattern).join('|') : '(?!)'})(?:\\/|$)`;

/** The first of these that the path is or is below. @param starts as `pathKey` returns them */
export function startOf(path: string, starts: readonly string[]): string | undefined {
	const key = pathKey(path);
	return starts.find((start) => new RegExp(pathPattern([start]), 'i').test(key));
}
