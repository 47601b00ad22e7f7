import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { COUNTED_AS_ACTIVE } from '../../../shared/api/assumptions';
import type { AccountSummary, Radar } from '../../../shared/api/types';
import { KeyedMutex } from '../../../shared/concurrency/keyedMutex';
import { fieldName } from '../../../shared/api/names';
import { counted, itemsNamed, usd } from '../../../shared/basics/inWords';
import { inSlices, TimeSlice } from '../../../shared/concurrency/timeSlice';
import { isInLoop, isTool } from '../../../shared/n8n/host';
import { type NodeParameters, ParameterReader } from '../../../shared/parameters/parameterReader';
import { failEach, toFailure, type ItemFailure, type ItemResult } from '../../runner/itemErrors';
import type { ValidItem } from '../../runner/mapItems';
import { defineOperation } from '../../runner/operation';
import type { RunContext } from '../../runner/runContext';
import {
	allObstaclesTo,
	applyPlan,
	type Applied,
	type RadarList,
	type Sync,
	withRadarName,
} from '../../sync/applyPlan';
import { onOrAfter } from '../../radars/radarRow';
import { fields, readSettings, type SyncSettings } from '../../sync/settings';
import { OpenCreates } from '../../sync/openCreates';
import { nameOf, planSync, type Change, type Decision, type Desired, type Plan } from '../../sync/planSync';
import { readEntries, readListName, type Input } from '../../sync/readEntries';
import { plannedRow, type SyncRow } from '../../sync/rows';

export type Output = SyncRow;

const PLAN_ONLY: ItemFailure = {
	error: 'An AI agent can only plan',
	message: "Set 'Mode' to Plan. To apply the list, use the node in a workflow.",
	details: {},
};

const severalLists = (names: string[]): ItemFailure => ({
	error: "'List Name' is not the same for all items",
	message: `Use one node for each list. The names are: ${names.slice(0, 5).join(', ')}.`,
	details: { names },
});

const STILL_CREATING: ItemFailure = {
	error: 'Radars of an earlier run of this list are still being created',
	message: 'Nothing was changed. Run again in a few minutes.',
	details: { outcome: 'notDone' },
};

const filterIsMissing = (filters: string[]): ItemFailure => ({
	error: `No item of the list has ${filters.map(fieldName).join(', ')}, but radars of the list do`,
	message:
		'Nothing was changed. Check that the column is still there. To remove the filter from all radars, set it to the word any.',
	details: { filters, outcome: 'notDone' },
});

const INVALID_ITEM = 'No radars are deactivated, because an item is invalid.';
const IN_LOOP =
	'No radars are deactivated, because this node is in a loop. Pass the whole list to it at once.';
const SECOND_RUN =
	"No radars are deactivated, because this isn't the first run for the list in this execution. Pass the whole list to the node at once.";

const CUT_BY_EXECUTE_ONCE: ItemFailure = {
	error: "'Execute Once' would leave out all input items but the first",
	message:
		"Nothing was changed. Turn off 'Execute Once' in the settings of this node: it runs once for the whole list anyway.",
	details: { outcome: 'notDone' },
};

const notNoted = (error: unknown): ItemFailure => ({
	error: "n8n's database didn't take the note that this run creates radars",
	message: `Nothing was changed. Without the note, radars could be paid for twice after an interruption. Run again. Last error: ${toFailure(error).error}`,
	details: { outcome: 'notDone' },
});

/** Under Execute Once, n8n passes only the first item, so the radars of all others would be deactivated. */
const isCutByExecuteOnce = ({ execution }: RunContext): boolean =>
	execution.getNode().executeOnce === true &&
	(execution.getNodeParameter('radarsFrom', 0) !== 'list' ||
		/\$(?:input|items)\b/.test(
			String(execution.getNodeParameter('radars', 0, '', { rawExpressions: true })),
		));

/** All radars of the account, compared with its own count. The count is read first, so that new radars don't look like a gap. */
async function listOnce({ client }: RunContext, trustList: boolean): Promise<RadarList> {
	const told = trustList
		? 0
		: ((await client.call('getAccount', {})).data as Partial<AccountSummary>).account?.active_radars;
	const radars: Radar[] = [];
	let shown = 0;
	for await (const radar of client.allRadars()) {
		radars.push(radar);
		if (radar.radar_status === COUNTED_AS_ACTIVE) shown++;
	}
	return { radars, gap: told !== undefined && shown < told ? { shown, told } : undefined };
}

/** Reads a list with a gap again, because radars may have been deactivated meanwhile. */
async function listRadars(context: RunContext, { trustList }: SyncSettings): Promise<RadarList> {
	const accountRadars = await listOnce(context, trustList);
	return accountRadars.gap ? await listOnce(context, trustList) : accountRadars;
}

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
async function noteRun(execution: IExecuteFunctions, parameters: NodeParameters): Promise<void> {
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
function reasonToKeepAll(listName: string, items: number, { execution }: RunContext) {
	if (isInLoop(execution) && !namesListByExpression(execution)) return IN_LOOP;
	const firstRun = new Map(Object.entries(flowOf(execution).companyRadarLists ?? {})).get(listName);
	if (firstRun !== undefined && firstRun !== runOf(execution)) return SECOND_RUN;
	return items < execution.getInputData().length ? INVALID_ITEM : undefined;
}

function noteRepeats({ repeats }: Plan, { summary }: RunContext): void {
	const items = new Set(repeats.map(({ item }) => item));
	if (items.size > 0) summary.note(`Repeated radars count once: ${itemsNamed([...items])}.`);
}

function noteRefused({ changesOf: { refused } }: Plan, { summary }: RunContext): void {
	if (refused.length === 0) return;
	const items = refused.flatMap(({ desired }) => desired?.item ?? []);
	summary.note(
		`No radar is created for ${counted(refused.length, 'doubtful row', 'doubtful rows')} (${itemsNamed([...new Set(items)])}). Each row says why.`,
	);
}

/** Shows the plan in the output panel, and why Apply would stop. */
async function summarize(plan: Plan, sync: Sync, gap: RadarList['gap'], context: RunContext): Promise<void> {
	const { client, summary } = context;
	const { create, keep, changed, deactivate, refused } = plan.changesOf;
	const refusals = refused.length > 0 ? `, ${refused.length} refused` : '';
	summary.result(
		`Plan: ${create.length} to create, ${keep.length} to keep, ${changed.length} changed, ${deactivate.length} to deactivate${refusals}.`,
	);
	const waiting = create.flatMap(({ waitsUntil }) => waitsUntil ?? []);
	if (waiting.length > 0) {
		summary.note(
			`${counted(waiting.length, 'new radar takes', 'new radars take')} the place of radars whose paid month still runs. Unless your account allows duplicates, ${onOrAfter(waiting)}: apply the list again then.`,
		);
	}
	const balance = await client.readBalance();
	summary.result(
		`Nothing was changed. The cost isn't known, because the service doesn't publish its prices.${balance === undefined ? '' : ` The balance is ${usd(balance)}.`}`,
	);
	const stops = (why: string) => summary.result(`Apply would stop: ${why}.`);
	for (const { error } of await allObstaclesTo(plan, sync, gap, context)) stops(error);
	const { maximumRadars } = sync;
	if (create.length > maximumRadars) stops(`'Maximum Radars to Create' is ${maximumRadars}`);
}

const conflictFailure = ({ desired, earlier, differs }: Plan['conflicts'][number]): ItemResult =>
	withRadarName(desired.definition, {
		items: [desired.item],
		failure: {
			error: `The item asks for the same radar as ${nameOf(desired, earlier)}, with other values: ${differs.map(fieldName).join(', ')}`,
			message: "Remove one of them. To have several radars for one target, tell them apart with 'Key Field'.",
			details: { repeats_item: earlier.item, differs_in: differs },
		},
	});

const WRITES = ['create', 'deactivate'];

/** The results of all changes, as applied or else as planned. A repeat gets the radar or the failure of the other entry. */
async function resultsOfPlan({ changes }: Plan, applied?: Applied): Promise<ItemResult[]> {
	const rows = new Map<Desired, IDataObject>();
	const rowOf = (change: Change) =>
		applied && WRITES.includes(change.change) ? applied.rows.get(change) : plannedRow(change);
	for await (const change of inSlices(changes)) {
		const row = change.desired && !change.repeats && rowOf(change);
		if (change.desired && row) rows.set(change.desired, row);
	}
	const results = applied ? [...applied.failed] : [];
	for await (const change of inSlices(changes)) {
		const { desired, repeats, reason } = change;
		// A radar that is no longer on the list has no input item.
		const items = desired ? [desired.item] : [];
		const other = repeats && rows.get(repeats);
		const failure = repeats && (applied?.failures.get(repeats) ?? applied?.failures.get(repeats.item));
		// A repeat of a refused entry is refused for the same reason.
		if (other)
			results.push({
				items,
				json: [other.change === 'refused' ? other : { ...other, change: 'keep', reason }],
			});
		else if (failure) results.push({ items, failure });
		if (repeats) continue;
		const row = desired ? rows.get(desired) : rowOf(change);
		if (row) results.push({ items, json: [row] });
	}
	return results;
}

/** Compares the list with the existing radars. With `creates`, applies the changes, otherwise only shows them. */
async function syncWith(
	{ radars, gap }: RadarList,
	sync: Sync,
	context: RunContext,
	creates?: OpenCreates,
): Promise<ItemResult[]> {
	const plan = await planSync(sync.desired, radars, { ...sync, now: context.client.now });
	const failed = plan.conflicts.map(conflictFailure);
	failed.forEach(() => context.onFailure());
	if (context.shouldStop()) return failed;
	/** Nothing is done, and every item fails: for a reason of its own, if it has one. */
	const refuse = (refusal: ItemFailure): ItemResult[] => {
		const contradicting = new Set(plan.conflicts.map(({ desired }) => desired.item));
		const others = sync.items.filter((item) => !contradicting.has(item));
		return [...failed, ...failEach(others, refusal)];
	};
	if (plan.lostFilters.length > 0) return refuse(filterIsMissing(plan.lostFilters));
	noteRepeats(plan, context);
	noteRefused(plan, context);
	if (!creates) {
		await summarize(plan, sync, gap, context);
		return [...failed, ...(await resultsOfPlan(plan))];
	}
	return await creates.during(sync.firstTry !== undefined, async () => {
		const applied = await applyPlan(plan, sync, gap, context);
		if ('refusal' in applied) return { isRefused: true, results: refuse(applied.refusal) };
		return { results: [...failed, ...(await resultsOfPlan(plan, applied))] };
	});
}

async function run(
	valid: Array<ValidItem<Input>>,
	context: RunContext,
	settings: SyncSettings,
): Promise<ItemResult[]> {
	const items: number[] = [];
	const lists = new Set<string>();
	const desired: Desired[] = [];
	for await (const { item, input } of inSlices(valid)) {
		items.push(item);
		lists.add(input.list);
		// Not spread: a list can have more entries than a call can have arguments.
		for (const entry of input.entries) desired.push(entry);
	}
	const [listName = ''] = lists;
	if (lists.size > 1) return failEach(items, severalLists([...lists]));
	if (settings.apply && isTool(context.execution)) return failEach(items, PLAN_ONLY);
	if (isCutByExecuteOnce(context)) return failEach(items, CUT_BY_EXECUTE_ONCE);

	const keepAll = reasonToKeepAll(listName, valid.length, context);
	const sync = { ...settings, items, list: listName, desired, keepAll };
	if (!settings.apply) return await syncWith(await listRadars(context, settings), sync, context);
	return await applications.run(
		`${context.client.accountId} ${listName}`,
		async () => await apply(sync, context),
	);
}

/** Runs of the same list wait for each other, so that each one sees the radars that the one before has created. */
const applications = new KeyedMutex();

async function apply(sync: Sync, context: RunContext): Promise<ItemResult[]> {
	if (context.shouldStop()) return [];
	const creates = await OpenCreates.begin(sync.list, context);
	if (creates instanceof Error) return failEach(sync.items, notNoted(creates));
	try {
		const firstTry = context.paid.decision as Decision | undefined;
		const readRadars = async () => await listRadars(context, sync);
		const existing = await (creates.isAfterInterruption && !firstTry
			? creates.waitForRadars(readRadars)
			: readRadars());
		if (!existing) return failEach(sync.items, STILL_CREATING);
		return await syncWith(existing, { ...sync, firstTry }, context, creates);
	} finally {
		await creates.end();
	}
}

/** Calls the API operations `listRadars`, `createRadarsInBulk` and `deactivateRadarsInBulk`. */
export const syncList = defineOperation({
	name: 'Sync List',
	value: 'syncList',
	action: 'Sync radars with list (plan free, apply charged)',
	description: 'Keep your radars in sync with a list. Plan is free; Apply charges for new radars.',
	fields,
	begin: noteRun,
	readSettings,
	readInput: readEntries,
	run,
});
