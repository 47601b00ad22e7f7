/** A queue in which the executions take turns, whatever number of entries each has. */
export class FairQueue<T> {
	/** The entries of each execution, in the order of their turns. */
	private readonly lanes = new Map<string, T[]>();

	add(execution: string, entry: T): void {
		const lane = this.lanes.get(execution);
		if (lane) lane.push(entry);
		else this.lanes.set(execution, [entry]);
	}

	/** Takes the entry whose turn it is. */
	take(): T | undefined {
		const [first] = this.lanes;
		if (!first) return undefined;
		const [execution, lane] = first;
		const entry = lane.shift();
		this.lanes.delete(execution);
		if (lane.length > 0) this.lanes.set(execution, lane);
		return entry;
	}

	/** Takes out the entries that match. */
	remove(matches: (entry: T) => boolean): T[] {
		const removed: T[] = [];
		for (const [execution, lane] of this.lanes) {
			const kept = lane.filter((entry) => !matches(entry));
			removed.push(...lane.filter(matches));
			if (kept.length === 0) this.lanes.delete(execution);
			else this.lanes.set(execution, kept);
		}
		return removed;
	}

	get isEmpty(): boolean {
		return this.lanes.size === 0;
	}

	*[Symbol.iterator](): Iterator<T> {
		for (const lane of this.lanes.values()) yield* lane;
	}
}
