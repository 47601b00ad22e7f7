import type { IDataObject } from 'n8n-workflow';

import { incompleteList, nextCursor, type Page, type RadarClient, RadarApiError } from '../../shared/client';
import type { ScanRange, SortOrder } from './pollState';
import { LIMITS } from '../../shared/api/limits';
import { clock } from '../../shared/concurrency/clock';
import { idOf, timeOf } from '../../shared/updates/update';

/** An update as the poller sees it. */
export interface PolledUpdate {
	/** `update_id`. */
	id: string;
	/** When the update was made, in milliseconds since the epoch. The list is sorted by this time. */
	time: number;
	/** False if the node's filters leave the update out; undefined if a later poll has to decide. */
	isWanted: boolean | undefined;
	update: IDataObject;
}

export interface PolledPage extends Page<PolledUpdate> {
	/** The service's time in the response, in milliseconds since the epoch, if there is one. */
	serviceTime?: number;
}

/** `expired`: the service no longer accepts this cursor. `later`: this poll can read no more. */
export type Fetched = PolledPage | 'expired' | 'later';

/** Fetches a page, the same one for the same cursor within a poll. Throws all other errors. */
export type FetchPage = (cursor: string | undefined) => Promise<Fetched>;

const orderOf = <V extends string | number>(first: V, second: V): SortOrder =>
	second < first ? 'newest-first' : 'oldest-first';

/** Wraps `fetch` to notice the newest update and, as soon as two neighbours differ in time, the sort order. */
export class SortOrderDetector {
	detected: SortOrder | undefined;

	newest = Number.NEGATIVE_INFINITY;

	/** The order suggested by the IDs of updates with the same time. */
	private guess: SortOrder | undefined;

	private readonly lastBefore = new Map<string | undefined, PolledUpdate>();

	constructor(private readonly source: FetchPage) {}

	readonly fetch: FetchPage = async (cursor) => {
		const page = await this.source(cursor);
		if (typeof page === 'string') return page;
		let before = this.lastBefore.get(cursor);
		for (const item of page.items) {
			if (before && item.time !== before.time) this.detected ??= orderOf(before.time, item.time);
			else if (before) this.guess ??= orderOf(before.id, item.id);
			before = item;
			this.newest = Math.max(this.newest, item.time);
		}
		if (page.cursor !== null && before) this.lastBefore.set(page.cursor, before);
		return page;
	};

	/** Reads from the start of the list until the order shows. If all updates within a poll have the same time, their IDs decide. */
	async detect(): Promise<void> {
		const all = { start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY };
		const isUnknown = () => this.detected === undefined;
		const { isDone } = await scanRange(all, 'newest-first', this.fetch, isUnknown);
		if (!isDone) this.detected ??= this.guess;
	}
}

/** Returns false if there is no room for the update. */
type Accept = (item: PolledUpdate) => boolean;

export interface ScanResult {
	/** The part of the range that is left. */
	range: ScanRange;
	isDone: boolean;
	/** The cursor had expired, so the list was read from its start. */
	hasExpired: boolean;
	/** Whether the next scan begins further on. */
	hasAdvanced: boolean;
}

/** Accepts the updates of a page that lie in the range, and moves `left` on. Returns why the scan stops there, if it does. */
function takeItems(
	items: readonly PolledUpdate[],
	{ range, left, order, accept }: { range: ScanRange; left: ScanRange; order: SortOrder; accept: Accept },
): 'end' | 'full' | undefined {
	/** Whether `a` lies further along the list than `b`. */
	const isBeyond = (a: number, b: number) => (order === 'oldest-first' ? a > b : a < b);
	for (const item of items) {
		if (isBeyond(item.time, range.end)) return 'end';
		if (isBeyond(range.start, item.time)) continue;
		if (!accept(item)) return 'full';
		if (isBeyond(item.time, left.start)) left.start = item.time;
	}
	return undefined;
}

/**
 * Reads a range until it ends, an update isn't accepted, or no more pages may be read. Accepted updates are done.
 */
export async function scanRange(
	range: ScanRange,
	order: SortOrder,
	fetch: FetchPage,
	accept: Accept,
	maxPages = Number.POSITIVE_INFINITY,
): Promise<ScanResult> {
	const left = { ...range };
	let hasExpired = false;
	const result = (isDone: boolean, isFull = false): ScanResult => ({
		range: left,
		isDone,
		hasExpired,
		hasAdvanced: isDone || isFull || left.start !== range.start,
	});

	const cursors = new Set<string | undefined>();
	const firstIds = new Set<string>();
	for (let pages = 0; pages < maxPages; pages++) {
		let page = await fetch(left.cursor);
		if (page === 'expired' && pages === 0) {
			hasExpired = true;
			left.cursor = undefined;
			page = await fetch(undefined);
		}
		if (typeof page === 'string') break;
		const [first] = page.items;
		if (first && firstIds.has(first.id))
			throw incompleteList('listUpdates', 'A page repeats an earlier one.');
		if (first) firstIds.add(first.id);
		const stop = takeItems(page.items, { range, left, order, accept });
		if (stop) return result(stop === 'end', stop === 'full');
		cursors.add(left.cursor);
		const next = nextCursor('listUpdates', page, cursors);
		if (next === null) return result(true);
		left.cursor = next;
	}
	return result(false);
}

/** Half of the read budget of a minute: the other half is for the rest of the account. */
export const MAX_REQUESTS = LIMITS.readPerMinute / 2;

/** Whether each update is wanted; undefined if that isn't known yet. */
type WantedOf = (updates: IDataObject[], serviceTime: number) => Promise<Array<boolean | undefined>>;

/** The list of updates for one poll, which fetches each page once. */
export function updatePages(client: RadarClient, wantedOf: WantedOf, mayGoOn: () => boolean): FetchPage {
	const pages = new Map<string | undefined, Fetched>();
	let hasRead = false;

	const fetch = async (cursor: string | undefined): Promise<Fetched> => {
		const page = await client.listUpdates({ cursor }).catch((error: unknown) => error as Error);
		if (page instanceof RadarApiError) {
			// The pages read so far still count.
			if (page.isRateLimited && hasRead) return 'later';
			if (cursor !== undefined && page.failure.status === 400) return 'expired';
		}
		if (page instanceof Error) throw page;
		hasRead = true;
		const updates: IDataObject[] = page.items;
		const serviceTime = Date.parse(page.timestamp ?? '');
		return {
			items: polledUpdates(updates, await wantedOf(updates, serviceTime || clock.computerTime())),
			hasMore: page.hasMore,
			cursor: page.cursor,
			serviceTime: Number.isNaN(serviceTime) ? undefined : serviceTime,
		};
	};

	return async (cursor) => {
		const known = pages.get(cursor);
		if (known) return known;
		if (pages.size >= MAX_REQUESTS || (pages.size > 0 && !mayGoOn())) return 'later';
		const page = await fetch(cursor);
		pages.set(cursor, page);
		return page;
	};
}

/** An update without a time gets that of its neighbour. */
function polledUpdates(updates: IDataObject[], wanted: Array<boolean | undefined>): PolledPage['items'] {
	let time = updates.map(timeOf).find((each) => each !== undefined) ?? 0;
	return updates.map((update, index): PolledUpdate => {
		time = timeOf(update) ?? time;
		return { id: idOf(update), time, isWanted: wanted[index], update };
	});
}
