import { TITLE_LISTS } from '../api/names';
import { SEPARATOR } from './primitives';

const NO_WILDCARDS =
	'has a wildcard, which this service does not have. List the titles, such as recruiter OR recruiting';

const MAY_BE_SEVERAL = 'may be several titles, but is searched as one. List the titles one by one';

const WITH_SINGLE_QUOTES = 'is searched with its single quotes. Leave them out';

const IN_SINGLE_QUOTES = /^['\u2018].*['\u2019]$/;

/** A star or a percent sign at an end of a word, or alone. Inside a word, it may be part of it: "Entwickler*in". */
const WILDCARD = /\p{L}{2}[*%](?![\p{L}\p{N}])|(?<!\S)\*(?!\S)|(?<!\S)\*(?!in(?:nen)?(?!\p{L}))(?=\p{L})/u;

/** Alternatives with slashes, but not "Sales/Marketing Manager", "(m / w / d)" or "Owner/Operator", which may be titles. */
const SLASHES =
	/[\p{L}.)]{2}(?:\s+\/|\/\s)|^\p{L}{2,}(?:\/\p{L}{2,}){2,}$|^C\p{Lu}{1,2}O(?:\/C\p{Lu}{1,2}O)+$/u;

const OPERATOR = /(?:^|\s)(?:AND|OR|NOT|or|and\/or)(?:\s|$)/;

/** A field of another search tool, as in `title:sales`, but not as in "Lehrer:in". */
const FIELD = /^[\p{L}_]+(?:=|:)(?!(?:in|innen|r|n)(?!\p{L}))\S/u;

/** A minus of several kinds, or an exclamation mark. */
const NOT_SIGN = String.raw`[-!\u00ac\u2013\u2014\u2212]`;

/** Syntax of other search tools, which this service searches literally. */
const FOREIGN: ReadonlyArray<readonly [RegExp, (text: string) => string]> = [
	[
		new RegExp(String.raw`^${NOT_SIGN}(?=\S)`),
		(text) =>
			`excludes nothing: this service has no minus. Write NOT ${text.replace(/^[^\p{L}\p{N}"]+/u, '')}`,
	],
	[/^\+(?=\S)/, (text) => `is searched with its plus sign. Write ${text.slice(1)}, and AND between titles`],
	[
		/\|/,
		(text) => `is searched as one word, including the bar. Write ${text.split(/\s*\|+\s*/).join(' OR ')}`,
	],
	[FIELD, (text) => `is searched with its field. Write only the title, ${text.replace(/^[^:=]+[:=]/, '')}`],
	[
		/^['\u2018`]|^.+['\u2019`]$(?<!s['\u2019])/,
		() => 'has single quotes, which are searched literally. Use double quotes (")',
	],
];

/** A star or a question mark at an end of a bare word, or a pattern. Inside a word, a star may be part of it: "Kaufmann*frau". */
const BARE_WILDCARD = /^[*?%]|[*?](?!\p{L})|\p{L}%|[~^]\d*$|^\/.+\/$|^\^|\$$/u;

const BRACKETS = /[[\]{}<>\uff08\uff09\uff3b\uff3d\uff5b\uff5d]/;

/**
 * Why a term may not be searched as the user meant: it has the syntax of another search tool. Worded to follow the term. Inside
 * double quotes, only wildcards, slashes and single quotes around the whole term count.
 */
export function foreignSyntaxIn(text: string, isBare: boolean): string | undefined {
	if (!isBare) {
		if (IN_SINGLE_QUOTES.test(text)) return WITH_SINGLE_QUOTES;
		if (WILDCARD.test(text)) return NO_WILDCARDS;
		return SLASHES.test(text) ? MAY_BE_SEVERAL : undefined;
	}
	if (BARE_WILDCARD.test(text)) return NO_WILDCARDS;
	if (SLASHES.test(text)) return MAY_BE_SEVERAL;
	const found = FOREIGN.find(([form]) => form.test(text));
	if (found) return found[1](text);
	return BRACKETS.test(text)
		? 'has brackets, which are searched literally. Group with parentheses: ( )'
		: undefined;
}

/** Syntax that doesn't belong in a title of a list. Wildcards, slashes and single quotes are found later, when the title is a phrase. */
const FOREIGN_IN_TITLE: ReadonlyArray<readonly [RegExp, string]> = [
	[
		new RegExp(`${OPERATOR.source}|[|\\t、]`),
		"is searched as one title. Enter one title per line, or set 'Job Titles' to 'Boolean Search'",
	],
	[
		/^(?:[-\u2013\u2022*\u00b7\u25aa]|\d+[.)])\s/,
		'begins with a bullet, which is searched literally. Leave it out',
	],
	[
		new RegExp(String.raw`^${NOT_SIGN}(?=\S)`),
		`excludes nothing. Enter it in ${TITLE_LISTS.noneOf}, without the sign`,
	],
	[
		/^\+(?=\S)/,
		`is searched with its plus sign. Enter it in ${TITLE_LISTS.allOf} under Title Options, without the sign`,
	],
	[FIELD, 'is searched with its field. Enter only the title'],
];

export const foreignSyntaxInTitle = (title: string): string | undefined =>
	FOREIGN_IN_TITLE.find(([form]) => form.test(title))?.[1];

/** One comma may be part of a phrase, as in "Paris, Texas", and those between digits are part of a number. */
const isList = (keyword: string): boolean =>
	SEPARATOR.test(keyword.replace(/(?<=\d),(?=\d)/g, '').replace(',', '')) ||
	[/\t|\s&&\s/, /(?:^|\s)(?:AND|OR|NOT|and\/or)(?:\s|$)/, SLASHES].some((form) => form.test(keyword));

/** A sign before a word. German leaves out the first part of a word: "Strom und -speicher". */
const SIGN = new RegExp(String.raw`(?<!\S)(?<!(?:und|oder|sowie|&)\s+)(?:\+|${NOT_SIGN})(?=[\p{L}"(])`, 'u');

const FOREIGN_IN_KEYWORD: ReadonlyArray<readonly [(keyword: string) => boolean, string]> = [
	[isList, 'may be searched as one phrase. Create one radar for each keyword'],
	[(keyword) => WILDCARD.test(keyword), 'has a wildcard, which may be searched literally. Use whole words'],
	[
		(keyword) => SIGN.test(keyword),
		'has a plus or minus sign, which may be searched literally. Enter only the phrase to look for',
	],
	[
		(keyword) => /(?<!\S)[a-z_]{3,}:(?![\s/])/.test(keyword),
		'has a field, which may be searched literally. Enter only the keyword',
	],
	[
		// After a digit, it stands for inches.
		(keyword) => /(?<!\d)"/.test(keyword) || IN_SINGLE_QUOTES.test(keyword),
		'has quotes, which may be searched literally. Leave them out',
	],
];

/** Why a keyword may not be searched as the user meant. Worded to follow the keyword. */
export const foreignSyntaxInKeyword = (keyword: string): string | undefined =>
	FOREIGN_IN_KEYWORD.find(([isFound]) => isFound(keyword))?.[1];
