import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { inSlices, TimeSlice, MAX_IN_FLIGHT } from '../host/clock';
import { refusalOfFields, type Refusal, refusalIn } from '../values/basics/refusal';
import type { ParameterReader } from '../form/parameterReader';
import type { NodeParameters } from '../form/nodeParameters';
import { type ItemResult, type FailedItems } from './itemErrors';
import type { RunContext } from './runContext';

/** An input item, and the valid input that was read from its fields. */
export interface ValidItem<Input> {
	item: number;
	input: Input;
}

/** The output items of one call. A call that throws a refusal with `skipped` in its details skips its item. */
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
		const refusal = refusalIn(error);
		if (refusal.details?.skipped) return { items: [item], skipped: refusal };
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

/** What the editor shows of an operation, and what its runs share. */
interface OperationDescription {
	name: string;
	value: string;
	action: string;
	description: string;
	/** What n8n's assistant must know of the output: it sees none of a community node. */
	outputHint?: string;
	/** Without displayOptions for resource and operation: the node adds them. */
	fields: INodeProperties[];
	/** Columns that a failed item has besides its error, where n8n doesn't have an output for errors. */
	failedColumns?(failure: Refusal, read: ParameterReader): IDataObject;
	/** Columns that come after all others. */
	lastColumns?: string[];
	/** Whether failed items come before the others, but for the first one without an error. */
	failedFirst?: true;
	/** Called at the start of every run, before anything can fail. It must not throw. */
	begin?(execution: IExecuteFunctions, parameters: NodeParameters): Promise<void>;
	/** Whether the operation sends nothing, so the editor hides the credential. */
	isOffline?: true;
}

/** One run of an operation. It keeps its settings and valid items inside, so callers don't depend on their types. */
export interface OperationRun {
	/** Reads and checks the fields of one item, and keeps the item if it's valid. */
	readItem(reader: ParameterReader): Promise<void>;
	/** The items with doubtful values, as failures. */
	doubtful(): FailedItems[];
	/** Runs all valid items. */
	run(context: RunContext): Promise<ItemResult[]>;
}

/** One operation of the action node: what the editor shows, what is checked, what is done. */
export interface Operation extends OperationDescription {
	/** Reads and checks the settings of the whole run, which must be the same for all items. */
	start(settingsReader: ParameterReader): Promise<OperationRun>;
}

interface Definition<Input> extends OperationDescription {
	/** Reads and checks the fields of one item. Runs for every item before the first request is sent. */
	readInput(read: ParameterReader): Input | Promise<Input>;
}

interface RunDefinition<Input, Settings> extends Definition<Input> {
	/** Reads and checks the settings of the whole run, which must be the same for all items. */
	readSettings(read: ParameterReader): Settings | Promise<Settings>;
	/** The doubts about an item whose radar may exist already, so that the operation judges them itself. */
	doubtsOf?(input: Input): Refusal[];
	run(items: Array<ValidItem<Input>>, context: RunContext, settings: Settings): Promise<ItemResult[]>;
}

interface CallDefinition<Input> extends Definition<Input> {
	call(input: Input, context: RunContext): Promise<CallResult>;
}

/** An operation that runs all items together. Without type parameters, all operations fit into one table. */
export const defineOperation = <Input, Settings>({
	readSettings,
	readInput,
	doubtsOf = () => [],
	run,
	...description
}: RunDefinition<Input, Settings>): Operation => ({
	...description,
	start: async (settingsReader) => {
		const settings = await readSettings(settingsReader);
		await settingsReader.requireSameForAllItems();
		const items: Array<ValidItem<Input>> = [];
		return {
			readItem: async (reader) => {
				const input = await readInput(reader);
				reader.checkChoices();
				if (reader.problems.length === 0) items.push({ item: reader.item, input });
			},
			doubtful: () =>
				items.flatMap(({ item, input }) => {
					const doubts = doubtsOf(input);
					return doubts.length > 0 ? [{ items: [item], failure: refusalOfFields(doubts) }] : [];
				}),
			run: async (context) => await run(items, context, settings),
		};
	},
});

/** An operation that makes one call per item. */
export const defineItemOperation = <Input>({ call, ...definition }: CallDefinition<Input>): Operation =>
	defineOperation({
		...definition,
		readSettings: () => undefined,
		run: async (items, context) =>
			await mapItems(items, context, async (input) => await call(input, context)),
	});

export interface Resource {
	name: string;
	value: string;
	/** Needed if another resource before it has operations of the same values: n8n's assistant would take the descriptions of those. */
	description?: string;
	/** A free one, if the resource has any. n8n doesn't save a default, so another one would change workflows. */
	defaultOperation: string;
	operations: Operation[];
}
