import type { FetchPage, PolledUpdate, SortOrder } from './types';

const orderOf = (falls: boolean): SortOrder => (falls ? 'newest-first' : 'oldest-first');

/** Reads the list for others and sees how it is sorted, as soon as two updates that follow each other differ in time. */
export class SortOrderDetector<T> {
	detected: SortOrder | undefined;

	/** What the ids say of updates of the same time: the service breaks ties by them. */
	guess: SortOrder | undefined;

	/** The last update of the page before a cursor. */
	private readonly lastBefore = new Map<string, PolledUpdate<T>>();

	constructor(private readonly source: FetchPage<T>) {}

	readonly fetch: FetchPage<T> = async (cursor) => {
		const page = await this.source(cursor);
		if (typeof page === 'string' || 'error' in page) return page;
		let before = cursor === undefined ? undefined : this.lastBefore.get(cursor);
		for (const item of page.items) {
			if (before && item.time !== before.time) this.detected ??= orderOf(item.time < before.time);
			else if (before) this.guess ??= orderOf(item.id < before.id);
			before = item;
		}
		if (page.next !== null && before) this.lastBefore.set(page.next, before);
		return page;
	};

	/** Reads from the start of the list until the order shows. */
	async detect(): Promise<void> {
		const seen = new Set<string | undefined>();
		let cursor: string | undefined;
		while (this.detected === undefined) {
			seen.add(cursor);
			const page = await this.fetch(cursor);
			if (typeof page === 'string') return;
			if ('error' in page) throw page.error;
			if (page.next === null || seen.has(page.next)) return;
			cursor = page.next;
		}
	}
}
