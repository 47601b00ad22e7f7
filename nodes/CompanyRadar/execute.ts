import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { Breath } from '../shared/breath';
import { createService, ServiceError, type RadarService, type ServiceOptions } from '../shared/transport';
import { alsoUnknown, alsoWrong } from './alsoFailed';
import { errorItem, failureOf, nodeError, type Failure } from './failure';
import { failedAlike, isHopeless } from './hopeless';
import { notForModels } from './notForModels';
import type { Operation, Outcome, Prepared, RunContext } from './operation';
import { PaidResults } from './paidResults';
import { Parameters } from './parameters';
import { prepare } from './prepare';
import { Reader } from './reader';
import { Receipt } from './receipt';
import { RESOURCES } from './resources';
import { readCallOptions } from './resources/options';
import { toItems } from './toItems';

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

/** The operation's own outcomes; where the run as a whole fails, each item fails with its reason. */
async function outcomesOf(
	operation: Operation,
	prepared: Array<Prepared<never>>,
	context: RunContext,
	settings: never,
): Promise<Outcome[]> {
	if (prepared.length === 0) return [];
	try {
		return await operation.run(prepared, context, settings);
	} catch (error) {
		const failure = failureOf(error);
		return failedAlike(
			prepared.map(({ item }) => item),
			failure,
		);
	}
}

const CREDENTIAL_TODO = 'Choose the credential of this node again, or create a new one.';

/** The service, or why there is none: a credential that cannot be used. */
async function serviceFor(
	execution: IExecuteFunctions,
	options: ServiceOptions,
): Promise<{ service: RadarService } | { failure: Failure }> {
	try {
		return { service: await createService(execution, options) };
	} catch (error) {
		const failure = failureOf(error);
		return { failure: error instanceof ServiceError ? failure : { ...failure, message: CREDENTIAL_TODO } };
	}
}

const LOCAL = { service: undefined };

/** The node's execute(): reads all items, runs the operation, hands out its outcomes in input order. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { length } = this.getInputData();
	if (length === 0) return [[]];
	const breath = new Breath();
	const operation = find(this);
	const node = this.getNode();
	const goesOn = this.continueOnFail();
	const receipt = new Receipt();
	const held = new AbortController();
	const parameters = new Parameters(this, operation.fields);

	const callReader = new Reader(parameters, 0, false);
	const callOptions = { ...readCallOptions(callReader), hold: held.signal };
	const start = operation.local ? LOCAL : await serviceFor(this, callOptions);
	if ('failure' in start) {
		if (!goesOn) throw nodeError(node, start.failure, 0, undefined);
		return [Array.from({ length }, (_, item) => errorItem(start.failure, item))];
	}
	const { service } = start;

	const { settings, prepared, refused } = await prepare({
		execution: this,
		operation,
		parameters,
		receipt,
		serviceIsLoopback: service?.isLoopback ?? false,
		problems: [...callReader.problems, ...notForModels(parameters)],
	});
	const [firstRefused] = refused;
	if (!goesOn && firstRefused) {
		throw nodeError(node, firstRefused.failure, firstRefused.items[0] ?? 0, alsoWrong(refused.slice(1)));
	}

	const paid = new PaidResults(this);
	let hopeless: Failure | undefined;
	const context: RunContext = {
		execution: this,
		service: service as RadarService,
		receipt,
		paid,
		stopped: () => held.signal.aborted || this.getExecutionCancelSignal?.()?.aborted === true,
		failed: (error) => {
			if (isHopeless(error)) hopeless ??= failureOf(error);
			if (!goesOn || hopeless) held.abort();
		},
		notStarted: (items) => (hopeless && goesOn ? failedAlike(items, hopeless) : []),
	};
	const outcomes = [...refused, ...(await outcomesOf(operation, prepared, context, settings))];
	await breath.take();
	outcomes.sort((a, b) => (a.items[0] ?? 0) - (b.items[0] ?? 0));

	if (!goesOn) {
		const [first, ...others] = outcomes.filter((outcome) => 'failure' in outcome);
		if (first) {
			paid.end(true);
			const done = [alsoUnknown(others), receipt.summary()].filter(Boolean).join('\n');
			throw nodeError(node, first.failure, first.items[0] ?? 0, done);
		}
	}
	const useErrorOutput = node.onError === 'continueErrorOutput';
	const items = outcomes.flatMap((outcome) => toItems(outcome, useErrorOutput, receipt));
	// n8n repeats a run whose first item has an error.
	paid.end(node.retryOnFail === true && Boolean(items[0]?.json.error));
	this.addExecutionHints?.(
		...receipt
			.hints()
			.map((message) => ({ message, location: 'outputPane' as const, type: 'info' as const })),
	);
	return [items];
}
