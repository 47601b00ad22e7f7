import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Why an item has no result: what happened, what to do, and the facts behind it. */
export interface ItemFailure {
	error: string;
	message: string;
	details: IDataObject;
	cause?: Error;
}

/** Skips an item on purpose, such as at a spending limit. `fields` says which value was skipped. */
export class Skipped extends Error {
	constructor(
		readonly reason: string,
		readonly fields: IDataObject,
	) {
		super(reason);
	}
}

/**
 * The result of one input item, or of several that share an output. `addTo` is an input item that passes through: its columns and
 * files stay, except columns of the same name.
 */
export type ItemResult = { items: number[] } & (
	{ json: IDataObject[]; addTo?: INodeExecutionData } | { failure: ItemFailure } | { skipped: Skipped }
);

export type FailedItems = Extract<ItemResult, { failure: ItemFailure }>;
