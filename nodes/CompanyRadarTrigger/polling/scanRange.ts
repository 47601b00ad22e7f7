import { IdsAtTime } from './doneIds';
import type { FetchPage, PolledUpdate, ScanRange, SortOrder } from './types';

export interface ScanResult {
	/** What is left. */
	range: ScanRange;
	isDone: boolean;
	/** Whether the next scan begins further on. */
	hasAdvanced: boolean;
	/** The pages that were read, with the time of the last update before each. */
	pages: Array<{ cursor: string | undefined; timeBefore: number | null }>;
}

/** Whether `a` lies further along the list than `b`. */
const isBeyond = (order: SortOrder, a: number, b: number): boolean =>
	order === 'oldest-first' ? a > b : a < b;

/**
 * Reads on through a range until it ends, an update is not accepted, or the budget is used up. What was accepted is done.
 * @returns `refused` if the service does not take the cursor of the range
 */
export async function scanRange<T>(
	range: ScanRange,
	order: SortOrder,
	fetch: FetchPage<T>,
	accept: (item: PolledUpdate<T>) => boolean,
	maxPages = Number.POSITIVE_INFINITY,
): Promise<ScanResult | 'refused'> {
	const { start, end } = range;
	const left = { ...range };
	let ids = new IdsAtTime(range.idsAtStart);
	const read: ScanResult['pages'] = [];
	let timeBefore: number | null = null;
	const result = (isDone: boolean, isFull = false): ScanResult => ({
		range: { ...left, idsAtStart: ids.toString() },
		isDone,
		hasAdvanced: isDone || isFull || left.start !== start,
		pages: read,
	});

	const seen = new Set<string | undefined>();
	for (let pages = 0; pages < maxPages; pages++) {
		seen.add(left.cursor);
		const page = await fetch(left.cursor);
		if (page === 'refused' && pages === 0) return page;
		if (page === 'refused' || page === 'later') break;
		if ('error' in page) {
			if (pages === 0) throw page.error;
			break;
		}
		read.push({ cursor: left.cursor, timeBefore });
		timeBefore = page.items.at(-1)?.time ?? timeBefore;
		for (const item of page.items) {
			if (end !== null && isBeyond(order, item.time, end)) return result(true);
			if (start !== null && isBeyond(order, start, item.time)) continue;
			if (item.time === left.start && ids.has(item.id)) continue;
			if (!accept(item)) return result(false, true);
			if (left.start === null || isBeyond(order, item.time, left.start)) {
				left.start = item.time;
				ids = new IdsAtTime('');
			}
			if (item.time === left.start) ids.add(item.id);
		}
		// A service may repeat the last cursor at the end of the list.
		if (page.next === null || seen.has(page.next)) return result(true);
		left.cursor = page.next;
	}
	return result(false);
}
