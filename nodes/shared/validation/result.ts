/** Something the API surely refuses: what is wrong, and what to do about it. Both are whole sentences. */
export interface Problem {
	/** The part of the value that is wrong, where the value has parts, e.g. `crm_id` of custom fields. */
	part?: string;
	reason: string;
	fix: string;
}

/**
 * What a check says of a value. Checks return, they never throw.
 * Valid with hints means: doubtful, the service is the judge, so it is sent and the user is told.
 */
export type ValidationResult<T> =
	{ ok: true; value: T; hints: readonly string[] } | { ok: false; problems: readonly Problem[] };

export type Check<T> = (value: unknown) => ValidationResult<T>;

/** A hint whose condition is false doesn't count. */
export const valid = <T>(value: T, ...hints: Array<string | false>): ValidationResult<T> => ({
	ok: true,
	value,
	hints: hints.filter((hint) => hint !== false),
});

export const invalid = (
	reason: string,
	fix: string,
	part?: string,
): { ok: false; problems: readonly Problem[] } => ({
	ok: false,
	problems: [part === undefined ? { reason, fix } : { part, reason, fix }],
});

/** What `next` says of a valid value, after the hints on it. */
export function andThen<T, U>(
	result: ValidationResult<T>,
	next: (value: T) => ValidationResult<U>,
): ValidationResult<U> {
	if (!result.ok) return result;
	const then = next(result.value);
	return then.ok ? valid(then.value, ...result.hints, ...then.hints) : then;
}

/** All values if they are valid, or else every problem. */
export function allOf<T>(results: ReadonlyArray<ValidationResult<T>>): ValidationResult<T[]> {
	const problems = results.flatMap((result) => (result.ok ? [] : result.problems));
	if (problems.length > 0) return { ok: false, problems };
	const right = results.filter((result) => result.ok);
	return valid(
		right.map(({ value }) => value),
		...right.flatMap(({ hints }) => hints),
	);
}

/** A result whose problems name the part of a larger value: `crm_id` of `custom_fields` is `custom_fields.crm_id`. */
export function inPart<T>(part: string, result: ValidationResult<T>): ValidationResult<T> {
	if (result.ok) return result;
	const name = (inner?: string) => (inner === undefined ? part : `${part}.${inner}`);
	return { ok: false, problems: result.problems.map((each) => ({ ...each, part: name(each.part) })) };
}
