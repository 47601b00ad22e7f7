import { attempt } from '../basics/attempt';
import { quoted } from '../basics/plainText';
import { RecentMap } from '../concurrency/recentMap';
import { isBlank, lettersOf, type ObjectEntries } from './primitives';
import { invalid, valid, withNotes, type ValidationResult } from './result';

/** The entries of an object: known keys by their own names, the others as written. */
interface ReadKeys {
	known: Map<string, unknown>;
	others: ObjectEntries;
}

const MAX_REMEMBERED = 1000;

/** Caches the results of a function, since all items of a run have the same keys. */
function remembering<T>(read: (text: string) => T): (text: string) => T {
	const known = new RecentMap<{ value: T }>({ size: MAX_REMEMBERED });
	return (text) => {
		const before = known.get(text);
		if (before) return before.value;
		const value = read(text);
		known.set(text, { value });
		return value;
	};
}

const isSame = (a: unknown, b: unknown): boolean =>
	Object.is(a, b) || attempt(() => JSON.stringify(a) === JSON.stringify(b)) === true;

/**
 * Reads keys by their letters: case, blanks, hyphens and invisible characters don't count, so `Job Titles` is `job_titles`. Two
 * spellings of one key must not have different values.
 */
export function keyReader(names: readonly string[]): (entries: ObjectEntries) => ValidationResult<ReadKeys> {
	const byLetters = new Map(names.map((name) => [lettersOf(name), name]));
	const knownNameOf = remembering((key) => byLetters.get(lettersOf(key)));
	return (entries) => {
		const known = new Map<string, unknown>();
		const writtenAs = new Map<string, string>();
		const others: Array<readonly [string, unknown]> = [];
		for (const [key, value] of entries) {
			const name = knownNameOf(key);
			if (name === undefined) {
				others.push([key, value]);
				continue;
			}
			const earlier = writtenAs.get(name);
			if (earlier !== undefined && isBlank(value)) continue;
			if (earlier !== undefined && !isBlank(known.get(name)) && !isSame(known.get(name), value)) {
				return invalid(
					`${quoted(earlier)} and ${quoted(key)} are the same field, with different values.`,
					'Remove one of them.',
					name,
				);
			}
			known.set(name, value);
			writtenAs.set(name, key);
		}
		const notes = [...writtenAs].filter(([name, key]) => name !== key);
		return withNotes(
			valid({ known, others }),
			...notes.map(([name, key]) => `${quoted(key)} was read as ${name}.`),
		);
	};
}

/** The singular: `country` for `countries`. */
const stemOf = (letters: string): string => letters.replace(/ies$/, 'y').replace(/s$/, '');

/** Whether the texts differ by one letter that is added, missing or changed, or by two that are swapped. */
function isOneEditAway(a: string, b: string): boolean {
	const shorter = Math.min(a.length, b.length);
	let start = 0;
	while (start < shorter && a[start] === b[start]) start++;
	let end = 0;
	while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
	const [x, y] = [a, b].map((text) => text.slice(start, text.length - end));
	if (x === undefined || y === undefined) return false;
	return Math.max(x.length, y.length) <= 1 || (x.length === 2 && y === `${x[1]}${x[0]}`);
}

/** Finds the name that a misspelled key means: `job_titles` for `jobtitle`. */
export const nearNameFinder = (names: readonly string[]): ((key: string) => string | undefined) =>
	remembering((key) => {
		const letters = lettersOf(key);
		return names.find((name) => {
			const wanted = lettersOf(name);
			return isOneEditAway(letters, wanted) || isOneEditAway(stemOf(letters), stemOf(wanted));
		});
	});
