import { LIMITS } from '../../api/limits';
import { quoted } from '../primitives';
import type { Term } from './language';
import { lengthOf } from './length';

const TAKEN_AS_IS = /[“”„‟«»＂\\]/;
const LOOK_LIKE_OPERATORS: ReadonlySet<string> = new Set(
	'and And or Or not Not exact Exact EXACT'.split(' '),
);

/** Doubts about well-formed terms: one hint for each kind, with the first term that raises it. */
const DOUBTS: ReadonlyArray<readonly [(term: Term) => boolean, string]> = [
	[
		({ kind, text }) => kind === 'word' && LOOK_LIKE_OPERATORS.has(text),
		'is searched as a word. Write operators in capitals, and EXACT with a parenthesis after it',
	],
	[
		({ text }) => TAKEN_AS_IS.test(text),
		'contains a curly quote or a backslash, which is searched literally. Use straight quotes (") for phrases',
	],
	[
		({ kind, text }) => kind === 'word' && /[,;]/.test(text),
		'is searched as one word, including the comma. Put OR between titles',
	],
	[
		isOutOfBounds,
		`may count as shorter than ${LIMITS.jobTitlesTermMin} or longer than ${LIMITS.jobTitlesTermMax} characters and may be rejected`,
	],
];

function isOutOfBounds({ text }: Term): boolean {
	const { least, most } = lengthOf(text);
	return least < LIMITS.jobTitlesTermMin || most > LIMITS.jobTitlesTermMax;
}

export function hintsOf(expression: string, terms: readonly Term[]): string[] {
	const hints = DOUBTS.flatMap(([isDoubtful, words]) => {
		const first = terms.find(isDoubtful);
		return first ? [`${quoted(first.text)} ${words}.`] : [];
	});
	if (expression.length > LIMITS.jobTitlesLength) {
		hints.push(
			`The expression may count as longer than ${LIMITS.jobTitlesLength} characters and may be rejected.`,
		);
	}
	return hints;
}
