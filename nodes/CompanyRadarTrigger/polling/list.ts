import type { IDataObject } from 'n8n-workflow';

import { incompleteList, nextCursor, type Page, type RadarClient, RadarApiError } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { idOf, timeOf } from '../../shared/updates/update';
import { type DoneIds, LATENESS_MS, type PollState, type SortOrder } from './pollState';

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

/** Fetches a page, the first one of a poll only once. Throws all other errors. */
export type FetchPage = (cursor: string | undefined) => Promise<Fetched>;

/** Whether each update is wanted; undefined if that isn't known yet. */
type WantedOf = (updates: IDataObject[], serviceTime: number) => Promise<Array<boolean | undefined>>;

/** The list of updates for one poll. */
export function updatePages(client: RadarClient, wantedOf: WantedOf, mayGoOn: () => boolean): FetchPage {
	let first: { cursor: string | undefined; page: Fetched } | undefined;

	const fetch = async (cursor: string | undefined): Promise<Fetched> => {
		const page = await client.listUpdates({ cursor }).catch((error: unknown) => error as Error);
		if (page instanceof RadarApiError) {
			// The pages read so far still count.
			if (page.isRateLimited && first) return 'later';
			if (cursor !== undefined && page.failure.status === 400) return 'expired';
		}
		if (page instanceof Error) throw page;
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
		if (first?.cursor === cursor && first) return first.page;
		if (first && !mayGoOn()) return 'later';
		const page = await fetch(cursor);
		if (page !== 'expired') first ??= { cursor, page };
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

/** A page that a poll has read. */
export interface PassedPage {
	cursor: string | undefined;
	/** The time of its first update. */
	start: number;
	/** How many of its updates may have to be delivered. */
	count: number;
}

export interface ListInput {
	state: PollState;
	fetch: FetchPage;
	/** Where the poll begins; undefined means the start of the list. */
	start: string | undefined;
	/** The service's time. */
	now: number;
	/** The most updates to deliver. */
	capacity: number;
}

const ALL = Number.POSITIVE_INFINITY;

/** What a poll reads of the list. */
export class ListReading {
	/** Updates from the watermark on that aren't done. */
	items: PolledUpdate[] = [];

	/** All updates from the watermark up to this time are among the items. */
	knownBefore = ALL;

	/** The time of the newest update; 0 if there is none. */
	newest = 0;

	order: SortOrder | undefined;

	pages: PassedPage[] = [];

	/** Whether the poll ended before it came to the watermark of a list that is newest first. */
	isCut = false;

	private readonly firstIds = new Set<string>();

	private last: PolledUpdate | undefined;

	constructor(
		private readonly input: ListInput,
		private readonly done: DoneIds,
	) {
		this.order = input.state.order;
	}

	/** Reads a list that is newest first down to the watermark, and one that is oldest first until there is enough. */
	async read(): Promise<this> {
		const cursors = new Set<string | undefined>();
		let cursor = this.input.start;
		for (;;) {
			const page = await this.input.fetch(cursor);
			if (typeof page === 'string') return this.endedBy('interruption');
			this.take(page, cursor);
			cursors.add(cursor);
			const next = nextCursor('listUpdates', page, cursors);
			if (next === null) return this.endedBy('list');
			if (this.isEnough()) return this.endedBy('enough');
			cursor = next;
		}
	}

	private take({ items }: PolledPage, cursor: string | undefined): void {
		const { state, now } = this.input;
		const [first] = items;
		if (!first) return;
		if (this.firstIds.has(first.id)) throw incompleteList('listUpdates', 'A page repeats an earlier one.');
		this.firstIds.add(first.id);
		const before = this.last ?? first;
		this.last = items.at(-1) ?? first;
		if (this.last.time !== before.time)
			this.order = this.last.time < before.time ? 'newest-first' : 'oldest-first';
		const taken = items.filter(
			({ id, time, isWanted }) =>
				time >= state.watermark &&
				// What the filters drop is remembered only while updates may still be listed late.
				(isWanted !== false || time >= now - LATENESS_MS) &&
				!this.done.has(id),
		);
		this.items.push(...taken);
		for (const { time } of items) this.newest = Math.max(this.newest, time);
		this.pages.push({ cursor, start: first.time, count: taken.length });
	}

	private isEnough(): boolean {
		const { items, order } = this;
		const { capacity, state } = this.input;
		if (order === 'oldest-first') return items.length >= capacity;
		if (order === undefined) return false;
		// Only the oldest updates are delivered now.
		if (items.length >= 2 * capacity)
			this.knownBefore = items.splice(0, items.length - capacity).at(-1)?.time ?? ALL;
		return this.last !== undefined && this.last.time < state.watermark;
	}

	private endedBy(reason: 'list' | 'enough' | 'interruption'): this {
		const { start, state } = this.input;
		const { last, pages } = this;
		// Until the list shows its order, the newest are taken to come first.
		const isOldestFirst = this.order === 'oldest-first';
		const hasTurned = start !== undefined && isOldestFirst !== (state.order === 'oldest-first');
		this.isCut = !isOldestFirst && reason === 'interruption';
		if (hasTurned) this.pages = [];
		if (hasTurned || this.isCut) {
			this.items = [];
			this.knownBefore = state.watermark;
		} else if (isOldestFirst) {
			if (reason !== 'list') this.knownBefore = last?.time ?? state.watermark;
		} else if (start !== undefined) {
			this.knownBefore = Math.min(this.knownBefore, pages[0]?.start ?? state.watermark);
		}
		return this;
	}
}
