import type { INodeExecutionData } from 'n8n-workflow';

import { TimeSlice } from '../../shared/concurrency/timeSlice';
import { showHint } from '../../shared/n8n/host';
import { toErrorItem } from './itemErrors';
import type { FailedItems, ItemResult } from './itemResult';
import type { RunContext } from './runContext';
import type { RunSummary } from './runSummary';

/** The output items of a result. What was skipped takes the error output, if the node has one. */
function* itemsOf(
	result: ItemResult,
	useErrorOutput: boolean,
	summary: RunSummary,
): Generator<INodeExecutionData> {
	const pairedItem = result.items.map((item) => ({ item }));
	if ('json' in result) {
		// Copied, since a result that was paid for may be output again.
		for (const json of result.json) yield { json: { ...json }, pairedItem };
		return;
	}
	if ('failure' in result) {
		for (const item of result.items) yield toErrorItem(result.failure, item);
		return;
	}
	summary.count('skipped', result.items.length);
	const { reason, fields } = result.skipped;
	if (!useErrorOutput) {
		yield { json: { skipped: true, reason, ...fields }, pairedItem };
		return;
	}
	for (const item of result.items) {
		yield toErrorItem(
			{
				error: reason,
				message: 'Nothing was sent for this item, and nothing was charged.',
				details: { skipped: true, ...fields },
			},
			item,
		);
	}
}

const firstItem = (result: ItemResult | undefined): number =>
	result ? (result.items[0] ?? 0) : Number.POSITIVE_INFINITY;

/** Merges two lists that are in input order. Takes each result out of its list, so that the memory of its items is freed. */
function* inInputOrder(rejected: FailedItems[], results: ItemResult[]): Generator<ItemResult> {
	// Only the last entry of an array can be taken out fast.
	rejected.reverse();
	results.reverse();
	for (;;) {
		const isRejectedNext = firstItem(rejected.at(-1)) < firstItem(results.at(-1));
		const next = isRejectedNext ? rejected.pop() : results.pop();
		if (!next) return;
		yield next;
	}
}

/** The output items of the run. */
export async function toOutputItems(
	{ execution, summary }: RunContext,
	rejected: FailedItems[],
	results: ItemResult[],
): Promise<INodeExecutionData[]> {
	const useErrorOutput = execution.getNode().onError === 'continueErrorOutput';
	const items: INodeExecutionData[] = [];
	const slice = new TimeSlice();
	for (const result of inInputOrder(rejected, results)) {
		for (const item of itemsOf(result, useErrorOutput, summary)) {
			await slice.yieldToEventLoop();
			if ('failure' in result) summary.itemFailed(items.length);
			items.push(item);
		}
	}
	return items;
}

/** Shows the summary and the notes of the run in the output panel. */
export function showHints({ execution, summary }: RunContext): void {
	for (const message of summary.hints()) showHint(execution, message);
}
