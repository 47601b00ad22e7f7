import type { INodeExecutionData } from 'n8n-workflow';

import { TimeSlice } from '../../shared/concurrency/timeSlice';
import { toErrorItem } from './itemErrors';
import type { FailedItems, ItemResult } from './itemResult';
import type { RunContext } from './runContext';
import type { RunSummary } from './runSummary';

/** The output items of an outcome. What was skipped takes the error output, if the node has one. */
function* itemsOf(
	outcome: ItemResult,
	useErrorOutput: boolean,
	summary: RunSummary,
): Generator<INodeExecutionData> {
	const pairedItem = outcome.items.map((item) => ({ item }));
	if ('json' in outcome) {
		// Copied, since a result that was paid for may be output again.
		for (const json of outcome.json) yield { json: { ...json }, pairedItem };
		return;
	}
	if ('failure' in outcome) {
		for (const item of outcome.items) yield toErrorItem(outcome.failure, item);
		return;
	}
	summary.count('skipped', outcome.items.length);
	const { reason, fields } = outcome.skipped;
	if (!useErrorOutput) {
		yield { json: { skipped: true, reason, ...fields }, pairedItem };
		return;
	}
	for (const item of outcome.items) {
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

const firstItem = (outcome: ItemResult | undefined): number =>
	outcome ? (outcome.items[0] ?? 0) : Number.POSITIVE_INFINITY;

/** Merges two lists that are in input order. Takes each result out of its list, so that the memory of its items is freed. */
function* inInputOrder(rejected: FailedItems[], outcomes: ItemResult[]): Generator<ItemResult> {
	// Only the last entry of an array can be taken out fast.
	rejected.reverse();
	outcomes.reverse();
	for (;;) {
		const isRejectedNext = firstItem(rejected.at(-1)) < firstItem(outcomes.at(-1));
		const next = isRejectedNext ? rejected.pop() : outcomes.pop();
		if (!next) return;
		yield next;
	}
}

/** The output items of the run. */
export async function toOutputItems(
	{ execution, summary }: RunContext,
	rejected: FailedItems[],
	outcomes: ItemResult[],
): Promise<INodeExecutionData[]> {
	const useErrorOutput = execution.getNode().onError === 'continueErrorOutput';
	const items: INodeExecutionData[] = [];
	const slice = new TimeSlice();
	for (const outcome of inInputOrder(rejected, outcomes)) {
		for (const item of itemsOf(outcome, useErrorOutput, summary)) {
			await slice.yieldToEventLoop();
			if ('failure' in outcome) summary.itemFailed(items.length);
			items.push(item);
		}
	}
	return items;
}

/** Shows the summary and the notes of the run in the output panel. */
export function showHints({ execution, summary }: RunContext): void {
	// Older versions of n8n have no hints.
	execution.addExecutionHints?.(
		...summary
			.hints()
			.map((message) => ({ message, location: 'outputPane' as const, type: 'info' as const })),
	);
}
