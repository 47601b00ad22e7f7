import { TimeSlice } from '../../shared/timeSlice';
import { toInputFailure } from './itemErrors';
import type { Operation, OperationRun } from './operation';
import type { FailedOutcome } from './outcome';
import { ParameterReader, type FieldProblem } from './parameterReader';
import type { RunParameters } from './runParameters';
import type { RunSummary } from './runSummary';

export interface ValidateOptions {
	operation: Operation;
	parameters: RunParameters;
	summary: RunSummary;
	serviceIsLoopback: boolean;
	/** What is wrong for the whole run: every item then fails. */
	problems: FieldProblem[];
}

export interface ValidatedItems {
	run: OperationRun;
	valid: number[];
	rejected: FailedOutcome[];
}

/** A hint with the number of items that it is about. */
const withCount = (hint: string, items: number): string =>
	items === 1 ? hint : `${hint.replace(/\.$/, '')} (${items} items).`;

/** Reads and checks the settings and every item before anything is sent. */
export async function validateItems(options: ValidateOptions): Promise<ValidatedItems> {
	const { operation, parameters, summary, serviceIsLoopback } = options;
	const settingsReader = new ParameterReader(parameters, 0, serviceIsLoopback);
	const run = operation.start(settingsReader);
	const wrongSettings = [...options.problems, ...settingsReader.problems];

	const hints = new Map<string, number>();
	const valid: number[] = [];
	const rejected: FailedOutcome[] = [];
	const slice = new TimeSlice();
	for (let item = 0; item < parameters.itemCount; item++) {
		await slice.yieldToEventLoop();
		const reader = new ParameterReader(parameters, item, serviceIsLoopback);
		await run.readItem(reader);
		const problems = [...wrongSettings, ...reader.problems];
		if (problems.length > 0) {
			rejected.push({ items: [item], failure: toInputFailure(problems) });
		} else {
			valid.push(item);
			for (const hint of new Set(reader.hints)) hints.set(hint, (hints.get(hint) ?? 0) + 1);
		}
	}
	for (const [hint, items] of hints) summary.note(withCount(hint, items));
	for (const hint of settingsReader.hints) summary.note(hint);
	return { run, valid, rejected };
}
