import { TITLE_LISTS } from '../api/names';
import { SEPARATOR } from './primitives';

/** Where a text is looked for: bare or in quotes in a title expression, in a list of titles, or as a keyword. */
export type TextPlace = 'word' | 'phrase' | 'title' | 'keyword';

interface Sign {
	form: RegExp;
	/** Follows the text. */
	is: string;
	/** What to do, by place. Elsewhere, the text may be meant as it is; a title of a list is a phrase, too. */
	fix: Partial<Record<TextPlace, string | ((text: string) => string)>>;
}

const NO_OPERATOR = 'is not an operator of this service';
const ONE_PER_LINE = `Enter one title per line, or set 'Job Titles' to 'Boolean Search'`;
const ONE_RADAR_EACH = 'Create one radar for each keyword';
const LIST_TITLES = 'List the titles one by one';

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

/** Syntax of other search tools, which this service searches literally. The first sign counts. */
const SIGNS: readonly Sign[] = [
	{ form: /^(?:ODER|OU|O|ELLER|LUB|OF)$/, is: NO_OPERATOR, fix: { word: 'Write OR' } },
	{ form: /^(?:UND|ET|Y|E|EN|OCH|OG)$/, is: NO_OPERATOR, fix: { word: 'Write AND' } },
	{ form: /^(?:NICHT|NON|NIET)$/, is: NO_OPERATOR, fix: { word: 'Write NOT' } },
	{
		form: /^(?:O?NEAR|ADJ|PRE|XOR|WITHIN)(?:\/?\d+)?$|^[WN]\/\d+$/,
		is: NO_OPERATOR,
		fix: { word: 'Write AND, or put the words in quotes' },
	},
	{ form: /&(?:quot|#34|#x22);/i, is: 'has HTML entities', fix: { word: 'Use double quotes (")' } },
	{
		form: OPERATOR_INSIDE,
		is: 'is searched as one title',
		fix: { phrase: 'AND, OR and NOT stand outside the quotes', title: ONE_PER_LINE },
	},
	{ form: /[|\t、]/, is: 'is searched as one title', fix: { title: ONE_PER_LINE } },
	{
		form: /^(?:[-\u2013\u2022*\u00b7\u25aa]|\d+[.)])\s/,
		is: 'begins with a bullet, which is searched literally',
		fix: { title: 'Leave it out' },
	},
	{ form: LIST, is: 'may be searched as one phrase', fix: { keyword: ONE_RADAR_EACH } },
	{
		form: /^[*?%]|[*?](?!\p{L})|\p{L}%|[~^]\d*$|^\/.+\/$|^\^|\$$/u,
		is: "has a wildcard, which isn't supported",
		fix: { word: 'List the titles, such as recruiter OR recruiting' },
	},
	{
		form: /^['\u2018].*['\u2019]$/,
		is: 'has single quotes, which are searched literally',
		fix: { word: 'Use double quotes (")', phrase: 'Leave them out', keyword: 'Leave them out' },
	},
	{
		form: WILDCARD,
		is: 'has a wildcard, which is searched literally',
		fix: { phrase: 'List the titles, such as recruiter OR recruiting', keyword: 'Use whole words' },
	},
	{
		form: SLASHES,
		is: 'may be several titles, but is searched as one',
		fix: { word: LIST_TITLES, phrase: LIST_TITLES },
	},
	{
		form: new RegExp(String.raw`^${NOT_SIGN}(?=\S)`),
		is: "has a minus sign, which isn't supported",
		fix: {
			word: (text) => `Write NOT ${text.replace(/^[^\p{L}\p{N}"]+/u, '')}`,
			title: `Enter it in ${TITLE_LISTS.noneOf}, without the sign`,
		},
	},
	{
		form: /^\+(?=\S)/,
		is: 'has a plus sign, which is searched literally',
		fix: {
			word: (text) => `Write ${text.slice(1)}, and AND between titles`,
			title: `Enter it in ${TITLE_LISTS.allOf} under Title Options, without the sign`,
		},
	},
	{
		form: /\|/,
		is: 'is searched as one word, including the bar',
		fix: { word: (text) => `Write ${text.split(/\s*\|+\s*/).join(' OR ')}` },
	},
	{
		form: /(?<!&[#\w]+);|[,，；、]/,
		is: 'is searched as one word, including the comma',
		fix: { word: 'Put OR between titles' },
	},
	{
		// A field as in `title:sales`, but not as in "Lehrer:in".
		form: /^[\p{L}_]+(?:=|:)(?!(?:in|innen|r|n)(?!\p{L}))\S/u,
		is: 'has a field, which is searched literally',
		fix: {
			word: (text) => `Write only the title, ${text.replace(/^[^:=]+[:=]/, '')}`,
			title: 'Enter only the title',
		},
	},
	{
		form: /^['\u2018`]|^.+['\u2019`]$(?<!s['\u2019])/,
		is: 'has single quotes, which are searched literally',
		fix: { word: 'Use double quotes (")' },
	},
	{
		form: /[[\]{}<>\uff08\uff09\uff3b\uff3d\uff5b\uff5d]/,
		is: 'has brackets, which are searched literally',
		fix: { word: 'Group with parentheses: ( )' },
	},
	{
		// German leaves out the first part of a word: "Strom und -speicher".
		form: new RegExp(String.raw`(?<!\S)(?<!(?:und|oder|sowie|&)\s+)(?:\+|${NOT_SIGN})(?=[\p{L}"(])`, 'u'),
		is: 'has a plus or minus sign, which may be searched literally',
		fix: { keyword: 'Enter only the phrase to look for' },
	},
	{
		form: /(?<!\S)[a-z_]{3,}:(?![\s/])/,
		is: 'has a field, which may be searched literally',
		fix: { keyword: 'Enter only the keyword' },
	},
	{
		// After a digit, it stands for inches.
		form: /(?<!\d)"/,
		is: 'has quotes, which may be searched literally',
		fix: { keyword: 'Leave them out' },
	},
];

/** Why a text may not be searched as the user meant, and what to write. Worded to follow the text, without a full stop. */
export function foreignSyntaxIn(text: string, place: TextPlace): string | undefined {
	for (const { form, is, fix } of SIGNS) {
		const advice = fix[place] ?? (place === 'title' ? fix.phrase : undefined);
		if (advice !== undefined && form.test(text))
			return `${is}. ${typeof advice === 'string' ? advice : advice(text)}`;
	}
	return undefined;
}
