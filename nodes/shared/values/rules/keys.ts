import { attempt } from '../basics/values';
import { quoted, readAs } from '../basics/inWords';
import { sameHost, sameProfile, sameWords } from '../basics/sameText';
import { memoized } from '../../host/recentMap';
import { isBlank, lettersOf, type ObjectEntries, REMOVE_ONE } from './primitives';
import { invalid, valid, withNotes, type ValidationResult } from '../basics/refusal';

/** The entries of an object: known keys by their own names, the others as written. */
export interface ReadKeys {
	known: Map<string, unknown>;
	others: ObjectEntries;
}

/** All items of a run have the same keys. */
const MAX_KEYS = 1000;

const isSame = (a: unknown, b: unknown): boolean =>
	Object.is(a, b) || attempt(() => JSON.stringify(a) === JSON.stringify(b)) === true;

/**
 * Reads keys by their letters: case, blanks, hyphens and invisible characters don't count, so `Job Titles` is `job_titles`. Two
 * spellings of one key must not have different values.
 */
export function keyReader(names: readonly string[]): (entries: ObjectEntries) => ValidationResult<ReadKeys> {
	const byLetters = new Map(names.map((name) => [lettersOf(name), name]));
	const knownNameOf = memoized(MAX_KEYS, (key: string) => byLetters.get(lettersOf(key)));
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
					REMOVE_ONE,
					name,
				);
			}
			known.set(name, value);
			writtenAs.set(name, key);
		}
		const notes = [...writtenAs].filter(([name, key]) => name !== key);
		return withNotes(valid({ known, others }), ...notes.map(([name, key]) => readAs(key, name)));
	};
}

/** What a column of a table may hold, besides the field's own name. */
interface ColumnForm {
	/** How the column is called, by its letters. */
	name: RegExp;
	/** What its values look like, if other things are called so, too. */
	value?: RegExp;
	/** The same for values that mean the same. */
	same: (value: unknown) => string;
}

const OF_COMPANY = '(?:company|account|organi[sz]ation|corporate|business)?';
const WEBSITE = '(?:web(?:site|page|address)(?:url|address|link)?|domain(?:name)?|homepage(?:url)?|siteurl)';

/** How exports call a profile: by the network's name, or as some URL. The page says whose it is. */
const profileColumn = (pages: string): ColumnForm => ({
	name: /(?:profile|url|link)s?$/,
	value: new RegExp(String.raw`^\s*(?:https?:/+)?[^/\s]+\.[^/\s]+/(?:${pages})/[^/\s]`, 'i'),
	same: sameProfile,
});

/** The usual columns by field. A bare URL is the website of a company, but may be anything of a person. */
const COLUMNS: Readonly<Record<'company' | 'contact', Readonly<Record<string, ColumnForm>>>> = {
	company: {
		domain: {
			name: new RegExp(`^${OF_COMPANY}(?:${WEBSITE}|url)$`),
			value: /^(?!.*\/(?:company|school|in)\/)/,
			same: sameHost,
		},
		profile_url: profileColumn('company|school'),
	},
	contact: {
		domain: { name: new RegExp(`^${OF_COMPANY}${WEBSITE}$|^companyurl$`), same: sameHost },
		email: {
			name: /^(?:work|business|company|contact|person(?:al)?|primary|professional)?e?mail(?:address|id)?1?$/,
			same: sameWords,
		},
		profile_url: profileColumn('in'),
		full_name: { name: /^(?:contact|person|lead|prospect|candidate)(?:full)?name$/, same: sameWords },
	},
};

const columnLetters = memoized(MAX_KEYS, lettersOf);

/**
 * Reads the usual columns of exports, such as Website or Email Address, into the fields that have no value. If several fit and
 * differ, none is right for sure.
 */
export function readColumns({ known, others }: ReadKeys, type: string): ValidationResult<ReadKeys> {
	const [group] = type.split('_', 1);
	const read = new Map(known);
	const columnOf = new Map<string, string>();
	const rest: Array<readonly [string, unknown]> = [...others];
	for (const [field, { name, value, same }] of Object.entries(COLUMNS[group as keyof typeof COLUMNS] ?? {})) {
		if (!isBlank(known.get(field))) continue;
		const fitting = rest.filter(
			([key, given]) =>
				!isBlank(given) && name.test(columnLetters(key)) && (value?.test(String(given)) ?? true),
		);
		const [first, ...more] = fitting;
		if (!first) continue;
		const other = more.find(([, given]) => same(given) !== same(first[1]));
		if (other) {
			return invalid(
				`${quoted(first[0])} and ${quoted(other[0])} may both be ${field}, with different values.`,
				`Rename the right one to ${field}.`,
				field,
			);
		}
		read.set(field, first[1]);
		columnOf.set(first[0], field);
		rest.splice(0, rest.length, ...rest.filter((entry) => !fitting.includes(entry)));
	}
	return withNotes(
		valid({ known: read, others: rest }),
		...[...columnOf].map(([key, field]) => readAs(key, field)),
	);
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

/** What tables call a filter, by letters. A single title may also be that of a page, or how a person is addressed. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
	job_titles: ['titles', 'titlefilter', 'titlekeywords', 'jobtitlefilter', 'jobtitlekeywords'],
	departments: ['abteilung', 'abteilungen', 'departamento', 'departamentos', 'reparto', 'afdeling'],
};

/** Finds the name that a misspelled key means: `job_titles` for `jobtitle`. */
export const nearNameFinder = (names: readonly string[]): ((key: string) => string | undefined) =>
	memoized(MAX_KEYS, (key: string) => {
		const letters = lettersOf(key);
		return names.find((name) => {
			const wanted = lettersOf(name);
			return (
				isOneEditAway(letters, wanted) ||
				isOneEditAway(stemOf(letters), stemOf(wanted)) ||
				OTHER_NAMES[name]?.includes(letters)
			);
		});
	});
