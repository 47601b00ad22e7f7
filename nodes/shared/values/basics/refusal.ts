import { counted, LISTED, listed, withoutMarks } from './inWords';
import { asError, type JsonBody } from './values';

/** Why something isn't done, and what to do about it. */
export interface Refusal {
	/**
	 * `wrong`: it can't be right. `doubtful`: it's probably a mistake. `refused`: the service said no. `notDone`: nothing was done.
	 * `unknown`: it may have been done.
	 */
	kind: 'wrong' | 'doubtful' | 'refused' | 'notDone' | 'unknown';
	/** What happened: a sentence, or words that follow the name of the field: `is empty`. */
	what: string;
	/** Sentences. */
	todo: string;
	/** The name of the field as the editor shows it; before that is known, the wrong part of a value that has parts: `custom_fields.crm_id`. */
	field?: string;
	/** Of a mistake inside a text: its place, from 0. */
	at?: number;
	/** The name of the limit that is reached. */
	limit?: string;
	/** The facts behind it. */
	details?: JsonBody;
}

/** A refusal that is thrown. */
export class Refused extends Error {
	/** As n8n shows it of any error. */
	readonly description: string;

	constructor(readonly refusal: Refusal) {
		super(refusal.what);
		this.description = refusal.todo;
	}
}

/** Why something failed. */
export const refusalIn = (error: unknown, todo = ''): Refusal =>
	error instanceof Refused ? error.refusal : { kind: 'notDone', what: asError(error).message, todo };

export const isBudgetReached = (error: unknown): boolean => refusalIn(error).limit === 'monthlyBudget';

/** Something that has to change first: a setting of the node or of n8n, or a radar in the way. */
export const wrong = (what: string, todo: string): Refused => new Refused({ kind: 'wrong', what, todo });

/** Why nothing was done. */
export const notDone = (what: string, todo: string, details: JsonBody = {}): Refusal => ({
	kind: 'notDone',
	what,
	todo,
	details: { ...details, outcome: 'notDone' },
});

/** What happened, with its subject: `'Keyword' is empty`, `'IP Address': fc00::1 is a private network address.` */
export const withSubject = (subject: string, what: string): string =>
	/^(?:is|must) /.test(what) ? `${subject} ${what}` : `${subject}: ${what}`;

/** What happened and what to do, in one line. */
export const inOneLine = ({ what, todo }: Pick<Refusal, 'what' | 'todo'>): string =>
	`${what.replace(/\.$/, '')}. ${withoutMarks(todo).trim()}`.replaceAll('\n', ' ').trim();

/** One refusal for all fields whose values can't be used. */
export function refusalOfFields(problems: readonly Refusal[]): Refusal {
	const names = [...new Set(problems.map(({ field = '' }) => field))];
	const each = problems.slice(0, LISTED).map(({ field, what, todo }) => {
		// Lines after the first show, e.g., the position in an expression.
		const [headline = '', ...below] = what.split('\n');
		return { what: withSubject(`'${field}'`, headline), todo: [...below, todo].join('\n') };
	});
	const [only] = each;
	const kind = problems.some((problem) => problem.kind === 'wrong') ? 'wrong' : 'doubtful';
	// A list of 1,000 radars may have 1,000 problems.
	const details = { fields: names.slice(0, LISTED).join(', ') };
	if (only && each.length === 1) return { kind, ...only, details };
	const more = problems.length - each.length;
	const [name] = names;
	return {
		kind,
		what:
			names.length === 1
				? `The field '${name}' needs another value`
				: `These fields need another value: ${listed(
						names.map((field) => `'${field}'`),
						LISTED,
					)}`,
		todo: [
			...each.map(({ what, todo }) => `${what.replace(/\.$/, '')}.\n${todo}`),
			...(more > 0 ? [`${counted(more, 'more problem', 'more problems')} like these.`] : []),
		].join('\n'),
		details,
	};
}

/**
 * The result of a check. Checks never throw.
 * - `problems`: the value can't be used, so nothing is sent.
 * - `doubts`: the value may watch something else, or nothing. Nothing is charged for it unless Allow Doubtful Values is on.
 * - `notes`: the value was corrected without changing its meaning, or has something worth knowing. It's sent with a hint.
 */
export type ValidationResult<T> =
	| { ok: true; value: T; doubts: readonly Refusal[]; notes: readonly string[] }
	| { ok: false; problems: readonly Refusal[] };

export type Check<T> = (value: unknown) => ValidationResult<T>;

const doubtful = (what: string): Refusal => ({ kind: 'doubtful', what, todo: '' });

const texts = (given: ReadonlyArray<string | false>): string[] => given.filter((text) => text !== false);

/** Ignores doubts that are `false`. */
export const valid = <T>(value: T, ...doubts: Array<string | false>): ValidationResult<T> => ({
	ok: true,
	value,
	doubts: texts(doubts).map(doubtful),
	notes: [],
});

/** Adds notes to a valid result. Ignores notes that are `false`. */
export const withNotes = <T>(
	result: ValidationResult<T>,
	...notes: Array<string | false>
): ValidationResult<T> => (result.ok ? { ...result, notes: [...result.notes, ...texts(notes)] } : result);

/** A valid result whose notes are doubts. */
export const asDoubts = <T>(result: Extract<ValidationResult<T>, { ok: true }>): ValidationResult<T> => ({
	...result,
	doubts: [...result.doubts, ...result.notes.map(doubtful)],
	notes: [],
});

export const invalid = (
	what: string,
	todo: string,
	field?: string,
): { ok: false; problems: readonly Refusal[] } => ({
	ok: false,
	problems: [{ kind: 'wrong', what, todo, ...(field === undefined ? {} : { field }) }],
});

/** Checks a valid value with `next`, and keeps the earlier doubts and notes. */
export function andThen<T, U>(
	result: ValidationResult<T>,
	next: (value: T) => ValidationResult<U>,
): ValidationResult<U> {
	if (!result.ok) return result;
	const then = next(result.value);
	if (!then.ok) return then;
	return {
		...then,
		doubts: [...result.doubts, ...then.doubts],
		notes: [...result.notes, ...then.notes],
	};
}

/** All values if they are valid, or else every problem. */
export function allOf<T>(results: ReadonlyArray<ValidationResult<T>>): ValidationResult<T[]> {
	const problems = results.flatMap((result) => (result.ok ? [] : result.problems));
	if (problems.length > 0) return { ok: false, problems };
	const right = results.filter((result) => result.ok);
	return {
		ok: true,
		value: right.map(({ value }) => value),
		doubts: right.flatMap(({ doubts }) => doubts),
		notes: right.flatMap(({ notes }) => notes),
	};
}

/** Puts the part of a larger value in front of each problem's and doubt's own: `crm_id` becomes `custom_fields.crm_id`. */
export function inPart<T>(part: string, result: ValidationResult<T>): ValidationResult<T> {
	const named = (found: Refusal): Refusal => ({
		...found,
		field: found.field === undefined ? part : `${part}.${found.field}`,
	});
	return result.ok
		? { ...result, doubts: result.doubts.map(named) }
		: { ok: false, problems: result.problems.map(named) };
}

/** A hint about a field, which it names unless it begins with the name. */
export const hintOn = (field: string, hint: string): string =>
	hint.startsWith(field) ? hint : withSubject(field, hint);
