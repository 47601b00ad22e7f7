import { scanRange, SortOrderDetector, type FetchPage, type PolledUpdate, type ScanResult } from './list';
import {
	ASSUMED_ORDER,
	LATENESS_MS,
	withOrder,
	type PollState,
	type ScanRange,
	type SortOrder,
} from './pollState';
import { Selection } from './selection';

export interface PollInput {
	state: PollState;
	fetch: FetchPage;
	/** No more updates are added before this time. */
	finalBefore: number;
	/** Whether execute() has recorded the update in this process. */
	isRecorded: (id: string) => boolean;
	/** The most updates to deliver. */
	capacity: number;
	/** Newer updates are left to a later poll. */
	emitUpTo: number;
	/** Requests per poll. While older updates wait, new ones get half of the requests and of the capacity. */
	maxRequests: number;
}

export interface PollPlan {
	/** The state once the updates have arrived. */
	state: PollState;
	/** To deliver, oldest first. */
	updates: PolledUpdate[];
	/** More updates wait for the next polls. */
	isBehind: boolean;
	/** There was no room to remember all updates that are done. */
	hasForgotten: boolean;
	/** Polling can't get through the list, because its cursors expire between polls. */
	isStuck: boolean;
}

/** After this many expired cursors in a row without progress, none is expected. */
const STUCK_AFTER_EXPIRATIONS = 3;

const NO_END = Number.POSITIVE_INFINITY;

/** One poll under way. */
interface Poll {
	/** The state after it, as far as it has come. */
	state: PollState;
	/** The watermark to reach: all updates before it are final and may be delivered. */
	nextWatermark: number;
	selection: Selection;
	/** Pages for new updates. */
	maxPages: number;
	/** `isYoung`: later polls read the range again. */
	scan: (range: ScanRange, options?: { isYoung?: boolean; maxPages?: number }) => Promise<ScanResult>;
}

/** Decides which updates one poll delivers, and the state once they have arrived. */
export async function planPoll(input: PollInput): Promise<PollPlan> {
	const list = new SortOrderDetector(input.fetch);
	const { order: known, backlog } = input.state;
	// Reading the backlog shows the order too, and needs the requests.
	if (known === undefined && !backlog) await list.detect();
	const assumed = list.detected ?? known ?? ASSUMED_ORDER;
	const plan = await planInOrder(assumed, input, list);
	const order = list.detected ?? known;
	const last = order === undefined || order === assumed ? plan : await planInOrder(order, input, list);
	return { ...last, state: { ...last.state, order } };
}

async function planInOrder(order: SortOrder, input: PollInput, list: SortOrderDetector): Promise<PollPlan> {
	const poll = startPoll(order, input, list);
	const { state, selection } = poll;
	const { cursor } = state;
	const isNewestFirst = order === 'newest-first';
	const isUpToDate = isNewestFirst ? await readNewestFirst(poll) : await readOldestFirst(poll);
	selection.capacity = input.capacity - selection.updates.length;
	if (state.backlog) state.backlog = await readBacklog(poll, state.backlog);

	const firstWatermark =
		isNewestFirst || isUpToDate || state.newest !== undefined
			? noteNewest(state, input.state.watermark, list.newest)
			: NO_END;
	const latestWatermark = Math.min(selection.oldestUndecided, firstWatermark);
	if (state.watermark > latestWatermark) {
		state.watermark = latestWatermark;
		state.cursor = cursor;
	}
	const { hasForgotten, ...ids } = selection.remember(state);
	Object.assign(state, ids);
	state.revision += selection.updates.length + selection.recorded;
	return {
		state,
		updates: selection.updates.sort((a, b) => a.time - b.time),
		isBehind: !isUpToDate || state.backlog !== undefined,
		hasForgotten,
		isStuck: state.expirations >= STUCK_AFTER_EXPIRATIONS,
	};
}

function startPoll(order: SortOrder, input: PollInput, list: SortOrderDetector): Poll {
	const { finalBefore, emitUpTo, capacity, isRecorded, maxRequests } = input;
	const state = withOrder(input.state, order);
	const share = state.backlog ? 2 : 1;
	const selection = new Selection(state, {
		capacity: Math.ceil(capacity / share),
		emitUpTo,
		isRecorded,
	});
	return {
		state,
		// Ranges end on whole milliseconds like the times of updates; with fractions, an update could fall between two ranges.
		nextWatermark: Math.floor(Math.max(state.watermark, Math.min(finalBefore, emitUpTo))),
		selection,
		maxPages: Math.ceil(maxRequests / share),
		scan: async (range, { isYoung = false, maxPages } = {}) => {
			const accept = (item: PolledUpdate) => selection.accept(item, isYoung);
			const result = await scanRange(range, order, list.fetch, accept, maxPages);
			if (result.hasAdvanced && (result.hasExpired || range.cursor !== undefined)) state.expirations = 0;
			else if (result.hasExpired) state.expirations++;
			return result;
		},
	};
}

/**
 * Reads new updates from the top. The final ones down to the watermark become the backlog; if there already is one, they are read here.
 * Returns whether all new updates were read.
 */
async function readNewestFirst({ state, nextWatermark, maxPages, scan }: Poll): Promise<boolean> {
	const { watermark, backlog } = state;
	const end = backlog ? watermark : nextWatermark;
	const { isDone, range } = await scan({ start: NO_END, end }, { isYoung: true, maxPages });
	if (backlog && !isDone) return false;
	state.watermark = nextWatermark;
	if (!backlog && watermark < nextWatermark)
		state.backlog = { cursor: range.cursor, start: nextWatermark - 1, end: watermark };
	return isDone;
}

/** Reads final updates and moves the watermark past them, then reads to the end of the list. Returns whether it got there. */
async function readOldestFirst({ state, nextWatermark, maxPages, scan }: Poll): Promise<boolean> {
	const final = { cursor: state.cursor, start: state.watermark, end: nextWatermark - 1 };
	const { isDone, range } = await scan(final, { maxPages });
	state.cursor = range.cursor;
	state.watermark = isDone ? nextWatermark : range.start;
	if (!isDone) return false;
	const young = { cursor: range.cursor, start: nextWatermark, end: NO_END };
	return (await scan(young, { isYoung: true, maxPages })).isDone;
}

/** Continues the backlog. Returns the rest. */
async function readBacklog({ scan }: Poll, backlog: ScanRange): Promise<ScanRange | undefined> {
	const { isDone, range } = await scan(backlog);
	return isDone ? undefined : range;
}

/**
 * Notes the newest update of the list. Returns the latest possible watermark: the first poll knows the newest update only now, and must not
 * leave the watermark beyond it, even if the service's clock is ahead.
 */
function noteNewest(state: PollState, watermarkBefore: number, newest: number): number {
	const isFirst = state.newest === undefined;
	if (newest > (state.newest ?? Number.NEGATIVE_INFINITY)) state.newest = newest;
	return isFirst ? Math.max(watermarkBefore, newest - LATENESS_MS) : NO_END;
}
