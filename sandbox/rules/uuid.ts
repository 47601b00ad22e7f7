const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The reason that the service gives for a path id. */
export const UUID_REASON = 'must be a valid UUID';

export const isUuid = (value: string) => UUID.test(value);

/** Why `value` is no list of comma-separated UUIDs, or null. */
export function uuidListProblem(value: string): string | null {
	return value.split(',').every(isUuid) ? null : `${UUID_REASON}, or several separated by commas`;
}
