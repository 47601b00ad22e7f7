import { Entries } from './entries';
import type { Judge } from './judge';
import type { FetchPage, Listed, Order, Stretch } from './types';

/** Whether an item may be left behind, by the number of items from it on and the newest time that was seen. */
export type MayPass = (item: Listed, left: number, newest: number) => boolean;

export interface WalkResult {
	stretch: Stretch;
	/** The end was reached, and everything before it is settled. */
	isDone: boolean;
	reachedEnd: boolean;
}

interface Walked<T> {
	items: Array<{ item: Listed<T>; fate: 'passed' | ReturnType<Judge<T>['judge']> }>;
	/** The pages that were read, and the one to go on with: where each begins in `items`. */
	pages: Array<{ cursor: string | undefined; start: number }>;
	reachedEnd: boolean;
}

/** More updates of one and the same millisecond than this are not remembered. */
const MOST_TIES = 1000;

/** Whether `a` lies further along the list than `b`. */
const isBeyond = (order: Order, a: number, b: number): boolean => (order === 'oldest-first' ? a > b : a < b);

/**
 * Walks on through a stretch until it ends, there is no room left for handing over, or the budget of the poll is used up.
 * The stretch moves on over what is settled, and never over anything else.
 * @returns `refused` if the service does not take a cursor; nothing was moved then
 */
export async function walk<T>(
	stretch: Stretch,
	order: Order,
	fetch: FetchPage<T>,
	judge: Judge<T>,
	mayPass: MayPass,
): Promise<WalkResult | 'refused'> {
	const entries = Entries.read(stretch.entries + (stretch.ties ?? ''));
	const walked = await readOn(stretch, order, fetch, judge, entries);
	if (walked === 'refused') return walked;
	const { items, reachedEnd } = walked;
	const newest = items.reduce((time, { item }) => Math.max(time, item.time), Number.NEGATIVE_INFINITY);
	const stop = items.findIndex(
		({ item, fate }, index) =>
			fate !== 'passed' && (fate !== 'settled' || !mayPass(item, items.length - index, newest)),
	);
	return {
		stretch: moveOn(stretch, order, entries, walked, stop === -1 ? items.length : stop),
		isDone: reachedEnd && items.every(({ fate }) => fate === 'passed' || fate === 'settled'),
		reachedEnd,
	};
}

async function readOn<T>(
	{ cursor, passed, end }: Stretch,
	order: Order,
	fetch: FetchPage<T>,
	judge: Judge<T>,
	entries: Entries,
): Promise<Walked<T> | 'refused'> {
	const items: Walked<T>['items'] = [];
	const pages: Walked<T>['pages'] = [{ cursor, start: 0 }];
	let next: string | null | undefined = cursor;
	let hasRoom = judge.room > 0;
	while (next !== null && hasRoom) {
		const page = await fetch(next);
		if (page === 'refused') return page;
		if (page === 'later') break;
		if ('error' in page) {
			if (pages.length === 1) throw page.error;
			break;
		}
		next = page.next;
		for (const item of page.items) {
			if (end !== null && isBeyond(order, item.time, end)) {
				next = null;
				break;
			}
			const isPassed = passed !== null && isBeyond(order, passed, item.time);
			const fate = isPassed ? 'passed' : judge.judge(item, entries);
			if (fate === 'left') hasRoom = false;
			items.push({ item, fate });
		}
		if (next !== null) pages.push({ cursor: next, start: items.length });
	}
	return { items, pages, reachedEnd: next === null };
}

function moveOn<T>(
	{ passed: passedBefore, end, ties: tiesBefore = '' }: Stretch,
	order: Order,
	entries: Entries,
	{ items, pages, reachedEnd }: Walked<T>,
	count: number,
): Stretch {
	const passed = items
		.slice(0, count)
		.reduce(
			(time, { item }) => (time === null || isBeyond(order, item.time, time) ? item.time : time),
			passedBefore,
		);
	// Entries that were not met lie further on, unless there is nothing further on.
	const kept = reachedEnd ? Entries.empty() : entries;
	const ties = Entries.read(passed === passedBefore ? tiesBefore : '');
	items.forEach(({ item }, index) => {
		const status = entries.get(item.id);
		if (index < count) kept.delete(item.id);
		else if (status !== undefined) kept.set(item.id, status);
		if (index < count && item.time === passed) ties.set(item.id, 'settled');
	});
	return {
		cursor: pages.findLast(({ start }) => start <= count)?.cursor,
		passed,
		end,
		entries: kept.toString(),
		ties: ties.last(MOST_TIES).toString(),
	};
}
