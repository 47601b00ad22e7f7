import type { IExecuteFunctions } from 'n8n-workflow';

import { TimeSlice } from '../../shared/concurrency/timeSlice';
import { itemsNamed } from '../../shared/basics/inWords';
import { isInLoop, isTool } from '../../shared/n8n/host';
import { ParameterReader } from '../../shared/parameters/parameterReader';
import type { RunContext } from '../runner/runContext';
import { readListName } from './readEntries';
import type { NodeParameters } from '../../shared/parameters/nodeParameters';

const IN_LOOP =
	'No radars are deactivated, because this node is in a loop. Pass the whole list to it at once.';
const SECOND_RUN =
	"No radars are deactivated, because this isn't the first run for the list in this execution. Pass the whole list to the node at once.";

/** Under Execute Once, n8n passes only the first item, so the radars of all others would be deactivated. */
export const isCutByExecuteOnce = ({ execution }: RunContext): boolean =>
	execution.getNode().executeOnce === true &&
	(execution.getNodeParameter('radarsFrom', 0) !== 'list' ||
		/\$(?:input|items)\b/.test(
			String(execution.getNodeParameter('radars', 0, '', { rawExpressions: true })),
		));

type Flow = { companyRadarLists?: Record<string, string> };

const flowOf = (execution: IExecuteFunctions) => execution.getContext('flow') as Flow;

/** The same for a run and its retries. */
const runOf = (execution: IExecuteFunctions): string =>
	`${execution.getNode().id}:${String(execution.getWorkflowDataProxy(0).$runIndex)}`;

/** The names of the lists that the input items are for. Items without a usable name have none. */
async function listNames(parameters: NodeParameters): Promise<Set<string>> {
	const names = new Set<string>();
	const count = parameters.isChanging('listName') ? parameters.itemCount : 1;
	const slice = new TimeSlice();
	for (let item = 0; item < count; item++) {
		await slice.yieldToEventLoop();
		const reader = new ParameterReader(parameters, item);
		const name = readListName(reader);
		if (reader.problems.length === 0) names.add(name);
	}
	return names;
}

/** Records the first run of this execution that is to apply a list, even if it then fails or rejects items. */
export async function noteRun(execution: IExecuteFunctions, parameters: NodeParameters): Promise<void> {
	if (isTool(execution) || new ParameterReader(parameters).raw('syncMode') !== 'apply') return;
	const run = runOf(execution);
	const notes = [...(await listNames(parameters))].map((list) => [list, run]);
	const flow = flowOf(execution);
	flow.companyRadarLists = { ...Object.fromEntries(notes), ...flow.companyRadarLists };
}

/** Whether each pass of a loop may be for another list. */
const namesListByExpression = (execution: IExecuteFunctions): boolean =>
	String(execution.getNodeParameter('listName', 0, '', { rawExpressions: true })).startsWith('=');

/** Why nothing of the list may be deactivated. With batches, each run sees only a part of the list and would deactivate the rest. */
export function reasonToKeepAll(listName: string, validItems: readonly number[], { execution }: RunContext) {
	if (isInLoop(execution) && !namesListByExpression(execution)) return IN_LOOP;
	const firstRun = new Map(Object.entries(flowOf(execution).companyRadarLists ?? {})).get(listName);
	if (firstRun !== undefined && firstRun !== runOf(execution)) return SECOND_RUN;
	const valid = new Set(validItems);
	const invalid = execution.getInputData().flatMap((_, item) => (valid.has(item) ? [] : [item]));
	if (invalid.length === 0) return undefined;
	const [verb, them] = invalid.length === 1 ? ['is', 'it'] : ['are', 'them'];
	return `No radars are deactivated, because ${itemsNamed(invalid)} ${verb} invalid: correct ${them}.`;
}
