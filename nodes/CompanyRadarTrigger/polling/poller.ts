import type { IRun } from 'n8n-workflow';
import { randomUUID } from 'crypto';

import { MINUTE_MS } from '../../shared/values/basics/time';
import { counted } from '../../shared/values/basics/inWords';
import { clock } from '../../shared/host/clock';
import { hasPassedTrigger, perNode } from '../../shared/host/host';
import { firstState, type PollState, readState, RESTART_MS } from './pollState';
import { planPoll, type PollInput, type PollPlan } from './planPoll';
import type { FetchPage, PassedPage, PolledUpdate } from './list';

const DAMAGED =
	'The saved state of polling is damaged. Polling starts again with the updates of the last day';

const beginAnew: PollOptions['begin'] = (now) => ({
	state: firstState(now - RESTART_MS),
	skipsListed: false,
});

/** An execution without news for this long has arrived if a worker runs it; else its updates are delivered again. */
const MAX_SILENCE_MS = 10 * MINUTE_MS;

/** Updates of a poll on their way to execute(). */
interface Delivery {
	id: string;
	/** The state once they have arrived. */
	stateAfter: PollState;
	/** The revision that n8n saves along with the execution. */
	savedRevision: number;
	/** By `clock.now()`. */
	startedAt: number;
}

/** How far this process has polled an account. */
export class Progress {
	/** The state after the last delivery that has arrived. */
	state: PollState | undefined;

	/** The pages down to the one where the next poll begins. */
	passed: readonly PassedPage[] = [];

	private delivery: Delivery | undefined;

	/** The newest revision that n8n is known to have saved. */
	private savedRevision = 0;

	private isExecutedHere = false;

	/** Whether a delivery is still on its way. Polls wait for it. */
	isWaiting(): boolean {
		const { delivery } = this;
		if (delivery && clock.now() - delivery.startedAt >= MAX_SILENCE_MS) {
			// A worker runs it: n8n would have reported an execution that it couldn't create.
			if (!this.isExecutedHere) this.arrive(delivery.id);
			// It may never have been created. If it still runs, execute() drops the duplicates.
			this.delivery = undefined;
		}
		return this.delivery !== undefined;
	}

	/** Continues from the state that another process has saved, unless this process knows a newer one. */
	resume(saved: PollState | undefined): void {
		if (saved === undefined || saved.revision <= (this.state?.revision ?? -1)) return;
		this.state = saved;
		this.savedRevision = saved.revision;
		this.delivery = undefined;
	}

	/** How many updates a poll may deliver: after a crash, execute() must still know all that the saved state lacks. */
	capacity(remembered: number): number {
		const perPoll = Math.max(1, Math.floor(remembered / 2));
		return Math.min(perPoll, remembered - this.unsaved());
	}

	/** Whether to start an execution without items, which ends before execute(), so that n8n saves the state. */
	mustSave(remembered: number): boolean {
		return this.unsaved() > remembered / 2;
	}

	start(id: string, stateAfter: PollState): void {
		const savedRevision = this.state?.revision ?? 0;
		this.delivery = { id, stateAfter, savedRevision, startedAt: clock.now() };
	}

	/** Call when execute() has recorded the delivery in this process. */
	confirm(id: string): void {
		this.isExecutedHere = true;
		this.arrive(id);
	}

	/** Notes whether the delivery has arrived once n8n reports the end of its execution. If it hasn't, the next poll repeats it. */
	async awaitEnd(id: string, end: Promise<IRun | undefined>, triggerName: string): Promise<void> {
		const run = await end.catch(() => undefined);
		if (run && hasPassedTrigger(run, triggerName)) this.arrive(id);
		else if (this.delivery?.id === id) this.delivery = undefined;
	}

	private arrive(id: string): void {
		const { delivery } = this;
		if (delivery?.id !== id) return;
		this.state = delivery.stateAfter;
		this.savedRevision = Math.max(this.savedRevision, delivery.savedRevision);
		this.delivery = undefined;
	}

	private unsaved(): number {
		return (this.state?.revision ?? 0) - this.savedRevision;
	}
}

/** By account, since a credential may be changed to another account. */
export const progressOf = perNode(() => new Map<string, Progress>());

interface PollOptions extends Pick<PollInput, 'fetch' | 'isRecorded'> {
	/** n8n's static data; saved along with each execution. */
	kept: { poll?: PollState };
	progress: Progress;
	/** The first state, and whether to skip updates that are already listed. */
	begin: (serviceTime: number) => { state: PollState; skipsListed: boolean };
	/** How many updates execute() remembers. */
	remembered: number;
	/** Younger updates are left to a later poll. */
	minAgeMs: number;
	triggerName: string;
	/** Starts an execution. Resolves at its end, rejects if it couldn't be created. */
	emit: (updates: PolledUpdate[], deliveryId: string) => Promise<IRun | undefined>;
	warn: (message: string) => void;
}

/** Opens the list. Reads the service's time from the page that the poll needs anyway. */
async function open({ fetch, progress: { passed, state } }: PollOptions) {
	const openAt = async (start: string | undefined, above: readonly PassedPage[]) => {
		const page = await fetch(start);
		const serviceTime = typeof page === 'string' ? undefined : page.serviceTime;
		return { hasExpired: page === 'expired', start, passed: above, now: serviceTime ?? clock.computerTime() };
	};
	const opened = await openAt(passed.at(-1)?.cursor ?? state?.cursor, passed.slice(0, -1));
	return opened.hasExpired ? await openAt(undefined, []) : opened;
}

/** The first poll of a workflow that starts now: the updates that are listed already count as done. */
async function planSkipping(input: PollInput): Promise<PollPlan> {
	const fetch: FetchPage = async (cursor) => {
		const page = await input.fetch(cursor);
		if (typeof page === 'string') return page;
		return { ...page, items: page.items.map((item) => ({ ...item, isWanted: false })) };
	};
	const plan = await planPoll({ ...input, fetch });
	if (!plan.isBehind) return plan;
	// There are too many to distinguish them from later ones.
	return { ...plan, state: { ...plan.state, watermark: input.now }, passed: [] };
}

/**
 * Delivers new updates, unless the last ones are still on their way: the state moves on once they have arrived
 * (docs/contributing/architecture.md, Polling).
 */
export async function pollList(options: PollOptions): Promise<PollPlan | undefined> {
	const { kept, progress, fetch, isRecorded, remembered, minAgeMs, warn } = options;
	const saved = readState(kept.poll);
	progress.resume(saved);
	if (progress.isWaiting()) return undefined;
	const { now, start, passed } = await open(options);
	const isFirst = progress.state === undefined;
	const isDamaged = isFirst && kept.poll !== undefined && !saved;
	const begin = isDamaged ? beginAnew : options.begin;
	const { state, skipsListed } = progress.state ? { state: progress.state, skipsListed: false } : begin(now);
	// One clock is enough: if the webhook delivers the update too, it's dropped as a duplicate.
	const emitUpTo = minAgeMs > 0 ? Math.max(now, clock.computerTime()) - minAgeMs : Number.POSITIVE_INFINITY;
	const capacity = progress.capacity(remembered);
	const input = { state, isFirst, fetch, start, passed, now, isRecorded, capacity, emitUpTo };
	const plan = skipsListed ? await planSkipping(input) : await planPoll(input);
	if (isDamaged || (!isFirst && plan.state.watermark < state.watermark)) warn(DAMAGED);
	const [unread, ...others] = plan.updates.filter(({ time }) => time === undefined);
	if (unread) {
		const more = others.length > 0 ? ` and of ${counted(others.length, 'more', 'more')}` : '';
		warn(`The time of update ${unread.id}${more} can't be read, so it counts as found now`);
	}
	progress.passed = plan.passed;
	deliver(plan, state, options);
	return plan;
}

/**
 * Starts an execution for the updates of a poll, or moves the state on if there are none. With updates, the state from before them is
 * saved on purpose: if they don't arrive, the next poll brings them again.
 */
function deliver(plan: PollPlan, before: PollState, options: PollOptions): void {
	const { kept, progress, remembered, emit, triggerName } = options;
	const isQuiet = plan.updates.length === 0;
	progress.state = isQuiet ? plan.state : before;
	// A copy, since n8n wraps static data in proxies.
	kept.poll = structuredClone(progress.state);
	if (isQuiet && !progress.mustSave(remembered)) return;
	const id = randomUUID();
	progress.start(id, plan.state);
	void progress.awaitEnd(id, emit(plan.updates, id), triggerName);
}
