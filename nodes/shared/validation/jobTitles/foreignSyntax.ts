import { TITLE_LISTS } from '../../api/names';

const NO_WILDCARDS =
	'has a wildcard, which this service does not have. List the titles, such as recruiter OR recruiting';

const WITH_SINGLE_QUOTES = 'is searched with its single quotes. Leave them out';

const IN_SINGLE_QUOTES = /^['\u2018].*['\u2019]$/;

/** A star or a percent sign at the end of a word. Inside a word, it may be part of it: "Entwickler*in". */
const WILDCARD_AT_END = /\p{L}[*%](?![\p{L}\p{N}])/u;

/** A field of another search tool, as in `title:sales`, but not as in "Lehrer:in". */
const FIELD = /^[\p{L}_]+(?:=|:)(?!(?:in|innen|r|n)(?!\p{L}))\S/u;

/** Syntax of other search tools, which this service searches literally. */
const FOREIGN: ReadonlyArray<readonly [RegExp, (text: string) => string]> = [
	[
		/^[-!\u00ac\u2013\u2014\u2212](?=\S)/,
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
 * double quotes, only a wildcard at the end of a word counts, and single quotes around the whole term.
 */
export function foreignSyntaxIn(text: string, isBare: boolean): string | undefined {
	if (!isBare) {
		if (IN_SINGLE_QUOTES.test(text)) return WITH_SINGLE_QUOTES;
		return WILDCARD_AT_END.test(text) ? NO_WILDCARDS : undefined;
	}
	if (BARE_WILDCARD.test(text)) return NO_WILDCARDS;
	const found = FOREIGN.find(([form]) => form.test(text));
	if (found) return found[1](text);
	return BRACKETS.test(text)
		? 'has brackets, which are searched literally. Group with parentheses: ( )'
		: undefined;
}

/** Syntax that doesn't belong in a title of a list. Wildcards and single quotes are found later, when the title is a phrase. */
const FOREIGN_IN_TITLE: ReadonlyArray<readonly [RegExp, string]> = [
	[
		/(?:^|\s)(?:AND|OR|NOT|or|and\/or)(?:\s|$)|[|\t、]/,
		"is searched as one title. Enter one title per line, or set 'Job Titles' to 'Boolean Search'",
	],
	[
		/^(?:[-\u2013\u2022*\u00b7\u25aa]|\d+[.)])\s/,
		'begins with a bullet, which is searched literally. Leave it out',
	],
	[
		/^[-!\u00ac\u2013\u2014\u2212](?=\S)/,
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
