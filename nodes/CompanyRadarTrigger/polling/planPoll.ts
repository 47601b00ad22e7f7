import { DoneIds } from './doneIds';
import { scanRange, type ScanResult } from './scanRange';
import { SortOrderDetector } from './sortOrder';
import { ASSUMED_ORDER, LATENESS_MS, turnRound } from './state';
import type { FetchPage, PolledUpdate, PollState, ScanRange, SortOrder } from './types';
import { UpdateSelector } from './updateSelector';

export interface PollInput<T> {
	state: PollState;
	fetch: FetchPage<T>;
	/** The service's clock, in milliseconds. */
	now: number;
	/** Whether execute() has recorded the update in this process. */
	isRecorded: (id: string) => boolean;
	/** What the list holds by now is passed over: only what comes later is wanted. */
	skipsListed?: boolean;
	/** At most so many updates are handed over. */
	remainingCapacity: number;
	/** Newer updates are left to a later poll. */
	visibleUntil?: number;
	/** Requests of a poll: the backlog gets half of them, and of the capacity. */
	maxRequests: number;
}

export interface PollPlan<T> {
	/** The state once the updates have arrived. */
	state: PollState;
	/** To be handed over, oldest first. */
	updates: Array<PolledUpdate<T>>;
	/** More is waiting for the next polls. */
	isBehind: boolean;
	/** The list cannot be followed: its cursors expire before the way through it ends. */
	isStuck: boolean;
}

/** This many refused cursors in a row without any progress mean that there will be none. */
const STUCK_AFTER_REFUSALS = 3;

/** What one poll hands over, and the state after that. */
export async function planPoll<T>(input: PollInput<T>): Promise<PollPlan<T>> {
	const detector = new SortOrderDetector(input.fetch);
	const known = input.state.order;
	if (known === undefined) await detector.detect();
	const assumed = detector.detected ?? known ?? detector.guess ?? ASSUMED_ORDER;
	const isDetected = () => detector.detected !== undefined;
	const plan = await planIn(assumed, { ...input, fetch: detector.fetch }, isDetected);
	const order = detector.detected ?? assumed;
	const last = order === assumed ? plan : await planIn(order, input, isDetected);
	const { state } = last;
	// A guess is kept only with what was built on it.
	const isNeeded = [state.backlog, state.replay, state.cursor].some((each) => each !== undefined);
	return isDetected() || isNeeded ? { ...last, state: { ...state, order } } : last;
}

/** The list may be sorted the other way than was assumed. */
function prepare(order: SortOrder, before: PollState): PollState {
	const state = structuredClone(before);
	delete state.handedUntil;
	if (order !== (state.order ?? ASSUMED_ORDER)) {
		delete state.cursor;
		// The backlog may have been on the wrong side of what was read.
		if (state.backlog) state.watermark = state.backlog.end;
		delete state.backlog;
		if (state.replay) state.replay = turnRound(state.replay);
	}
	return state;
}

async function planIn<T>(
	order: SortOrder,
	input: PollInput<T>,
	isDetected: () => boolean,
): Promise<PollPlan<T>> {
	const { fetch, now, maxRequests, remainingCapacity } = input;
	const state = prepare(order, input.state);
	const { backlog, replay } = state;
	const isShared = backlog !== undefined || replay !== undefined;
	const { visibleUntil = now } = input;
	const finalBefore = Math.min(now - LATENESS_MS, visibleUntil);
	const done = new DoneIds(state.done);
	const selector = new UpdateSelector<T>(done, input);
	selector.remainingCapacity = isShared ? Math.ceil(remainingCapacity / 2) : remainingCapacity;

	const scan = async (
		range: ScanRange,
		read: FetchPage<T>,
		accept: (item: PolledUpdate<T>) => boolean,
		maxPages?: number,
	) => {
		const result = await scanRange(range, order, read, accept, maxPages);
		if (result !== 'refused') return result;
		const retried = await scanRange({ ...range, cursor: undefined }, order, read, accept, maxPages);
		if (retried === 'refused') return undefined;
		state.refusals = retried.hasAdvanced ? 0 : state.refusals + 1;
		return retried;
	};

	const { watermark } = state;
	const isOldestFirst = order === 'oldest-first';
	// While the watermark cannot move, whatever is done needs to be known by its id.
	const isFinal = (time: number) => time < finalBefore && (isOldestFirst || backlog === undefined);
	const top = await scan(
		{
			cursor: state.cursor,
			start: isOldestFirst ? watermark : null,
			end: isOldestFirst ? null : watermark,
			idsAtStart: '',
		},
		fetch,
		(item) => selector.accept(item, !isFinal(item.time)),
		isShared ? Math.ceil(maxRequests / 2) : maxRequests,
	);
	const accepted = selector.takeAccepted();
	const reached = top?.range.start ?? null;
	const isPartlyRead = reached !== null && reached < finalBefore && top?.isDone === false;
	if (isOldestFirst && top) {
		// Where the order is a guess, only the cursor moves on: older updates may still follow.
		if (top.isDone || isDetected()) {
			state.watermark = highest(watermark, isPartlyRead ? reached : finalBefore);
		}
		const from = state.watermark;
		const holdsNothing = ({ timeBefore }: ScanResult['pages'][number]) =>
			timeBefore === null || (from !== null && timeBefore < from);
		state.cursor = isPartlyRead ? top.range.cursor : top.pages.findLast(holdsNothing)?.cursor;
	}
	if (!isOldestFirst && top && (top.isDone || !backlog)) {
		state.watermark = highest(watermark, finalBefore);
		if (!top.isDone && (watermark === null || watermark < finalBefore)) {
			state.backlog = {
				cursor: top.range.cursor,
				start: isPartlyRead ? reached : finalBefore - 1,
				end: watermark,
				idsAtStart: isPartlyRead ? top.range.idsAtStart : '',
			};
		}
	}

	// What is passed over must be known by its id, or there is no telling it from what comes later.
	if (input.skipsListed && (!top?.isDone || accepted.length > done.remainingCapacity)) {
		state.watermark = highest(state.watermark, now);
	}

	selector.remainingCapacity = remainingCapacity - selector.selected.length;
	if (backlog) {
		const result = await scan(backlog, fetch, (item) => selector.accept(item, false));
		if (result) state.backlog = result.isDone ? undefined : result.range;
	}
	if (replay) {
		const { token } = replay;
		const again = (item: PolledUpdate<T>) => ({ ...item, id: replayId(item.id, token), replay: token });
		const result = await scan(replay, fetch, (item) => selector.accept(again(item), false));
		if (result) state.replay = result.isDone ? undefined : { ...result.range, token };
	}

	const kept = state.watermark ?? Number.NEGATIVE_INFINITY;
	done.retain([
		{ from: kept, to: Number.POSITIVE_INFINITY },
		...(state.backlog ? [timesOf(state.backlog)] : []),
	]);
	// First those that room was kept for.
	for (const { item, hasRoom } of accepted.sort((a, b) => Number(b.hasRoom) - Number(a.hasRoom))) {
		if (item.time >= kept && (hasRoom || done.remainingCapacity > 0)) done.add(item.id, item.time);
	}
	state.done = done.toJSON();
	state.revision += selector.progress;
	return {
		state,
		updates: selector.selected.sort((a, b) => a.time - b.time),
		isBehind: top?.isDone !== true || state.backlog !== undefined || state.replay !== undefined,
		isStuck: state.refusals >= STUCK_AFTER_REFUSALS,
	};
}

const highest = (a: number | null, b: number | null): number | null =>
	a === null || b === null ? (a ?? b) : Math.max(a, b);

function timesOf({ start, end }: ScanRange): { from: number; to: number } {
	const from = Math.min(start ?? Number.NEGATIVE_INFINITY, end ?? Number.NEGATIVE_INFINITY);
	return { from, to: Math.max(start ?? Number.NEGATIVE_INFINITY, end ?? Number.NEGATIVE_INFINITY) };
}

/** What execute() records for an update that is handed over again on purpose. */
export const replayId = (id: string, token: string): string => `${id} ${token}`;
