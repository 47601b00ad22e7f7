import type { PolledUpdate } from './list';
import { DoneIds, MAX_DONE, MAX_DROPPED, type PollState } from './pollState';

interface SelectionLimits {
	/** The most updates to select. */
	capacity: number;
	/** Newer updates are left to a later poll. */
	emitUpTo: number;
	/** Whether execute() has recorded the update in this process. */
	isRecorded: (id: string) => boolean;
}

/** The updates that one poll delivers, and the IDs that later polls have to know. */
export class Selection {
	readonly updates: PolledUpdate[] = [];

	/** How many wanted updates execute() had recorded before. */
	recorded = 0;

	/** The time of the oldest update that a later poll has to decide about. */
	oldestUndecided = Number.POSITIVE_INFINITY;

	/** How many more updates may be selected. */
	capacity: number;

	private readonly done: DoneIds;

	private readonly dropped: DoneIds;

	private readonly seenIds = new Set<string>();

	/** Done, but their IDs aren't remembered so far. */
	private readonly unremembered: PolledUpdate[] = [];

	constructor(
		{ done, dropped = {} }: PollState,
		private readonly limits: SelectionLimits,
	) {
		this.done = new DoneIds(done, MAX_DONE);
		this.dropped = new DoneIds(dropped, MAX_DROPPED);
		this.capacity = limits.capacity;
	}

	/**
	 * Selects the update if it is wanted and new. Returns false if there is no room for it.
	 * @param needsId whether its ID must be remembered, since later polls read it again
	 */
	accept(item: PolledUpdate, needsId: boolean): boolean {
		const { id, time, isWanted } = item;
		if (isWanted === undefined) {
			this.oldestUndecided = Math.min(this.oldestUndecided, time);
			return true;
		}
		const isTooYoung = isWanted && time > this.limits.emitUpTo;
		if (isTooYoung || this.seenIds.has(id) || this.done.has(id) || this.dropped.has(id)) return true;
		const isNew = isWanted && !this.limits.isRecorded(id);
		if (isNew && (this.capacity <= 0 || (needsId && this.done.isFull))) return false;
		this.seenIds.add(id);
		if (isNew && needsId) this.done.add(id, time);
		else this.unremembered.push(item);
		if (isNew) {
			this.capacity--;
			this.updates.push(item);
		} else if (isWanted) this.recorded++;
		return true;
	}

	/** The IDs of done updates that later polls may read again, and whether there was too little room for them. */
	remember({
		watermark,
		backlog,
	}: PollState): Pick<PollState, 'done' | 'dropped'> & { hasForgotten: boolean } {
		const { done, dropped } = this;
		for (const ids of [done, dropped]) {
			ids.retain([
				{ from: watermark, to: Number.POSITIVE_INFINITY },
				...(backlog ? [{ from: backlog.end, to: backlog.start }] : []),
			]);
		}
		let hasForgotten = false;
		for (const { id, time, isWanted } of this.unremembered) {
			// An expired cursor leads back to the start of the backlog, where several updates may have the same time.
			if (time < watermark && time !== backlog?.start) continue;
			const ids = isWanted ? done : dropped;
			if (ids.isFull) hasForgotten = true;
			else ids.add(id, time);
		}
		return { done: done.toJSON(), dropped: dropped.toJSON(), hasForgotten };
	}
}
