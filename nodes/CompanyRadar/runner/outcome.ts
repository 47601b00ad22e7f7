import type { IDataObject } from 'n8n-workflow';

/** Why an item has no result: what happened, what to do, and the facts behind it. */
export interface ItemFailure {
	error: string;
	message: string;
	details: IDataObject;
	cause?: Error;
}

/** An item left out on purpose, e.g. by a spending limit. The fields say which value was left out. */
export class Skipped {
	constructor(
		readonly reason: string,
		readonly fields: IDataObject,
	) {}
}

/** The result of one input item, or of several that share an output. */
export type Outcome = { items: number[] } & (
	{ json: IDataObject[] } | { failure: ItemFailure } | { skipped: Skipped }
);

export type FailedOutcome = Extract<Outcome, { failure: ItemFailure }>;

const firstItem = ({ items }: Outcome): number => items[0] ?? 0;

/** All outcomes by their first input item. Both lists are in that order already, so nothing is sorted. */
export function* inInputOrder(rejected: FailedOutcome[], outcomes: Outcome[]): Generator<Outcome> {
	let next = 0;
	for (const outcome of outcomes) {
		for (
			let failed = rejected[next];
			failed && firstItem(failed) < firstItem(outcome);
			failed = rejected[next]
		) {
			yield failed;
			next++;
		}
		yield outcome;
	}
	for (; next < rejected.length; next++) yield* rejected.slice(next, next + 1);
}
