import { TITLE_LISTS } from '../../api/names';
import { SEPARATOR, SMART_QUOTE } from '../../basics/plainText';
import { wordList, type Sign } from './sign';

const NO_OPERATOR = 'is not an operator of this service';
const ONE_PER_LINE = `Enter one title per line, or set 'Job Titles' to 'Boolean Search'`;
const ONE_RADAR_EACH = 'Create one radar for each keyword';
const LIST_TITLES = 'List the titles one by one';
const LIST_FORMS = 'List the titles, such as recruiter OR recruiting';
const STRAIGHT_QUOTES = 'Use straight quotes (") for phrases';
const OTHER_SEARCHES = 'the syntax of other search tools, which this service searches literally';
const OTHER_LANGUAGES = 'operators as people write them in their own language';
const LISTS = 'lists pasted into one field';

/** A minus of several kinds, or an exclamation mark. */
const NOT_SIGN = String.raw`[-!\u00ac\u2013\u2014\u2212]`;

/** In capitals among lower-case words, since a title may be in capitals. Nobody is "Manager or Director" or "not" something. */
const OPERATOR_INSIDE =
	/^(?=.*\p{Ll}).*(?:^|\s)(?:AND|UND|ODER|OU|ELLER)\s\S|\S\s(?:or|and\/or|AND NOT)\s\S|(?:^|\s)not\s\S|\S\sOR\s\S|(?:^|\s)NOT\s\S/u;

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
		todo: { word: STRAIGHT_QUOTES, phrase: STRAIGHT_QUOTES },
		source: 'text processors, and escaped JSON',
		refuses: '“sales',
		passes: 'sales',
	},
	operator('ODER OU O ELLER LUB OF', 'Write OR', 'Oder'),
	operator('UND ET Y E EN OCH OG', 'Write AND', 'Und'),
	operator('NICHT NON NIET', 'Write NOT', 'Nicht'),
	{
		form: /^(?:O?NEAR|ADJ|PRE|XOR|WITHIN)(?:\/?\d+)?$|^[WN]\/\d+$/,
		is: NO_OPERATOR,
		todo: { word: 'Write AND, or put the words in quotes' },
		source: OTHER_SEARCHES,
		refuses: 'NEAR/3',
		passes: 'NEARSHORE',
	},
	{
		form: OPERATOR_INSIDE,
		is: 'is searched as one title',
		todo: { phrase: 'AND, OR and NOT stand outside the quotes', title: ONE_PER_LINE },
		source: OTHER_SEARCHES,
		refuses: 'CEO OR CTO',
		passes: 'Research and Development',
	},
	{
		form: /[|\t、]/,
		is: 'is searched as one title',
		todo: { title: ONE_PER_LINE },
		source: LISTS,
		refuses: 'CEO|CTO',
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
		is: 'has single quotes, which are searched literally',
		todo: { word: 'Use double quotes (")', phrase: 'Leave them out', keyword: 'Leave them out' },
		source: OTHER_SEARCHES,
		refuses: "'sales'",
		passes: "O'Brien",
	},
	{
		form: WILDCARD,
		is: 'has a wildcard, which is searched literally',
		todo: { phrase: LIST_FORMS, keyword: 'Use whole words' },
		source: OTHER_SEARCHES,
		refuses: 'sales manag*',
		passes: 'Entwickler*in',
	},
	{
		form: SLASHES,
		is: 'may be several titles, but is searched as one',
		todo: { word: LIST_TITLES, phrase: LIST_TITLES },
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
		is: 'has a plus sign, which is searched literally',
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
		is: 'is searched as one word, including the bar',
		todo: { word: (_, text) => `Write ${text.split(/\s*\|+\s*/).join(' OR ')}` },
		source: OTHER_SEARCHES,
		refuses: 'CEO|CTO',
		passes: 'CEO-CTO',
	},
	{
		form: /(?<!&[#\w]+);|[,，；、]/,
		is: 'is searched as one word, including the comma',
		todo: { word: 'Put OR between titles' },
		source: LISTS,
		refuses: 'sales,marketing',
		passes: 'sales.marketing',
	},
	{
		// A field as in `title:sales`, but not as in "Lehrer:in".
		form: /^[\p{L}_]+(?:=|:)(?!(?:in|innen|r|n)(?!\p{L}))\S/u,
		is: 'has a field, which is searched literally',
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
		is: 'has single quotes, which are searched literally',
		todo: { word: 'Use double quotes (")' },
		source: OTHER_SEARCHES,
		refuses: '`sales',
		passes: "sales'",
	},
	{
		form: /[[\]{}<>\uff08\uff09\uff3b\uff3d\uff5b\uff5d]/,
		is: 'has brackets, which are searched literally',
		todo: { word: 'Group with parentheses: ( )' },
		source: OTHER_SEARCHES,
		refuses: '[sales]',
		passes: 'sales',
	},
	{
		// German leaves out the first part of a word: "Strom und -speicher".
		form: new RegExp(String.raw`(?<!\S)(?<!(?:und|oder|sowie|&)\s+)(?:\+|${NOT_SIGN})(?=[\p{L}"(])`, 'u'),
		is: 'has a plus or minus sign, which may be searched literally',
		todo: { keyword: 'Enter only the phrase to look for' },
		source: OTHER_SEARCHES,
		refuses: 'robots -toys',
		passes: 'Strom und -speicher',
	},
	{
		form: /(?<!\S)[a-z_]{3,}:(?![\s/])/,
		is: 'has a field, which may be searched literally',
		todo: { keyword: 'Enter only the keyword' },
		source: OTHER_SEARCHES,
		refuses: 'title:robots',
		passes: 'robots: a survey',
	},
	{
		form: SMART_QUOTE,
		is: 'has curly quotes, which may be searched literally',
		todo: { keyword: 'Leave them out' },
		source: 'text processors',
		refuses: '“heat pumps”',
		passes: 'heat pumps',
	},
	{
		// After a digit, it stands for inches.
		form: /(?<!\d)"/,
		is: 'has quotes, which may be searched literally',
		todo: { keyword: 'Leave them out' },
		source: OTHER_SEARCHES,
		refuses: '"heat pumps"',
		passes: '19" rack',
	},
];
