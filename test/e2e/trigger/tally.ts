/** How often each id came, against how often it should: once. */
export function tally(expected: string[], actual: string[]) {
	const times = new Map<string, number>();
	for (const id of actual) times.set(id, (times.get(id) ?? 0) + 1);
	const wanted = new Set(expected);
	return {
		expected: wanted.size,
		lost: [...wanted].filter((id) => !times.has(id)).length,
		repeated: [...times.values()].reduce((sum, count) => sum + count - 1, 0),
		unexpected: [...times.keys()].filter((id) => !wanted.has(id)).length,
	};
}

/** What `tally` gives where everything came once. */
export const onceEach = (count: number) => ({ expected: count, lost: 0, repeated: 0, unexpected: 0 });
