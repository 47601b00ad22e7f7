import { scanRange, SortOrderDetector, type FetchPage, type PolledUpdate, type ScanResult } from './list';
import {
	ASSUMED_ORDER,
	DoneIds,
	LATENESS_MS,
	withOrder,
	type PollState,
	type ScanRange,
	type SortOrder,
} from './pollState';

export interface PollInput {
	state: PollState;
	fetch: FetchPage;
	/** To earlier times nothing is added any more. */
	finalBefore: number;
	/** Whether execute() has recorded the update in this process. */
	isRecorded: (id: string) => boolean;
	/** The most updates to emit. */
	remainingCapacity: number;
	/** Newer updates are left to a later poll. */
	emitUpTo: number;
	/** Requests of a poll: what is new gets half of them, and of the capacity, while older updates wait. */
	maxRequests: number;
}

export interface PollPlan {
	/** The state once the updates have arrived. */
	state: PollState;
	/** To emit, oldest first. */
	updates: Array<PolledUpdate>;
	/** More is waiting for the next polls. */
	isBehind: boolean;
	/** There was no room to remember some of what needs nothing more. */
	hasForgotten: boolean;
	/** The list can't be followed: its cursors expire before the way through it ends. */
	isStuck: boolean;
}

/** This many refused cursors in a row without any progress mean that there will be none. */
const STUCK_AFTER_REFUSALS = 3;

/** Decides which updates one poll emits, and the state once they have arrived. */
export async function planPoll(input: PollInput): Promise<PollPlan> {
	const detector = new SortOrderDetector(input.fetch);
	const { order: known, backlog } = input.state;
	// The backlog needs the requests, and shows the order too.
	if (known === undefined && !backlog) await detector.detect();
	const assumed = detector.detected ?? known ?? ASSUMED_ORDER;
	const plan = await new PollPlanner(assumed, input, detector).plan();
	const order = detector.detected ?? known;
	const last =
		order === undefined || order === assumed ? plan : await new PollPlanner(order, input, detector).plan();
	return { ...last, state: { ...last.state, order } };
}

class PollPlanner {
	private readonly state: PollState;
	private readonly done: DoneIds;
	private readonly seenIds = new Set<string>();
	private readonly selected: Array<PolledUpdate> = [];
	/** The time of the oldest update that a later poll has to decide about. */
	private undecidedSince = Number.POSITIVE_INFINITY;
	/** Done, but not remembered by their ID so far. */
	private readonly unremembered: Array<PolledUpdate> = [];
	/** How many updates were found to be recorded. */
	private recorded = 0;
	private capacity: number;
	private readonly maxPages: number;
	/** Up to this time, the poll finishes what it reads: earlier updates are final, and may be emitted. */
	private readonly doneBefore: number;

	constructor(
		private readonly order: SortOrder,
		private readonly input: PollInput,
		private readonly list: SortOrderDetector,
	) {
		const { finalBefore, emitUpTo, remainingCapacity, maxRequests } = input;
		this.state = withOrder(input.state, order);
		this.done = new DoneIds(this.state.done);
		// Updates have whole milliseconds: one between two fractions would be in neither range.
		this.doneBefore = Math.floor(Math.max(this.state.watermark, Math.min(finalBefore, emitUpTo)));
		const share = this.state.backlog || this.state.replay ? 2 : 1;
		this.capacity = Math.ceil(remainingCapacity / share);
		this.maxPages = Math.ceil(maxRequests / share);
	}

	async plan(): Promise<PollPlan> {
		const { state, input, selected } = this;
		const isUpToDate =
			this.order === 'newest-first' ? await this.scanNewestFirst() : await this.scanOldestFirst();
		this.capacity = input.remainingCapacity - selected.length;
		if (state.backlog) state.backlog = await this.scanRest(state.backlog);
		if (state.replay) state.replay = await this.scanRest(state.replay, state.replay.token);
		this.noteNewest(isUpToDate);
		this.stayBefore(this.undecidedSince);
		const hasForgotten = this.remember();
		state.revision += selected.length + this.recorded;
		return {
			state,
			updates: selected.sort((a, b) => a.time - b.time),
			isBehind: !isUpToDate || state.backlog !== undefined || state.replay !== undefined,
			hasForgotten,
			isStuck: state.refusals >= STUCK_AFTER_REFUSALS,
		};
	}

	/** The first poll learns the newest update only now: a service's clock that is ahead must not put the watermark beyond it. */
	private noteNewest(isUpToDate: boolean): void {
		const { state, order, input, list } = this;
		const { watermark, newest } = input.state;
		const isFirst = newest === undefined;
		// In a list that is oldest first, the newest update is not read yet.
		if (isFirst && !isUpToDate && order === 'oldest-first') return;
		if (list.newest > (newest ?? Number.NEGATIVE_INFINITY)) state.newest = list.newest;
		if (!isFirst || state.watermark <= list.newest - LATENESS_MS) return;
		this.stayBefore(Math.max(watermark, list.newest - LATENESS_MS));
	}

	private stayBefore(latest: number): void {
		const { state, order, input } = this;
		if (state.watermark <= latest) return;
		state.watermark = latest;
		if (order === 'oldest-first') state.cursor = input.state.cursor;
	}

	/** Reads pages down to the watermark. Final updates become the backlog; if there already is one, they are read here. */
	private async scanNewestFirst(): Promise<boolean> {
		const { state, doneBefore } = this;
		const { watermark, backlog } = state;
		const end = backlog ? watermark : doneBefore;
		const { isDone, range } = await this.scan({ start: Number.POSITIVE_INFINITY, end }, true, this.maxPages);
		if (isDone || !backlog) state.watermark = doneBefore;
		if (!backlog && watermark < doneBefore) {
			state.backlog = { cursor: range.cursor, start: doneBefore - 1, end: watermark };
		}
		return isDone;
	}

	/** Moves the watermark over what is final, then reads to the end of the list. */
	private async scanOldestFirst(): Promise<boolean> {
		const { state, doneBefore, maxPages } = this;
		const final = { cursor: state.cursor, start: state.watermark, end: doneBefore - 1 };
		const { isDone, range } = await this.scan(final, false, maxPages);
		state.cursor = range.cursor;
		state.watermark = isDone ? doneBefore : range.start;
		if (!isDone) return false;
		const young = { cursor: range.cursor, start: doneBefore, end: Number.POSITIVE_INFINITY };
		return (await this.scan(young, true, maxPages)).isDone;
	}

	/** Reads on through the backlog or a replay. Returns what is left. */
	private async scanRest<R extends ScanRange>(rest: R, replay?: string): Promise<R | undefined> {
		const { isDone, range } = await this.scan(rest, false, undefined, replay);
		return isDone ? undefined : { ...rest, ...range };
	}

	private async scan(
		range: ScanRange,
		needsIds: boolean,
		maxPages?: number,
		replay?: string,
	): Promise<ScanResult> {
		const accept = (item: PolledUpdate) =>
			this.accept(replay === undefined ? item : { ...item, id: replayId(item.id, replay), replay }, needsIds);
		const result = await scanRange(range, this.order, this.list.fetch, accept, maxPages);
		if (result.wasRefused) this.state.refusals = result.hasAdvanced ? 0 : this.state.refusals + 1;
		return result;
	}

	/** Whether nothing is left to be done about the update, apart from handing over what is selected. */
	private accept(item: PolledUpdate, needsId: boolean): boolean {
		const { id, time, isWanted } = item;
		if (isWanted === undefined && item.replay === undefined)
			this.undecidedSince = Math.min(this.undecidedSince, time);
		if (isWanted === undefined) return true;
		const isHidden = isWanted && time > this.input.emitUpTo;
		if (isHidden || this.seenIds.has(id) || this.done.has(id)) return true;
		const isKnown = isWanted && this.input.isRecorded(id);
		const isSelected = isWanted && !isKnown;
		if (isSelected && (this.capacity <= 0 || (needsId && this.done.isFull))) return false;
		this.seenIds.add(id);
		if (isSelected && needsId) this.done.add(id, time);
		else this.unremembered.push(item);
		if (isKnown) this.recorded++;
		if (isSelected) {
			this.capacity--;
			this.selected.push(item);
		}
		return true;
	}

	/** Keeps the IDs of done updates that a later poll may read again, as far as there is room. Returns whether there was too little. */
	private remember(): boolean {
		const { state, done } = this;
		const { watermark, backlog, replay } = state;
		done.retain([
			{ from: watermark, to: Number.POSITIVE_INFINITY },
			...(backlog ? [{ from: backlog.end, to: backlog.start }] : []),
			...(replay ? [{ from: replay.start, to: replay.start }] : []),
		]);
		// A refused cursor leads back to the start of the range, where several updates may have the same time.
		const mayBeReadAgain = ({ time, replay: token }: PolledUpdate) =>
			token === undefined ? time >= watermark || time === backlog?.start : time === replay?.start;
		let hasForgotten = false;
		for (const { id, time } of this.unremembered.filter(mayBeReadAgain)) {
			if (done.isFull) hasForgotten = true;
			else done.add(id, time);
		}
		state.done = done.toJSON();
		return hasForgotten;
	}
}

/** What execute() records for an update that is resent on purpose. */
export const replayId = (id: string, token: string): string => `${id} ${token}`;
