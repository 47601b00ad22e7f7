import type { IExecuteFunctions } from 'n8n-workflow';

import { RadarApiError, type RadarClient } from '../../shared/client';
import { isCancelled } from '../../shared/host';
import { failEach, toFailure } from './itemErrors';
import type { RunContext, ItemFailure, Outcome } from './operation';
import type { PaidResults } from './paidResults';
import type { RunSummary } from './runSummary';
import type { ValidatedItems } from './validateItems';

interface ContextOptions {
	/** None for a local operation. */
	service: RadarClient | undefined;
	summary: RunSummary;
	paid: PaidResults;
	/** When aborted, no new request is sent. */
	stopRequests: AbortController;
}

/** What an operation runs with. On Error decides whether the first failure, or only a fatal one, stops new requests. */
export function createRunContext(
	execution: IExecuteFunctions,
	{ service, stopRequests, ...options }: ContextOptions,
): RunContext {
	const continues = execution.continueOnFail();
	let fatal: ItemFailure | undefined;
	return {
		...options,
		execution,
		get service() {
			if (!service) throw new Error('A local operation has no service.');
			return service;
		},
		shouldStop: () => stopRequests.signal.aborted || isCancelled(execution),
		onFailure: (error) => {
			if (error instanceof RadarApiError && error.isFatal) fatal ??= toFailure(error);
			if (!continues || fatal) stopRequests.abort();
		},
		outcomesForUnstarted: (items) => (fatal && continues ? failEach(items, fatal) : []),
	};
}

/** The operation's own outcomes; where the run as a whole fails, each item fails with its reason. */
export async function runOperation({ run, valid }: ValidatedItems, context: RunContext): Promise<Outcome[]> {
	if (valid.length === 0) return [];
	try {
		return await run.run(context);
	} catch (error) {
		return failEach(valid, toFailure(error));
	}
}
