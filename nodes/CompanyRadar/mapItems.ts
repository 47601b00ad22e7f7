import type { IDataObject } from 'n8n-workflow';

import { failureOf } from './failure';
import { isNotStarted } from './hopeless';
import { Skipped, type Outcome, type Prepared, type RunContext } from './operation';

/** The transport never has more in flight; more workers would only wait in its queue. */
const WORKERS = 64;

type Result = IDataObject | IDataObject[] | Skipped;

/**
 * Runs a call for each item, several at a time, results in input order.
 * Under On Error: Stop nothing new is sent after the first failure; calls in flight are awaited.
 */
export async function mapItems<Input>(
	prepared: Array<Prepared<Input>>,
	context: RunContext,
	call: (input: Input, item: number) => Promise<Result>,
): Promise<Outcome[]> {
	const outcomes: Array<Outcome | undefined> = [];
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
			const index = next++;
			const entry = prepared[index];
			if (!entry) return;
			outcomes[index] = await one(entry);
		}
	};

	await Promise.all(Array.from({ length: Math.min(WORKERS, prepared.length) }, worker));
	return prepared.flatMap(({ item }, index): Outcome[] => {
		const outcome = outcomes[index];
		return outcome ? [outcome] : context.notStarted([item]);
	});
}
