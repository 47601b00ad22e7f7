/*
 * How polling keeps track of what is done:
 * 1. Everything before the watermark is done; what is younger may still get late arrivals, so it is remembered by ID.
 * 2. In a list that is newest first, a poll reads from the top down to the watermark, and leaves what exceeds one poll to
 *    a backlog that the next polls work off.
 * 3. In a list that is oldest first, a poll goes on from a cursor at the watermark.
 * 4. planPoll() decides what to hand over and the state after that; it depends on nothing but its input.
 * 5. A handover moves the confirmed state on once its execution has arrived; until then, the next poll builds on the
 *    expected one, and goes back to the confirmed one if the execution fails.
 * 6. After a crash, what may have been handed over comes first again, alone, so that execute() still knows it.
 */
import { randomUUID } from 'crypto';
import type { IRun } from 'n8n-workflow';

import type { Handovers } from './handovers';
import { planPoll, type PollPlan } from './planPoll';
import type { FetchPage, PolledUpdate } from './list';
import { readState, withReplay, type PollState } from './state';

export interface PollOptions<T> {
	/** n8n's static data; saved along with each execution. */
	kept: { poll?: PollState };
	handovers: Handovers;
	fetch: FetchPage<T>;
	/** The state to begin with, by the service's clock, and whether what is listed already is passed over. */
	begin: (serviceTime: number) => { state: PollState; skipsListed: boolean };
	isRecorded: (id: string) => boolean;
	/** How many updates execute() remembers. */
	remembered: number;
	/** Younger updates are left to a later poll. */
	minAgeMs: number;
	maxRequests: number;
	replayHours: number | undefined;
	triggerName: string;
	/** Starts an execution. Resolves at its end, rejects if there is none. */
	emit: (updates: Array<PolledUpdate<T>>, deliveryId: string) => Promise<IRun | undefined>;
}

/** Asks for the page that the scan needs anyway. */
async function serviceTimeOf<T>(fetch: FetchPage<T>, cursor?: string): Promise<number> {
	const page = await fetch(cursor);
	if (page === 'refused') return await serviceTimeOf(fetch);
	if (page === 'later') return Date.now();
	return page.serviceTime;
}

/** The list, with nothing in it that is wanted. */
function unwanted<T>(fetch: FetchPage<T>): FetchPage<T> {
	return async (cursor) => {
		const page = await fetch(cursor);
		if (typeof page === 'string') return page;
		return { ...page, items: page.items.map((item) => ({ ...item, isWanted: false })) };
	};
}

/** One poll: hands over what is new. The state moves on when that has arrived. */
export async function runPoll<T>(options: PollOptions<T>): Promise<PollPlan<T> | undefined> {
	const { kept, handovers, fetch, remembered, minAgeMs, emit, triggerName } = options;
	handovers.adopt(readState(kept.poll));
	handovers.expire(Date.now());
	const now = await serviceTimeOf(fetch, handovers.expected?.cursor);
	const { state, skipsListed } = handovers.expected
		? { state: handovers.expected, skipsListed: false }
		: options.begin(now);
	// Saved before anything is handed over: a repeat after a crash has to bear the same name.
	const canReplay = handovers.expected === handovers.confirmed;
	const before = canReplay ? withReplay(state, options.replayHours, now) : state;
	if (canReplay) handovers.advance(before);
	const oldEnoughAt = minAgeMs > 0 ? now - minAgeMs : Number.POSITIVE_INFINITY;
	let plan: PollPlan<T>;
	let visibleUntil: number;
	do {
		visibleUntil = Math.min(handovers.visibleUntil, oldEnoughAt);
		plan = await planPoll({
			...options,
			fetch: skipsListed ? unwanted(fetch) : fetch,
			state: before,
			now,
			remainingCapacity: handovers.remainingCapacity(remembered),
			visibleUntil,
		});
	} while (plan.updates.length === 0 && handovers.seeMore());
	// What is passed over must be known by its ID, or it can't be told from what comes later.
	if (skipsListed && (plan.isBehind || plan.hasForgotten)) plan.state.watermark = now;
	// A handover that the plan was built on has failed in the meantime.
	if (handovers.expected !== before) return undefined;

	const isQuiet = plan.updates.length === 0 && !handovers.mustSave(remembered);
	const deliveryId = randomUUID();
	if (isQuiet) handovers.advance(plan.state);
	else handovers.add(deliveryId, plan.state, Math.min(now, visibleUntil));
	if (!plan.isBehind) handovers.seeMore();
	kept.poll = handovers.snapshot();
	if (!isQuiet) void handovers.settle(deliveryId, emit(plan.updates, deliveryId), triggerName);
	return plan;
}
