import { withSubject, type Refusal } from '../basics/refusal';

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
