import { sleep } from 'n8n-workflow';

import type { BulkResultItem, BulkResults } from '../../../shared/api/types';
import { isCancelled } from '../../../shared/host';
import type { RunContext } from '../../runner/operation';
import { isComplete, resultsOf } from './results';

const FIRST_CHECK_DELAY_MS = 500;
const MAX_CHECK_INTERVAL_MS = 15_000;

/** How long a pause may last before the stop button is looked at again. */
const CANCELLATION_CHECK_INTERVAL_MS = 1000;

async function pause(milliseconds: number, stopped: () => boolean): Promise<void> {
	const end = Date.now() + milliseconds;
	while (!stopped() && Date.now() < end)
		await sleep(Math.min(CANCELLATION_CHECK_INTERVAL_MS, end - Date.now()));
}

export interface BulkWaitResult {
	/** The last results seen; undefined if none could be read. */
	results?: BulkResults;
	/** Why it is not complete. */
	incomplete?: string;
}

/** What the output item of a radar needs of its result: the rest would take as much memory again until all are there. */
const withoutUnusedFields = (results: BulkResults): BulkResultItem[] =>
	resultsOf(results).map((result) =>
		result.state === 'created'
			? ({ item_index: result.index, data: result.radar } as BulkResultItem)
			: ({ ...result.raw, item_index: result.index } as BulkResultItem),
	);

/** Looks at a submission, less and less often, until it is complete or the time is over. Never throws: the bulk_id is worth more. */
export async function waitUntilCompleted(
	bulkId: string,
	radars: number,
	{ timeLimitSeconds, onePerRadar }: { timeLimitSeconds: number; onePerRadar: boolean },
	{ service, execution }: RunContext,
): Promise<BulkWaitResult> {
	const end = Date.now() + timeLimitSeconds * 1000;
	const cancelled = () => isCancelled(execution);
	let results: BulkResults | undefined;
	for (let pauseMs = FIRST_CHECK_DELAY_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_CHECK_INTERVAL_MS)) {
		await pause(Math.min(pauseMs, Math.max(end - Date.now(), 0)), cancelled);
		if (cancelled()) return { results, incomplete: 'The execution was stopped.' };
		try {
			results = await service.getBulk(bulkId);
			if (onePerRadar) results.radars = withoutUnusedFields(results);
		} catch (error) {
			return { results, incomplete: error instanceof Error ? error.message : String(error) };
		}
		if (isComplete(results, radars)) return { results };
		if (Date.now() >= end) return { results, incomplete: `It timed out after ${timeLimitSeconds} seconds.` };
	}
}
