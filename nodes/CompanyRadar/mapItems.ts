import type { IDataObject } from 'n8n-workflow';

import { failureOf } from './failure';
import { isNotStarted } from './hopeless';
import { Skipped, type Outcome, type Prepared, type RunContext } from './operation';

/** The transport never has more in flight; more workers would only wait in its queue. */
const WORKERS = 64;

type Result = IDataObject | IDataObject[] | Skipped;

/**
 * Runs a call for each item, several at a time, results in input order. Items whose outcome is known from a first try come first,
 * and are told in any case.
 * Under On Error: Stop nothing new is sent after the first failure; calls in flight are awaited.
 */
export async function mapItems<Input>(
	prepared: Array<Prepared<Input>>,
	context: RunContext,
	call: (input: Input, item: number) => Promise<Result>,
	isKnown: (entry: Prepared<Input>) => boolean = () => false,
): Promise<Outcome[]> {
	const outcomes = new Map<number, Outcome | undefined>();
	const known: Array<Prepared<Input>> = [];
	const others: Array<Prepared<Input>> = [];
	for (const entry of prepared) (isKnown(entry) ? known : others).push(entry);
	let next = 0;

	const one = async ({ item, input }: Prepared<Input>): Promise<Outcome | undefined> => {
		try {
			const result = await call(input, item);
			if (result instanceof Skipped) return { items: [item], skipped: result };
			return { items: [item], json: Array.isArray(result) ? result : [result] };
		} catch (error) {
			if (isNotStarted(error)) return undefined;
			context.failed(error);
			return { items: [item], failure: failureOf(error) };
		}
	};

	const worker = async () => {
		while (!context.stopped()) {
			const entry = others[next++];
			if (!entry) return;
			outcomes.set(entry.item, await one(entry));
		}
	};

	for (const entry of known) outcomes.set(entry.item, await one(entry));
	await Promise.all(Array.from({ length: Math.min(WORKERS, others.length) }, worker));
	return prepared.flatMap(({ item }): Outcome[] => {
		const outcome = outcomes.get(item);
		return outcome ? [outcome] : context.notStarted([item]);
	});
}
