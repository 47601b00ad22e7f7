import { sleep } from 'n8n-workflow';

const SLICE_MS = 10;

/** Synchronous work over many items blocks all of n8n; this gives way to other work every 10 ms. */
export class TimeSlice {
	private startedAt = Date.now();

	async yieldToEventLoop(): Promise<void> {
		if (Date.now() - this.startedAt < SLICE_MS) return;
		await sleep(0);
		this.startedAt = Date.now();
	}
}
