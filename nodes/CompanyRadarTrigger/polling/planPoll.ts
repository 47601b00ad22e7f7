import { type PolledList, ListReading, type PassedPage, type PolledUpdate } from './list';
import { DoneIds, LATENESS_MS, RESTART_MS, type PollState } from './pollState';

export interface PollInput extends PolledList {
	/** Whether no poll came before. */
	isFirst: boolean;
	/** In a list that is newest first, the pages above the start. */
	passed: readonly PassedPage[];
	/** Whether execute() has recorded the update in this process. */
	isRecorded: (id: string) => boolean;
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
	let isBehind = Number.isFinite(knownBefore);
	let recorded = 0;
	const updates: PolledUpdate[] = [];
	for (const item of items.sort((a, b) => (a.time ?? 0) - (b.time ?? 0))) {
		const { id, isWanted, time = input.now } = item;
		if (done.has(id)) continue;
		const isNew = isWanted === true && !isRecorded(id);
		const hasNoRoom = isNew && updates.length >= capacity;
		if (hasNoRoom) isBehind = true;
		if (hasNoRoom || isWanted === undefined || (isNew && (item.time ?? 0) > emitUpTo)) {
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
	const passed = isCut || (isBehind && order === 'newest-first') ? [...input.passed, ...pages] : [];
	return {
		state,
		updates,
		isBehind,
		passed: isCut ? passed : climb(passed, watermark, capacity, pages.length),
	};
}
