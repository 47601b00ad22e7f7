import { TITLE_LISTS } from '../../api/radarFields';
import { SEPARATOR, SMART_QUOTE, SMART_QUOTES } from '../basics/inWords';
import { wordList } from '../basics/values';
import type { Sign } from './sign';
import { searchedLiterally, searchedAsOne } from './texts';

export const NO_OPERATOR = 'is not an operator of this service';
export const ONE_PER_LINE = 'Enter one title per line';
export const ONE_PER_LINE_OR_SEARCH = `${ONE_PER_LINE}, or set 'Filter By' to 'Boolean Search'`;
export const MAY_BE_SEVERAL = 'may be several titles, but is searched as one';
const ONE_RADAR_EACH = 'Create one radar for each keyword';
const LIST_FORMS = 'List the titles, such as (recruiter OR recruiting)';

/** The titles between separators, as alternatives. In parentheses, since AND is applied before OR. */
const alternatives = (text: string, separator: RegExp): string => {
	const titles = text.split(separator).map((title) => title.trim());
	return `(${titles.map((title) => (/\s/.test(title) ? `"${title}"` : title)).join(' OR ')})`;
};
const listTitles = (_: string, text: string) =>
	`List the titles one by one: write ${alternatives(text, /\s*\/\s*/)}`;
const STRAIGHT_QUOTES = 'Use straight quotes (") for phrases';
const OTHER_SEARCHES = 'the syntax of other search tools, which this service searches literally';
const OTHER_LANGUAGES = 'operators as people write them in their own language';
const LISTS = 'lists pasted into one field';

const ANY_SMART_QUOTE = new RegExp(`[${SMART_QUOTES}]`, 'g');

/** A minus of several kinds, or an exclamation mark. */
const NOT_SIGN = String.raw`[-!\u00ac\u2013\u2014\u2212]`;

/** A star or a percent sign at an end of a word, or alone. Inside a word, it may be part of it: "Entwickler*in". */
const WILDCARD = /\p{L}{2}[*%](?![\p{L}\p{N}])|(?<!\S)\*(?!\S)|(?<!\S)\*(?!in(?:nen)?(?!\p{L}))(?=\p{L})/u;

/** Alternatives with slashes, but not "Sales/Marketing Manager", "(m / w / d)" or "Owner/Operator", which may be titles. */
const SLASHES =
	/[\p{L}.)]{2}(?:\s+\/|\/\s)|^\p{L}{2,}(?:\/\p{L}{2,}){2,}$|^C\p{Lu}{1,2}O(?:\/C\p{Lu}{1,2}O)+$/u;

/** Not the one in a number. */
const COMMA = String.raw`(?:(?<!\d),|,(?!\d))`;

/** A list of keywords. One comma may be part of a phrase, as in "Paris, Texas", and those between digits are part of a number. */
const LIST = new RegExp(
	String.raw`${COMMA}.*${COMMA}|(?!,)${SEPARATOR.source}|\t|\s&&\s|(?:^|\s)(?:AND|OR|NOT|and/or)(?:\s|$)|${SLASHES.source}`,
	'u',
);

const operator = (words: string, todo: string, passes: string): Sign => ({
	form: wordList(words),
	is: NO_OPERATOR,
	todo: { word: todo },
	source: OTHER_LANGUAGES,
	refuses: words.split(' ', 1).join(),
	passes,
});

/** Terms of title expressions, titles of lists, and keywords. */
export const SEARCH_SIGNS: readonly Sign[] = [
	{
		form: wordList('and And or Or not Not exact Exact EXACT'),
		is: 'is searched as a word',
		todo: { word: 'Write operators in capitals, and EXACT with a parenthesis after it' },
		source: 'expressions typed in small letters',
		refuses: 'or',
		passes: 'Oracle',
	},
	{
		form: (text) => (SMART_QUOTE.test(text) || text.includes('\\') ? text : undefined),
		is: 'contains a curly quote or a backslash, which is searched literally',
		todo: {
			word: STRAIGHT_QUOTES,
			phrase: (_, text) => `Write "${text.replace(/\\/g, '').replace(ANY_SMART_QUOTE, '')}"`,
		},
		source: 'text processors, and escaped JSON',
		refuses: '“sales',
		passes: 'sales',
	},
	operator(
		'ODER OU O ELLER LUB OF VEYA ИЛИ 或 或者 または 또는 TAI VAGY SAU NEBO ALEBO ILI Ή أو หรือ ＯＲ AND/OR and/or oder ou veya или lub eller',
		'Write OR',
		'Oder',
	),
	operator(
		'UND ET Y E EN OCH OG I И И/ИЛИ VE VÀ JA ÉS SI DAN 和 且 と 및 و ΚΑΙ และ ＡＮＤ',
		'Write AND',
		'Und',
	),
	operator(
		'SAUF OHNE BUT EXCEPT EXCLUDING WITHOUT MINUS ANDNOT AND-NOT AND_NOT BUTNOT SANS SENZA TRANNE SALVO EXCEPTO EXCETO MENOS SEM SIN AUSSER ZONDER BEHALVE UTAN UDEN BEZ КРОМЕ БЕЗ HARIÇ 除 除了 NAND',
		'Write AND NOT',
		'sauf',
	),
	operator(
		'NICHT NON NIET NO INTE IKKE NIE NE НЕ NÃO DEĞİL PAS KEIN KEINE 非 不 ＮＯＴ',
		'Write NOT',
		'Nicht',
	),
	{
		form: /^(?:O?NEAR|ADJ|PRE|XOR|WITHIN)(?:\/?\d+)?$|^[WN]\/\d+$/,
		is: NO_OPERATOR,
		todo: { word: 'Write AND, or put the words in quotes' },
		source: OTHER_SEARCHES,
		refuses: 'NEAR/3',
		passes: 'NEARSHORE',
	},
	{
		form: /[|\t、]/,
		is: searchedAsOne('title'),
		todo: { title: ONE_PER_LINE_OR_SEARCH },
		source: LISTS,
		refuses: 'sales|marketing',
		passes: 'CEO EMEA',
	},
	{
		form: /^(?:[-\u2013\u2022*\u00b7\u25aa]|\d+[.)])\s/,
		is: 'begins with a bullet, which is searched literally',
		todo: { title: 'Leave it out' },
		source: LISTS,
		refuses: '1. CEO',
		passes: '1st Officer',
	},
	{
		form: LIST,
		is: 'may be searched as one phrase',
		todo: { keyword: ONE_RADAR_EACH },
		source: LISTS,
		refuses: 'robots; drones',
		passes: 'Paris, Texas',
	},
	{
		form: /^[*?%]|[*?](?!\p{L})|\p{L}%|[~^]\d*$|^\/.+\/$|^\^|\$$/u,
		is: "has a wildcard, which isn't supported",
		todo: { word: LIST_FORMS },
		source: OTHER_SEARCHES,
		refuses: 'recruit*',
		passes: 'Entwickler*in',
	},
	{
		form: /^['\u2018].*['\u2019]$/,
		is: searchedLiterally('single quotes', 'are'),
		todo: { word: 'Use double quotes (")', phrase: 'Leave them out', keyword: 'Leave them out' },
		source: OTHER_SEARCHES,
		refuses: "'sales'",
		passes: "O'Brien",
	},
	{
		form: WILDCARD,
		is: searchedLiterally('a wildcard'),
		todo: { phrase: LIST_FORMS, keyword: 'Use whole words' },
		source: OTHER_SEARCHES,
		refuses: 'sales manag*',
		passes: 'Entwickler*in',
	},
	{
		form: SLASHES,
		is: MAY_BE_SEVERAL,
		todo: { word: listTitles, phrase: listTitles, title: ONE_PER_LINE_OR_SEARCH },
		source: LISTS,
		refuses: 'CEO/CFO/CTO',
		passes: 'Owner/Operator',
	},
	{
		form: new RegExp(String.raw`^${NOT_SIGN}(?=\S)`),
		is: "has a minus sign, which isn't supported",
		todo: {
			word: (_, text) => `Write NOT ${text.replace(/^[^\p{L}\p{N}"]+/u, '')}`,
			title: `Enter it in ${TITLE_LISTS.noneOf}, without the sign`,
		},
		source: OTHER_SEARCHES,
		refuses: '-intern',
		passes: 'co-founder',
	},
	{
		form: /^\+(?=\S)/,
		is: searchedLiterally('a plus sign'),
		todo: {
			word: (_, text) => `Write ${text.slice(1)}, and AND between titles`,
			title: `Enter it in ${TITLE_LISTS.allOf} under Title Options, without the sign`,
		},
		source: OTHER_SEARCHES,
		refuses: '+sales',
		passes: 'C++',
	},
	{
		form: /\|/,
		is: searchedAsOne('word', 'the bar'),
		todo: { word: (_, text) => `Write ${alternatives(text, /\s*\|+\s*/)}` },
		source: OTHER_SEARCHES,
		refuses: 'CEO|CTO',
		passes: 'CEO-CTO',
	},
	{
		form: /(?<!&[#\w]+);|[,，；、]/,
		is: searchedAsOne('word', 'the comma'),
		todo: { word: (_, text) => `Put OR between titles: write ${alternatives(text, /\s*[,;，；、]+\s*/)}` },
		source: LISTS,
		refuses: 'sales,marketing',
		passes: 'sales.marketing',
	},
	{
		// A field as in `title:sales`, but not as in "Lehrer:in".
		form: /^[\p{L}_]+(?:=|:)(?!(?:in|innen|r|n)(?!\p{L}))\S/u,
		is: searchedLiterally('a field'),
		todo: {
			word: (_, text) => `Write only the title, ${text.replace(/^[^:=]+[:=]/, '')}`,
			title: 'Enter only the title',
		},
		source: OTHER_SEARCHES,
		refuses: 'title:ceo',
		passes: 'Lehrer:in',
	},
	{
		form: /^['\u2018`]|^.+['\u2019`]$(?<!s['\u2019])/,
		is: searchedLiterally('single quotes', 'are'),
		todo: { word: 'Use double quotes (")' },
		source: OTHER_SEARCHES,
		refuses: '`sales',
		passes: "sales'",
	},
	{
		form: /[<>]/,
		is: searchedLiterally('brackets', 'are'),
		todo: { word: 'Leave them out' },
		source: OTHER_SEARCHES,
		refuses: '<sales>',
		passes: 'sales',
	},
	{
		// German leaves out the first part of a word: "Strom und -speicher".
		form: new RegExp(String.raw`(?<!\S)(?<!(?:und|oder|sowie|&)\s+)(?:\+|${NOT_SIGN})(?=[\p{L}"(])`, 'u'),
		is: searchedLiterally('a plus or minus sign', 'may be'),
		todo: { keyword: 'Enter only the phrase to look for' },
		source: OTHER_SEARCHES,
		refuses: 'robots -toys',
		passes: 'Strom und -speicher',
	},
	{
		form: /(?<!\S)[a-z_]{3,}:(?![\s/])/,
		is: searchedLiterally('a field', 'may be'),
		todo: { keyword: 'Enter only the keyword' },
		source: OTHER_SEARCHES,
		refuses: 'title:robots',
		passes: 'robots: a survey',
	},
	{
		form: SMART_QUOTE,
		is: searchedLiterally('curly quotes', 'may be'),
		todo: { keyword: 'Leave them out' },
		source: 'text processors',
		refuses: '“heat pumps”',
		passes: 'heat pumps',
	},
	{
		// After a digit, it stands for inches.
		form: /(?<!\d)"/,
		is: searchedLiterally('quotes', 'may be'),
		todo: { keyword: 'Leave them out' },
		source: OTHER_SEARCHES,
		refuses: '"heat pumps"',
		passes: '19" rack',
	},
];
