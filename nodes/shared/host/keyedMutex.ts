/** Runs tasks with the same key one after the other, and all others at once. */
export class KeyedMutex {
	/** The end of the last task of each key. */
	private readonly ends = new Map<string, Promise<void>>();

	isBusy(key: string): boolean {
		return this.ends.has(key);
	}

	async run<T>(key: string, task: () => Promise<T>): Promise<T> {
		const before = this.ends.get(key);
		const result = before ? before.then(task) : task();
		const end = result.then(
			() => undefined,
			() => undefined,
		);
		this.ends.set(key, end);
		try {
			return await result;
		} finally {
			if (this.ends.get(key) === end) this.ends.delete(key);
		}
	}
}
