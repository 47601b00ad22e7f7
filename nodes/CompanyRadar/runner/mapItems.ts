import type { IDataObject } from 'n8n-workflow';

import { inSlices, TimeSlice } from '../../shared/concurrency/timeSlice';
import { MAX_IN_FLIGHT } from '../../shared/client';
import { Skipped, type ItemResult } from './itemErrors';
import type { RunContext } from './runContext';

/** An input item, and the valid input that was read from its fields. */
export interface ValidItem<Input> {
	item: number;
	input: Input;
}

/** The output items of one call. The call throws `Skipped` to skip its item. */
export type CallResult = IDataObject | IDataObject[];

/** The result of one call; undefined if the run was stopped and its item counts as not started. */
async function outcomeOf<Input>(
	{ item, input }: ValidItem<Input>,
	context: RunContext,
	call: (input: Input, item: number) => Promise<CallResult>,
): Promise<ItemResult | undefined> {
	try {
		const result = await call(input, item);
		return { items: [item], json: Array.isArray(result) ? result : [result] };
	} catch (error) {
		if (error instanceof Skipped) return { items: [item], skipped: error };
		const failure = context.failureOf(error);
		return failure && { items: [item], failure };
	}
}

/** Runs `work` for each entry, as many at once as the client sends. Starts none after `shouldStop`. */
async function forEachAtOnce<T>(
	entries: T[],
	work: (entry: T) => Promise<void>,
	shouldStop: () => boolean,
): Promise<void> {
	let next = 0;
	const slice = new TimeSlice();
	const worker = async () => {
		while (!shouldStop()) {
			const entry = entries[next++];
			if (entry === undefined) return;
			await work(entry);
			await slice.yieldToEventLoop();
		}
	};
	await Promise.all(Array.from({ length: Math.min(MAX_IN_FLIGHT, entries.length) }, worker));
}

/**
 * Runs a call for each item, as many at once as the client sends, and returns the results in input order. Items with an
 * outcome from a first try run first, and even after a failure.
 * Under On Error: Stop, no new calls start after the first failure, and calls in flight are awaited.
 */
export async function mapItems<Input>(
	items: Array<ValidItem<Input>>,
	context: RunContext,
	call: (input: Input, item: number) => Promise<CallResult>,
	isKnown: (entry: ValidItem<Input>) => boolean = () => false,
): Promise<ItemResult[]> {
	const results: Array<ItemResult | undefined> = [];
	const known: Array<ValidItem<Input>> = [];
	const others: Array<ValidItem<Input>> = [];
	for await (const entry of inSlices(items)) (isKnown(entry) ? known : others).push(entry);
	const run = async (entry: ValidItem<Input>) => {
		results[entry.item] = await outcomeOf(entry, context, call);
	};
	await forEachAtOnce(known, run, () => false);
	await forEachAtOnce(others, run, () => context.shouldStop());
	return items.flatMap(({ item }) => results[item] ?? context.resultsForUnstarted([item]));
}
