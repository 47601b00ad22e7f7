import type { IExecuteFunctions } from 'n8n-workflow';

import type { Radar } from '../api/types';
import { RadarApiError } from '../client/errors/radarApiError';
import type { RadarClient } from '../client/radarClient';
import { clock } from '../host/clock';
import { isCancelled, isTool } from '../host/host';
import { PaidResults } from '../money/ledger';
import { SECOND_MS, timeIn } from '../values/basics/time';
import {
	columnsInstead,
	failEach,
	toFailure,
	toInvalidItemsError,
	type FailedItems,
	type ItemResult,
} from './itemErrors';
import { RunSummary } from './runSummary';
import type { Refusal } from '../values/basics/refusal';

/** Everything an operation needs in a run. On Error decides whether the first failure, or only a fatal one, stops new requests. */
export class RunContext {
	readonly summary: RunSummary;

	readonly paid: PaidResults;

	private readonly started = clock.now();

	private fatal: Refusal | undefined;

	constructor(
		readonly execution: IExecuteFunctions,
		private readonly openedClient: RadarClient | undefined,
		private readonly stopRequests: AbortController,
	) {
		this.summary = new RunSummary(execution.getInputData().length);
		this.paid = new PaidResults(execution);
	}

	/**
	 * Whether other items go on under On Error: Continue: not after a failure of the account, and rows of a plan are applied all or not at
	 * all. An AI model can't change the setting.
	 */
	get canGoOn(): boolean {
		const { execution } = this;
		const appliesRows = execution.getNodeParameter('syncMode', 0, '') === 'applyRows';
		return !this.fatal && !appliesRows && !isTool(execution);
	}

	/** Offline operations must not use it, because they run without a credential. */
	get client(): RadarClient {
		if (!this.openedClient) throw new Error('An offline operation has no client.');
		return this.openedClient;
	}

	/** Counts a deactivated radar. The service may stamp whole seconds. */
	radarDeactivated(id: string, { deactivated_at: at }: Radar): void {
		const started = this.client.now - (clock.now() - this.started);
		const time = timeIn(at) ?? Infinity;
		this.summary.radarDeactivated(id, time < started - (time % SECOND_MS === 0 ? SECOND_MS : 0));
	}

	/**
	 * Under On Error: Stop, items that can't be used end the node before anything is sent. Otherwise, names the columns if a value is missing
	 * in all items.
	 * @throws NodeOperationError
	 */
	reject(failed: FailedItems[]): void {
		const { execution } = this;
		const rows = execution.getInputData();
		const [first, ...others] = failed;
		if (first && !execution.continueOnFail())
			throw toInvalidItemsError(execution.getNode(), [first, ...others], rows, this.canGoOn);
		for (const columns of columnsInstead(failed, rows)) this.summary.note(columns);
	}

	/** Whether no new call may start, because a failure stopped the run or the execution was cancelled. */
	shouldStop(): boolean {
		return this.stopRequests.signal.aborted || isCancelled(this.execution);
	}

	/**
	 * Reports a failure. Under On Error: Stop, and after a fatal failure, no new requests are sent, not even queued ones.
	 * Requests in flight are awaited.
	 */
	onFailure(error?: unknown): void {
		if (error instanceof RadarApiError && error.isFatal) this.fatal ??= toFailure(error);
		this.summary.spending.failed(error);
		if (!this.execution.continueOnFail() || this.fatal) this.stopRequests.abort();
	}

	/** Reports an error and explains it; undefined if it only means that the run was stopped. */
	failureOf(error: unknown): Refusal | undefined {
		if (error instanceof RadarApiError && error.failure.kind === 'cancelled') return undefined;
		this.onFailure(error);
		return toFailure(error);
	}

	/** The results of items that weren't started. After a fatal failure, they fail with it, except under On Error: Stop. */
	resultsForUnstarted(items: number[]): ItemResult[] {
		return this.fatal && this.execution.continueOnFail() ? failEach(items, this.fatal) : [];
	}
}
