import { LIMITS } from '../../interface/limits';
import { isTerm, type Fault, type TermToken, type Token } from './language';

/** The token at an index; past the last one, the last one. */
export function tokenAt(tokens: readonly Token[], index: number): Token {
	return tokens[Math.min(index, tokens.length - 1)] ?? { kind: 'end', start: 0, end: 0 };
}

export const SMART_QUOTE = /[“”„‟«»＂]/;
const OTHER_OPERATORS: ReadonlyMap<string, string> = new Map([
	...['&', '&&', '+'].map((sign) => [sign, 'AND'] as const),
	...['|', '||', '/', ',', ';'].map((sign) => [sign, 'OR'] as const),
	...['!', '-'].map((sign) => [sign, 'AND NOT'] as const),
]);
const SHOWN_PHRASE = 60;

/** Two terms stand side by side. */
export function missingOperator(text: string, tokens: readonly Token[], index: number): Fault {
	const before = tokenAt(tokens, index - 1);
	const token = tokenAt(tokens, index);
	const name = (each: Token) =>
		each.kind === 'open' || each.kind === 'close' ? 'a group' : cut(text.slice(each.start, each.end));
	const reason = `There is no operator between ${name(before)} and ${name(token)}.`;
	return { at: token.start, reason, fix: operatorRepair(text, tokens, index) };
}

function operatorRepair(text: string, tokens: readonly Token[], index: number): string {
	const before = tokenAt(tokens, index - 1);
	const token = tokenAt(tokens, index);
	if (token.kind === 'not') return 'Write AND NOT, or OR NOT.';
	if (before.kind === 'word' && before.text.toUpperCase() === 'EXACT' && token.kind === 'open') {
		return 'Write EXACT in capitals.';
	}
	const words = wordsAround(tokens, index);
	const written = text.slice(words[0]?.start, words.at(-1)?.end);
	if (words.some((word) => SMART_QUOTE.test(word.text))) {
		return 'Use straight double quotes (") in place of the curly ones.';
	}
	const operator = words.find((word) => /^(and|or|not)$/i.test(word.text));
	if (operator) {
		const capitals = `To join the titles, write ${operator.text.toUpperCase()} in capitals.`;
		const isInside = operator !== words[0] && operator !== words.at(-1);
		return isInside ? `${capitals} If this is one title, put it in quotes: ${phrase(written)}.` : capitals;
	}
	const foreign = words.find((word) => OTHER_OPERATORS.has(word.text))?.text;
	if (foreign !== undefined) return `Write ${OTHER_OPERATORS.get(foreign)} in place of ${foreign}.`;
	if (words.some((word) => /[,;]$/.test(word.text))) return 'Write OR in place of the comma or semicolon.';
	if (words.some((word) => /^'|'$/.test(word.text))) return 'Use double quotes (") in place of single ones.';
	if (words.length > 1)
		return `Put the title in quotes, ${phrase(written)}, or write AND or OR between the words.`;
	if (before.kind === 'phrase' && before.text.endsWith('\\')) {
		return 'A double quote cannot stand inside a phrase, with or without a backslash. Leave it out.';
	}
	return 'Write AND or OR here.';
}

/** The bare words that stand side by side here. */
function wordsAround(tokens: readonly Token[], index: number): TermToken[] {
	let first = index;
	let last = index;
	while (tokenAt(tokens, first - 1).kind === 'word') first -= 1;
	while (tokenAt(tokens, last).kind === 'word') last += 1;
	return tokens.slice(first, last).filter(isTerm);
}

/** An operator, a closing parenthesis or the end stands where a term is due. */
export function missingTerm(text: string, tokens: readonly Token[], index: number): Fault {
	const before = tokenAt(tokens, index - 1);
	const token = tokenAt(tokens, index);
	const written = (each: Token) => text.slice(each.start, each.end);
	if (token.kind === 'end' && index === 0) {
		return { at: 0, reason: 'The expression is empty.', fix: 'Write a title, such as "sales manager".' };
	}
	if (token.kind === 'close' && before.kind === 'open') {
		return {
			at: before.start,
			reason: 'This group is empty.',
			fix: 'Write a title between the parentheses, or remove them.',
		};
	}
	const fix = 'Add a title, or remove the operator. To look for the word itself, put it in quotes.';
	if (index > 0 && (before.kind === 'and' || before.kind === 'or' || before.kind === 'not')) {
		return { at: before.start, reason: `No title follows ${written(before)}.`, fix };
	}
	if (token.kind === 'end')
		return {
			at: before.start,
			reason: 'This opening parenthesis is not closed.',
			fix: 'Remove it, or write a title after it and close the group with ).',
		};
	if (token.kind === 'close') {
		return { at: token.start, reason: 'This closing parenthesis has no opening one.', fix: 'Remove it.' };
	}
	return { at: token.start, reason: `No title stands before ${written(token)}.`, fix };
}

/** `EXACT(` with something else than one phrase in it. */
export function notExact(text: string, tokens: readonly Token[], index: number): Fault {
	const inside = tokenAt(tokens, index + 2);
	const at = inside.kind === 'end' ? tokenAt(tokens, index).start : inside.start;
	const reason = 'EXACT takes one title in double quotes.';
	if (inside.kind === 'word' && SMART_QUOTE.test(inside.text)) {
		return { at, reason, fix: 'Use straight double quotes (") in place of the curly ones.' };
	}
	if (inside.kind === 'phrase') {
		const next = tokenAt(tokens, index + 3);
		return next.kind === 'end'
			? { at: next.start, reason: 'The parenthesis of EXACT is not closed.', fix: 'Add ) after the title.' }
			: {
					at: next.start,
					reason,
					fix: `For several titles, write EXACT(${cut(text.slice(inside.start, inside.end))}) OR EXACT("…").`,
				};
	}
	return { at, reason, fix: 'Write it as in EXACT("Chief Financial Officer").' };
}

/** A term out of bounds in every way of counting. */
export function lengthFault(term: TermToken): Fault | undefined {
	const at = term.start;
	if (term.kind === 'phrase' && term.text.trim() === '') {
		return { at, reason: 'This phrase is empty.', fix: 'Write a title between the quotes, or remove them.' };
	}
	if (term.text.length < LIMITS.jobTitlesTermMin) {
		const meant = OTHER_OPERATORS.get(term.text);
		const fix = meant ? `Write ${meant} in place of ${term.text}.` : 'Use a longer term.';
		return { at, reason: `This term has fewer than ${LIMITS.jobTitlesTermMin} characters.`, fix };
	}
	if (term.text.length > LIMITS.jobTitlesTermMax && codePoints(term.text) > LIMITS.jobTitlesTermMax) {
		return {
			at,
			reason: `This term has more than ${LIMITS.jobTitlesTermMax} characters.`,
			fix: 'Use a shorter term.',
		};
	}
	return undefined;
}

export const codePoints = (text: string): number => Array.from(text).length;

const cut = (text: string): string => (text.length > SHOWN_PHRASE ? `${text.slice(0, SHOWN_PHRASE)}…` : text);
const phrase = (text: string): string => `"${cut(text.replace(/\s+/g, ' '))}"`;
