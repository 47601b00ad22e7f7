import { LIMITS } from '../../interface/limits';
import { quoted } from '../look';
import { isTerm, type TermToken, type Token } from './language';
import { codePoints, SMART_QUOTE } from './repairs';

/** Doubts about well-formed expressions, one hint for each kind, with the first term that raises it. */
const DOUBTS: ReadonlyArray<readonly [(term: TermToken) => boolean, string]> = [
	[
		({ kind, text }) => kind === 'word' && /^(and|or|not|exact)$/i.test(text),
		'is looked for as a word; as an operator it is written in capitals, EXACT with a parenthesis after it',
	],
	[
		({ text }) => SMART_QUOTE.test(text),
		'has curly quotes, which are looked for as they are; phrases need straight ones (")',
	],
	[({ text }) => text.includes('\\'), 'has a backslash, which is looked for as it is'],
	[
		({ text }) =>
			isOutOfBounds(text.trim().length) || isOutOfBounds(text.length) || isOutOfBounds(codePoints(text)),
		`may count as shorter than ${LIMITS.jobTitlesTermMin} or longer than ${LIMITS.jobTitlesTermMax} characters; the service may refuse it`,
	],
];

const isOutOfBounds = (length: number) =>
	length < LIMITS.jobTitlesTermMin || length > LIMITS.jobTitlesTermMax;

export function hintsOf(expression: string, tokens: readonly Token[]): string[] {
	const terms = tokens.filter(isTerm);
	const hints = DOUBTS.flatMap(([isDoubtful, words]) => {
		const first = terms.find(isDoubtful);
		return first ? [`${quoted(first.text)} ${words}.`] : [];
	});
	if (expression.length > LIMITS.jobTitlesLength) {
		hints.push(
			`The expression may count as longer than ${LIMITS.jobTitlesLength} characters; the service may refuse it.`,
		);
	}
	return hints;
}
