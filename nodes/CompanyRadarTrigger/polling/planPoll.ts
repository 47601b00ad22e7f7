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
	/** No more updates are added before this time. */
	finalBefore: number;
	/** Whether execute() has recorded the update in this process. */
	isRecorded: (id: string) => boolean;
	/** The most updates to emit. */
	remainingCapacity: number;
	/** Newer updates are left to a later poll. */
	emitUpTo: number;
	/** Requests per poll. While older updates wait, new ones get half of the requests and of the capacity. */
	maxRequests: number;
}

export interface PollPlan {
	/** The state once the updates have arrived. */
	state: PollState;
	/** To emit, oldest first. */
	updates: Array<PolledUpdate>;
	/** More updates wait for the next polls. */
	isBehind: boolean;
	/** There was no room to remember all updates that are done. */
	hasForgotten: boolean;
	/** Polling can't get through the list, because its cursors expire between polls. */
	isStuck: boolean;
}

/** After this many expired cursors in a row without progress, none is expected. */
const STUCK_AFTER_EXPIRATIONS = 3;

/** Decides which updates one poll emits, and the state once they have arrived. */
export async function planPoll(input: PollInput): Promise<PollPlan> {
	const detector = new SortOrderDetector(input.fetch);
	const { order: known, backlog } = input.state;
	// Reading the backlog shows the order too, and needs the requests.
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
	/** Done, but their IDs aren't remembered so far. */
	private readonly unremembered: Array<PolledUpdate> = [];
	/** How many wanted updates execute() had recorded before. */
	private recorded = 0;
	private capacity: number;
	private readonly maxPages: number;
	/** The poll finishes all updates it reads before this time: they are final and may be emitted. */
	private readonly doneBefore: number;

	constructor(
		private readonly order: SortOrder,
		private readonly input: PollInput,
		private readonly list: SortOrderDetector,
	) {
		const { finalBefore, emitUpTo, remainingCapacity, maxRequests } = input;
		this.state = withOrder(input.state, order);
		this.done = new DoneIds(this.state.done);
		// Ranges end on whole milliseconds like the times of updates; with fractions, an update could fall between two ranges.
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
			isStuck: state.expirations >= STUCK_AFTER_EXPIRATIONS,
		};
	}

	/** The first poll knows the newest update only now. The watermark must not lie beyond it, even if the service's clock is ahead. */
	private noteNewest(isUpToDate: boolean): void {
		const { state, order, input, list } = this;
		const { watermark, newest } = input.state;
		const isFirst = newest === undefined;
		// In a list that is oldest first, the poll hasn't reached the newest update yet.
		if (isFirst && !isUpToDate && order === 'oldest-first') return;
		if (list.newest > (newest ?? Number.NEGATIVE_INFINITY)) state.newest = list.newest;
		if (isFirst) this.stayBefore(Math.max(watermark, list.newest - LATENESS_MS));
	}

	private stayBefore(latest: number): void {
		const { state, order, input } = this;
		if (state.watermark <= latest) return;
		state.watermark = latest;
		if (order === 'oldest-first') state.cursor = input.state.cursor;
	}

	/** Reads new updates. Final ones down to the watermark become the backlog; if there already is one, they are read here. */
	private async scanNewestFirst(): Promise<boolean> {
		const { state, doneBefore, maxPages } = this;
		const { watermark, backlog } = state;
		const start = Number.POSITIVE_INFINITY;
		if (backlog) {
			const { isDone } = await this.scan({ start, end: watermark }, { needsIds: true, maxPages });
			if (isDone) state.watermark = doneBefore;
			return isDone;
		}
		const { isDone, range } = await this.scan({ start, end: doneBefore }, { needsIds: true, maxPages });
		state.watermark = doneBefore;
		if (watermark < doneBefore) {
			state.backlog = { cursor: range.cursor, start: doneBefore - 1, end: watermark };
		}
		return isDone;
	}

	/** Reads final updates and moves the watermark past them, then reads to the end of the list. */
	private async scanOldestFirst(): Promise<boolean> {
		const { state, doneBefore, maxPages } = this;
		const final = { cursor: state.cursor, start: state.watermark, end: doneBefore - 1 };
		const { isDone, range } = await this.scan(final, { maxPages });
		state.cursor = range.cursor;
		state.watermark = isDone ? doneBefore : range.start;
		if (!isDone) return false;
		const young = { cursor: range.cursor, start: doneBefore, end: Number.POSITIVE_INFINITY };
		return (await this.scan(young, { needsIds: true, maxPages })).isDone;
	}

	/** Continues the backlog or a replay. Returns the rest. */
	private async scanRest<R extends ScanRange>(rest: R, replay?: string): Promise<R | undefined> {
		const { isDone, range } = await this.scan(rest, { replay });
		return isDone ? undefined : { ...rest, ...range };
	}

	private async scan(
		range: ScanRange,
		{ needsIds = false, maxPages, replay }: { needsIds?: boolean; maxPages?: number; replay?: string },
	): Promise<ScanResult> {
		const accept = (item: PolledUpdate) =>
			this.accept(replay === undefined ? item : { ...item, id: replayId(item.id, replay), replay }, needsIds);
		const result = await scanRange(range, this.order, this.list.fetch, accept, maxPages);
		if (result.hasAdvanced && (result.hasExpired || range.cursor !== undefined)) this.state.expirations = 0;
		else if (result.hasExpired) this.state.expirations++;
		return result;
	}

	/** Selects the update if it is wanted and new. Returns false if there is no room for it. */
	private accept(item: PolledUpdate, needsId: boolean): boolean {
		const { id, time, isWanted } = item;
		if (isWanted === undefined) {
			if (item.replay === undefined) this.undecidedSince = Math.min(this.undecidedSince, time);
			return true;
		}
		const isHidden = isWanted && time > this.input.emitUpTo;
		if (isHidden || this.seenIds.has(id) || this.done.has(id)) return true;
		const isNew = isWanted && !this.input.isRecorded(id);
		if (isNew && (this.capacity <= 0 || (needsId && this.done.isFull))) return false;
		this.seenIds.add(id);
		if (isNew && needsId) this.done.add(id, time);
		else this.unremembered.push(item);
		if (isNew) {
			this.capacity--;
			this.selected.push(item);
		} else if (isWanted) this.recorded++;
		return true;
	}

	/** Remembers the IDs of done updates that a later poll may read again. Returns whether there was too little room. */
	private remember(): boolean {
		const { state, done } = this;
		const { watermark, backlog, replay } = state;
		done.retain([
			{ from: watermark, to: Number.POSITIVE_INFINITY },
			...(backlog ? [{ from: backlog.end, to: backlog.start }] : []),
			...(replay ? [{ from: replay.start, to: replay.start }] : []),
		]);
		// An expired cursor leads back to the start of the range, where several updates may have the same time.
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

/** The ID that execute() records for an update of a replay, so that it doesn't count as a duplicate. */
export const replayId = (id: string, token: string): string => `${id} ${token}`;
