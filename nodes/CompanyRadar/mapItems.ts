import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../shared/transport';
import { failureOf, type Failure } from './failure';
import { Skipped, type Outcome, type Prepared, type RunContext } from './operation';

/** The transport never has more in flight; more workers would only wait in its queue. */
const WORKERS = 64;

/** After one of these, every further call would fail alike (interface section 7). */
const HOPELESS_STATUS = new Set([401, 402, 403]);

type Result = IDataObject | IDataObject[] | Skipped;

const isNotStarted = (error: unknown) => error instanceof ServiceError && error.kind === 'cancelled';

const isHopeless = (error: unknown) =>
	error instanceof ServiceError && HOPELESS_STATUS.has(error.status ?? 0);

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
	let hopeless: Failure | undefined;
	let next = 0;

	const one = async ({ item, input }: Prepared<Input>): Promise<Outcome | undefined> => {
		try {
			const result = await call(input, item);
			if (result instanceof Skipped) return { items: [item], skipped: result };
			return { items: [item], json: Array.isArray(result) ? result : [result] };
		} catch (error) {
			if (isNotStarted(error)) return undefined;
			const failure = failureOf(error);
			if (isHopeless(error)) {
				hopeless ??= failure;
				context.hold();
			}
			context.failed();
			return { items: [item], failure };
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
		if (outcome) return [outcome];
		return hopeless && context.goesOn ? [{ items: [item], failure: hopeless }] : [];
	});
}
