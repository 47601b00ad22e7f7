import { sameTitle } from '../../basics/sameText';
import { normalize, type Expression, type ParsedJobTitles, type Term } from './parser';
import { NAMED } from '../../basics/inWords';

interface TitleMatch {
	matches: boolean;
	/** Whether the service may decide differently: it may read letters as they are written, or find terms inside longer words. */
	uncertain: boolean;
	/** The terms that decided the match, e.g. `excluded by NOT "intern"`. */
	why: readonly string[];
}

/** Scripts whose words stand side by side without a border, such as the title in 営業部長. */
const NO_BORDERS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];

/** The ends of texts inside a word. Not `$`: directly after a class, V8 14.6 (Node 26) finds no character beyond U+FFFF with it. */
const insideOf = (letters: string) => ({
	starts: new RegExp(`^${letters}`, 'u'),
	ends: new RegExp(`${letters}\\p{M}*(?![^])`, 'u'),
});

const ANY_LETTERS = insideOf('[\\p{L}\\p{N}]');
const BORDERED_WORD = insideOf(
	`(?![${NO_BORDERS.map((script) => `\\p{scx=${script}}`).join('')}])[\\p{L}\\p{N}]`,
);

/** The scripts of titles. Those of one language count as one. */
const SCRIPTS = [
	'Latin',
	'Cyrillic',
	'Greek',
	'Arabic',
	'Hebrew',
	'Devanagari',
	'Georgian',
	'Armenian',
	'Hangul',
	'Thai',
	['Han', 'Hiragana', 'Katakana'],
].map(
	(names) =>
		new RegExp(
			`[${[names]
				.flat()
				.map((name) => `\\p{Script=${name}}`)
				.join('')}]`,
			'u',
		),
);

/** Whether a filter has a term in a script of the title, so that it can judge the title. Digits and signs are of any script. */
export function canJudge({ terms }: ParsedJobTitles, title: string): boolean {
	const own = SCRIPTS.filter((script) => script.test(title));
	return (
		own.length === 0 ||
		terms.some(({ text }) => own.some((script) => script.test(text)) || !/\p{L}/u.test(text))
	);
}

/** Long words of titles that have short ones in them. */
const LONG_WORDS =
	'Accountant Accounting Administrative Administrator Advisory Affairs Apartment Architect Archivist Assistant Associate Auditor Business ' +
	'Capital Commercial Communications Compliance Consultant Contractor Controller Coordinator Corporate Developer Digital Director Editorial ' +
	'Education Engineering Enterprise Environmental Executive Financial Franchise Generalist Head Hospitality Information Infrastructure ' +
	'Installation Institutional Instructor Insurance Integration Internal International Inventory Investigator Investment Leader Leadership ' +
	'Logistics Maintenance Management Manager Manufacturing Marketing Merchandising Operations Organizational Paralegal Partner Partnerships ' +
	'Payroll Performance Postmaster Presales Principal Procurement Production Professional Program Programmer Purchasing Quality Recruiting ' +
	'Regional Relations Representative Research Restaurant Salesforce Scientist Security Smart Specialist Strategist Supervisor Support ' +
	'Sustainability Talent Technician Technologist Training Transformation Treasurer';

/** The negated words that stand in longer words, with those words: a service that looks inside of words excludes them, too. */
export function negatedInside({ root }: ParsedJobTitles): Array<[word: string, inside: string[]]> {
	const negated = new Set<string>();
	const collect = (expression: Expression, isNegated: boolean): void => {
		if ('parts' in expression) expression.parts.forEach((part) => collect(part, isNegated));
		else if ('part' in expression) collect(expression.part, !isNegated);
		else if (isNegated && expression.kind !== 'exact') negated.add(expression.text);
	};
	collect(root, false);
	return [...negated].flatMap((word) => {
		const own = sameTitle(word);
		const inside = LONG_WORDS.split(' ').filter((long) => {
			const text = sameTitle(long);
			return text !== own && text !== `${own}s` && text.includes(own);
		});
		return inside.length > 0 ? [[word, inside] as [string, string[]]] : [];
	});
}

/** Would the expression match this job title, and why (docs/contributing/api.md, job_titles)? */
export function matchJobTitle({ root }: ParsedJobTitles, title: string): TitleMatch {
	const forms = formsOf(title);
	const evaluate = (expression: Expression, isNegated: boolean): TitleMatch => {
		if ('parts' in expression) {
			const { operator, parts } = expression;
			return parts
				.map((part) => evaluate(part, isNegated))
				.reduce((left, right) => combined(operator, left, right));
		}
		if ('part' in expression) {
			const inner = evaluate(expression.part, !isNegated);
			return { ...inner, matches: !inner.matches };
		}
		const { isFound, uncertain } = find(forms, expression);
		return { matches: isFound, uncertain, why: [causeText(expression, isFound, isNegated)] };
	};
	const { why, ...match } = evaluate(root, false);
	return { ...match, why: [...new Set(why)] };
}

/** Where one side alone decides, only its causes count. It's certain if a deciding side is, or if both are. */
function combined(operator: 'AND' | 'OR', left: TitleMatch, right: TitleMatch): TitleMatch {
	const deciding = operator === 'OR';
	const both = [left, right];
	const matches = deciding ? left.matches || right.matches : left.matches && right.matches;
	const sides = both.filter((side) => matches !== deciding || side.matches === deciding);
	const isDecided = both.some((side) => side.matches === deciding && !side.uncertain);
	return {
		matches,
		uncertain: !isDecided && both.some(({ uncertain }) => uncertain),
		why: sides.flatMap(({ why }) => why).slice(0, NAMED),
	};
}

function causeText({ text, kind }: Term, isFound: boolean, isNegated: boolean): string {
	const isExact = kind === 'exact';
	if (isFound && isNegated) return `excluded by NOT ${isExact ? `EXACT("${text}")` : `"${text}"`}`;
	if (isExact) return `${isFound ? 'is' : "isn't"} exactly "${text}"`;
	return `${isFound ? 'contains' : "doesn't contain"} "${text}"`;
}

/** A text as it is compared: letters and signs of one meaning are the same, or nothing but case is. */
interface Forms {
	same: string;
	written: string;
}

const formsOf = (text: string): Forms => ({ same: sameTitle(text), written: normalize(text) });

/** Terms are looked for in many titles. */
const termForms = new WeakMap<Term, Forms>();

function find(title: Forms, term: Term): { isFound: boolean; uncertain: boolean } {
	const own = termForms.get(term) ?? formsOf(term.text);
	termForms.set(term, own);
	const isExact = term.kind === 'exact';
	const isFound = isExact ? title.same === own.same : hasWords(title.same, own.same, BORDERED_WORD);
	// The strictest and the loosest reading of the API.
	const isSure = isExact ? title.written === own.written : hasWords(title.written, own.written, ANY_LETTERS);
	const isPossible = isExact ? isFound : title.same.includes(own.same);
	return { isFound, uncertain: isFound !== isSure || isFound !== isPossible };
}

/** Whether the term is in the title and neither begins nor ends inside a word. */
function hasWords(title: string, term: string, inside: typeof ANY_LETTERS): boolean {
	for (let at = title.indexOf(term); at >= 0; at = title.indexOf(term, at + 1)) {
		const end = at + term.length;
		const beginsInside = inside.starts.test(term) && inside.ends.test(title.slice(Math.max(0, at - 8), at));
		const endsInside = inside.ends.test(term) && inside.starts.test(title.slice(end, end + 2));
		if (!beginsInside && !endsInside) return true;
	}
	return false;
}

/** The terms of each way to fulfil an expression. */
function* waysTo(expression: Expression, isNegated = false): Generator<Term[]> {
	if ('part' in expression) yield* waysTo(expression.part, !isNegated);
	else if (!('parts' in expression)) yield isNegated ? [] : [expression];
	else if ((expression.operator === 'OR') === isNegated) yield* waysToAll(expression.parts, isNegated);
	else for (const part of expression.parts) yield* waysTo(part, isNegated);
}

function* waysToAll([first, ...others]: Expression[], isNegated: boolean): Generator<Term[]> {
	if (!first) return yield [];
	for (const terms of waysTo(first, isNegated))
		for (const more of waysToAll(others, isNegated)) yield [...terms, ...more];
}

const MAX_TRIES = 50;

/** Stands for the words of a title that an expression doesn't ask for. */
const UNASKED_WORD = 'qzx';

/** Whether a title can match. An expression with very many ways to match is taken to. */
export function canMatch(titles: ParsedJobTitles): boolean {
	let tries = 0;
	for (const terms of waysTo(titles.root)) {
		const asked = terms.map(({ text }) => text).join('; ');
		const exact = terms.find(({ kind }) => kind === 'exact')?.text ?? asked;
		const isFound = [`${asked}; ${UNASKED_WORD}`, exact].some(
			(title) => matchJobTitle(titles, title).matches,
		);
		if (isFound || ++tries === MAX_TRIES) return true;
	}
	return false;
}
