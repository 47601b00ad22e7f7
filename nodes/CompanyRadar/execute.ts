import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { createRadarClient, type RadarClient, type RadarClientOptions } from '../shared/client/radarClient';
import { RadarApiError } from '../shared/client/errors/radarApiError';
import { TimeSlice } from '../shared/host/clock';
import { refusalOfFields, type Refusal } from '../shared/values/basics/refusal';
import { ParameterReader } from '../shared/form/parameterReader';
import { NodeParameters } from '../shared/form/nodeParameters';
import { RESOURCES } from './operations';
import { readRequestOptions } from '../shared/form/fieldOptions';
import {
	describeOtherUnknownOutcomes,
	failEach,
	GO_ON,
	toFailure,
	toItemError,
	type FailedItems,
	type ItemResult,
} from '../shared/run/itemErrors';
import type { Operation, OperationRun } from '../shared/run/operation';
import { sortByInputItem, showHints, toOutputItems } from '../shared/run/outputItems';
import { RunContext } from '../shared/run/runContext';
import { RunSummary } from '../shared/run/runSummary';

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

/** The client, or the failure if the credential can't be used. */
async function openClient(
	execution: IExecuteFunctions,
	options: RadarClientOptions,
): Promise<{ client: RadarClient } | { failure: Refusal }> {
	try {
		return { client: await createRadarClient(execution, options) };
	} catch (error) {
		const failure = toFailure(error);
		return { failure: error instanceof RadarApiError ? failure : { ...failure, todo: CREDENTIAL_TODO } };
	}
}

/** Without a client, every item fails the same way. */
function failAllItems(execution: IExecuteFunctions, failure: Refusal): ItemResult[] {
	if (!execution.continueOnFail()) throw toItemError(execution.getNode(), { items: [], failure });
	return failEach([...execution.getInputData().keys()], failure);
}

/** A problem for each field that an AI model fills in but must not. */
const filledByModel = (parameters: NodeParameters): Refusal[] =>
	[...parameters.notForModels]
		.filter((path) => parameters.isForModel(path))
		.map((path) => ({
			kind: 'wrong',
			field: parameters.names.get(path) ?? path,
			what: "AI models can't fill in this field, because it affects spending or where data is sent.",
			todo: 'Enter a fixed value.',
		}));

interface CheckedItems {
	/** Holds the valid items. Some may be doubtful, which only the operation can judge: a radar that exists is no mistake. */
	run: OperationRun;
	valid: number[];
	/** Wrong items. */
	rejected: FailedItems[];
}

/**
 * Reads and checks the settings and every item before anything is sent.
 * @param problems of the whole run: if there are any, every item fails
 */
async function checkItems(
	operation: Operation,
	parameters: NodeParameters,
	problems: Refusal[],
	summary: RunSummary,
): Promise<CheckedItems> {
	const settings = new ParameterReader(parameters);
	const run = await operation.start(settings);
	const ofAllItems = [...problems, ...settings.problems];
	const valid: number[] = [];
	const rejected: FailedItems[] = [];
	const slice = new TimeSlice();
	for (let item = 0; item < parameters.itemCount; item++) {
		await slice.yieldToEventLoop();
		const reader = new ParameterReader(parameters, item);
		await run.readItem(reader);
		const all = [...ofAllItems, ...reader.problems];
		if (all.length > 0) {
			rejected.push({ items: [item], failure: refusalOfFields(all) });
			continue;
		}
		valid.push(item);
		for (const note of reader.notes) summary.note(note.text, { ...note, item });
	}
	for (const { text } of settings.notes) summary.note(text);
	return { run, valid, rejected };
}

/** Under On Error: Stop, wrong items end the node, and doubtful ones are reported with them, so that all can be corrected at once. */
function rejectWrong({ rejected, run }: CheckedItems, context: RunContext): void {
	if (rejected.length === 0) return;
	const all = [...rejected, ...run.doubtful()];
	context.reject(all.sort((a, b) => (a.items[0] ?? 0) - (b.items[0] ?? 0)));
}

/** The operation's results. If the run as a whole fails, every valid item fails with that error, unless the error ends the node. */
async function runOperation({ run, valid }: CheckedItems, context: RunContext): Promise<ItemResult[]> {
	if (valid.length === 0) return [];
	return await run.run(context).catch((error: unknown) => {
		if (error instanceof NodeOperationError) throw error;
		return failEach(valid, toFailure(error));
	});
}

const itemsIn = (results: ItemResult[]): number => new Set(results.flatMap(({ items }) => items)).size;

/** Under On Error: Stop, the first failure ends the node. Payments are kept, because n8n may repeat the run. */
function throwIfFailed({ execution, paid, summary, canGoOn }: RunContext, results: ItemResult[]): void {
	if (execution.continueOnFail()) return;
	const failed = results.filter((result) => 'failure' in result);
	const [first, ...others] = failed;
	if (!first) return;
	paid.end(true);
	const isOfSome = itemsIn(failed) < itemsIn(results);
	const done = [
		describeOtherUnknownOutcomes(others),
		summary.summary(),
		canGoOn && first.failure.limit === undefined && isOfSome && GO_ON,
	];
	throw toItemError(execution.getNode(), first, done.filter(Boolean).join('\n'));
}

/** Under Retry On Fail, n8n repeats a run whose first output item has an error. */
const mayBeRepeated = (execution: IExecuteFunctions, [first]: INodeExecutionData[]): boolean =>
	execution.getNode().retryOnFail === true && Boolean(first?.json.error);

/** The node's execute(): finds the operation, checks all items, runs it, and outputs its results in input order. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (this.getInputData().length === 0) return [[]];
	const slice = new TimeSlice();
	const operation = findOperation(this);
	const parameters = new NodeParameters(this, operation.fields);
	await operation.begin?.(this, parameters);
	const requestReader = new ParameterReader(parameters);
	const stopRequests = new AbortController();
	const requestOptions = { ...readRequestOptions(requestReader), stopNewRequests: stopRequests.signal };
	const includeInput = requestReader.flag('options.includeInput');
	await requestReader.requireSameForAllItems();
	const opened = operation.isOffline ? undefined : await openClient(this, requestOptions);
	if (opened && 'failure' in opened) {
		const run = { execution: this, summary: new RunSummary() };
		return [await toOutputItems(run, failAllItems(this, opened.failure), { includeInput })];
	}

	parameters.context.serviceIsLoopback = opened?.client.isLoopback ?? false;
	const context = new RunContext(this, opened?.client, stopRequests);
	const problems = [...requestReader.problems, ...filledByModel(parameters)];
	const checked = await checkItems(operation, parameters, problems, context.summary);
	rejectWrong(checked, context);
	const results = [...checked.rejected, ...(await runOperation(checked, context))];
	await slice.yieldToEventLoop();
	sortByInputItem(results, operation.failedFirst);
	await slice.yieldToEventLoop();
	throwIfFailed(context, results);

	const { lastColumns } = operation;
	const isRaw = new ParameterReader(parameters).raw('simplify') === false;
	const failedColumns = (failure: Refusal, item: number) =>
		operation.failedColumns?.(failure, new ParameterReader(parameters, item)) ?? {};
	const items = await toOutputItems(context, results, { includeInput, isRaw, lastColumns, failedColumns });
	context.paid.end(mayBeRepeated(this, items));
	showHints(context);
	return [items];
}
