import { Judge, type Rules } from './judge';
import { OrderWatch } from './order';
import { LATENESS } from './state';
import type { FetchPage, Listed, Order, PollState, Stretch } from './types';
import { walk, type MayPass } from './walk';
import { readWindow } from './window';

export interface PollInput<T> {
	state: PollState;
	/** Must give the same answer again when asked for the same cursor within a poll. */
	fetch: FetchPage<T>;
	rules: Omit<Rules, 'startsAt'>;
	/** So many updates are handed over in a poll at most, and so many are fetched again at most. */
	room: number;
	/** The present, in milliseconds. An update that claims to be newer does not hurry the others along. */
	now: number;
	/** Hands over again what was discovered from `from` to `to`; given once. */
	replay?: { token: string; from: number; to: number };
}

export interface PollOutcome<T> {
	/** To be kept, before the updates are handed over. */
	state: PollState;
	/** Oldest first. */
	updates: Array<Listed<T>>;
	/** More is waiting, for the next polls. */
	isBehind: boolean;
	/** The list cannot be followed: its cursors end sooner than the way through it. */
	isStuck: boolean;
}

/** So many refused cursors in a row without any progress mean that there will be none. */
const STUCK_AFTER = 3;

/**
 * One poll: what to hand over, and the state after it. Nothing of it is lost: what was handed over stays open until
 * execute() has confirmed it, or until it was handed over so often that it must have arrived.
 */
export async function poll<T>(input: PollInput<T>): Promise<PollOutcome<T>> {
	const watch = new OrderWatch(input.fetch);
	const known = input.state.order;
	if (known === undefined) await watch.look();
	const assumed = watch.seen ?? known ?? watch.guess ?? 'newest-first';
	const outcome = await pollIn(assumed, { ...input, fetch: watch.fetch });
	const order = watch.seen ?? assumed;
	const last = order === assumed ? outcome : await pollIn(order, input);
	// A guess is kept only with what was built on it.
	if (watch.seen !== undefined || last.state.backlog || last.state.window.cursor !== undefined)
		last.state.order = order;
	return last;
}

async function pollIn<T>(order: Order, input: PollInput<T>): Promise<PollOutcome<T>> {
	const { fetch, rules, now, room } = input;
	const state = structuredClone(input.state);
	state.serial++;
	if (order !== (state.order ?? order)) turnRound(state);
	askForReplay(state, order, input);
	const mayPass: MayPass = ({ time }, left, newest) => time < Math.min(newest, now) - LATENESS || left > room;
	const isShared = state.backlog !== undefined || state.replay !== undefined;
	const half = Math.floor(room / 2);
	const forNew = new Judge<T>({ ...rules, startsAt: state.startsAt }, isShared ? room - half : room);
	const forOld = new Judge<T>(rules, half);

	const backlog = state.backlog;
	if (order === 'oldest-first') await followOldestFirst(state, fetch, forNew, mayPass);
	else await followNewestFirst(state, fetch, forNew, mayPass);
	if (backlog) await followBacklog(state, backlog, fetch, forOld);
	if (state.replay) await followReplay(state, state.replay, order, fetch, forOld);
	return {
		state,
		updates: [...forNew.handed, ...forOld.handed].sort((a, b) => a.time - b.time),
		isBehind: state.backlog !== undefined || state.startsAt !== undefined || state.replay !== undefined,
		isStuck: state.refusals >= STUCK_AFTER,
	};
}

/** The list is sorted the other way than was assumed. */
function turnRound(state: PollState): void {
	const { passed, entries, ties = '' } = state.window;
	const { end, entries: open = '' } = state.backlog ?? { end: passed };
	state.window = { passed: end, entries: entries + ties + open };
	delete state.backlog;
	delete state.replay;
}

async function followOldestFirst<T>(
	state: PollState,
	fetch: FetchPage<T>,
	judge: Judge<T>,
	mayPass: MayPass,
): Promise<void> {
	const result = await walkOn(state, { ...state.window, end: null }, 'oldest-first', fetch, judge, mayPass);
	if (result === 'refused') return;
	const { cursor, passed, entries, ties } = result.stretch;
	state.window = { cursor, passed, entries, ties };
	if (result.reachedEnd) delete state.startsAt;
}

async function followNewestFirst<T>(
	state: PollState,
	fetch: FetchPage<T>,
	judge: Judge<T>,
	mayPass: MayPass,
): Promise<void> {
	const top = await readWindow(state.window, fetch, judge, mayPass, state.backlog === undefined);
	if (!top) return;
	state.window = top.window;
	const { startsAt } = state;
	const { backlog } = top;
	if (backlog && startsAt === undefined) state.backlog = backlog;
	// Of what lies before the start nothing is wanted.
	else if (backlog?.passed && startsAt !== undefined && backlog.passed >= startsAt) {
		state.backlog = { ...backlog, end: startsAt };
	}
	delete state.startsAt;
}

async function followBacklog<T>(
	state: PollState,
	backlog: Stretch,
	fetch: FetchPage<T>,
	judge: Judge<T>,
): Promise<void> {
	const result = await walkOn(state, backlog, 'newest-first', fetch, judge, () => true);
	if (result === 'refused') return;
	if (result.isDone) delete state.backlog;
	else state.backlog = result.stretch;
}

function askForReplay<T>(state: PollState, order: Order, { replay }: PollInput<T>): void {
	if (!replay) return;
	const { token, from, to } = replay;
	const ends = order === 'newest-first' ? { passed: to, end: from } : { passed: from, end: to };
	state.replay = { token, ...ends, entries: '' };
}

async function followReplay<T>(
	state: PollState,
	{ token, ...stretch }: NonNullable<PollState['replay']>,
	order: Order,
	fetch: FetchPage<T>,
	judge: Judge<T>,
): Promise<void> {
	const fetchAgain: FetchPage<T> = async (cursor) => {
		const page = await fetch(cursor);
		if (typeof page === 'string' || 'error' in page) return page;
		const again = (item: Listed<T>) => ({ ...item, id: replayId(item.id, token), replay: token });
		return { ...page, items: page.items.map(again) };
	};
	const result = await walkOn(state, stretch, order, fetchAgain, judge, () => true);
	if (result === 'refused') return;
	if (result.isDone) delete state.replay;
	else state.replay = { token, ...result.stretch };
}

/** What execute() records for an update that is handed over again on purpose. */
export const replayId = (id: string, token: string): string => `${id} ${token}`;

/** Walks on; where the cursor is refused, from the start of the list. Counts refusals that cost all progress. */
async function walkOn<T>(
	state: PollState,
	stretch: Stretch,
	order: Order,
	fetch: FetchPage<T>,
	judge: Judge<T>,
	mayPass: MayPass,
) {
	let result = await walk(stretch, order, fetch, judge, mayPass);
	if (result === 'refused') {
		state.refusals++;
		result = await walk({ ...stretch, cursor: undefined }, order, fetch, judge, mayPass);
	}
	if (result !== 'refused' && (result.reachedEnd || result.stretch.passed !== stretch.passed))
		state.refusals = 0;
	return result;
}
