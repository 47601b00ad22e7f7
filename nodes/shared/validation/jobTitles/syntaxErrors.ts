import { LIMITS } from '../../api/limits';
import { quoted, shortened, SMART_QUOTE } from '../../basics/plainText';
import { foreignSyntaxIn } from '../foreignSyntax';
import { leftIn } from '../text';
import { lengthOf, type SyntaxProblem, type Token } from './language';

const WRITE = {
	term: 'Add a title, or remove the operator. To look for the word itself, put it in quotes.',
	operator: 'Write AND or OR here.',
	andNot: 'Write AND NOT, or OR NOT.',
	exact: 'Write EXACT in capitals, with one title in quotes and parentheses: EXACT("Sales Manager").',
	signs: 'Write AND, OR or AND NOT instead of signs and commas.',
	straightQuotes: 'Use straight double quotes (") instead of curly, single or escaped quotes.',
	pair: "Close the phrase with a second double quote. A phrase can't have a double quote in it.",
	oneQuote: 'Put one double quote at each end of a title, as in "head of sales".',
	parentheses: 'Close every parenthesis that is open, and remove the others.',
	length: `A title has ${LIMITS.jobTitlesTermMin} to ${LIMITS.jobTitlesTermMax} characters.`,
} as const;

const problem = (at: number, reason: string, fix: string): SyntaxProblem => ({ at, reason, fix });

/** Before the first token and after the last one there is an `END`. */
const tokenAt = (tokens: readonly Token[], index: number): Token =>
	tokens[index] ?? { kind: 'END', text: '', at: 0 };

/** Two terms follow each other without an operator. */
export function missingOperator(tokens: readonly Token[], index: number): SyntaxProblem {
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
		const foreign = foreignSyntaxIn(word, 'word') ?? leftIn(word);
		if (foreign === undefined || SIGN_OR_LIST.test(word)) continue;
		return `${quoted(word)} ${index > 0 || isAfterTerm ? foreign.replace('Write NOT', 'Write AND NOT') : foreign}.`;
	}
	if (words.some((word) => SIGN_OR_LIST.test(word))) return WRITE.signs;
	return words.length > 1
		? `Put the title in quotes, ${quoted(text)}, or write AND or OR between the words.`
		: WRITE.operator;
}

/** The bare words directly before and after `index`; the token itself if there are none. */
function wordsAround(tokens: readonly Token[], index: number): string[] {
	let first = index;
	let end = index;
	while (tokens[first - 1]?.kind === 'word') first -= 1;
	while (tokens[end]?.kind === 'word') end += 1;
	return tokens.slice(first, Math.max(first + 1, end)).map(({ text }) => text);
}

/** An operator, a closing parenthesis or the end is in the place of a term. */
export function missingTerm(tokens: readonly Token[], index: number): SyntaxProblem {
	const { at, kind, text } = tokenAt(tokens, index);
	const before = tokenAt(tokens, index - 1);
	if (before.kind === 'AND' || before.kind === 'OR' || before.kind === 'NOT')
		return problem(before.at, `No title follows ${before.text}.`, WRITE.term);
	if (before.kind === '(' && (kind === ')' || kind === 'END'))
		return problem(before.at, 'No title follows this parenthesis.', WRITE.parentheses);
	return kind === ')' ? groupNotOpened({ at }) : problem(at, `There is no title before ${text}.`, WRITE.term);
}

/** `EXACT(` with anything other than one phrase in it. */
export function notExact(tokens: readonly Token[], index: number): SyntaxProblem {
	const [title, after] = [tokenAt(tokens, index + 2), tokenAt(tokens, index + 3)];
	const reason = 'EXACT takes one title in double quotes.';
	if (title.kind !== 'phrase') return problem(title.at, reason, WRITE.exact);
	return after.kind === 'END'
		? problem(after.at, 'The parenthesis of EXACT is not closed.', WRITE.parentheses)
		: problem(after.at, reason, `For several titles, write EXACT(${shortened(title.text)}) OR EXACT("…").`);
}

/** A term that is empty, or too short or too long. */
export function lengthProblem(text: string, at: number): SyntaxProblem | undefined {
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

export const quoteNotClosed = (expression: string, at: number): SyntaxProblem =>
	problem(
		at,
		'This double quote is not closed.',
		SMART_QUOTE.test(expression) ? WRITE.straightQuotes : WRITE.pair,
	);

export const groupNotOpened = ({ at }: Pick<Token, 'at'>): SyntaxProblem =>
	problem(at, 'This closing parenthesis has no opening one.', WRITE.parentheses);

export const groupNotClosed = ({ at }: Token): SyntaxProblem =>
	problem(at, 'This opening parenthesis is not closed.', WRITE.parentheses);

export const tooDeep = ({ at }: Token): SyntaxProblem =>
	problem(
		at,
		`This group is nested more than ${LIMITS.jobTitlesGroups} deep.`,
		'Remove parentheses that are not needed.',
	);
