import { normalize, type ParsedJobTitles, type Term } from './language';

export interface TitleMatch {
	matches: boolean;
	/** The terms of the expression that the title has, in their order, those after NOT included. */
	terms: readonly string[];
}

/** Where a term may begin and end: the API's "contiguous containment" can be read either way. */
export type Containment = 'wholeWords' | 'anywhere';

const STARTS_IN_WORD = /^[\p{L}\p{N}]/u;
const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]$/u;

/** Would the expression match this job title, and by which terms (docs/api.md, job_titles)? */
export function matchJobTitle(
	{ terms, steps }: ParsedJobTitles,
	title: string,
	containment: Containment = 'wholeWords',
): TitleMatch {
	const normal = normalize(title);
	const found = terms.map((term) => has(normal, term, containment));
	const stack: boolean[] = [];
	for (const step of steps) {
		if (typeof step === 'number') {
			stack.push(found[step] === true);
		} else if (step === 'not') {
			stack.push(stack.pop() !== true);
		} else {
			const right = stack.pop() === true;
			const left = stack.pop() === true;
			stack.push(step === 'and' ? left && right : left || right);
		}
	}
	const matching = terms.filter((_, index) => found[index]).map((term) => term.text);
	return { matches: stack.pop() === true, terms: [...new Set(matching)] };
}

/** As whole words: where the term begins or ends in a word, the title's word must begin or end there too. */
function has(title: string, { text, kind }: Term, containment: Containment): boolean {
	const normal = normalize(text);
	if (kind === 'exact') return title === normal;
	if (containment === 'anywhere') return title.includes(normal);
	for (let at = title.indexOf(normal); at >= 0; at = title.indexOf(normal, at + 1)) {
		const end = at + normal.length;
		const beginsInside =
			STARTS_IN_WORD.test(normal) && ENDS_IN_WORD.test(title.slice(Math.max(0, at - 2), at));
		const endsInside = ENDS_IN_WORD.test(normal) && STARTS_IN_WORD.test(title.slice(end, end + 2));
		if (!beginsInside && !endsInside) return true;
	}
	return false;
}
