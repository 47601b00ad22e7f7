import type { IRun } from 'n8n-workflow';
import { randomUUID } from 'crypto';

import { MINUTE_MS } from '../../shared/basics/durations';
import { clock } from '../../shared/concurrency/clock';
import { perNode } from '../../shared/triggers/perNode';
import { hasPassedTrigger } from '../../shared/n8n/host';
import { Horizon, MAX_CLOCK_ERROR_MS } from './horizon';
import { type PollState, readState, withReplay } from './pollState';
import { planPoll, type PollInput, type PollPlan } from './planPoll';
import type { FetchPage, PolledUpdate } from './list';

/** After this time without news, a handover succeeds or fails, unless its execution may be queued in this process. */
const MAX_SILENCE_MS = 10 * MINUTE_MS;

interface Handover {
	deliveryId: string;
	stateAfter: PollState;
	/** The revision that n8n saves along with the execution. */
	savedRevision: number;
	/** By `clock.now()`. */
	startedAt: number;
	hasArrived: boolean;
}

/** Updates that this process has passed to n8n, and which of them have arrived. */
export class Handovers {
	readonly horizon = new Horizon();

	/** The state after all handovers that have arrived. */
	confirmed: PollState | undefined;

	private pending: Handover[] = [];

	/** The newest revision that n8n is known to have saved. */
	private savedRevision = 0;

	private isExecutedHere = false;

	/** The state if all pending handovers arrive. */
	get expected(): PollState | undefined {
		return this.pending.at(-1)?.stateAfter ?? this.confirmed;
	}

	/** Limits the updates that a crash can repeat to those that execute() remembers. */
	remainingCapacity(remembered: number): number {
		const perPoll = Math.max(1, Math.floor(remembered / 2));
		return Math.min(perPoll, remembered - this.unsaved(this.expected));
	}

	/**
	 * Whether to start an execution without items, which ends before execute(), so that n8n saves the state: after a crash, execute() must
	 * still know all updates that the saved state lacks.
	 */
	mustSave(remembered: number): boolean {
		return this.pending.length === 0 && this.unsaved(this.confirmed) > remembered / 2;
	}

	private unsaved(state: PollState | undefined): number {
		return (state?.revision ?? 0) - this.savedRevision;
	}

	/** Continues from the state that another process has saved, unless this process knows a newer one. */
	resume(saved: PollState | undefined): void {
		if (saved === undefined || saved.revision <= (this.confirmed?.revision ?? -1)) return;
		this.confirmed = saved;
		this.savedRevision = saved.revision;
		this.pending = [];
	}

	/** Moves the watermark back to `ceiling`: after the service's clock was set back, new updates would lie before it. */
	lower(ceiling: number): void {
		const lowered = (state: PollState): PollState =>
			state.watermark <= ceiling ? state : { ...state, watermark: ceiling, cursor: undefined };
		if (this.confirmed) this.confirmed = lowered(this.confirmed);
		for (const handover of this.pending) handover.stateAfter = lowered(handover.stateAfter);
	}

	/** Replaces the expected state without a handover. */
	advance(state: PollState): void {
		const last = this.pending.at(-1);
		if (last) last.stateAfter = state;
		else this.confirmed = state;
	}

	add(deliveryId: string, stateAfter: PollState): void {
		const savedRevision = this.confirmed?.revision ?? 0;
		this.pending.push({
			deliveryId,
			stateAfter,
			savedRevision,
			startedAt: clock.now(),
			hasArrived: false,
		});
	}

	/** Call when execute() has recorded the delivery in this process. */
	confirm(deliveryId: string): void {
		this.isExecutedHere = true;
		this.succeed(deliveryId);
	}

	/** Confirms or fails the delivery once n8n reports the end of its execution. */
	async awaitEnd(deliveryId: string, end: Promise<IRun | undefined>, triggerName: string): Promise<void> {
		const run = await end.catch(() => undefined);
		if (run && hasPassedTrigger(run, triggerName)) this.succeed(deliveryId);
		else this.fail(deliveryId);
	}

	private succeed(deliveryId: string): void {
		const handover = this.pending.find((each) => each.deliveryId === deliveryId);
		if (!handover) return;
		handover.hasArrived = true;
		this.savedRevision = Math.max(this.savedRevision, handover.savedRevision);
		while (this.pending[0]?.hasArrived) this.confirmed = this.pending.shift()?.stateAfter;
	}

	/** Goes back to the state before the delivery: the next poll emits it again, and execute() drops duplicates. */
	private fail(deliveryId: string): void {
		const index = this.pending.findIndex((each) => each.deliveryId === deliveryId && !each.hasArrived);
		if (index !== -1) this.pending.splice(index);
	}

	/** Ends the wait for handovers without news. */
	expire(now: number): void {
		const lastArrived = this.pending.findLastIndex((each) => each.hasArrived);
		for (const [index, { deliveryId, startedAt, hasArrived }] of [...this.pending].entries()) {
			if (hasArrived || now - startedAt < MAX_SILENCE_MS) continue;
			// A worker runs it: n8n would have reported an execution that it couldn't create.
			if (!this.isExecutedHere) this.succeed(deliveryId);
			// It may be queued. Older versions of n8n report nothing if they can't create it: then later ones overtake it.
			else if (index < lastArrived) this.fail(deliveryId);
		}
	}
}

/** By account and part of the list, since a credential may be changed to another account. */
export const handoversOf = perNode(() => new Map<string, Handovers>());

interface PollOptions extends Pick<PollInput, 'fetch' | 'isRecorded' | 'maxRequests'> {
	/** n8n's static data; saved along with each execution. */
	kept: { poll?: PollState };
	handovers: Handovers;
	/** The first state, and whether to skip updates that are already listed. */
	begin: (serviceTime: number) => { state: PollState; skipsListed: boolean };
	/** How many updates execute() remembers. */
	remembered: number;
	/** Younger updates are left to a later poll. */
	minAgeMs: number;
	replayHours: number | undefined;
	triggerName: string;
	/** Starts an execution. Resolves at its end, rejects if it couldn't be created. */
	emit: (updates: Array<PolledUpdate>, deliveryId: string) => Promise<IRun | undefined>;
}

/** Reads the time from the page that the scan needs anyway. */
async function serviceTimeOf(fetch: FetchPage, cursor?: string): Promise<number> {
	const page = await fetch(cursor);
	if (page === 'expired') return await serviceTimeOf(fetch);
	return (page === 'later' ? undefined : page.serviceTime) ?? clock.computerTime();
}

/** The same list with no wanted updates. */
function unwanted(fetch: FetchPage): FetchPage {
	return async (cursor) => {
		const page = await fetch(cursor);
		if (typeof page === 'string') return page;
		return { ...page, items: page.items.map((item) => ({ ...item, isWanted: false })) };
	};
}

/** The state before a poll. `now` is the earliest possible service time. */
function beginning({ handovers, begin, replayHours }: PollOptions, reportedTime: number, now: number) {
	const { expected, confirmed } = handovers;
	// A single clock that is ahead must not start polling too late.
	const earliest = Math.min(reportedTime, Math.max(clock.computerTime(), reportedTime - MAX_CLOCK_ERROR_MS));
	const { state, skipsListed } = expected ? { state: expected, skipsListed: false } : begin(earliest);
	// A replay starts when no handover is pending: then it's saved before it emits, so a repeat after a crash has the same IDs. A poll that
	// skips what is listed would skip it, too.
	const hours = expected === confirmed && !skipsListed ? replayHours : state.replayHours;
	return { state: withReplay(state, hours, now), skipsListed, earliest };
}

/** Emits new updates. The state moves on once they have arrived (docs/contributing/architecture.md, Polling). */
export async function runPoll(options: PollOptions): Promise<PollPlan | undefined> {
	const { kept, handovers, fetch, remembered, minAgeMs, emit, triggerName } = options;
	handovers.resume(readState(kept.poll));
	handovers.expire(clock.now());
	const reportedTime = await serviceTimeOf(fetch, handovers.expected?.cursor);
	const { now, finalBefore, ceiling, seen } = handovers.horizon.look(reportedTime, handovers.expected ?? {});
	handovers.lower(ceiling);
	const { expected } = handovers;
	const { state, skipsListed, earliest } = beginning(options, reportedTime, now);
	const before = { ...state, seen };
	// One clock is enough: if the webhook delivers the update too, it's dropped as a duplicate.
	const emitUpTo =
		minAgeMs > 0 ? Math.max(reportedTime, clock.computerTime()) - minAgeMs : Number.POSITIVE_INFINITY;
	const plan = await planPoll({
		...options,
		fetch: skipsListed ? unwanted(fetch) : fetch,
		state: before,
		finalBefore,
		remainingCapacity: handovers.remainingCapacity(remembered),
		emitUpTo,
	});
	const { newest } = plan.state;
	handovers.horizon.note(newest);
	// Skipped updates are remembered by ID, to distinguish them from later ones. If that isn't possible, the watermark moves past them.
	if (skipsListed && plan.isBehind) plan.state.watermark = earliest;
	else if (skipsListed && plan.hasForgotten) plan.state.watermark = Math.min(reportedTime, (newest ?? 0) + 1);
	// A handover that the plan was based on has failed in the meantime.
	if (handovers.expected !== expected) return undefined;

	const isQuiet = plan.updates.length === 0 && !handovers.mustSave(remembered);
	const deliveryId = randomUUID();
	if (isQuiet) handovers.advance(plan.state);
	else {
		// A replay that starts here is saved before it emits.
		handovers.advance(before);
		handovers.add(deliveryId, plan.state);
	}
	// A copy, since n8n wraps static data in proxies.
	kept.poll = structuredClone(handovers.confirmed);
	if (!isQuiet) void handovers.awaitEnd(deliveryId, emit(plan.updates, deliveryId), triggerName);
	return plan;
}
