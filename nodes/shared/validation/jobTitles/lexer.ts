import type { Fault, Token } from './language';

const enum Code {
	Tab = 9,
	LineFeed = 10,
	CarriageReturn = 13,
	Blank = 32,
	Quote = 34,
	Open = 40,
	Close = 41,
}

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
	['AND', 'and'],
	['OR', 'or'],
	['NOT', 'not'],
]);

/** The expression as tokens, the last one `end`, or the first fault of spelling. One pass, no backtracking. */
export function tokenize(text: string): Token[] | Fault {
	const tokens: Token[] = [];
	let at = 0;
	for (;;) {
		at = skipBlanks(text, at);
		const code = text.charCodeAt(at);
		if (at >= text.length) {
			tokens.push({ kind: 'end', start: at, end: at });
			return tokens;
		}
		if (code === Code.Open || code === Code.Close) {
			tokens.push({ kind: code === Code.Open ? 'open' : 'close', start: at, end: at + 1 });
			at += 1;
		} else if (code === Code.Quote) {
			const end = text.indexOf('"', at + 1);
			if (end < 0) {
				return {
					at,
					reason: 'This double quote is not closed.',
					fix: 'Close the phrase with a second double quote.',
				};
			}
			tokens.push({ kind: 'phrase', start: at, end: end + 1, text: text.slice(at + 1, end) });
			at = end + 1;
		} else {
			const end = endOfWord(text, at);
			tokens.push(wordToken(text, at, end));
			at = end;
		}
	}
}

function wordToken(text: string, start: number, end: number): Token {
	const word = text.slice(start, end);
	const operator = OPERATORS.get(word);
	if (operator) return { kind: operator, start, end };
	if (word === 'EXACT' && text.charCodeAt(skipBlanks(text, end)) === Code.Open)
		return { kind: 'exact', start, end };
	return { kind: 'word', start, end, text: word };
}

function skipBlanks(text: string, from: number): number {
	let at = from;
	while (isBlank(text.charCodeAt(at))) at += 1;
	return at;
}

function endOfWord(text: string, from: number): number {
	let at = from;
	while (at < text.length) {
		const code = text.charCodeAt(at);
		if (code === Code.Quote || code === Code.Open || code === Code.Close || isBlank(code)) break;
		at += 1;
	}
	return at;
}

const isBlank = (code: number): boolean =>
	code === Code.Blank || code === Code.LineFeed || code === Code.Tab || code === Code.CarriageReturn;
