/** A problem in words unless both are the same. */
export function same(what: string, came: unknown, expected: unknown): string[] {
	return came === expected ? [] : [`${what}: ${String(came)} in place of ${String(expected)}`];
}

/** A problem in words unless both lists have the same members, in any order. */
export function sameMembers(what: string, came: unknown[], expected: unknown[]): string[] {
	const missing = expected
		.filter((member) => !came.includes(member))
		.map((member) => `${what}: ${member} is missing`);
	const more = came
		.filter((member) => !expected.includes(member))
		.map((member) => `${what}: ${member} is too many`);
	return [...missing, ...more, ...same(`${what}, number`, came.length, expected.length)];
}

/** Sums of dollars, free of binary rounding. */
export const usd = (amounts: number[]) =>
	Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 1e6) / 1e6;
