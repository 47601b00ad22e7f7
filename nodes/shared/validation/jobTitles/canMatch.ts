import type { Expression, ParsedJobTitles, Term } from './language';
import { matchJobTitle } from './match';

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
