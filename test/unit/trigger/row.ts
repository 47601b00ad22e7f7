import fc from 'fast-check';

import type { Store } from '../../../nodes/CompanyRadarTrigger/dedupe/recorder';

/** n8n's row: read, changed and written without a lock, in so many milliseconds. */
export class Row {
	ids: string[] = [];

	writes = 0;

	/** So many of the next calls fail. */
	failures = 0;

	constructor(
		private readonly latency: () => number,
		private readonly most = 5000,
	) {}

	store(): Store {
		const mayFail = () => {
			if (this.failures === 0) return;
			this.failures--;
			throw new Error('locked');
		};
		return {
			record: async (ids) => {
				mayFail();
				const row = [...this.ids];
				await new Promise((resolve) => setTimeout(resolve, this.latency()));
				const fresh = ids.filter((id) => !row.includes(id));
				this.ids = [...row, ...fresh].slice(-this.most);
				this.writes++;
				return new Set(fresh);
			},
			forget: async (ids) => {
				mayFail();
				const row = this.ids.filter((id) => !ids.includes(id));
				await new Promise((resolve) => setTimeout(resolve, this.latency()));
				this.ids = row;
				this.writes++;
			},
		};
	}
}

/** What `Math.random()` gives, one after the other. */
export const chances = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
	minLength: 20,
	maxLength: 20,
});

/** So that a failing history can be run again. */
export function leaveNothingToChance(values: number[]): void {
	let next = 0;
	jest.spyOn(Math, 'random').mockImplementation(() => values[next++ % values.length] ?? 0);
}

let executions = 0;
/** Who wants updates for the first time. */
export const execution = () => ({ owner: `execution ${executions++}` });

/** Lets everything run to its end, in simulated time. */
export async function settle<T>(work: Promise<T>): Promise<T> {
	let isDone = false;
	void work.finally(() => (isDone = true));
	while (!isDone) await jest.advanceTimersByTimeAsync(50);
	return await work;
}
