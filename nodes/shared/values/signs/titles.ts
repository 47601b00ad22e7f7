import { TITLE_LISTS } from '../../api/radarFields';
import { levelOf } from '../basics/levels';
import type { Sign } from './sign';
import { MAY_BE_SEVERAL, NO_OPERATOR, ONE_PER_LINE, ONE_PER_LINE_OR_SEARCH } from './searches';
import { searchedLiterally, searchedAsOne, NO_VALUE_CELL } from './texts';

const WEB_SEARCHES = 'the syntax of web searches and people searches';
const ADVERTS = 'titles copied from adverts';
const LEVEL_WORDS = 'levels as people say them';
const LEAVE_OUT = 'Leave it out';

/** Looks outside the quotes of an expression. `mark` is in each text that the form finds, and quickly found. */
const outside =
	(mark: RegExp, form: RegExp) =>
	(text: string): string | undefined => {
		if (!mark.test(text)) return undefined;
		const found = form.exec(text.replace(/"[^"]*"/g, (phrase) => `"${'\u2592'.repeat(phrase.length - 2)}"`));
		return found ? text.slice(found.index, found.index + found[0].length) : undefined;
	};

/** An operator that goes with what is left out. */
const BEFORE = String.raw`(?:(?<=\S\s)(?:AND\s+NOT|OR\s+NOT|AND|OR)\s+|(?<!\S)NOT\s+)?`;
const AFTER = String.raw`(?:\s+(?:AND|OR)(?=\s))?`;

/** The part of an expression that is left out, with the operator after it, if it stands first, or else the one before it. */
const leftOut = (mark: RegExp, part: string) =>
	outside(
		mark,
		new RegExp(
			String.raw`(?<=^|\()\s*(?:NOT\s+)?(?:${part})${AFTER}|${BEFORE}(?<![\p{L}\p{N}])(?:${part})`,
			'iu',
		),
	);

const FIELD = String.raw`(?<!["\p{L}])[\p{L}_]{4,}[:=]`;
/** Before a term, which stays with its operator, or without one. */
const FIELD_OF_TERM = outside(/[:=]/, new RegExp(String.raw`${FIELD}(?=["(]|\s+(?!(?:AND|OR)\s)\S)`, 'u'));
const FIELD_ALONE = leftOut(/[:=]/, String.raw`${FIELD}(?=\s|$|\))`);

/** Two are only those that no other words have: H/W is hardware. */
const ADVERT = String.raw`(?:m\s?[/|]\s?[wfvk]|[wfvk]\s?[/|]\s?m|h\s?[/|]\s?f|f\s?[/|]\s?h)|(?:[mwfdhxivk*]|div(?:ers)?|all)(?:\s?[/|]\s?(?:[mwfdhxivk*]|div(?:ers)?|all)){2,3}`;
const ADVERT_END = String.raw`\(?(?<![\p{L}\p{N}])(?:${ADVERT})(?![\p{L}\p{N}/|])\)?|\((?:all genders?|gn|mwd|mfd)\)`;

/** The ends of a title's other form in several languages, with those of the first form that they replace. */
const ENDS_INSTEAD = new Map(
	(
		'rice:eur euse:eur trice:teur se:r ère:er ière:ier ive:if ienne:ien a:[oe] as:[oe]s o:a os:as frau:mann mann:frau ' +
		'pfleger:schwester'
	)
		.split(' ')
		.map((pair) => pair.split(':') as [string, string]),
);
const FORM_END = `(?:${[...ENDS_INSTEAD.keys()].join('|')}|in|innen|e|es|s|r|n|ne|sse)`;

/** Both forms of a title: Leiter(in), Kaufmann/-frau, directeur/rice, Verkäufer/Verkäuferin. With a star or a colon, it's one title. */
const BOTH_FORMS = String.raw`\p{L}{3,}(?:\(-?${FORM_END}\)|\/-?${FORM_END})(?![\p{L}-])|(?<!\p{L})(\p{L}{3,})(?:e?er|e|if|ien|t?eur|${FORM_END})?\/\1(?:t?eur|${FORM_END})(?!\p{L})`;

function bothForms(found: string): string {
	const [, stem = '', end = ''] = /^(\p{L}+)\P{L}+(\p{L}+)/u.exec(found) ?? [];
	const replaced = new RegExp(`${ENDS_INSTEAD.get(end) ?? ''}$`);
	const other = end.startsWith(stem.slice(0, 3)) ? end : `${stem.replace(replaced, '')}${end}`;
	return `Write (${stem} OR ${other})`;
}

/** Titles of a list, as terms of an expression. */
const joined = (titles: readonly string[]): string =>
	titles.map((title) => (/^[^\s"()]+$/.test(title) ? title : `"${title}"`)).join(' OR ');

const NUMBER = /(?:^|\s)(?:\d{1,2}[.)]|[a-h]\))\s+/;
const NUMBERS = new RegExp(NUMBER, 'g');
const BULLET = /(?:^|\s)[•·▪‣◦*–-]\s+/;
const COMMA_OR = /\s*(?:(?:(?<!&[#\w]{1,8});|[,|，；、])\s*(?:(?:or|and|OR|AND)\s)?|\sor\s)\s*/;

const cleaned = (parts: readonly string[]): string[] =>
	parts.map((part) => part.trim().replace(/^["'\s]+|["'\s,;]+$/g, '')).filter((part) => part !== '');

const hasLevel = (title: string): boolean => (levelOf(title) ?? 'other') !== 'other';

const JOINED = /,[^,]*\s(?:and|&|und|et|y|e|en)\s\S+\s[^,]*$/i;
const A_PERSON = /(?:[eo]r|ist|ant|eur|ian|ive|yst)s?$/i;

/** Whether the parts are the fields of one person: "Quality, Health and Safety Manager", but not "Director, Buyer and Sales Manager". */
const areFieldsOfOne = (parts: readonly string[], text: string): boolean =>
	parts.length < 10 &&
	JOINED.test(text) &&
	!parts.slice(0, -1).some((part) => hasLevel(part) || A_PERSON.test(part));

/** Whether parts between commas are titles of their own: "VP Sales, Head of Sales", but not "Vice President, Sales". */
function areTitles(parts: readonly string[], text: string): boolean {
	if (areFieldsOfOne(parts, text)) return false;
	const [first = '', ...more] = parts;
	return (more.length > 1 && !hasLevel(first)) || more.slice(0, 50).some(hasLevel);
}

/** The titles of a text that is a list: by number, line, bullet, comma or semicolon. Undefined if it's one title. */
export function titlesIn(given: string): string[] | undefined {
	if (!/[,;|，；、/\n\t]|^[•·▪‣◦*–a-h\d-]/.test(given)) return undefined;
	const phrases: string[] = [];
	const text = given
		.replace(/^\[(.*)\]$/s, '$1')
		.replace(/"[^"]*"/g, (phrase) => `"${phrases.push(phrase) - 1}"`);
	const by = (separator: RegExp) =>
		cleaned(
			text
				.split(separator)
				.map((part) => part.replace(/"(\d+)"/g, (_, at: string) => phrases[Number(at)] ?? '')),
		);
	if (/^(?:\d{1,2}[.)]|[a-h]\))\s.*\s(?:\d{1,2}[.)]|[a-h]\))\s/s.test(text)) return by(NUMBER);
	const lines = by(/\n/).map((line) => line.replace(NUMBER, '').replace(BULLET, '').trim());
	if (lines.length > 1) return lines;
	const points = /^[•·▪‣◦*–-]\s/.test(text) ? by(BULLET) : [];
	if (points.length > 1) return points;
	const cells = /[/\t]/.test(text) ? by(/\t|(?<!\band|\bor)\//i) : [];
	if (
		cells.length > 1 &&
		cells.every((part) => hasLevel(part) && (text.includes('\t') || /\S\s\S/.test(part)))
	)
		return cells;
	const parts = /[,;|，；、]/.test(text) ? by(COMMA_OR) : [];
	return parts.length > 1 && areTitles(parts, text) ? parts : undefined;
}

const MAX_WRITTEN = 500;

/** What to do, with the text to write, unless that is too long to read. */
const adviceToWrite = (text: string, inShort: string): string =>
	text.length > MAX_WRITTEN ? inShort : `${inShort}: write ${text}`;

const writeList = (text: string): string =>
	adviceToWrite(
		joined(titlesIn(text) ?? [text]),
		'Put OR between titles, and quotes around those of several words',
	);

/** A list of titles without an operator. */
const listOnly = (text: string): string | undefined =>
	/(?<![^\s(])(?:AND|OR|NOT|EXACT)(?![^\s(])|[()]/.test(
		text.replace(NUMBERS, ' ').replace(/[,;]\s*(?:AND|OR)\s/g, ', '),
	)
		? undefined
		: titlesIn(text) && text;

const LEVEL_FORM = String.raw`(?:[se]?vps?|vice[- ]presidents?|directors?|managers?|heads?|chiefs?|presidents?|supervisors?|exec(?:utive)?s?|partners?|owners?|founders?|leads?|seniors?|c[- ]?(?:level|suite|xo?)|direktor(?:en)?|(?:abteilungs|bereichs)?leiter|direct(?:eur|or|ore)s?|gerentes?|responsables?)`;
const AND_ABOVE = String.raw`(?:and|or|&|und|oder|et|ou|y|o|e|ed|en)[\s-]+(?:above|up|upwards?|higher|beyond|over|more senior|höher|darüber|aufwärts|plus|supérieure?s?|au-dessus|superior(?:es)?|acima|superiori?)|of hoger`;
const NOBODY = String.raw`(?:(?:key|senior|top|it|main)\s)?(?:decision[- ]?makers?|budget[- ]?holders?)|(?:senior|upper|top|executive|middle) (?:management|leadership)(?: team)?|(?:leadership|management) team|entscheider(?:in(?:nen)?)?|entscheidungsträger(?:in(?:nen)?)?|führungskr[aä]fte?|décideurs?|décisionnaires?|tomador(?:es)? de decis(?:ão|iones|ion|ión|ões)|decisores|decisori|beslissers?|(?:all|any) levels?|c[- ]?x?os|decydent(?:ka)?|decydenci|karar vericiler(?:i)?|лпр`;

/** Where a whole term begins and ends, in an expression or alone. */
const whole = (form: string): string =>
	String.raw`(?<=^|[("]|(?<!\S)(?:AND|OR|NOT)\s)(?:${form})(?=$|[)"]|\s(?:AND|OR|NOT)(?!\S))`;

const NO_TITLE_HAS_IT = new RegExp(
	[
		String.raw`(?<![\p{L}\p{N}])${LEVEL_FORM}\s?\+(?![\p{L}\p{N}+])`,
		String.raw`(?<![\p{L}\p{N}])${LEVEL_FORM}[\s,-]+(?:${AND_ABOVE})(?![\p{L}\p{N}])`,
		String.raw`(?<![\p{L}\p{N}])${LEVEL_FORM}\s(?:upwards?|aufwärts)(?![\p{L}\p{N}])`,
		String.raw`(?<![\p{L}\p{N}])c[- ]?(?:level|suite)s?(?![\p{L}\p{N}])`,
		String.raw`(?<![\p{L}\p{N}])(?:[se]?vp|vice[- ]president|director|head|board|executive)[- ]level(?!s?\s*\d|[\p{L}\p{N}])`,
		String.raw`(?:≥|>=?)\s?${LEVEL_FORM}`,
		String.raw`(?:クラス|[及級级])?以上|意思決定者|决策[者人]|(?:부장|과장|차장|이사|임원|팀장)급?\s?이상|임원급|의사결정권자`,
		String.raw`(?<!\p{L})(?:dyrektor|kierownik|директор|руководитель|менеджер|müdür)\s(?:i wyżej|lub wyżej|и выше|ve üzeri)(?!\p{L})`,
		whole(
			`${NOBODY}|above|higher|upwards?|beyond|(?:above|at least|minimum|mindestens|ab|desde|from) ${LEVEL_FORM}`,
		),
	].join('|'),
	'iu',
);

/** What only one kind of title has: CxO with a small x, since CXO is a title, too. */
const ANY_CHIEF = /(?<![\p{L}\p{N}])C[- ]?x[- ]?Os?(?![\p{L}\p{N}])/u;

const USE_LEVELS = 'At a radar, choose Seniorities instead of job titles. To filter updates, choose Levels';

const level = (form: Sign['form'], refuses: string, passes: string): Sign => ({
	form,
	is: (found) => `"${found}" is a level, which no title says in these words`,
	todo: { expression: USE_LEVELS, phrase: USE_LEVELS },
	source: LEVEL_WORDS,
	refuses,
	passes,
});

/** The words between operators of a phrase, with what the service takes for them. */
function outsideQuotes(text: string): string {
	const parts = text.split(
		/\s+(AND NOT|OR NOT|and\/or|AND|UND|ODER|OU|ELLER|OR|oder|ou|veya|или|lub|eller|or)\s+/,
	);
	const terms = parts.map((part, index) => {
		if (index % 2 === 1)
			return /^(?:AND(?: NOT)?|OR NOT|UND)$/.test(part) ? part.replace('UND', 'AND') : 'OR';
		const [, not = '', term = part] = /^(NOT\s+|not\s+)?(.*)$/s.exec(part) ?? [];
		return `${not && 'NOT '}"${term.trim()}"`;
	});
	return parts.length > 1 ? `(${terms.join(' ')})` : terms.join(' ');
}

/** Words for any title, or for none, alone. */
const ANY_WORD =
	/^(?:all(?: titles)?|any titles?|every(?:one|body)|alle|beliebig|todos|todas|tous|toutes|tutti|tutte|wszyscy|wszystkie|все|tümü|すべて|全部|所有)$/i;
const USE_ANY = 'For no filter, leave Job Titles out, or write any';

const OPENING = String.raw`[{\uff08\uff3b\uff5b「『｢【〔《〈`;
const BRACKET = new RegExp(String.raw`[${OPENING}\]}\uff09\uff3d\uff5d」』｣】〕》〉]`);
const OPENS = new RegExp(`[${OPENING}]`);
const PHRASE_OR_BRACKET = new RegExp(`"[^"]*"|${BRACKET.source}`, 'g');

/** Signs of whole expressions, and of what a title may not hold. */
export const TITLE_SIGNS: readonly Sign[] = [
	level(NO_TITLE_HAS_IT, 'VP+', 'C++'),
	level(ANY_CHIEF, 'CxO', 'CXO'),
	{
		form: (text) => {
			const word = text.trim().replace(/^"(.*)"$/, '$1');
			return ANY_WORD.test(word) || NO_VALUE_CELL.test(word) ? word : undefined;
		},
		is: 'is searched as a title',
		todo: { expression: USE_ANY, title: USE_ANY },
		source: 'words for any and none, as people write them in their own language',
		refuses: 'alle',
		passes: 'allergist',
	},
	{
		form: /^(?:NOT|not)\s\S/,
		is: searchedAsOne('title'),
		todo: { title: `Enter it in ${TITLE_LISTS.noneOf}, without NOT` },
		source: WEB_SEARCHES,
		refuses: 'NOT intern',
		passes: 'Notary',
	},
	{
		form: /^(?=.*\p{Ll}).*(?:^|\s)(?:AND|UND|ODER|OU|ELLER)\s\S|\S\s(?:or|oder|ou|veya|или|lub|eller|and\/or|AND NOT)\s\S|(?:^|\s)not\s\S|\S\sOR\s\S|(?:^|\s)NOT\s\S/u,
		is: searchedAsOne('title'),
		todo: {
			phrase: (_, text) => adviceToWrite(outsideQuotes(text), 'Put AND, OR and NOT outside the quotes'),
			title: ONE_PER_LINE_OR_SEARCH,
		},
		source: WEB_SEARCHES,
		refuses: 'CEO OR CTO',
		passes: 'Research and Development',
	},
	{
		form: listOnly,
		is: 'is a list',
		todo: { expression: (_, text) => writeList(text) },
		source: 'lists pasted into one field, by line, number, bullet or comma',
		refuses: '1. CEO 2. CFO',
		passes: '"Vice President, Sales"',
	},
	{
		form: (text) => (/^"[^"]*"$/.test(text) ? undefined : titlesIn(text) && text),
		is: MAY_BE_SEVERAL,
		todo: {
			phrase: (_, text) => writeList(text).replace(/write (.*)$/, 'write ($1)'),
			title: ONE_PER_LINE,
		},
		source: 'lists pasted into one pair of quotes, or one line',
		refuses: 'VP Sales, Head of Sales',
		passes: 'Vice President, Sales',
	},
	{
		form: /[,;，；、]$/,
		is: 'ends with a separator, which is searched literally',
		todo: { phrase: (_, text) => `Write "${text.replace(/[\s,;，；、]+$/, '')}"` },
		source: 'lists pasted into one field, one line each',
		refuses: 'CEO,',
		passes: 'CEO.',
	},
	{
		form: leftOut(
			/:/,
			String.raw`-?(?:site|filetype|ext|inurl|url|link|related|cache|lang|language|loc|location|company|org|before|after|domain|host|source|country|city):\s?(?:"[^"]*"|[^\s()"]+)`,
		),
		is: "is a field of another search, which titles don't have",
		todo: { expression: LEAVE_OUT },
		source: WEB_SEARCHES,
		refuses: 'site:network.example/in AND ceo',
		passes: '"Site Manager: Berlin"',
	},
	{
		form: (text) => FIELD_OF_TERM(text) ?? FIELD_ALONE(text),
		is: 'is a field of another search, which is searched literally',
		todo: { expression: LEAVE_OUT },
		source: WEB_SEARCHES,
		refuses: 'intitle:"VP Sales"',
		passes: '"Sales: EMEA"',
	},
	{
		form: leftOut(
			/www|\w\//,
			String.raw`(?:https?:\/\/|www\.)[^\s()"]+|(?<![\p{L}\p{N}.-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/(?:in|pub|company|people|profiles?|jobs?)(?:\/[^\s()"]*)?(?=[\s)]|$)`,
		),
		is: 'is a web address, which no title has',
		todo: { expression: LEAVE_OUT },
		source: WEB_SEARCHES,
		refuses: 'network.example/in AND "head of sales"',
		passes: 'node.js/react',
	},
	{
		form: leftOut(/[(/|]/, ADVERT_END),
		is: "is the end of an advert, which people don't have in their titles",
		todo: { expression: LEAVE_OUT },
		source: ADVERTS,
		refuses: 'Vertriebsleiter (m/w/d)',
		passes: '"Vertriebsleiter (m/w/d)"',
	},
	{
		form: new RegExp(String.raw`[\p{L}\p{N})]\s*(?:${ADVERT_END})|\p{L}{3,}\(${FORM_END}\)`, 'iu'),
		is: "has the ending of an advert, which people don't have in their titles",
		todo: {
			person: (_, text) =>
				`Write "${text
					.replace(new RegExp(String.raw`\s*(?:${ADVERT_END})`, 'giu'), '')
					.replace(new RegExp(String.raw`(?<=\p{L}{3})\(${FORM_END}\)`, 'giu'), '')
					.trim()}"`,
		},
		source: ADVERTS,
		refuses: 'Vertriebsleiter (m/w/d)',
		passes: 'Vertriebsleiter (EMEA)',
	},
	{
		form: outside(/[(/]/, new RegExp(BOTH_FORMS, 'u')),
		is: 'stands for two titles',
		todo: { expression: bothForms },
		source: ADVERTS,
		refuses: 'Leiter(in)',
		passes: 'Leiter AND (Verkauf)',
	},
	{
		form: outside(/\(/, new RegExp(String.raw`\p{L}{3,}\s(?:AND|OR)\s\(${FORM_END}\)`, 'u')),
		is: 'has the end of a form, which is searched as a title',
		todo: {
			expression: (found) => {
				const [, stem = '', end = ''] = /^(\S+) .*\((.*)\)$/.exec(found) ?? [];
				return `Write (${stem} OR ${stem}${end})`;
			},
		},
		source: ADVERTS,
		refuses: 'Vertriebsleiter OR (in)',
		passes: 'Vertriebsleiter OR (hr)',
	},
	{
		form: outside(
			/N|PAS/,
			/(?<!\S)(?:BUT|EXCEPT|SAUF|MAIS|ABER|PERO|MAS|MA|MAAR|UND|ET|Y|E|EN)\s+(?:NOT|NICHT|NON|PAS|NO|NIET|NÃO)(?!\S)/,
		),
		is: NO_OPERATOR,
		todo: { expression: 'Write AND NOT' },
		source: 'operators as people write them in their own language',
		refuses: 'CTO BUT NOT intern',
		passes: 'CTO AND NOT intern',
	},
	{
		form: (text) => outside(BRACKET, BRACKET)(text) && text,
		is: searchedLiterally('brackets', 'are'),
		todo: {
			expression: (_, text) =>
				adviceToWrite(
					text.replace(PHRASE_OR_BRACKET, (part) => {
						if (part.startsWith('"')) return part;
						return OPENS.test(part) ? '(' : ')';
					}),
					'Use parentheses around titles',
				),
		},
		source: WEB_SEARCHES,
		refuses: '[sales OR marketing]',
		passes: '"Engineer [Remote]"',
	},
	{
		form: /\p{Script=Han}(?:或者?|または|もしくは|あるいは|及び|および)[\p{Script=Han}\p{Script=Katakana}]/u,
		is: searchedAsOne('word'),
		todo: {
			word: (found, text) => {
				const [, or = ''] = /(或者?|または|もしくは|あるいは|及び|および)/.exec(found) ?? [];
				return `Write (${text.split(or).join(/[及お]/.test(or) ? ' AND ' : ' OR ')})`;
			},
		},
		source: 'operators as people write them in their own language',
		refuses: '总监或经理',
		passes: '总监',
	},
];
