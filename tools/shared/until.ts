import { setTimeout as wait } from 'node:timers/promises';

/** Looks again until it is so. It fails only where nothing comes any more: a busy computer is many times slower. */
export async function until(
	what: string,
	isSo: () => Promise<boolean> | boolean,
	{ seconds = 600, everyMs = 100 } = {},
): Promise<void> {
	const deadline = Date.now() + seconds * 1000;
	while (!(await isSo())) {
		if (Date.now() > deadline) throw new Error(`Waited ${seconds} s, but not yet: ${what}`);
		await wait(everyMs);
	}
}
