import type { Verdict } from '../../../nodes/shared/validation';

/** The value that is sent; fails with the problems where there are any. */
export function sent<T>(verdict: Verdict<T>): T {
	if (!verdict.ok) throw new Error(`refused: ${JSON.stringify(verdict.problems)}`);
	return verdict.value;
}

/** The hints that go with the value. */
export function hints<T>(verdict: Verdict<T>): string {
	sent(verdict);
	return verdict.ok ? verdict.hints.join('\n') : '';
}

/** All reasons and fixes of a refusal in one text; fails where the value was taken. */
export function refusal<T>(verdict: Verdict<T>): string {
	if (verdict.ok) throw new Error(`taken as ${JSON.stringify(verdict.value)}`);
	return verdict.problems.map(({ reason, fix }) => `${reason} ${fix}`).join('\n');
}

/** The parts of the value that are wrong. */
export function wrongParts<T>(verdict: Verdict<T>): Array<string | undefined> {
	if (verdict.ok) throw new Error(`taken as ${JSON.stringify(verdict.value)}`);
	return verdict.problems.map(({ part }) => part);
}
