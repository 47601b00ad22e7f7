import { LIMITS } from '../../../api/limits';
import type { Refusal } from '../../basics/refusal';
import { quoted, shortened, SMART_QUOTE } from '../../basics/inWords';
import { findSign, signInWords } from '../../signs/find';

/**
 * The `job_titles` language (docs/contributing/api.md, job_titles), as this package reads it. Settled by the API: `AND`, `OR` and `NOT`
 * in capitals, in the order NOT, AND, OR; parentheses; single words bare, phrases in double quotes; `EXACT("…")`; terms of 2 to
 * 100 characters; at most 9,000 characters and 32 nested groups; no case in matching; phrases match as contiguous containment.
 *
 * Left open by the API, and the choice made:
 *
 * | Question | Choice |
 * |---|---|
 * | What a bare word may hold | anything but white space, parentheses and double quotes |
 * | White space | all that Unicode calls so; what is not a blank, tab or line end is sent as a blank |
 * | Blanks around operators, parentheses, quotes | needed only where two words would run together |
 * | Escapes in a phrase | none: a backslash is a character like others (hint), a double quote ends the phrase |
 * | Smart quotes | in pairs, read as straight ones (hint); a single one is a character of a word (hint) |
 * | Characters | code points |
 * | Blanks at the ends of a phrase | don't count for the length |
 * | Two terms without an operator | refused, also `a NOT b`: it is `a AND NOT b` |
 * | `NOT NOT a` | allowed |
 * | Nested groups | parentheses inside parentheses; `EXACT(` does not count, nor does the whole expression |
 * | `EXACT (` with a blank, blanks inside the parentheses | allowed |
 * | `EXACT` without a parenthesis, `and`, `or`, `not`, `exact` in lower case | words to look for (hint) |
 * | Whole words | a term matches whole words only: `art` is not in "Smart Manager", `C++` is in "C++ Developer"; scripts without borders between words have none: `部長` is in 営業部長 |
 * | Normalized title | letters of one meaning are the same (`sameTitle`), every run of white space one blank, none at the ends |
 */

/** What a term looks for. */
export interface Term {
	/** As it is written, without quotes. */
	text: string;
	/** `exact` is `EXACT("…")`: the whole title must be the text. */
	kind: 'word' | 'phrase' | 'exact';
}

/** What a title must or must not contain. */
export type Expression =
	Term | { operator: 'AND' | 'OR'; parts: Expression[] } | { operator: 'NOT'; part: Expression };

/** A well-formed expression, with its terms in their order. */
export interface ParsedJobTitles {
	/** What is sent as `job_titles`. */
	expression: string;
	terms: readonly Term[];
	root: Expression;
}

/** The same but for case, as the API says. */
export const normalize = (text: string): string =>
	text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** In code points, without blanks at the ends. */
export const lengthOf = (text: string): number => Array.from(text.trim()).length;

/** A token as written, and its position. The last one of an expression is `END`. */
interface Token {
	kind: '(' | ')' | 'AND' | 'OR' | 'NOT' | 'EXACT' | 'word' | 'phrase' | 'END';
	text: string;
	at: number;
}

/** `EXACT` with a parenthesis after it, parentheses, phrases, and words. Other white space was made a blank before. */
const TOKEN = /(EXACT)(?=[ \t\n\r]*\()|[()]|"[^"]*"?|[^ \t\n\r()"]+/g;

const OPERATORS = ['(', ')', 'AND', 'OR', 'NOT'] as const;

function kindOf(text: string, exact: string | undefined): Token['kind'] {
	if (exact !== undefined) return 'EXACT';
	return OPERATORS.find((sign) => sign === text) ?? (text.startsWith('"') ? 'phrase' : 'word');
}

const isUnclosed = ({ kind, text }: Token): boolean =>
	kind === 'phrase' && (text.length === 1 || !text.endsWith('"'));

/** The parsed expression, or its first problem: an unclosed quote, or else a mistake in the grammar. */
export function parseExpression(expression: string): Pick<ParsedJobTitles, 'terms' | 'root'> | Refusal {
	const tokens = Array.from(expression.matchAll(TOKEN), ({ 0: text, 1: exact, index: at }): Token => ({
		kind: kindOf(text, exact),
		text,
		at,
	}));
	const unclosed = tokens.find(isUnclosed);
	if (unclosed) return quoteNotClosed(expression, unclosed.at);
	return new Parser([...tokens, { kind: 'END', text: '', at: expression.length }]).parse();
}

/** Recursive descent: groups nest 32 deep at most. */
class Parser {
	private readonly terms: Term[] = [];

	private index = 0;

	private depth = 0;

	private problem: Refusal | undefined;

	constructor(private readonly tokens: readonly Token[]) {}

	parse(): ReturnType<typeof parseExpression> {
		const root = this.alternatives();
		if (this.next?.kind === ')') this.fail(groupNotOpened(this.next));
		if (this.kind !== 'END') this.fail(missingOperator(this.tokens, this.index));
		return this.problem ?? { terms: this.terms, root };
	}

	private get next(): Token | undefined {
		return this.tokens[this.index];
	}

	private get kind(): Token['kind'] {
		return this.next?.kind ?? 'END';
	}

	private take(kind: Token['kind']): boolean {
		const isNext = this.kind === kind;
		if (isNext) this.index++;
		return isNext;
	}

	/** Notes the first fault and skips the rest. */
	private fail(problem: Refusal): Expression {
		this.problem ??= problem;
		this.index = this.tokens.length;
		return { text: '', kind: 'word' };
	}

	private alternatives(): Expression {
		return this.chain('OR', () => this.chain('AND', () => this.operand()));
	}

	private chain(operator: 'AND' | 'OR', next: () => Expression): Expression {
		const first = next();
		if (this.kind !== operator) return first;
		const parts = [first];
		while (this.take(operator)) parts.push(next());
		return { operator, parts };
	}

	private operand(): Expression {
		let isNegated = false;
		while (this.take('NOT')) isNegated = !isNegated;
		const part = this.group();
		return isNegated ? { operator: 'NOT', part } : part;
	}

	private group(): Expression {
		const open = this.next;
		if (!open || !this.take('(')) return this.term();
		if (++this.depth > LIMITS.jobTitlesGroups) return this.fail(tooDeep(open));
		const inner = this.alternatives();
		this.depth--;
		if (this.take(')')) return inner;
		const isEnd = this.kind === 'END';
		return this.fail(isEnd ? groupNotClosed(open) : missingOperator(this.tokens, this.index));
	}

	private term(): Expression {
		const { tokens, index, kind } = this;
		if (kind === 'word' || kind === 'phrase') return this.add(index, kind, 1);
		if (kind !== 'EXACT') return this.fail(missingTerm(tokens, index));
		const isExact = tokens[index + 2]?.kind === 'phrase' && tokens[index + 3]?.kind === ')';
		return isExact ? this.add(index + 2, 'exact', 4) : this.fail(notExact(tokens, index));
	}

	private add(index: number, kind: Term['kind'], length: number): Expression {
		const { text: written = '', at = 0 } = this.tokens[index] ?? {};
		const text = kind === 'word' ? written : written.slice(1, -1);
		const term: Term = { text, kind };
		this.terms.push(term);
		this.index += length;
		const problem = lengthProblem(text, at);
		return problem ? this.fail(problem) : term;
	}
}

const WRITE = {
	term: 'Add a title, or remove the operator. To look for the word itself, put it in quotes.',
	operator: 'Write AND or OR here.',
	andNot: 'Write AND NOT.',
	exact: 'Write EXACT in capitals, with one title in quotes and parentheses: EXACT("Sales Manager").',
	signs: 'Write AND, OR or AND NOT instead of signs and commas.',
	straightQuotes: 'Use straight double quotes (") instead of curly, single or escaped quotes.',
	pair: "Close the phrase with a second double quote. A phrase can't have a double quote in it.",
	oneQuote: 'Put one double quote at each end of a title, as in "head of sales".',
	parentheses: 'Close every parenthesis that is open, and remove the others.',
	length: `A title has ${LIMITS.jobTitlesTermMin} to ${LIMITS.jobTitlesTermMax} characters.`,
} as const;

const problem = (at: number, what: string, todo: string): Refusal => ({ kind: 'wrong', what, todo, at });

/** Before the first token and after the last one there is an `END`. */
const tokenAt = (tokens: readonly Token[], index: number): Token =>
	tokens[index] ?? { kind: 'END', text: '', at: 0 };

/** Two terms follow each other without an operator. */
function missingOperator(tokens: readonly Token[], index: number): Refusal {
	const [before, after] = [tokenAt(tokens, index - 1), tokenAt(tokens, index)];
	const reason = `There is no operator between ${wordsFor(before)} and ${wordsFor(after)}.`;
	if (after.kind === 'NOT') return problem(after.at, reason, WRITE.andNot);
	if (/^exact$/i.test(before.text)) return problem(after.at, reason, WRITE.exact);
	return problem(after.at, reason, operatorRepair(wordsAround(tokens, index), before.kind !== 'word'));
}

function wordsFor({ kind, text }: Token): string {
	if (kind === 'word') return quoted(text);
	return kind === 'phrase' || kind === 'NOT' ? shortened(text) : 'a group';
}

const SIGN_OR_LIST = /^[^\p{L}\p{N}()"]+$|(?<!&[a-z]+)[,;]$/u;

function operatorRepair(words: string[], isAfterTerm: boolean): string {
	const text = words.join(' ');
	if (SMART_QUOTE.test(text) || /^['\u2018]|['\u2019]$|\\/.test(text)) return WRITE.straightQuotes;
	const operator = words.find((word) => /^(and|or|not)$/i.test(word));
	if (operator !== undefined) {
		const capitals = `To join the titles, write ${operator.toUpperCase()} in capitals.`;
		const isInside = operator !== words[0] && operator !== words.at(-1);
		return isInside ? `${capitals} If this is one title, put it in quotes: ${quoted(text)}.` : capitals;
	}
	for (const [index, word] of words.entries()) {
		const found = findSign('word', word);
		if (found === undefined || SIGN_OR_LIST.test(word) || word === 'EXACT') continue;
		const advice = signInWords(found);
		return index > 0 || isAfterTerm ? advice.replace('Write NOT', 'Write AND NOT') : advice;
	}
	const sign = words.map((word) => SIGN_OR_LIST.exec(word)?.[0]).find(Boolean);
	const write = sign ? `rite ${operatorFor(sign)} instead of ${sign}` : 'rite AND or OR between the words';
	if (words.length === 1) return sign ? `W${write}.` : WRITE.operator;
	return sign && !/^[&/-]$/.test(sign)
		? `W${write}.`
		: `Put the title in quotes, ${quoted(text)}, or w${write}.`;
}

/** The operator that a sign stands for. */
const operatorFor = (sign: string): string => {
	if (/^[&+]+$/.test(sign)) return 'AND';
	return /^[-!\u00ac\u2013\u2014\u2212]+$/.test(sign) ? 'AND NOT' : 'OR';
};

/** The bare words directly before and after `index`; the token itself if there are none. */
function wordsAround(tokens: readonly Token[], index: number): string[] {
	let first = index;
	let end = index;
	while (tokens[first - 1]?.kind === 'word') first -= 1;
	while (tokens[end]?.kind === 'word') end += 1;
	return tokens.slice(first, Math.max(first + 1, end)).map(({ text }) => text);
}

/** An operator, a closing parenthesis or the end is in the place of a term. */
function missingTerm(tokens: readonly Token[], index: number): Refusal {
	const { at, kind, text } = tokenAt(tokens, index);
	const before = tokenAt(tokens, index - 1);
	if (before.kind === 'AND' || before.kind === 'OR' || before.kind === 'NOT')
		return problem(before.at, `No title follows ${before.text}.`, WRITE.term);
	if (before.kind === '(' && (kind === ')' || kind === 'END'))
		return problem(before.at, 'No title follows this parenthesis.', WRITE.parentheses);
	return kind === ')' ? groupNotOpened({ at }) : problem(at, `There is no title before ${text}.`, WRITE.term);
}

/** `EXACT(` with anything other than one phrase in it. */
function notExact(tokens: readonly Token[], index: number): Refusal {
	const [title, after] = [tokenAt(tokens, index + 2), tokenAt(tokens, index + 3)];
	const reason = 'EXACT takes one title in double quotes.';
	if (title.kind !== 'phrase') return problem(title.at, reason, WRITE.exact);
	return after.kind === 'END'
		? problem(after.at, 'The parenthesis of EXACT is not closed.', WRITE.parentheses)
		: problem(after.at, reason, `For several titles, write EXACT(${shortened(title.text)}) OR EXACT("…").`);
}

/** A term that is empty, or too short or too long. */
function lengthProblem(text: string, at: number): Refusal | undefined {
	const length = lengthOf(text);
	const { jobTitlesTermMin: min, jobTitlesTermMax: max } = LIMITS;
	if (length === 0) return problem(at, 'This phrase is empty.', WRITE.oneQuote);
	if (length < min) {
		const isSign = /^[^\p{L}\p{N}]+$/u.test(text);
		const fix = isSign ? WRITE.signs : WRITE.length;
		return problem(
			at,
			`This term has fewer than ${min} characters.`,
			text === '\\' ? WRITE.straightQuotes : fix,
		);
	}
	return length > max ? problem(at, `This term has more than ${max} characters.`, WRITE.length) : undefined;
}

const quoteNotClosed = (expression: string, at: number): Refusal =>
	problem(
		at,
		'This double quote is not closed.',
		SMART_QUOTE.test(expression) ? WRITE.straightQuotes : WRITE.pair,
	);

const groupNotOpened = ({ at }: Pick<Token, 'at'>): Refusal =>
	problem(at, 'This closing parenthesis has no opening one.', WRITE.parentheses);

const groupNotClosed = ({ at }: Token): Refusal =>
	problem(at, 'This opening parenthesis is not closed.', WRITE.parentheses);

const tooDeep = ({ at }: Token): Refusal =>
	problem(
		at,
		`This group is nested more than ${LIMITS.jobTitlesGroups} deep.`,
		'Remove parentheses that are not needed.',
	);
