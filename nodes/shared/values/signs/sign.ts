/**
 * What a text is meant for, so which signs count: any text, and as it came; a title
 * expression; a term of it, bare or in quotes; a title of a list; a title of a person, not of an opening; a
 * keyword; the name of a person; a host, its ending, a company's domain, the URL of its website; an email address; a profile URL
 * and its last part; a URL as it was given. `unresolved` is any text, but what it finds can't be meant at all.
 */
export type TextPlace =
	| 'unresolved'
	| 'text'
	| 'encoding'
	| 'expression'
	| 'word'
	| 'phrase'
	| 'title'
	| 'person'
	| 'keyword'
	| 'name'
	| 'host'
	| 'ending'
	| 'domain'
	| 'page'
	| 'address'
	| 'profile'
	| 'slug'
	| 'url';

type Words = string | ((found: string, text: string) => string);

/** A row of the table: what only may be a mistake. What can't be right is a rule, not a sign. */
export interface Sign {
	/** A pattern, whole texts, or a search that returns what it found. */
	form: RegExp | ReadonlySet<string> | ((text: string) => string | undefined);
	/** Follows the text in quotes (of an expression, what was found), or is a sentence that begins with a capital letter. */
	is: Words;
	/** What to do, by place. Elsewhere, the text may be meant as it is. */
	todo: Partial<Record<TextPlace, Words>>;
	/** Where such texts come from, or why they're probably wrong. */
	source: string;
	/** A text with the sign, and one that is near it and right, at each of its places. */
	refuses: string;
	passes: string;
}
