import type { Store } from '../../../nodes/shared/host/host';

/** n8n's row of processed items: read, changed and written without a lock. */
export class SharedRow {
	entries: string[] = [];

	writes = 0;

	/** The next calls that fail. */
	failures = 0;

	constructor(
		/** Milliseconds between reading and writing. */
		private readonly latency: () => number = () => 1,
		private readonly capacity = 100_000,
	) {}

	/** Gives access until the process is killed; only the removal of denied entries still ends, as docs/reliability.md says. */
	store(isAlive: () => boolean = () => true): Store {
		const change = async <T>(work: (row: string[]) => { row: string[]; result: T }): Promise<T> => {
			if (this.failures > 0) {
				this.failures--;
				throw new Error('database is locked');
			}
			const { row, result } = work([...this.entries]);
			await new Promise((resolve) => setTimeout(resolve, this.latency()));
			this.entries = row;
			this.writes++;
			return result;
		};
		return {
			record: async (entries) => {
				if (!isAlive()) return await new Promise<never>(() => {});
				return await change((row) => {
					const added = entries.filter((entry) => !row.includes(entry));
					return { row: [...row, ...added].slice(-this.capacity - entries.length), result: new Set(added) };
				});
			},
			forget: async (entries) =>
				await change((row) => ({ row: row.filter((entry) => !entries.includes(entry)), result: undefined })),
		};
	}
}

/** Lets everything run to its end, in simulated time. */
export async function settle<T>(work: Promise<T>): Promise<T> {
	let isDone = false;
	void work.catch(() => undefined).finally(() => (isDone = true));
	while (!isDone) await jest.advanceTimersByTimeAsync(50);
	return await work;
}
