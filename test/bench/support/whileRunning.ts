import { setTimeout as wait } from 'node:timers/promises';

/** Looks again and again while the work is under way, with a pause between; resolves with the result of the work. */
export async function whileRunning<T>(work: Promise<T>, pauseMs: number, look: () => void): Promise<T> {
	let isRunning = true;
	const looking = (async () => {
		while (isRunning) {
			look();
			await wait(pauseMs);
		}
	})();
	try {
		return await work;
	} finally {
		isRunning = false;
		await looking;
	}
}
