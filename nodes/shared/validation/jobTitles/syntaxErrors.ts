import { LIMITS } from '../../api/limits';
import { lengthOf, type SyntaxProblem, type Token } from './language';

/** Curly, low, angle and full-width double quotes. */
export const SMART_QUOTE = /[\u201c-\u201f\u00ab\u00bb\uff02]/;
const STRAIGHT_QUOTES = 'Use straight double quotes (") instead of curly quotes.';
const OTHER_OPERATORS: ReadonlyMap<string, string> = new Map([
	...['&', '&&', '+'].map((sign) => [sign, 'AND'] as const),
	...['|', '||', '/', ',', ';'].map((sign) => [sign, 'OR'] as const),
	...['!', '-'].map((sign) => [sign, 'AND NOT'] as const),
]);
const QUOTE_IN_PHRASE =
	"A double quote can't stand inside a phrase, with or without a backslash. Leave it out.";
const MAX_EXCERPT_LENGTH = 60;

const problem = (at: number, reason: string, fix: string): SyntaxProblem => ({ at, reason, fix });

/** Before the first token and after the last one there is an `END`. */
const tokenAt = (tokens: readonly Token[], index: number): Token =>
	tokens[index] ?? { kind: 'END', text: '', at: 0 };

/** Two terms stand side by side. */
export function missingOperator(tokens: readonly Token[], index: number): SyntaxProblem {
	const [before, after] = [tokenAt(tokens, index - 1), tokenAt(tokens, index)];
	const reason = `There is no operator between ${nameOf(before)} and ${nameOf(after)}.`;
	return problem(after.at, reason, operatorRepair(tokens, index));
}

function nameOf({ kind, text }: Token): string {
	if (kind === 'word') return `"${cut(text)}"`;
	return kind === 'phrase' || kind === 'NOT' ? cut(text) : 'a group';
}

function operatorRepair(tokens: readonly Token[], index: number): string {
	const before = tokenAt(tokens, index - 1).text;
	if (tokenAt(tokens, index).kind === 'NOT') return 'Write AND NOT, or OR NOT.';
	const { kind, text: next } = tokenAt(tokens, index);
	if (before.toUpperCase() === 'EXACT' && kind === '(') return 'Write EXACT in capitals.';
	if (before.toUpperCase() === 'EXACT' && kind === 'phrase')
		return `Put the title in parentheses: EXACT(${cut(next)}).`;
	if (before === 'EXACT' && kind === 'word') return `Write the title as in EXACT("${cut(next)}").`;

	const words = wordsAround(tokens, index);
	const text = words.join(' ');
	if (SMART_QUOTE.test(text)) return STRAIGHT_QUOTES;
	const operator = words.find((word) => /^(and|or|not)$/i.test(word));
	if (operator !== undefined) {
		const capitals = `To join the titles, write ${operator.toUpperCase()} in capitals.`;
		const isInside = operator !== words[0] && operator !== words.at(-1);
		return isInside ? `${capitals} If this is one title, put it in quotes: ${phrase(text)}.` : capitals;
	}
	const sign = words.find((word) => OTHER_OPERATORS.has(word));
	if (sign !== undefined) return `Write ${OTHER_OPERATORS.get(sign)} instead of ${sign}.`;
	if (words.some((word) => /[,;]$/.test(word))) return 'Write OR instead of the comma or semicolon.';
	if (/^'|'$/.test(text)) return 'Use double quotes (") instead of single quotes.';
	if (words.length > 1)
		return `Put the title in quotes, ${phrase(text)}, or write AND or OR between the words.`;
	if (before.endsWith('\\"')) return QUOTE_IN_PHRASE;
	return 'Write AND or OR here.';
}

/** The bare words that stand side by side here; the token itself where there are none. */
function wordsAround(tokens: readonly Token[], index: number): string[] {
	let first = index;
	let end = index;
	while (tokens[first - 1]?.kind === 'word') first -= 1;
	while (tokens[end]?.kind === 'word') end += 1;
	return tokens.slice(first, Math.max(first + 1, end)).map(({ text }) => text);
}

/** An operator, a closing parenthesis or the end stands where a term is due. */
export function missingTerm(tokens: readonly Token[], index: number): SyntaxProblem {
	const { at, kind, text } = tokenAt(tokens, index);
	const before = tokenAt(tokens, index - 1);
	const fix = 'Add a title, or remove the operator. To look for the word itself, put it in quotes.';
	if (before.kind === 'AND' || before.kind === 'OR' || before.kind === 'NOT')
		return problem(before.at, `No title follows ${before.text}.`, fix);
	const isInGroup = before.kind === '(';
	if (kind === ')') {
		return isInGroup
			? problem(before.at, 'This group is empty.', 'Write a title between the parentheses, or remove them.')
			: problem(at, 'This closing parenthesis has no opening one.', 'Remove it.');
	}
	if (kind === 'END') {
		return isInGroup
			? problem(before.at, 'Nothing follows this parenthesis.', 'Write a title after it and close it with ).')
			: problem(at, 'The expression is empty.', 'Write a title, such as "sales manager".');
	}
	return problem(at, `There is no title before ${text}.`, fix);
}

/** `EXACT(` with something else than one phrase in it. */
export function notExact(tokens: readonly Token[], index: number): SyntaxProblem {
	const title = tokenAt(tokens, index + 2);
	const after = tokenAt(tokens, index + 3);
	const reason = 'EXACT takes one title in double quotes.';
	if (title.kind !== 'phrase') {
		const isQuoted = title.kind === 'word' && SMART_QUOTE.test(title.text);
		const fix = isQuoted ? STRAIGHT_QUOTES : 'Write it as in EXACT("Sales Manager").';
		return problem(title.at, reason, fix);
	}
	return after.kind === 'END'
		? problem(after.at, 'The parenthesis of EXACT is not closed.', 'Add ) after the title.')
		: problem(after.at, reason, `For several titles, write EXACT(${cut(title.text)}) OR EXACT("…").`);
}

/** A term that is empty, or too short or too long by every way of counting. */
export function lengthProblem(text: string, at: number): SyntaxProblem | undefined {
	const { least, most } = lengthOf(text);
	const { jobTitlesTermMin: min, jobTitlesTermMax: max } = LIMITS;
	if (least === 0)
		return problem(at, 'This phrase is empty.', 'Write a title between the quotes, or remove them.');
	if (most < min) {
		const meant = OTHER_OPERATORS.get(text);
		const fix = meant ? `Write ${meant} instead of ${text}.` : 'Use a longer term.';
		return problem(at, `This term has fewer than ${min} characters.`, fix);
	}
	if (least <= max) return undefined;
	return problem(at, `This term has more than ${max} characters.`, 'Use a shorter term.');
}

const cut = (text: string): string =>
	text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text;
const phrase = (text: string): string => `"${cut(text)}"`;

const CLOSE_QUOTE = 'Close the phrase with a second double quote.';

export function quoteNotClosed(expression: string, at: number): SyntaxProblem {
	const [curly] = SMART_QUOTE.exec(expression) ?? [];
	const fix = curly ? `One of the quotes is curly (${curly}). ${STRAIGHT_QUOTES}` : CLOSE_QUOTE;
	return problem(at, 'This double quote is not closed.', expression.includes('\\"') ? QUOTE_IN_PHRASE : fix);
}

export const groupNotOpened = ({ at }: Token): SyntaxProblem =>
	problem(at, 'This closing parenthesis has no opening one.', 'Remove it, or open the group with (.');

export const groupNotClosed = ({ at }: Token): SyntaxProblem =>
	problem(
		at,
		'This opening parenthesis is not closed.',
		'Close the group with ), or remove the parenthesis.',
	);

export const tooDeep = ({ at }: Token): SyntaxProblem =>
	problem(
		at,
		`This group is nested more than ${LIMITS.jobTitlesGroups} deep.`,
		'Remove parentheses that are not needed.',
	);
