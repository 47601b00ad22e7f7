/** A place in a timeline: the instant in milliseconds, and the id that orders what happened at the same instant. */
export interface Place {
	at: number;
	id: string;
}

export type Order = 'newest-first' | 'oldest-first';

/** Things ordered by (instant, id). A page costs the same wherever it is and however many things there are. */
export class Timeline<T extends { at: number }> {
	private items: T[] = [];

	constructor(private readonly idOf: (item: T) => string) {}

	get size(): number {
		return this.items.length;
	}

	placeOf(item: T): Place {
		return { at: item.at, id: this.idOf(item) };
	}

	add(item: T): void {
		const last = this.items.at(-1);
		if (last === undefined || last.at < item.at) this.items.push(item);
		else this.items.splice(this.indexAfter(this.placeOf(item)), 0, item);
	}

	/** As `add` for each, but fast for a great many. */
	addAll(items: T[]): void {
		this.items = [...this.items, ...items].sort((a, b) => a.at - b.at || this.compare(a, this.placeOf(b)));
	}

	remove(item: T): void {
		const index = this.indexAfter(this.placeOf(item)) - 1;
		if (this.items[index] === item) this.items.splice(index, 1);
	}

	/** The things beyond `after` (all when null), one by one. */
	*walk(order: Order, after: Place | null): Generator<T> {
		const step = order === 'newest-first' ? -1 : 1;
		for (let index = this.start(order, after); ; index += step) {
			const item = this.items[index];
			if (item === undefined) return;
			yield item;
		}
	}

	/** The first `count` things beyond `after`. */
	page(order: Order, after: Place | null, count: number): T[] {
		const start = this.start(order, after);
		if (order === 'oldest-first') return this.items.slice(start, start + count);
		return this.items.slice(Math.max(0, start - count + 1), start + 1).reverse();
	}

	private start(order: Order, after: Place | null): number {
		if (order === 'oldest-first') return after === null ? 0 : this.indexAfter(after);
		return (after === null ? this.items.length : this.indexFrom(after)) - 1;
	}

	private compare(item: T, place: Place): number {
		if (item.at !== place.at) return item.at - place.at;
		const id = this.idOf(item);
		if (id === place.id) return 0;
		return id < place.id ? -1 : 1;
	}

	/** Index of the first item at or beyond the place. */
	private indexFrom(place: Place): number {
		return this.firstIndex((item) => this.compare(item, place) >= 0);
	}

	/** Index of the first item beyond the place. */
	private indexAfter(place: Place): number {
		return this.firstIndex((item) => this.compare(item, place) > 0);
	}

	private firstIndex(reached: (item: T) => boolean): number {
		let low = 0;
		let high = this.items.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (reached(this.items[middle] as T)) high = middle;
			else low = middle + 1;
		}
		return low;
	}
}
