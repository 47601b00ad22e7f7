import type { FetchPage, Listed, Order } from './types';

const orderOf = (falls: boolean): Order => (falls ? 'newest-first' : 'oldest-first');

/** Reads the list for others and sees how it is sorted, as soon as two updates that follow each other differ in time. */
export class OrderWatch<T> {
	seen: Order | undefined;

	/** What the ids say of updates of the same time: the service breaks ties by them. */
	guess: Order | undefined;

	/** The last update of the page before a cursor. */
	private readonly lastBefore = new Map<string, Listed<T>>();

	constructor(private readonly source: FetchPage<T>) {}

	readonly fetch: FetchPage<T> = async (cursor) => {
		const page = await this.source(cursor);
		if (typeof page === 'string' || 'error' in page) return page;
		let before = cursor === undefined ? undefined : this.lastBefore.get(cursor);
		for (const item of page.items) {
			if (before && item.time !== before.time) this.seen ??= orderOf(item.time < before.time);
			else if (before) this.guess ??= orderOf(item.id < before.id);
			before = item;
		}
		if (page.next !== null && before) this.lastBefore.set(page.next, before);
		return page;
	};

	/** Reads from the start of the list until the order shows. */
	async look(): Promise<void> {
		let cursor: string | undefined;
		while (this.seen === undefined) {
			const page = await this.fetch(cursor);
			if (typeof page === 'string') return;
			if ('error' in page) throw page.error;
			if (page.next === null) return;
			cursor = page.next;
		}
	}
}
