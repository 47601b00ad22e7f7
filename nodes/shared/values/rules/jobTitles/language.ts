/**
 * The `job_titles` language (docs/contributing/api.md, job_titles), as this package reads it. Settled by the API: `AND`, `OR` and `NOT`
 * in capitals, in the order NOT, AND, OR; parentheses; single words bare, phrases in double quotes; `EXACT("…")`; terms of 2 to
 * 100 characters; at most 9,000 characters and 32 nested groups; no case in matching; phrases match as contiguous containment.
 *
 * Left open by the API, and the choice made:
 *
 * | Question | Choice |
 * |---|---|
 * | What a bare word may hold | anything but white space, parentheses and double quotes |
 * | White space | all that Unicode calls so; what is not a blank, tab or line end is sent as a blank |
 * | Blanks around operators, parentheses, quotes | needed only where two words would run together |
 * | Escapes in a phrase | none: a backslash is a character like others (hint), a double quote ends the phrase |
 * | Smart quotes | in pairs, read as straight ones (hint); a single one is a character of a word (hint) |
 * | Characters | code points |
 * | Blanks at the ends of a phrase | don't count for the length |
 * | Two terms without an operator | refused, also `a NOT b`: it is `a AND NOT b` |
 * | `NOT NOT a` | allowed |
 * | Nested groups | parentheses inside parentheses; `EXACT(` does not count, nor does the whole expression |
 * | `EXACT (` with a blank, blanks inside the parentheses | allowed |
 * | `EXACT` without a parenthesis, `and`, `or`, `not`, `exact` in lower case | words to look for (hint) |
 * | Whole words | a term matches whole words only: `art` is not in "Smart Manager", `C++` is in "C++ Developer"; scripts without borders between words have none: `部長` is in 営業部長 |
 * | Normalized title | letters of one meaning are the same (`sameTitle`), every run of white space one blank, none at the ends |
 */

/** What a term looks for. */
export interface Term {
	/** As it is written, without quotes. */
	text: string;
	/** `exact` is `EXACT("…")`: the whole title must be the text. */
	kind: 'word' | 'phrase' | 'exact';
}

/** What a title must or must not contain. */
export type Expression =
	Term | { operator: 'AND' | 'OR'; parts: Expression[] } | { operator: 'NOT'; part: Expression };

/** A well-formed expression, with its terms in their order. */
export interface ParsedJobTitles {
	/** What is sent as `job_titles`. */
	expression: string;
	terms: readonly Term[];
	root: Expression;
}

/** The same but for case, as the API says. */
export const normalize = (text: string): string =>
	text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** In code points, without blanks at the ends. */
export const lengthOf = (text: string): number => Array.from(text.trim()).length;

/** A token as written, and its position. The last one of an expression is `END`. */
export interface Token {
	kind: '(' | ')' | 'AND' | 'OR' | 'NOT' | 'EXACT' | 'word' | 'phrase' | 'END';
	text: string;
	at: number;
}
