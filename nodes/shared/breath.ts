import { sleep } from 'n8n-workflow';

const AFTER = 10;

/** Reading and checking is synchronous: after 10 milliseconds of it other executions get their turn. */
export class Breath {
	private last = Date.now();

	async take(): Promise<void> {
		if (Date.now() - this.last < AFTER) return;
		await sleep(0);
		this.last = Date.now();
	}
}
