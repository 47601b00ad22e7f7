import { LIMITS } from '../../api/limits';
import type { SyntaxProblem } from './language';
import { lengthOf } from './length';
import { Kind, type Tokens } from './tokens';

const SMART_QUOTE = /[“”„‟«»＂]/;
const STRAIGHT_QUOTES = 'Use straight double quotes (") instead of curly quotes.';
const OTHER_OPERATORS: ReadonlyMap<string, string> = new Map([
	...['&', '&&', '+'].map((sign) => [sign, 'AND'] as const),
	...['|', '||', '/', ',', ';'].map((sign) => [sign, 'OR'] as const),
	...['!', '-'].map((sign) => [sign, 'AND NOT'] as const),
]);
export const QUOTE_IN_PHRASE =
	'A double quote cannot stand inside a phrase, with or without a backslash. Leave it out.';
const MAX_EXCERPT_LENGTH = 60;

/** Two terms stand side by side. */
export function missingOperator(tokens: Tokens, index: number): SyntaxProblem {
	return {
		at: tokens.start(index),
		reason: `There is no operator between ${nameOf(tokens, index - 1)} and ${nameOf(tokens, index)}.`,
		fix: operatorRepair(tokens, index),
	};
}

function nameOf(tokens: Tokens, index: number): string {
	const written = cut(tokens.written(index));
	switch (tokens.kind(index)) {
		case Kind.Word:
			return `"${written}"`;
		case Kind.Phrase:
		case Kind.Not:
			return written;
		default:
			return 'a group';
	}
}

function operatorRepair(tokens: Tokens, index: number): string {
	const before = tokens.written(index - 1);
	if (tokens.kind(index) === Kind.Not) return 'Write AND NOT, or OR NOT.';
	if (before.toUpperCase() === 'EXACT' && tokens.kind(index) === Kind.Open) return 'Write EXACT in capitals.';

	const [first, last] = wordsAround(tokens, index);
	const text = tokens.expression.slice(tokens.start(first), tokens.end(last));
	const words = Array.from({ length: last - first + 1 }, (_, offset) => tokens.written(first + offset));
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

/** The first and the last of the bare words that stand side by side here; the token itself where there are none. */
function wordsAround(tokens: Tokens, index: number): [number, number] {
	let first = index;
	let last = index;
	while (tokens.kind(first - 1) === Kind.Word) first -= 1;
	while (tokens.kind(last) === Kind.Word) last += 1;
	return [first, Math.max(first, last - 1)];
}

/** An operator, a closing parenthesis or the end stands where a term is due. */
export function missingTerm(tokens: Tokens, index: number): SyntaxProblem {
	const at = tokens.start(index);
	const before = tokens.start(index - 1);
	const fix = 'Add a title, or remove the operator. To look for the word itself, put it in quotes.';
	const isEnd = tokens.kind(index) === Kind.End;
	const isClose = tokens.kind(index) === Kind.Close;
	switch (tokens.kind(index - 1)) {
		case Kind.And:
		case Kind.Or:
		case Kind.Not:
			return { at: before, reason: `No title follows ${tokens.written(index - 1)}.`, fix };
		case Kind.Open:
			if (isClose) {
				return {
					at: before,
					reason: 'This group is empty.',
					fix: 'Write a title between the parentheses, or remove them.',
				};
			}
			if (isEnd) {
				return {
					at: before,
					reason: 'Nothing follows this parenthesis.',
					fix: 'Write a title after it and close it with ).',
				};
			}
			break;
		default:
			if (isEnd)
				return { at, reason: 'The expression is empty.', fix: 'Write a title, such as "sales manager".' };
			if (isClose) return { at, reason: 'This closing parenthesis has no opening one.', fix: 'Remove it.' };
	}
	return { at, reason: `There is no title before ${tokens.written(index)}.`, fix };
}

/** `EXACT(` with something else than one phrase in it. */
export function notExact(tokens: Tokens, index: number): SyntaxProblem {
	const title = index + 2;
	const reason = 'EXACT takes one title in double quotes.';
	if (tokens.kind(title) === Kind.Phrase) {
		const at = tokens.start(title + 1);
		return tokens.kind(title + 1) === Kind.End
			? { at, reason: 'The parenthesis of EXACT is not closed.', fix: 'Add ) after the title.' }
			: { at, reason, fix: `For several titles, write EXACT(${cut(tokens.written(title))}) OR EXACT("…").` };
	}
	const isWord = tokens.kind(title) === Kind.Word;
	const fix =
		isWord && SMART_QUOTE.test(tokens.written(title))
			? STRAIGHT_QUOTES
			: 'Write it as in EXACT("Sales Manager").';
	return { at: tokens.start(title), reason, fix };
}

/** A term that is empty, or too short or too long by every way of counting. */
export function lengthProblem(text: string, at: number): SyntaxProblem | undefined {
	const { least, most } = lengthOf(text);
	if (least === 0) {
		return { at, reason: 'This phrase is empty.', fix: 'Write a title between the quotes, or remove them.' };
	}
	if (most < LIMITS.jobTitlesTermMin) {
		const meant = OTHER_OPERATORS.get(text);
		const fix = meant ? `Write ${meant} instead of ${text}.` : 'Use a longer term.';
		return { at, reason: `This term has fewer than ${LIMITS.jobTitlesTermMin} characters.`, fix };
	}
	if (least > LIMITS.jobTitlesTermMax) {
		return {
			at,
			reason: `This term has more than ${LIMITS.jobTitlesTermMax} characters.`,
			fix: 'Use a shorter term.',
		};
	}
	return undefined;
}

const cut = (text: string): string =>
	text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text;
const phrase = (text: string): string => `"${cut(text.replace(/\s+/g, ' '))}"`;
