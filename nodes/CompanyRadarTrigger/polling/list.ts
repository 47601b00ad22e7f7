import type { IDataObject } from 'n8n-workflow';

import { incompleteList, nextCursor, type Page, REPEATED_PAGE } from '../../shared/client/http/pagination';
import type { RadarClient } from '../../shared/client/radarClient';
import { RadarApiError } from '../../shared/client/errors/radarApiError';
import { clock } from '../../shared/host/clock';
import { idOf, timeOf } from '../../shared/updates/update';
import { type DoneIds, LATENESS_MS, type PollState, type SortOrder } from './pollState';
import { timeIn } from '../../shared/values/basics/time';

/** An update as the poller sees it. */
export interface PolledUpdate {
	/** `update_id`. */
	id: string;
	/** When the update was made, in milliseconds since the epoch; undefined if that can't be read. The list is sorted by this time. */
	time: number | undefined;
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

/** Fetches pages of the list for one poll, and says which of their updates are wanted. */
export function pageFetcher(client: RadarClient, wantedOf: WantedOf, mayGoOn: () => boolean): FetchPage {
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
		const serviceTime = timeIn(page.timestamp);
		const wanted = await wantedOf(updates, serviceTime ?? clock.computerTime());
		return {
			items: updates.map((update, index) => ({
				id: idOf(update),
				time: timeOf(update),
				isWanted: wanted[index],
				update,
			})),
			hasMore: page.hasMore,
			cursor: page.cursor,
			serviceTime,
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

/** A page that a poll has read. */
export interface PassedPage {
	cursor: string | undefined;
	/** The time of its first update. */
	start: number;
	/** How many of its updates may have to be delivered. */
	count: number;
}

export interface PolledList {
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

	/** The time of the last update so far. */
	private last: number | undefined;

	constructor(
		private readonly input: PolledList,
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
		const [first] = items;
		if (!first) return;
		if (this.firstIds.has(first.id)) throw incompleteList('listUpdates', REPEATED_PAGE);
		this.firstIds.add(first.id);
		const times = items.map(({ time }) => time).filter((time) => time !== undefined);
		const start = times[0] ?? this.last ?? this.input.state.watermark;
		const before = this.last ?? start;
		this.last = times.at(-1) ?? this.last;
		if (this.last !== undefined && this.last !== before)
			this.order = this.last < before ? 'newest-first' : 'oldest-first';
		this.newest = Math.max(this.newest, ...times);
		const taken = items.filter((item) => this.isOpen(item));
		this.items.push(...taken);
		this.pages.push({ cursor, start, count: taken.length });
	}

	/** Whether the update may have to be delivered, or remembered. */
	private isOpen({ id, time, isWanted }: PolledUpdate): boolean {
		const { state, now } = this.input;
		if (!this.done.has(id))
			return (
				time === undefined ||
				// What the filters drop is remembered only while updates may still be listed late.
				(time >= state.watermark && (isWanted !== false || time >= now - LATENESS_MS))
			);
		// It's remembered as long as the list is read that far.
		if (time === undefined) this.done.add(id, now);
		return false;
	}

	private isEnough(): boolean {
		const { items, order } = this;
		const { capacity, state } = this.input;
		if (order === 'oldest-first') return items.length >= capacity;
		if (order === undefined) return false;
		// Only the oldest updates are delivered now.
		if (items.length >= 2 * capacity)
			this.knownBefore =
				items.splice(0, items.length - capacity).findLast(({ time }) => time !== undefined)?.time ??
				this.knownBefore;
		return this.last !== undefined && this.last < state.watermark;
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
			if (reason !== 'list') this.knownBefore = last ?? state.watermark;
		} else if (start !== undefined) {
			// In a list that hasn't shown its order, later updates may have come before the start, too.
			const known = this.order && pages[0]?.start;
			this.knownBefore = Math.min(this.knownBefore, known ?? state.watermark);
		}
		return this;
	}
}
