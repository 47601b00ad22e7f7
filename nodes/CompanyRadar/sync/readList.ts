import type { IExecuteFunctions } from 'n8n-workflow';
import { LIST_FIELD, LIST_KEY_FIELD } from '../../shared/api/assumptions';
import type { RadarDefinition } from '../../shared/api/types';
import { listed, NAMED, quoted } from '../../shared/values/basics/inWords';
import { sameId, sameText } from '../../shared/values/basics/sameText';
import { inSlices, TimeSlice } from '../../shared/host/clock';
import { isInLoop, isTool, keptWith } from '../../shared/host/host';
import { ParameterReader } from '../../shared/form/parameterReader';
import type { NodeParameters } from '../../shared/form/nodeParameters';
import { targetKeys } from '../../shared/values/radars/sameRadar';
import { checkText, isBlank, classifyValue } from '../../shared/values/rules/primitives';
import { LIST_IS_EMPTY } from '../../shared/values/rules/radarList';
import { invalid, refusalOfFields, inOneLine } from '../../shared/values/basics/refusal';
import { areAllBlank, isBlankRow, leaveOut, readRadarsFrom, type WantedRadar } from '../radars/definitions';
import { readPlanRow } from '../radars/radarRow';
import { fits, TOO_LARGE } from '../radars/entries';
import { nameOfRow } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { desiredOf, type AppliedRow } from './planRows';
import type { Desired } from './planSync';
import { appliesRows } from './settings';

export interface SyncInput {
	list: string;
	entries: Desired[];
	/** In Apply Plan Rows. */
	row?: AppliedRow;
}

const NAME_FIX = "Enter a name, and keep it: radars created under another name aren't part of the list.";

const EMPTY_FIX =
	"An empty list would deactivate all of its radars. If that is what you want, turn on 'Allow Empty List'.";

/** The definition as it is sent, with the list and the key in its custom fields. */
export const ofList = ({ definition, key }: Desired, list: string): RadarDefinition => ({
	...definition,
	custom_fields: { ...definition.custom_fields, [LIST_FIELD]: list, [LIST_KEY_FIELD]: key },
});

/** Whether a doubtful entry says nothing of what to monitor, probably because something upstream is broken. */
export const lacksTarget = ({ doubt, definition }: Desired): boolean =>
	doubt !== undefined && targetKeys(definition).every((key) => key.endsWith(',null]'));

function isEmptyList(read: ParameterReader): boolean {
	const value = classifyValue(read.raw('radars'));
	return (
		(value.kind === 'list' && value.items.length === 0) ||
		(value.kind === 'text' && /^\[\s*\]$/.test(value.text))
	);
}

/** The definitions of an item; none for an empty list, which is a problem unless it's allowed. */
async function readUnlessEmpty(read: ParameterReader): Promise<WantedRadar[]> {
	const isList = read.raw('radarsFrom') === 'list';
	const isEmpty = isList && isEmptyList(read);
	const definitions = isEmpty ? [] : await readRadarsFrom(read);
	const namesNone = isList ? isEmpty : read.problems.length > 0 && areAllBlank(read.parameters);
	if (!namesNone) return definitions;
	// The empty item isn't reported for its missing fields, too.
	read.problems.length = 0;
	if (!read.flag('options.allowEmptyList')) read.accept('Radars', invalid(LIST_IS_EMPTY, EMPTY_FIX));
	return [];
}

function readKey(read: ParameterReader, definition: RadarDefinition, keyField: string | undefined): string {
	if (keyField === undefined) return targetKeys(definition)[0] ?? definition.radar_type;
	const value = definition.custom_fields?.[keyField];
	if (isBlank(value)) {
		const fix = `Add it to the custom fields of each radar, or leave out 'Key Field'.`;
		read.accept('Key Field', invalid(`The radar has no custom field '${keyField}'.`, fix));
	}
	// Keys that look alike are the same, because the service may normalize custom fields.
	return `${keyField}:${sameId(value)}`;
}

/** After a problem, it's undefined. */
const readListName = (read: ParameterReader): string =>
	read.value('listName', (value) => checkText(value, NAME_FIX));

const NO_PLAN_ROW = invalid(
	"This row isn't a row of a plan.",
	'Pass the rows that Plan returns, with their column plan.',
);
const EDITED = invalid('This row was edited.', 'Change the list, and plan again.');

/** A row of a plan. A blank row does nothing. */
function readRow(read: ParameterReader): SyncInput {
	const list = readListName(read);
	const json = read.parameters.json(read.item);
	const row = readPlanRow(json);
	if (isBlankRow(json)) leaveOut(read);
	else if (row === 'none') read.accept('plan', NO_PLAN_ROW);
	else if (row === 'edited') read.accept('plan', EDITED);
	else if (sameText(row.list) === sameText(list)) {
		const applied = { ...row, item: read.item };
		return { list, entries: row.do === 'create' ? [desiredOf(applied)] : [], row: applied };
	} else {
		const fix = 'Enter the name of that list, and pass the rows of one plan.';
		read.accept('List Name', invalid(`These rows are of the list ${quoted(row.list)}.`, fix));
	}
	return { list, entries: [] };
}

/** The radars of the list that an item asks for, or the row of a plan that it is. */
export async function readEntries(read: ParameterReader): Promise<SyncInput> {
	if (appliesRows(read)) return readRow(read);
	const definitions = await readUnlessEmpty(read);
	const list = readListName(read);
	const keyField = read.optional('options.keyField', (value) =>
		checkText(value, 'Enter the name of a custom field.'),
	);
	if (read.problems.length > 0) return { list, entries: [] };
	const entries: Desired[] = [];
	for await (const { definition, unset, doubts } of inSlices(definitions)) {
		const doubt = doubts.length > 0 ? inOneLine(refusalOfFields(doubts)) : undefined;
		const entry = { item: read.item, definition, unset, doubt, key: readKey(read, definition, keyField) };
		if (!fits(ofList(entry, list), undefined)) {
			read.accept('Radar', TOO_LARGE);
		}
		entries.push(entry);
	}
	return { list, entries };
}

const IN_LOOP =
	'No radars are deactivated, because this node is in a loop. Pass the whole list to it at once.';
const SECOND_RUN =
	"No radars are deactivated, because this isn't the first run for the list in this execution. Pass the whole list to the node at once.";

/** Under Execute Once, n8n passes only the first item, so the radars of all others would be deactivated. */
export const isCutByExecuteOnce = ({ execution }: RunContext): boolean =>
	execution.getNode().executeOnce === true &&
	(execution.getNodeParameter('radarsFrom', 0, '') !== 'list' ||
		/\$(?:input|items)\b/.test(
			String(execution.getNodeParameter('radars', 0, '', { rawExpressions: true })),
		));

type Flow = { companyRadarLists?: Record<string, string> };

const flowOf = (execution: IExecuteFunctions) => keptWith(execution, 'flow') as Flow;

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
export function reasonToKeepAll(listName: string, withTarget: readonly number[], { execution }: RunContext) {
	if (isInLoop(execution) && !namesListByExpression(execution)) return IN_LOOP;
	const firstRun = new Map(Object.entries(flowOf(execution).companyRadarLists ?? {})).get(listName);
	if (firstRun !== undefined && firstRun !== runOf(execution)) return SECOND_RUN;
	const input = execution.getInputData();
	if (withTarget.length === input.length) return undefined;
	const usable = new Set(withTarget);
	const invalid = [...input.keys()].filter((item) => !usable.has(item));
	const names = invalid.map((item, index) =>
		index < NAMED ? `item ${item}${nameOfRow(input[item]?.json ?? {})}` : '',
	);
	const [verb, them] = invalid.length === 1 ? ['is', 'it'] : ['are', 'them'];
	return `No radars are deactivated, because ${listed(names)} ${verb} invalid: correct ${them}.`;
}
