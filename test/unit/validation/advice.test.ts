import {
	checkJobTitles,
	compileJobTitles,
	parseJobTitles,
} from '../../../nodes/shared/values/rules/jobTitles/check';
import { matchJobTitle } from '../../../nodes/shared/values/rules/jobTitles/match';
import type { ValidationResult } from '../../../nodes/shared/values/basics/refusal';
import { SIGNS } from '../../../nodes/shared/values/signs/find';

type Titles = Readonly<Record<'anyOf' | 'allOf' | 'noneOf', string>>;

const onlyAny = (anyOf: string): Titles => ({ anyOf, allOf: '', noneOf: '' });

/** What a check says about a text: the reason, and what to do. Nothing if it's accepted. */
function adviceIn(result: ValidationResult<unknown>): string | undefined {
	if (!result.ok) return result.problems.map(({ what, todo }) => `${what.split('\n', 1)[0]} ${todo}`)[0];
	return result.doubts[0]?.what;
}

/** The text with the words that a message quotes at its beginning replaced. */
function replaced(text: string, message: string, by: string): string {
	const [, quoted = ''] =
		/^(?:.*?\(character \d+\)\. )?"(.*?)" (?:is|has|stands|may|begins|ends|contains) /s.exec(message) ?? [];
	const at = text.replace(/\s/g, ' ').indexOf(`"${quoted}"`);
	// A phrase is quoted with its own quotes.
	if (at >= 0 && /^["(]|^NOT "/.test(by)) return text.slice(0, at) + by + text.slice(at + quoted.length + 2);
	const start = text.replace(/\s/g, ' ').indexOf(quoted);
	if (quoted === '' || start < 0)
		throw new Error(`${JSON.stringify(text)} doesn't have what this is about: ${message}`);
	return text.slice(0, start) + by + text.slice(start + quoted.length);
}

type Obey = [advice: RegExp, obey: (text: string, found: string[], message: string) => string | undefined];

const inText = (find: RegExp | string, by: string) => (text: string) => text.replace(find, by);

/** Each piece of advice on an expression, obeyed to the letter. No title filter is left where it leads to levels. */
const OBEYED: readonly Obey[] = [
	[/choose Seniorities instead of job titles/, () => undefined],
	[/leave Job Titles out/, () => undefined],
	[
		/Write (AND NOT|OR NOT|AND|OR) instead of (\S+)\.$/,
		(text, [operator = '', sign = '']) => text.replace(sign, ` ${operator} `),
	],
	[
		/Put the title in quotes, (".*"), or write/s,
		(text, [title = '']) => text.replace(title.slice(1, -1), title),
	],
	[
		/write (AND|OR) in capitals/,
		(text, [operator = '']) => text.replace(new RegExp(` ${operator} `, 'i'), ` ${operator} `),
	],
	[
		/Write operators in capitals/,
		(text) => text.replace(/(?<= )(?:and|or|not)(?= )/gi, (word) => word.toUpperCase()),
	],
	[/Write AND, or put the words in quotes/, (text, _, message) => replaced(text, message, 'AND')],
	[/Write (\S+), and AND between titles/, inText(/(?:^|\s)\+(?=\S)/g, ' AND ')],
	[/such as (\(.*\))\.$/, (text, [titles = ''], message) => replaced(text, message, titles)],
	[
		/(?:Write|write) only the title, (.*)\.$/,
		(text, [title = ''], message) => replaced(text, message, title),
	],
	[
		/Write AND NOT\.$/,
		(text, _, message) =>
			/and NOT \(/.test(message) ? text.replace(/ NOT /, ' AND NOT ') : replaced(text, message, 'AND NOT'),
	],
	[/Write AND or OR here/, inText(/(?<=["\w)]) (?=["\w(])(?!(?:AND|OR|NOT)\b)(?<!(?:AND|OR|NOT) )/, ' OR ')],
	[
		/(?:W|: w|\. W)rite ((?:AND|OR)(?: NOT)?|NOT)\.$/,
		(text, [operator = ''], message) => replaced(text, message, operator),
	],
	[/(?:W|: w)rite (.+)\.$/s, (text, [by = ''], message) => replaced(text, message, by)],
	[/Use (?:straight )?(?:double )?quotes \("\)/, inText(/&quot;|[‘’'`“”„″]/g, '"')],
	[/Close the phrase with a second double quote/, (text) => `${text}"`],
	[/Leave them out/, (text) => text.replace(/[<>]/g, '').replace(/^"['‘](.*)['’]"$/, '"$1"')],
	[/Leave it out/, (text, _, message) => replaced(text, message, '').trim()],
	[/Enter the text as people read it/, (text) => decoded(text)],
	[/Add a title, or remove the operator/, inText(/^(?:AND|OR)\s+|\s+(?:AND|OR|NOT)$/g, '')],
];

const decoded = (text: string) =>
	decodeURIComponent(text.replaceAll('&amp;', '&').replace(/<\/?\w+>/g, ' '))
		.replace(/\\u00e4/g, 'ä')
		.replace(/(?<=\p{L})\?(?=\p{L})/gu, 'ü');

function obey(text: string, message: string): string | undefined {
	for (const [advice, apply] of OBEYED) {
		const found = advice.exec(message);
		if (found) {
			const [, ...words] = found;
			const next = apply(text, words, message);
			if (next === text) throw new Error(`${JSON.stringify(text)} can't be changed as told: ${message}`);
			return next;
		}
	}
	throw new Error(`Nobody can obey this: ${message}`);
}

const UNRELATED = ['Nurse', 'Zookeeper', 'Lighthouse Keeper'];

/** Follows the advice on an expression until it is accepted. Returns all steps. */
function follow(expression: string): string[] {
	const steps = [expression];
	for (;;) {
		const text = steps.at(-1) ?? '';
		const advice = adviceIn(checkJobTitles(text, { isOfPeople: true }));
		if (advice === undefined) return steps;
		if (steps.length > 3) throw new Error(`Still refused after three times: ${steps.join(' → ')}: ${advice}`);
		const next = obey(text, advice);
		if (next === undefined) return [...steps, '(no title filter)'];
		steps.push(next.trim());
	}
}

/** Fails if the filter that the advice leads to is too wide or too narrow, or takes more than two steps. */
function expectGood(steps: string[]) {
	expect(steps.length - 1).toBeLessThanOrEqual(2);
	const last = steps.at(-1) ?? '';
	if (last === '(no title filter)') return;
	const parsed = parseJobTitles(last);
	if (!parsed.ok) throw new Error(`${last} is no expression`);
	const { terms } = parsed.value;
	const matched = (title: string) => matchJobTitle(parsed.value, title).matches;
	if (!/NOT/.test(last)) {
		expect(UNRELATED.filter(matched)).toEqual([]);
		expect(matched(terms.map(({ text }) => text).join(' '))).toBe(true);
	}
	expect(terms.filter(({ text }) => /^(?:in|innen|[mwd]|and|or|not)$|[:/<>|*「」]/i.test(text))).toEqual([]);
}

/** An expression in which a row of the table has its sign. */
function expressionsOf({ todo, refuses }: (typeof SIGNS)[number]): string[] {
	const isOperator = 'word' in todo && /^(?:Write (?:AND|OR|NOT)|Write operators)/.test(String(todo.word));
	return [
		...('expression' in todo ? [refuses] : []),
		...('word' in todo ? [isOperator ? `director ${refuses} sales` : (refuses.split(' ').at(-1) ?? '')] : []),
		...('phrase' in todo || 'person' in todo ? [`"${refuses}"`] : []),
	];
}

describe('advice on an expression, obeyed to the letter', () => {
	it.each(SIGNS.flatMap(expressionsOf))(
		'leads to one that is right, in two steps at most: %s',
		(expression) => {
			const steps = follow(expression);
			expect(steps.length).toBeGreaterThan(1);
			expectGood(steps);
		},
	);

	it.each<[string, string]>([
		['intitle:"VP Sales" AND (Berlin OR Munich)', '"VP Sales" AND (Berlin OR Munich)'],
		['intitle: AND "VP Sales"', '"VP Sales"'],
		['title:"VP Sales" OR headline:"Head of Sales"', '"VP Sales" OR "Head of Sales"'],
		['allintitle: sales director', '"sales director"'],
		[
			'site:network.example/in ("sales director" OR "head of sales")',
			'("sales director" OR "head of sales")',
		],
		['"head of sales" AND site:network.example/in', '"head of sales"'],
		['"head of sales" -site:jobs.example', '"head of sales"'],
		['filetype:pdf CEO', 'CEO'],
		['network.example/in AND "head of sales"', '"head of sales"'],
		['(CEO OR CFO) AND https://network.example/in/', '(CEO OR CFO)'],
		['Vertriebsleiter (m/w/d)', 'Vertriebsleiter'],
		['Vertriebsleiter (w/m/x)', 'Vertriebsleiter'],
		['Vertriebsleiter m/w/d', 'Vertriebsleiter'],
		['Commercial H/F', 'Commercial'],
		['"Vertriebsleiter (m/w/d)"', '"Vertriebsleiter"'],
		['"Commercial H/F"', '"Commercial"'],
		['"Leiter(in) Vertrieb"', '"Leiter Vertrieb"'],
		['Leiter(in)', '(Leiter OR Leiterin)'],
		['Leiter/in OR CEO', '(Leiter OR Leiterin) OR CEO'],
		['Abogado/a', '(Abogado OR Abogada)'],
		['alle', '(no title filter)'],
		['chargé(e) AND recrutement', '(chargé OR chargée) AND recrutement'],
		['Vertriebsleiter OR (in)', '(Vertriebsleiter OR Vertriebsleiterin)'],
		['CEO\nVP Sales\nHead of Sales', 'CEO OR "VP Sales" OR "Head of Sales"'],
		['1. CEO 2. CFO', 'CEO OR CFO'],
		['1) CEO\n2) Head of Sales', 'CEO OR "Head of Sales"'],
		['• CEO • CFO', 'CEO OR CFO'],
		['- CEO\n- CFO', 'CEO OR CFO'],
		['VP Sales, Head of Sales', '"VP Sales" OR "Head of Sales"'],
		['"VP Sales", "Head of Sales" or CRO', '"VP Sales" OR "Head of Sales" OR CRO'],
		['CEO; CFO; CTO', 'CEO OR CFO OR CTO'],
		['CEO,CFO', 'CEO OR CFO'],
		['"vp sales, director sales"', '("vp sales" OR "director sales")'],
		['"vp sales; director sales"', '("vp sales" OR "director sales")'],
		['"vp sales/director sales"', '("vp sales" OR "director sales")'],
		['"vp sales, director sales" AND emea', '("vp sales" OR "director sales") AND emea'],
		['müdür VEYA direktör', 'müdür OR direktör'],
		['директор ИЛИ руководитель', 'директор OR руководитель'],
		['总监 或 经理', '总监 OR 经理'],
		['总监或经理', '(总监 OR 经理)'],
		['CEO oder CFO', 'CEO OR CFO'],
		['directeur SAUF adjoint', 'directeur AND NOT adjoint'],
		['Leiter OHNE Praktikant', 'Leiter AND NOT Praktikant'],
		['CTO BUT NOT intern', 'CTO AND NOT intern'],
		['CTO ANDNOT intern', 'CTO AND NOT intern'],
		['Vertriebsleiter UND NICHT Praktikant', 'Vertriebsleiter AND NOT Praktikant'],
		['sales AND recruit*', 'sales AND (recruiter OR recruiting)'],
		['sales AND CEO|CTO', 'sales AND (CEO OR CTO)'],
		['"CEO OR CTO"', '("CEO" OR "CTO")'],
		['"CEO oder CTO" AND sales', '("CEO" OR "CTO") AND sales'],
		['sales AND "NOT assistant"', 'sales AND NOT "assistant"'],
		['sales & marketing', '"sales & marketing"'],
		['"Engineer [Remote]" OR [sales]', '"Engineer [Remote]" OR (sales)'],
		['"Verkoper m/v"', '"Verkoper"'],
		['（sales OR marketing） AND manager', '(sales OR marketing) AND manager'],
		['【部長】 OR 課長', '(部長) OR 課長'],
		['a) CEO b) CFO', 'CEO OR CFO'],
		['CEO\tCFO', 'CEO OR CFO'],
		['CEO, CFO, AND CTO', 'CEO OR CFO OR CTO'],
		['["CEO", "CFO"]', 'CEO OR CFO'],
		['CEO AND/OR CFO', 'CEO OR CFO'],
		['CEO and/or CFO', 'CEO OR CFO'],
		['"CEO,"', '"CEO"'],
		['"head of sales" NOT assistant', '"head of sales" AND NOT assistant'],
		['"Vendeur(se)"', '"Vendeur"'],
		['Kaufmann/-frau', '(Kaufmann OR Kauffrau)'],
		['Krankenschwester/-pfleger OR Arzt', '(Krankenschwester OR Krankenpfleger) OR Arzt'],
		['Directeur/rice', '(Directeur OR Directrice)'],
		['Vendeur/-euse', '(Vendeur OR Vendeuse)'],
		['Conseiller/ère', '(Conseiller OR Conseillère)'],
		['Verkäufer/Verkäuferin', '(Verkäufer OR Verkäuferin)'],
		['Directrice/Directeur', '(Directrice OR Directeur)'],
		['VP+', '(no title filter)'],
		['VP-and-above', '(no title filter)'],
		['ab Direktor', '(no title filter)'],
		['部長以上', '(no title filter)'],
		['总监及以上 OR 决策者', '(no title filter)'],
		['부장 이상', '(no title filter)'],
		['директор и выше', '(no title filter)'],
		['decydenci', '(no title filter)'],
		['"VP and above"', '(no title filter)'],
		['Director or above', '(no title filter)'],
		['VP AND above', '(no title filter)'],
		['C-level OR VP', '(no title filter)'],
		['decision maker', '(no title filter)'],
	])('leads from %s to %s', (expression, expected) => {
		const steps = follow(expression);
		expect(steps.at(-1)).toBe(expected);
		expectGood(steps);
	});
});

/** Each piece of advice on a title of a list, obeyed to the letter. */
function obeyInList(title: string, message: string): Titles | undefined {
	if (/choose Seniorities|leave Job Titles out/.test(message)) return undefined;
	if (/Enter one title per line/.test(message))
		return onlyAny(
			title.replace(/\s*(?:[,;|\t、/]|\s(?:AND|OR|or|oder)\s|(?:^|\s)\d[.)]\s)\s*/g, '\n').trim(),
		);
	if (/None of These/.test(message))
		return { ...onlyAny('sales'), noneOf: title.replace(/^(?:NOT\s+|[-!–])/, '') };
	if (/All of These/.test(message)) return { ...onlyAny(''), allOf: title.replace(/^\+/, '') };
	if (/Enter only the title/.test(message)) return onlyAny(title.replace(/^\w+[:=]/, ''));
	if (/Leave it out/.test(message)) return onlyAny(title.replace(/^\S+\s/, ''));
	if (/Leave them out/.test(message)) return onlyAny(title.replace(/['‘’]/g, ''));
	if (/such as \(recruiter OR recruiting\)/.test(message)) return onlyAny('recruiter\nrecruiting');
	if (/Use straight quotes/.test(message)) return onlyAny(title.replace(/[“”]/g, ''));
	if (/Enter the text as people read it/.test(message)) return onlyAny(decoded(title));
	const [, written] = /Write "(.*)"\.$/.exec(message) ?? [];
	if (written !== undefined) return onlyAny(written);
	throw new Error(`Nobody can obey this: ${message}`);
}

const LISTED = SIGNS.filter(({ todo }) => 'title' in todo || 'phrase' in todo || 'person' in todo).map(
	({ refuses }) => refuses,
);

describe('advice on a title of a list, obeyed to the letter', () => {
	it.each([
		...LISTED,
		'Head of Sales, CFO',
		'VP Sales/Head of Sales',
		'1. CEO 2. CFO',
		'CEO oder CTO',
		'VP+',
		'Director or above',
	])('leads to titles that are right: %s', (title) => {
		const check = (titles: Titles) => adviceIn(compileJobTitles(titles, { isOfPeople: true }));
		const advice = check(onlyAny(title)) ?? '';
		const next = obeyInList(title, advice);
		if (next) expect(check(next)).toBeUndefined();
	});
});
