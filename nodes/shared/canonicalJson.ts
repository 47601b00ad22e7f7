const sorted = (_: string, value: unknown): unknown =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
		: value;

/** JSON with sorted keys: equal values give the same text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted) ?? '';
