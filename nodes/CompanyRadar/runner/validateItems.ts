import { type NodeParameters, type FieldProblem, ParameterReader } from '../../shared/parameterReader';
import { TimeSlice } from '../../shared/timeSlice';
import { toInputFailure } from './itemErrors';
import type { Operation, OperationRun } from './operation';
import type { FailedOutcome } from './outcome';
import type { RunSummary } from './runSummary';

/** What decides about money, and about where data goes. The names are those of the parameters, wherever they stand. */
const FIELDS = new Set([
	'dryRun',
	'longestWait',
	'maximumRadars',
	'minimumBalance',
	'once',
	'retry',
	'retryAfterTimeOut',
	'spendingLimit',
	'tagCreates',
	'timeLimit',
	'webhookUrl',
]);

/** The fields that an AI model is to fill in, and must not. */
export const rejectModelFilledFields = (parameters: NodeParameters): FieldProblem[] =>
	[...parameters.names]
		.filter(([path]) => FIELDS.has(path.split('.').at(-1) ?? '') && parameters.isForModel(path))
		.map(([, field]) => ({
			field,
			reason: "AI models can't fill in this field, because it affects spending or where data is sent.",
			fix: 'Enter a fixed value.',
		}));

interface ValidateOptions {
	operation: Operation;
	parameters: NodeParameters;
	serviceIsLoopback: boolean;
	summary: RunSummary;
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
