import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { createService, type RadarService } from '../shared/transport';
import { errorItem, inputFailure, nodeError } from './failure';
import type { FailedOutcome, Operation, Outcome, Prepared, RunContext } from './operation';
import { Reader } from './reader';
import { Receipt } from './receipt';
import { RESOURCES } from './resources';
import { readCallOptions } from './resources/options';

/** Reading parameters is synchronous in the engine: other executions get their turn this often. */
const ITEMS_BETWEEN_BREATHS = 150;

const find = (execution: IExecuteFunctions): Operation => {
	const resource = execution.getNodeParameter('resource', 0);
	const value = execution.getNodeParameter('operation', 0);
	const found = RESOURCES.find((entry) => entry.value === resource)?.operations.find(
		(entry) => entry.value === value,
	);
	if (!found) {
		throw new NodeOperationError(
			execution.getNode(),
			`This version of the node has no operation '${String(value)}' for '${String(resource)}'`,
			{ description: 'Choose the resource and the operation again.' },
		);
	}
	return found;
};

/** Reads and checks every item before anything is sent. */
async function prepare(
	execution: IExecuteFunctions,
	operation: Operation,
	receipt: Receipt,
	serviceIsLoopback: boolean,
) {
	const prepared: Prepared<never>[] = [];
	const refused: Outcome[] = [];
	const { length } = execution.getInputData();
	for (let item = 0; item < length; item++) {
		if (item % ITEMS_BETWEEN_BREATHS === ITEMS_BETWEEN_BREATHS - 1) await sleep(0);
		const reader = new Reader(execution, operation.fields, item, serviceIsLoopback);
		const input = operation.input(reader);
		if (reader.problems.length > 0) {
			refused.push({ items: [item], failure: inputFailure(reader.problems) });
		} else {
			prepared.push({ item, input });
			for (const hint of reader.hints) receipt.note(hint);
		}
	}
	return { prepared, refused };
}

const NAMED_ITEMS = 20;

const named = (items: number[]): string => {
	const more = items.length - NAMED_ITEMS;
	const shown = items.slice(0, NAMED_ITEMS).join(', ');
	return `${items.length === 1 ? 'item' : 'items'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Under On Error: Stop only the first item is explained; the others that are wrong are named. */
const alsoWrong = (refused: Outcome[]): string | undefined => {
	if (refused.length === 0) return undefined;
	return `Fields are also wrong in ${named(refused.flatMap(({ items }) => items))}. Nothing was sent.`;
};

/** The others of which it is not known whether they were done, and paid for, are named as well. */
const alsoUnknown = (failed: FailedOutcome[]): string | undefined => {
	const unknown = failed.filter(({ failure }) => failure.details.outcome === 'unknown');
	if (unknown.length === 0) return undefined;
	const ids = unknown.flatMap(({ failure }) => (failure.details.candidates as string[] | undefined) ?? []);
	const candidates = ids.length === 0 ? '' : ` It may be: ${[...new Set(ids)].join(', ')}.`;
	return `It is also not known what became of ${named(unknown.flatMap(({ items }) => items))}.${candidates}`;
};

const toItems = (outcome: Outcome, useErrorOutput: boolean, receipt: Receipt): INodeExecutionData[] => {
	const pairedItem = outcome.items.map((item) => ({ item }));
	if ('json' in outcome) return outcome.json.map((json) => ({ json, pairedItem }));
	if ('failure' in outcome) return outcome.items.map((item) => errorItem(outcome.failure, item));
	outcome.items.forEach(() => receipt.itemSkipped());
	const { reason, fields } = outcome.skipped;
	if (!useErrorOutput) return [{ json: { skipped: true, reason, ...fields }, pairedItem }];
	return outcome.items.map((item) =>
		errorItem(
			{
				error: `Skipped: ${reason}`,
				message: 'Nothing was sent for this item, and nothing was charged.',
				details: { skipped: true, ...fields },
			},
			item,
		),
	);
};

/** The node's execute(): reads all items, runs the operation, hands out its outcomes in input order. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (this.getInputData().length === 0) return [[]];
	const operation = find(this);
	const held = new AbortController();
	const service = operation.local
		? undefined
		: await createService(this, { ...readCallOptions(this), hold: held.signal });
	const receipt = new Receipt();
	const node = this.getNode();
	const goesOn = this.continueOnFail();

	const { prepared, refused } = await prepare(this, operation, receipt, service?.isLoopback ?? false);
	const [firstRefused] = refused;
	if (!goesOn && firstRefused && 'failure' in firstRefused) {
		throw nodeError(node, firstRefused.failure, firstRefused.items[0] ?? 0, alsoWrong(refused.slice(1)));
	}

	const context: RunContext = {
		execution: this,
		service: service as RadarService,
		receipt,
		goesOn,
		stopped: () => held.signal.aborted || this.getExecutionCancelSignal?.()?.aborted === true,
		hold: () => held.abort(),
		failed: () => {
			if (!goesOn) held.abort();
		},
	};
	const outcomes = [...refused, ...(prepared.length > 0 ? await operation.run(prepared, context) : [])];
	outcomes.sort((a, b) => (a.items[0] ?? 0) - (b.items[0] ?? 0));

	if (!goesOn) {
		const [first, ...others] = outcomes.filter((outcome) => 'failure' in outcome);
		if (first) {
			const done = [alsoUnknown(others), receipt.summary()].filter(Boolean).join('\n');
			throw nodeError(node, first.failure, first.items[0] ?? 0, done);
		}
	}
	const useErrorOutput = node.onError === 'continueErrorOutput';
	const items = outcomes.flatMap((outcome) => toItems(outcome, useErrorOutput, receipt));
	this.addExecutionHints?.(
		...receipt
			.hints()
			.map((message) => ({ message, location: 'outputPane' as const, type: 'info' as const })),
	);
	return [items];
}
