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

export const valid = <T>(value: T, ...hints: string[]): ValidationResult<T> => ({ ok: true, value, hints });

export const invalid = (
	reason: string,
	fix: string,
	part?: string,
): { ok: false; problems: readonly Problem[] } => ({
	ok: false,
	problems: [part === undefined ? { reason, fix } : { part, reason, fix }],
});
