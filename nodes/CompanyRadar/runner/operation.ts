import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { RadarClient } from '../../shared/client';
import type { PaidResults } from './paidResults';
import type { ParameterReader } from '../../shared/parameterReader';
import type { RunSummary } from './runSummary';

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

/** An input item whose fields were read and found right. */
export interface ValidItem<Input> {
	item: number;
	input: Input;
}

export interface RunContext {
	execution: IExecuteFunctions;
	/** Calls of the service. Local operations must not use it: they run without a credential. */
	service: RadarClient;
	summary: RunSummary;
	/** What this execution has paid for. */
	paid: PaidResults;
	/** Whether nothing new may be started: a failure was the last one, or the run was cancelled. */
	shouldStop(): boolean;
	/**
	 * Reports a failure. Under On Error: Stop, and after one that every further call would share, nothing new is started:
	 * what waits for its turn is not sent, what was sent is awaited.
	 */
	onFailure(error?: unknown): void;
	/** What items fail with that were not started, because every call fails alike. Under On Error: Stop they have no outcome. */
	outcomesForUnstarted(items: number[]): Outcome[];
}

/** What the editor shows of an operation. */
interface OperationDescription {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Without displayOptions for resource and operation: `description.ts` adds them. */
	fields: INodeProperties[];
	/** Whether it works without the service. */
	local?: boolean;
}

/** An operation in one run of the node. It keeps its settings and valid items to itself, so that their types stay its own. */
export interface OperationRun {
	/** Reads and checks the fields of one item, and keeps what it read if the reader has no problem with it. */
	readItem(reader: ParameterReader): Promise<void>;
	/** Runs the items that were read. */
	run(context: RunContext): Promise<Outcome[]>;
}

/** One operation of the action node: what the editor shows, what is checked, what is done. */
export interface Operation extends OperationDescription {
	/** Reads and checks what holds for the whole run, from the first item. */
	start(settingsReader: ParameterReader): OperationRun;
}

interface Steps<Input> extends OperationDescription {
	/** Reads and checks the fields of one item. Runs for every item before the first request is sent. */
	readInput(read: ParameterReader): Input | Promise<Input>;
}

interface WithoutSettings<Input> extends Steps<Input> {
	readSettings?: undefined;
	run(items: Array<ValidItem<Input>>, context: RunContext): Promise<Outcome[]>;
}

interface WithSettings<Input, Settings> extends Steps<Input> {
	/** Reads and checks what holds for the whole run, from the first item. */
	readSettings(read: ParameterReader): Settings;
	run(items: Array<ValidItem<Input>>, context: RunContext, settings: Settings): Promise<Outcome[]>;
}

type Definition<Input, Settings> = WithoutSettings<Input> | WithSettings<Input, Settings>;

/** `run` with the settings of the run. */
function bindSettings<Input, Settings>(definition: Definition<Input, Settings>, reader: ParameterReader) {
	if (definition.readSettings === undefined) return definition.run;
	const settings = definition.readSettings(reader);
	return async (items: Array<ValidItem<Input>>, context: RunContext) =>
		await definition.run(items, context, settings);
}

/** An operation typed from its fields to its run, which the table of operations holds without its type parameters. */
export function defineOperation<Input, Settings = undefined>(
	definition: Definition<Input, Settings>,
): Operation {
	const { name, value, action, description, fields, local, readInput } = definition;
	return {
		...{ name, value, action, description, fields, local },
		start: (settingsReader) => {
			const run = bindSettings(definition, settingsReader);
			const items: Array<ValidItem<Input>> = [];
			return {
				readItem: async (reader) => {
					const input = await readInput(reader);
					if (reader.problems.length === 0) items.push({ item: reader.item, input });
				},
				run: async (context) => await run(items, context),
			};
		},
	};
}

export interface Resource {
	name: string;
	value: string;
	/** The first one unless given: one that costs nothing, for resources that have one. */
	defaultOperation?: string;
	operations: Operation[];
}
