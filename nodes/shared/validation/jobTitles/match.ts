import { normalize, type Expression, type ParsedJobTitles, type Term } from './language';

interface TitleMatch {
	matches: boolean;
	/** The terms that decided the match, e.g. `excluded by NOT "intern"`. */
	why: readonly string[];
}

const MAX_CAUSES = 5;

/**
 * The API's "contiguous containment" can be read either way: a term is whole words, as they are written, or it may also be in a
 * word, with other apostrophes and hyphens.
 */
type Reading = 'strict' | 'loose';

/** With one kind of apostrophe and hyphen. */
const withPlainSigns = (text: string): string =>
	text.replace(/[\u2018\u2019\u201b\u02bc\u2032\u00b4`]/g, "'").replace(/[\u2010-\u2015\u2212]/g, '-');

const STARTS_IN_WORD = /^[\p{L}\p{N}]/u;
/** Not `$`: directly after a class, V8 14.6 (Node 26) finds no character beyond U+FFFF with it. */
const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}](?![^])/u;

/** Would the expression match this job title, and why (docs/contributing/api.md, job_titles)? */
export function matchJobTitle(
	{ root }: ParsedJobTitles,
	title: string,
	reading: Reading = 'strict',
): TitleMatch {
	const normal = reading === 'loose' ? withPlainSigns(normalize(title)) : normalize(title);
	const evaluate = (expression: Expression, isNegated: boolean): TitleMatch => {
		if ('parts' in expression) {
			const { operator, parts } = expression;
			return parts
				.map((part) => evaluate(part, isNegated))
				.reduce((left, right) => combined(operator, left, right));
		}
		if ('part' in expression) {
			const { matches, why } = evaluate(expression.part, !isNegated);
			return { matches: !matches, why };
		}
		const isFound = has(normal, expression, reading);
		return { matches: isFound, why: [causeText(expression, isFound, isNegated)] };
	};
	const { matches, why } = evaluate(root, false);
	return { matches, why: [...new Set(why)] };
}

/** Where one side alone decides, only its causes count. */
function combined(operator: 'AND' | 'OR', left: TitleMatch, right: TitleMatch): TitleMatch {
	const deciding = operator === 'OR';
	const matches = deciding ? left.matches || right.matches : left.matches && right.matches;
	const sides = [left, right].filter((side) => matches !== deciding || side.matches === deciding);
	return { matches, why: sides.flatMap(({ why }) => why).slice(0, MAX_CAUSES) };
}

function causeText({ text, kind }: Term, isFound: boolean, isNegated: boolean): string {
	const isExact = kind === 'exact';
	if (isFound && isNegated) return `excluded by NOT ${isExact ? `EXACT("${text}")` : `"${text}"`}`;
	if (isExact) return `${isFound ? 'is' : "isn't"} exactly "${text}"`;
	return `${isFound ? 'contains' : "doesn't contain"} "${text}"`;
}

/** Strictly, the term must not begin or end inside a word of the title. */
function has(title: string, { text, kind }: Term, reading: Reading): boolean {
	const normal = reading === 'loose' ? withPlainSigns(normalize(text)) : normalize(text);
	if (kind === 'exact') return title === normal;
	if (reading === 'loose') return title.includes(normal);
	for (let at = title.indexOf(normal); at >= 0; at = title.indexOf(normal, at + 1)) {
		const end = at + normal.length;
		const beginsInside =
			STARTS_IN_WORD.test(normal) && ENDS_IN_WORD.test(title.slice(Math.max(0, at - 2), at));
		const endsInside = ENDS_IN_WORD.test(normal) && STARTS_IN_WORD.test(title.slice(end, end + 2));
		if (!beginsInside && !endsInside) return true;
	}
	return false;
}
