import { incompleteList, nextCursor } from '../../shared/client';
import type { FetchPage, PolledPage, PolledUpdate } from './list';
import { DoneIds, LATENESS_MS, RESTART_MS, type PollState, type SortOrder } from './pollState';

/** A page that a poll has read. */
export interface PassedPage {
	cursor: string | undefined;
	/** The time of its first update. */
	start: number;
	/** How many of its updates may have to be delivered. */
	count: number;
}

export interface PollInput {
	state: PollState;
	/** Whether no poll came before. */
	isFirst: boolean;
	fetch: FetchPage;
	/** Where the poll begins; undefined means the start of the list. */
	start: string | undefined;
	/** In a list that is newest first, the pages above the start. */
	passed: readonly PassedPage[];
	/** The service's time. */
	now: number;
	/** Whether execute() has recorded the update in this process. */
	isRecorded: (id: string) => boolean;
	/** The most updates to deliver. */
	capacity: number;
	/** Newer updates are left to a later poll. */
	emitUpTo: number;
}

export interface PollPlan {
	/** The state once the updates have arrived. */
	state: PollState;
	/** To deliver, oldest first. */
	updates: PolledUpdate[];
	/** More updates wait for the next polls. */
	isBehind: boolean;
	/** In a list that is newest first, the pages down to the one where the next poll begins. */
	passed: readonly PassedPage[];
}

const ALL = Number.POSITIVE_INFINITY;

/** What a poll reads of the list. */
class ListReading {
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
		private readonly input: PollInput,
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

/** How far a poll has come. Updates before this time are done. */
function watermarkAfter({ state, isFirst, now }: PollInput, newest: number, knownBefore: number): number {
	// The service's time may be ahead of its updates.
	const final = Math.min(now - LATENESS_MS, newest + 1, knownBefore);
	// Whole milliseconds like the times of updates.
	const reached = Math.max(state.watermark, Math.floor(final));
	if (isFirst) return Math.min(reached, newest + 1);
	// Neither the service's time nor its list has come that far, so the saved state is damaged.
	return reached > Math.max(now, newest + 1) ? now - RESTART_MS : reached;
}

/**
 * Leaves out the pages that are done, and those that the next poll reads: as many updates as it may deliver, and at most twice as many
 * pages as this one has read, since a poll that doesn't come down to the watermark delivers nothing.
 */
function climb(passed: readonly PassedPage[], watermark: number, capacity: number, pagesRead: number) {
	const left = passed.filter(({ start }) => start >= watermark);
	let room = capacity;
	for (let pages = 2 * pagesRead; pages > 0 && room > 0; pages--) room -= left.pop()?.count ?? room;
	return left;
}

/** Decides which updates one poll delivers, and the state once they have arrived. */
export async function planPoll(input: PollInput): Promise<PollPlan> {
	const { state: before, isRecorded, capacity, emitUpTo } = input;
	const done = new DoneIds(before.done);
	const { items, order, newest, pages, isCut, ...reading } = await new ListReading(input, done).read();
	let { knownBefore } = reading;
	let isBehind = knownBefore < ALL;
	let recorded = 0;
	const updates: PolledUpdate[] = [];
	for (const item of items.sort((a, b) => a.time - b.time)) {
		const { id, time, isWanted } = item;
		if (done.has(id)) continue;
		const isNew = isWanted === true && !isRecorded(id);
		const hasNoRoom = isNew && updates.length >= capacity;
		if (hasNoRoom) isBehind = true;
		if (hasNoRoom || isWanted === undefined || (isNew && time > emitUpTo)) {
			knownBefore = Math.min(knownBefore, time);
			continue;
		}
		done.add(id, time);
		if (isNew) updates.push(item);
		else if (isWanted) recorded++;
	}
	const watermark = watermarkAfter(input, newest, knownBefore);
	const state: PollState = {
		revision: before.revision + updates.length + recorded,
		order,
		watermark,
		done: done.since(watermark),
		cursor: order === 'oldest-first' ? pages.findLast(({ start }) => start < watermark)?.cursor : undefined,
	};
	const passed = isBehind && order !== 'oldest-first' ? [...input.passed, ...pages] : [];
	return {
		state,
		updates,
		isBehind,
		passed: isCut ? passed : climb(passed, watermark, capacity, pages.length),
	};
}
