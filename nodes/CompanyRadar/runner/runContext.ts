import type { IExecuteFunctions } from 'n8n-workflow';

import { RadarApiError, type RadarClient } from '../../shared/client';
import { isCancelled } from '../../shared/n8n/host';
import { PaidResults } from '../../shared/money/ledger';
import { failEach, toFailure } from './itemErrors';
import type { ItemFailure, ItemResult } from './itemResult';
import { RunSummary } from './runSummary';

/** What an operation runs with. On Error decides whether the first failure, or only a fatal one, stops new requests. */
export class RunContext {
	readonly summary = new RunSummary();

	/** What this execution has paid for. */
	readonly paid: PaidResults;

	private fatal: ItemFailure | undefined;

	constructor(
		readonly execution: IExecuteFunctions,
		private readonly openedClient: RadarClient | undefined,
		private readonly stopRequests: AbortController,
	) {
		this.paid = new PaidResults(execution);
	}

	/** Calls of the service. Offline operations must not use it: they run without a credential. */
	get client(): RadarClient {
		if (!this.openedClient) throw new Error('An offline operation has no client.');
		return this.openedClient;
	}

	/** Whether nothing new may be started: a failure was the last one, or the run was cancelled. */
	shouldStop(): boolean {
		return this.stopRequests.signal.aborted || isCancelled(this.execution);
	}

	/**
	 * Reports a failure. Under On Error: Stop, and after one that every further call would share, nothing new is started:
	 * what waits for its turn is not sent, what was sent is awaited.
	 */
	onFailure(error?: unknown): void {
		if (error instanceof RadarApiError && error.isFatal) this.fatal ??= toFailure(error);
		this.summary.spending.failed(error);
		if (!this.execution.continueOnFail() || this.fatal) this.stopRequests.abort();
	}

	/** Reports an error and explains it; undefined where it only says that the run has stopped. */
	failureOf(error: unknown): ItemFailure | undefined {
		if (error instanceof RadarApiError && error.failure.kind === 'cancelled') return undefined;
		this.onFailure(error);
		return toFailure(error);
	}

	/** What items fail with that were not started, because every call fails alike. Under On Error: Stop they have none. */
	resultsForUnstarted(items: number[]): ItemResult[] {
		return this.fatal && this.execution.continueOnFail() ? failEach(items, this.fatal) : [];
	}
}
