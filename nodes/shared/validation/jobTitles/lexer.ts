import type { SyntaxProblem } from './language';
import { QUOTE_IN_PHRASE } from './syntaxErrors';
import { Kind, Tokens } from './tokens';

const QUOTE = 34;
const OPEN = 40;
const CLOSE = 41;

/** The expression as tokens, the last one `End`, or the first fault of spelling. One pass, no backtracking. */
export function tokenize(text: string): Tokens | SyntaxProblem {
	const tokens = new Tokens(text);
	let start = skipBlanks(text, 0);
	while (start < text.length) {
		const code = text.charCodeAt(start);
		let end = start + 1;
		if (code === OPEN) {
			tokens.push(Kind.Open, start, end);
		} else if (code === CLOSE) {
			tokens.push(Kind.Close, start, end);
		} else if (code === QUOTE) {
			end = text.indexOf('"', end) + 1;
			if (end === 0) return notClosed(text, start);
			tokens.push(Kind.Phrase, start, end);
		} else {
			end = endOfWord(text, end);
			tokens.push(kindOfWord(text, start, end), start, end);
		}
		start = skipBlanks(text, end);
	}
	tokens.push(Kind.End, start, start);
	return tokens;
}

function kindOfWord(text: string, start: number, end: number): Kind {
	if (isWord(text, start, end, 'OR')) return Kind.Or;
	if (isWord(text, start, end, 'AND')) return Kind.And;
	if (isWord(text, start, end, 'NOT')) return Kind.Not;
	const isExact = isWord(text, start, end, 'EXACT') && text.charCodeAt(skipBlanks(text, end)) === OPEN;
	return isExact ? Kind.Exact : Kind.Word;
}

const isWord = (text: string, start: number, end: number, word: string): boolean =>
	end - start === word.length && text.startsWith(word, start);

function skipBlanks(text: string, from: number): number {
	let at = from;
	while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
	return at;
}

function endOfWord(text: string, from: number): number {
	let at = from;
	while (at < text.length && !endsWord(text.charCodeAt(at))) at += 1;
	return at;
}

/** Blank, tab, line feed, carriage return: other white space was made a blank before. */
const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

const endsWord = (code: number): boolean =>
	code === QUOTE || code === OPEN || code === CLOSE || isBlank(code);

const notClosed = (text: string, at: number): SyntaxProblem => ({
	at,
	reason: 'This double quote is not closed.',
	fix: text.includes('\\"') ? QUOTE_IN_PHRASE : 'Close the phrase with a second double quote.',
});
