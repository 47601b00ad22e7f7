import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { RadarService } from '../shared/transport';
import type { Failure } from './failure';
import type { PaidResults } from './paidResults';
import type { Reader } from './reader';
import type { Receipt } from './receipt';

/** An input item whose fields were read and found right. */
export interface Prepared<Input> {
	item: number;
	input: Input;
}

/** What became of one input item, or of several that share an output. */
export type Outcome = { items: number[] } & (
	{ json: IDataObject[] } | { failure: Failure } | { skipped: Skipped }
);

export type FailedOutcome = Extract<Outcome, { failure: Failure }>;

/** An item left out on purpose, e.g. by a spending limit. The fields say which value was left out. */
export class Skipped {
	constructor(
		readonly reason: string,
		readonly fields: IDataObject,
	) {}
}

export interface RunContext {
	execution: IExecuteFunctions;
	/** Calls of the service. Local operations must not use it: they run without a credential. */
	service: RadarService;
	receipt: Receipt;
	/** What this execution has paid for. */
	paid: PaidResults;
	/** Whether nothing new may be started: a failure was the last one, or the run was cancelled. */
	stopped(): boolean;
	/**
	 * Tells of a failure. Under On Error: Stop, and after one that every further call would share, nothing new is started:
	 * what waits for its turn is not sent, what was sent is awaited.
	 */
	failed(error?: unknown): void;
	/** What items fail with that were not started, because every call fails alike. Under On Error: Stop they have no outcome. */
	notStarted(items: number[]): Outcome[];
}

/** One operation of the action node: what the editor shows, what is checked, what is done. */
export interface Operation<Input = never, Settings = never> {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Without displayOptions for resource and operation: `properties.ts` adds them. */
	fields: INodeProperties[];
	/** Whether it works without the service. */
	local?: boolean;
	/** Reads and checks what holds for the whole run, from the first item. */
	settings?(read: Reader): Settings;
	/** Reads and checks the fields of one item. Runs for every item before the first request is sent. */
	input(read: Reader): Input | Promise<Input>;
	run(prepared: Array<Prepared<Input>>, context: RunContext, settings: Settings): Promise<Outcome[]>;
}

/** Keeps the types of input and settings up to `run`, and forgets them for the table of operations. */
export const operation = <Input, Settings = undefined>(definition: Operation<Input, Settings>): Operation =>
	definition as unknown as Operation;

export interface Resource {
	name: string;
	value: string;
	/** The first one unless given: one that costs nothing, for resources that have one. */
	defaultOperation?: string;
	operations: Operation[];
}
