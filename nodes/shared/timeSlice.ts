import { sleep } from 'n8n-workflow';

let lastTurn = Promise.resolve();

/** Waits for a turn of the event loop in which nobody else of this package does work that takes milliseconds. */
export async function takeTurn(): Promise<void> {
	lastTurn = lastTurn.then(async () => {
		// The first timer starts before the work of the last turn, and may be due as soon as that is done.
		await sleep(0);
		await sleep(0);
	});
	await lastTurn;
}

const SLICE_MS = 10;

/** Synchronous work over many items blocks all of n8n; this gives way to other work every 10 ms, also to many callers at once. */
export class TimeSlice {
	private startedAt = Date.now();

	private pending: Promise<void> | undefined;

	async yieldToEventLoop(): Promise<void> {
		while (Date.now() - this.startedAt >= SLICE_MS) await (this.pending ??= this.startNext());
	}

	private async startNext(): Promise<void> {
		await sleep(0);
		this.startedAt = Date.now();
		this.pending = undefined;
	}
}
