import { type FieldProblem, ParameterReader } from '../../shared/parameters/parameterReader';
import { itemsNamed } from '../../shared/basics/inWords';
import { TimeSlice } from '../../shared/concurrency/timeSlice';
import { toInputFailure, type FailedItems } from './itemErrors';
import type { Operation, OperationRun } from './operation';
import type { RunSummary } from './runSummary';
import type { NodeParameters } from '../../shared/parameters/nodeParameters';

/** A problem for each field that an AI model fills in but must not. */
export const rejectModelFilledFields = (parameters: NodeParameters): FieldProblem[] =>
	[...parameters.notForModels]
		.filter((path) => parameters.isForModel(path))
		.map((path) => ({
			field: parameters.names.get(path) ?? path,
			reason: "AI models can't fill in this field, because it affects spending or where data is sent.",
			fix: 'Enter a fixed value.',
		}));

interface ValidateOptions {
	operation: Operation;
	parameters: NodeParameters;
	summary: RunSummary;
	/** Problems of the whole run. If there are any, every item fails. */
	problems: FieldProblem[];
}

export interface ValidatedItems {
	run: OperationRun;
	valid: number[];
	rejected: FailedItems[];
}

function withItems(hint: string, items: number[], itemCount: number): string {
	if (itemCount === 1) return hint;
	return `${hint.replace(/\.$/, '')} (${itemsNamed(items)}).`;
}

async function readItems(options: ValidateOptions) {
	const { operation, parameters } = options;
	const settingsReader = new ParameterReader(parameters);
	const run = await operation.start(settingsReader);
	const wrongSettings = [...options.problems, ...settingsReader.problems];

	const hints = new Map<string, number[]>();
	const valid: number[] = [];
	const rejected: FailedItems[] = [];
	const slice = new TimeSlice();
	for (let item = 0; item < parameters.itemCount; item++) {
		await slice.yieldToEventLoop();
		const reader = new ParameterReader(parameters, item);
		await run.readItem(reader);
		const problems = [...wrongSettings, ...reader.problems];
		if (problems.length > 0) {
			rejected.push({ items: [item], failure: toInputFailure(problems) });
			continue;
		}
		valid.push(item);
		for (const hint of new Set(reader.hints)) {
			const items = hints.get(hint) ?? [];
			items.push(item);
			hints.set(hint, items);
		}
	}
	return { run, valid, rejected, hints, settingsHints: settingsReader.hints };
}

/** Reads and checks the settings and every item before anything is sent. */
export async function validateItems(options: ValidateOptions): Promise<ValidatedItems> {
	const { parameters, summary } = options;
	const { run, valid, rejected, hints, settingsHints } = await readItems(options);
	for (const [hint, items] of hints) summary.note(withItems(hint, items, parameters.itemCount));
	for (const hint of settingsHints) summary.note(hint);
	return { run, valid, rejected };
}
