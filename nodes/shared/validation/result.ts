/** Something the API surely refuses: what is wrong, and what to do about it. */
export interface Problem {
	/** The part of the value that is wrong, where the value has parts, e.g. `crm_id` of custom fields. */
	part?: string;
	/** A sentence, or words that follow the name of the field: `is empty`. */
	reason: string;
	/** A sentence. */
	fix: string;
	/** Of a mistake within a text: which character it is, from 1, and the reason without the place. */
	at?: { position: number; reason: string };
}

/**
 * What a check says of a value. Checks return, they never throw.
 * - Wrong: it can't be used. Nothing is sent.
 * - `doubts`: it may not be meant. It's sent with a hint if a person is there to read it, else refused.
 * - `notes`: it was corrected and still means the same, or something else is worth knowing. It's sent with a hint.
 */
export type ValidationResult<T> =
	| { ok: true; value: T; doubts: readonly string[]; notes: readonly string[] }
	| { ok: false; problems: readonly Problem[] };

export type Check<T> = (value: unknown) => ValidationResult<T>;

/** The reason with what it's about: `'Keyword' is empty`, `'Keyword': "ai" is too short.` */
export const withSubject = (subject: string, reason: string): string =>
	/^\p{Ll}/u.test(reason) ? `${subject} ${reason}` : `${subject}: ${reason}`;

const texts = (given: ReadonlyArray<string | false>): string[] => given.filter((text) => text !== false);

/** What is wrong and what to do about it, where the reasons are sentences. */
export const problemsInWords = (problems: readonly Problem[]): string =>
	problems.map(({ reason, fix }) => `${reason} ${fix}`).join(' ');

/** A doubt whose condition is false doesn't count. */
export const valid = <T>(value: T, ...doubts: Array<string | false>): ValidationResult<T> => ({
	ok: true,
	value,
	doubts: texts(doubts),
	notes: [],
});

/** The result with notes, if it's valid. A note whose condition is false doesn't count. */
export const withNotes = <T>(
	result: ValidationResult<T>,
	...notes: Array<string | false>
): ValidationResult<T> => (result.ok ? { ...result, notes: [...result.notes, ...texts(notes)] } : result);

export const invalid = (
	reason: string,
	fix: string,
	part?: string,
): { ok: false; problems: readonly Problem[] } => ({
	ok: false,
	problems: [part === undefined ? { reason, fix } : { part, reason, fix }],
});

/** The result of `next` for a valid value, after the doubts and notes on it. */
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

/** The result where a model gave the value, so nobody reads a hint: each doubt is a problem. */
export function withoutDoubts<T>(
	result: ValidationResult<T>,
	fix = 'Correct it, or leave it out.',
): ValidationResult<T> {
	if (!result.ok || result.doubts.length === 0) return result;
	return { ok: false, problems: result.doubts.map((reason) => ({ reason, fix })) };
}

/** The result of a field, whose hints begin with its name. */
export function forField<T>(
	name: string,
	isForModel: boolean,
	result: ValidationResult<T>,
): ValidationResult<T> {
	if (isForModel) return withoutDoubts(result);
	if (!result.ok) return result;
	const named = (hint: string) => (hint.startsWith(name) ? hint : `${name}: ${hint}`);
	return { ...result, doubts: result.doubts.map(named), notes: result.notes.map(named) };
}

/** A result whose problems say what they are about: `subjectOf` says it of a part of the value, or of all of it. */
export function about<T>(
	subjectOf: (part?: string) => string,
	result: ValidationResult<T>,
): ValidationResult<T> {
	if (result.ok) return result;
	const problems = result.problems.map((problem) => ({
		...problem,
		reason: withSubject(subjectOf(problem.part), problem.reason),
	}));
	return { ok: false, problems };
}

/** A result whose problems name the part of a larger value: `crm_id` of `custom_fields` is `custom_fields.crm_id`. */
export function inPart<T>(part: string, result: ValidationResult<T>): ValidationResult<T> {
	if (result.ok) return result;
	const name = (inner?: string) => (inner === undefined ? part : `${part}.${inner}`);
	return { ok: false, problems: result.problems.map((each) => ({ ...each, part: name(each.part) })) };
}
