import type { IRun } from 'n8n-workflow';

import type { PollState } from './state';

/** After this time without news, a handover is judged by where executions run. */
const MAX_SILENCE_MS = 10 * 60_000;

interface Handover {
	deliveryId: string;
	stateAfter: PollState;
	/** The revision that was written to static data just before. */
	savedRevision: number;
	/** Only updates up to this time are in it, by the service's clock. */
	newest: number;
	startedAt: number;
	hasArrived: boolean;
}

/** Whether the updates got through the trigger. A worker of queue mode reports the end of an execution without its data. */
function hasArrived(run: IRun, triggerName: string): boolean {
	if (run.status === 'canceled' || run.status === 'crashed') return false;
	const { error, runData, lastNodeExecuted } = run.data.resultData;
	if (error === undefined) return true;
	const tasks = runData[triggerName];
	if (tasks !== undefined) return tasks.every((task) => task.error === undefined);
	return lastNodeExecuted !== undefined && lastNodeExecuted !== triggerName;
}

/** Updates that this process has passed to n8n, and which of them have arrived. */
export class Handovers {
	/** The state of all that has arrived. */
	confirmed: PollState | undefined;

	/**
	 * Updates up to these times may have been handed over by a process that is gone, or in vain. They come first again,
	 * in the same order: execute() drops what it knows, and must not forget it over newer ones.
	 */
	private recoverUntil: number[] = [];

	private pending: Handover[] = [];

	/** The times in the last snapshot. */
	private snapshotUntil = '';

	/** What n8n has saved for certain. */
	private savedRevision = 0;

	private isExecutedHere = false;

	/** The state if all that is under way arrives. */
	get expected(): PollState | undefined {
		return this.pending.at(-1)?.stateAfter ?? this.confirmed;
	}

	/** What would be handed over again after a crash must not exceed what execute() remembers. */
	remainingCapacity(remembered: number): number {
		const perPoll = Math.max(1, Math.floor(remembered / 2));
		return Math.min(perPoll, remembered - this.unsaved(this.expected));
	}

	/** n8n saves the state only with an execution; one without items ends before execute(). */
	mustSave(remembered: number): boolean {
		return this.pending.length === 0 && this.unsaved(this.confirmed) > remembered / 2;
	}

	private unsaved(state: PollState | undefined): number {
		return (state?.revision ?? 0) - this.savedRevision;
	}

	/** Continues from what another process has saved, unless this one knows more. */
	adopt(saved: PollState | undefined): void {
		if (saved === undefined) return;
		const { handedUntil = [] } = saved;
		const known = this.confirmed?.revision ?? -1;
		// Another process may have handed over more since the state that both know.
		const isForeign = this.pending.length === 0 && String(handedUntil) !== this.snapshotUntil;
		if (saved.revision < known || (saved.revision === known && !isForeign)) return;
		if (saved.revision > known) {
			this.confirmed = saved;
			this.savedRevision = saved.revision;
			this.pending = [];
		}
		this.recoverUntil = handedUntil;
	}

	/** Newer updates are left to a later poll. */
	get visibleUntil(): number {
		return this.recoverUntil[0] ?? Number.POSITIVE_INFINITY;
	}

	/** Everything visible is handed over. Returns whether more becomes visible. */
	seeMore(): boolean {
		return this.recoverUntil.shift() !== undefined;
	}

	/** What to save: also says what is under way. A copy, since n8n wraps what it is given into proxies. */
	snapshot(): PollState | undefined {
		const handedUntil = [...this.pending.map(({ newest }) => newest), ...this.recoverUntil];
		this.snapshotUntil = String(handedUntil);
		return this.confirmed && structuredClone({ ...this.confirmed, handedUntil });
	}

	/** Nothing was handed over: what was true before stays true. */
	advance(state: PollState): void {
		const last = this.pending.at(-1);
		if (last) last.stateAfter = state;
		else this.confirmed = state;
	}

	add(deliveryId: string, stateAfter: PollState, newest: number): void {
		const savedRevision = this.confirmed?.revision ?? 0;
		this.pending.push({
			deliveryId,
			stateAfter,
			savedRevision,
			newest,
			startedAt: Date.now(),
			hasArrived: false,
		});
	}

	/** execute() has recorded the delivery in this process. */
	confirm(deliveryId: string): void {
		this.isExecutedHere = true;
		this.succeed(deliveryId);
	}

	/** Goes by how n8n reports the end of the execution. */
	async settle(deliveryId: string, end: Promise<IRun | undefined>, triggerName: string): Promise<void> {
		const run = await end.catch(() => undefined);
		if (run && hasArrived(run, triggerName)) this.succeed(deliveryId);
		else this.fail(deliveryId);
	}

	private succeed(deliveryId: string): void {
		const handover = this.pending.find((each) => each.deliveryId === deliveryId);
		if (!handover) return;
		handover.hasArrived = true;
		this.savedRevision = Math.max(this.savedRevision, handover.savedRevision);
		while (this.pending[0]?.hasArrived) this.confirmed = this.pending.shift()?.stateAfter;
	}

	/** Goes back to before the delivery: the next poll hands it over again, and execute() drops what it knows. */
	private fail(deliveryId: string): void {
		const index = this.pending.findIndex((each) => each.deliveryId === deliveryId && !each.hasArrived);
		if (index === -1) return;
		const lost = this.pending.splice(index);
		const times = lost.map(({ newest }) => newest);
		this.recoverUntil = [...new Set([...times, ...this.recoverUntil])];
	}

	/** Judges handovers without news. */
	expire(now: number): void {
		for (const { deliveryId, startedAt } of this.pending.filter((each) => !each.hasArrived)) {
			if (now - startedAt < MAX_SILENCE_MS) continue;
			// Executions run in this process, so this one would have been seen.
			if (this.isExecutedHere) this.fail(deliveryId);
			// A worker is going to run it: n8n would have said if it could not write the execution.
			else this.succeed(deliveryId);
		}
	}
}
