/** A queue in which keys take turns, however many entries each has. */
export class KeyedQueue<T> {
	/** The entries of each key, in the order of their turns. */
	private readonly lanes = new Map<string, T[]>();

	add(key: string, entry: T): void {
		const lane = this.lanes.get(key);
		if (lane) lane.push(entry);
		else this.lanes.set(key, [entry]);
	}

	/** Takes the entry whose turn it is. */
	take(): T | undefined {
		const [first] = this.lanes;
		if (!first) return undefined;
		const [key, lane] = first;
		const entry = lane.shift();
		this.lanes.delete(key);
		if (lane.length > 0) this.lanes.set(key, lane);
		return entry;
	}

	/** Takes out the entries that match. */
	remove(matches: (entry: T) => boolean): T[] {
		const removed: T[] = [];
		for (const [key, lane] of this.lanes) {
			const kept = lane.filter((entry) => !matches(entry));
			removed.push(...lane.filter(matches));
			if (kept.length === 0) this.lanes.delete(key);
			else this.lanes.set(key, kept);
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
