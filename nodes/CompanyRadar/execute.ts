import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import {
	createRadarClient,
	RadarApiError,
	type RadarClient,
	type RadarClientOptions,
} from '../shared/client';
import { RESOURCES } from './resources';
import {
	describeOtherInvalidItems,
	describeOtherUnknownOutcomes,
	toErrorItem,
	toFailure,
	toNodeError,
} from './runner/itemErrors';
import { rejectModelFilledFields, validateItems } from './runner/validateItems';
import {
	type Operation,
	inInputOrder,
	type FailedOutcome,
	type ItemFailure,
	type Outcome,
} from './runner/operation';
import { showHints, toOutputItems } from './runner/outputItems';
import { PaidResults } from './runner/paidResults';
import { ParameterReader, NodeParameters } from '../shared/parameterReader';
import { readRequestOptions } from './runner/requestOptions';
import { createRunContext, runOperation } from './runner/runOperation';
import { RunSummary } from './runner/runSummary';

function findOperation(execution: IExecuteFunctions): Operation {
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
}

const CREDENTIAL_TODO = 'Choose the credential of this node again, or create a new one.';

/** The service, or why there is none: a credential that cannot be used. */
async function openService(
	execution: IExecuteFunctions,
	options: RadarClientOptions,
): Promise<{ service: RadarClient } | { failure: ItemFailure }> {
	try {
		return { service: await createRadarClient(execution, options) };
	} catch (error) {
		const failure = toFailure(error);
		return { failure: error instanceof RadarApiError ? failure : { ...failure, message: CREDENTIAL_TODO } };
	}
}

/** Without a service every item fails alike. */
function failAllItems(execution: IExecuteFunctions, failure: ItemFailure): INodeExecutionData[] {
	if (!execution.continueOnFail()) throw toNodeError(execution.getNode(), failure, 0, undefined);
	return execution.getInputData().map((_, item) => toErrorItem(failure, item));
}

/** Under On Error: Stop, one invalid item is enough to send nothing. */
function throwIfInvalid(execution: IExecuteFunctions, [first, ...others]: FailedOutcome[]): void {
	if (!first || execution.continueOnFail()) return;
	throw toNodeError(
		execution.getNode(),
		first.failure,
		first.items[0] ?? 0,
		describeOtherInvalidItems(others),
	);
}

/** Under On Error: Stop, the first failure ends the node. What was paid for is kept: n8n may repeat the run. */
function throwIfFailed(
	execution: IExecuteFunctions,
	outcomes: Outcome[],
	{ paid, summary }: { paid: PaidResults; summary: RunSummary },
): void {
	if (execution.continueOnFail()) return;
	const [first, ...others] = outcomes.filter((outcome) => 'failure' in outcome);
	if (!first) return;
	paid.end(true);
	const done = [describeOtherUnknownOutcomes(others), summary.summary()].filter(Boolean).join('\n');
	throw toNodeError(execution.getNode(), first.failure, first.items[0] ?? 0, done);
}

/** n8n repeats a run whose first item has an error. */
const mayBeRepeated = (execution: IExecuteFunctions, [first]: INodeExecutionData[]): boolean =>
	execution.getNode().retryOnFail === true && Boolean(first?.json.error);

/** The node's execute(): finds the operation, validates all items, runs it, and outputs its outcomes in input order. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (this.getInputData().length === 0) return [[]];
	const operation = findOperation(this);
	const parameters = new NodeParameters(this, operation.fields);
	const requestReader = new ParameterReader(parameters);
	const stopRequests = new AbortController();
	const requestOptions = { ...readRequestOptions(requestReader), stopNewRequests: stopRequests.signal };
	const opened = operation.local ? undefined : await openService(this, requestOptions);
	if (opened && 'failure' in opened) return [failAllItems(this, opened.failure)];

	const summary = new RunSummary();
	const validated = await validateItems({
		operation,
		parameters,
		summary,
		serviceIsLoopback: opened?.service.isLoopback ?? false,
		problems: [...requestReader.problems, ...rejectModelFilledFields(parameters)],
	});
	throwIfInvalid(this, validated.rejected);

	const paid = new PaidResults(this);
	const context = createRunContext(this, { service: opened?.service, summary, paid, stopRequests });
	const outcomes = await runOperation(validated, context);
	throwIfFailed(this, outcomes, context);

	const items = await toOutputItems(this, inInputOrder(validated.rejected, outcomes), summary);
	paid.end(mayBeRepeated(this, items));
	showHints(this, summary);
	return [items];
}
