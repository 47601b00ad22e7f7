import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from './pack';

const TEXT_KEYS = new Set([
	'action',
	'activationHint',
	'activationMessage',
	'active',
	'description',
	'displayName',
	'hint',
	'inactive',
	'name',
	'placeholder',
]);

/** Every text that the editor shows of a description, at any depth of it. */
export function textsIn(value: unknown, key = ''): string[] {
	if (typeof value === 'string') return TEXT_KEYS.has(key) ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) => textsIn(entry, Array.isArray(value) ? key : name));
}

/** A line of Markdown or HTML as people read it. */
export const asShown = (line: string): string =>
	line
		.replace(/<[^>]+>|\*\*|`/g, '')
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/^(#+|-|\d+\.) /, '')
		.replace(/\s+/g, ' ')
		.trim();

/** Every line of every text, and every name, at any depth. */
const linesIn = (value: unknown): string[] => {
	if (typeof value === 'string') return value.split('\n');
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) => [name, ...linesIn(entry)]);
};

const textsOfExamples = (): string[] =>
	readdirSync(path.join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) => linesIn(JSON.parse(readFileSync(path.join(ROOT, 'examples', file), 'utf8'))));

/**
 * The texts of this package that a picture can show, as they are shown: of the samples where it is of an example, else of the editor.
 * @param described the descriptions of its nodes, and its credentials
 */
export function shownTexts(picture: string, described: object[]): Set<string> {
	const texts = picture.includes('examples/')
		? textsOfExamples()
		: described.flatMap((each) => textsIn(each));
	return new Set(texts.map(asShown).filter(Boolean));
}
