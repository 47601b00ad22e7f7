import { sleep } from 'n8n-workflow';

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
