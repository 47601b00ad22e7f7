import type { Store } from '../n8n/processedItems';

/** Which of the entries are recorded. n8n can't look entries up, so this records all of them and removes the new ones again. */
export async function recordedIn(store: Store, entries: string[]): Promise<string[]> {
	const added = await store.record(entries);
	if (added.size > 0) await store.forget([...added]);
	return entries.filter((entry) => !added.has(entry));
}

const DIGITS = 10;

/**
 * A number as entries that can be found digit by digit, since n8n stores only their hashes: one for each digit, with the digits before it.
 * With 4 digits, 305 is "0", "03", "030" and "0305". A number with too many digits counts as the largest one.
 */
export function entriesOfNumber(name: string, value: number): string[] {
	const digits = String(Math.min(value, 10 ** DIGITS - 1)).padStart(DIGITS, '0');
	return Array.from(digits, (_, index) => `${name} ${digits.slice(0, index + 1)}`);
}

/** The largest number recorded under each name, found digit by digit. Names without a number are left out. */
export async function readNumbers(store: Store, names: string[]): Promise<Map<string, number>> {
	const numbers = new Map<string, number>();
	const all: string[] = [];
	let found = names.map((name) => `${name} `);
	for (let digit = 0; digit < DIGITS && found.length > 0; digit++) {
		const next = found.flatMap((start) => Array.from('0123456789', (character) => start + character));
		found = await recordedIn(store, next);
		all.push(...found);
	}
	for (const entry of found) {
		const [name, value] = [entry.slice(0, -DIGITS - 1), Number(entry.slice(-DIGITS))];
		numbers.set(name, Math.max(value, numbers.get(name) ?? 0));
	}
	await forgetOthers(store, all, numbers);
	return numbers;
}

/** Removes entries of other numbers, which a crash may have left. */
async function forgetOthers(store: Store, found: string[], numbers: Map<string, number>): Promise<void> {
	const own = new Set([...numbers].flatMap(([name, value]) => entriesOfNumber(name, value)));
	const others = found.filter((entry) => !own.has(entry));
	if (others.length > 0) await store.forget(others);
}

/** Entries to record first and to forget after that, so that a crash in between leaves the larger number. */
export interface Change {
	record: string[];
	forget: string[];
}

/** Replaces one number with another. Zero needs no entries. */
export function changeOfNumber(name: string, from: number, to: number): Change {
	const before = from > 0 ? entriesOfNumber(name, from) : [];
	const after = to > 0 ? entriesOfNumber(name, to) : [];
	return {
		record: after.filter((entry) => !before.includes(entry)),
		forget: before.filter((entry) => !after.includes(entry)),
	};
}
