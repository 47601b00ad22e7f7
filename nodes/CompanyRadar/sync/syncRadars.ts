import { COUNTED_AS_ACTIVE } from '../../shared/api/assumptions';
import { fieldName } from '../../shared/api/radarFields';
import type { AccountSummary, Radar } from '../../shared/api/types';
import { KeyedMutex, inSlices } from '../../shared/host/clock';
import { isTool } from '../../shared/host/host';
import { listed } from '../../shared/values/basics/inWords';
import { failEach, toFailure, type ItemResult } from '../../shared/run/itemErrors';
import type { ValidItem } from '../../shared/run/operation';
import type { RunContext } from '../../shared/run/runContext';
import { applyPlan, type AccountRadars, type Sync } from './applyPlan';
import { OpenCreates } from './openCreates';
import { planSync, type Desired } from './planSync';
import { planOfRows, type AppliedRow } from './planRows';
import { type SyncInput, isCutByExecuteOnce, lacksTarget, reasonToKeepAll } from './readList';
import {
	conflictFailure,
	noteMaybeSame,
	noteRefused,
	noteRepeats,
	noteStaying,
	resultsOfPlan,
	showNoChanges,
	showPlan,
} from './results';
import type { SyncSettings } from './settings';
import { notDone, type Refusal } from '../../shared/values/basics/refusal';
import type { JsonBody } from '../../shared/values/basics/values';

const PLAN_ONLY: Refusal = {
	kind: 'notDone',
	what: 'An AI agent can only plan',
	todo: "Set 'Mode' to Plan. To apply the list, use the node in a workflow.",
};

const severalLists = (names: string[]): Refusal => ({
	kind: 'notDone',
	what: "'List Name' is not the same for all items",
	todo: `Use one node for each list. The names are: ${listed(names)}.`,
	details: { names },
});

const unchanged = (what: string, todo: string, details?: JsonBody): Refusal =>
	notDone(what, `Nothing was changed. ${todo}`, details);

const stillCreating = ({ paid }: RunContext): Refusal =>
	unchanged(
		`Radars of an earlier ${paid.hasCreated ? 'try' : 'execution for this list'} are still being created`,
		'Run again in a few minutes.',
	);

const filterIsMissing = (filters: string[]): Refusal =>
	unchanged(
		`No item of the list has ${filters.map(fieldName).join(', ')}, but radars of the list do`,
		'Check that the column is still there. To remove the filter from all radars, set it to the word any.',
		{ filters },
	);

const CUT_BY_EXECUTE_ONCE = unchanged(
	"'Execute Once' would leave out all input items but the first",
	"Turn off 'Execute Once' in the settings of this node: it runs once for the whole list anyway.",
);

const OTHER_ROWS_FAIL = unchanged("Other rows can't be applied", 'Correct or remove them, and apply again.');

const notNoted = (error: unknown): Refusal =>
	unchanged(
		"n8n's database couldn't save that radars are being created",
		`If an execution without this note were interrupted, radars could be paid for twice. Run again. Last error: ${toFailure(error).what}`,
	);

/** All radars of the account, compared with its own count. The count is read first, so that new radars don't look like a gap. */
async function readOnce({ client }: RunContext, trustList: boolean): Promise<AccountRadars> {
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
async function readCompletely(context: RunContext, { trustList }: SyncSettings): Promise<AccountRadars> {
	const accountRadars = await readOnce(context, trustList);
	return accountRadars.gap ? await readOnce(context, trustList) : accountRadars;
}

/** Compares the list with the existing radars. With `creates`, applies the changes, otherwise only shows them. */
async function showOrApply(
	{ radars, gap }: AccountRadars,
	sync: Sync,
	context: RunContext,
	creates?: OpenCreates,
): Promise<ItemResult[]> {
	const options = { ...sync, now: context.client.now };
	const plan = sync.appliesRows
		? await planOfRows(sync.rows, sync.desired, radars, options)
		: await planSync(sync.desired, radars, options);
	const failed = plan.conflicts.map(conflictFailure);
	failed.forEach(() => context.onFailure());
	if (context.shouldStop()) return failed;
	/** Nothing is done, and every item fails: for a reason of its own, if it has one. */
	const refuse = (refusal: Refusal): ItemResult[] => {
		const contradicting = new Set(plan.conflicts.map(({ desired }) => desired.item));
		const others = sync.items.filter((item) => !contradicting.has(item));
		return [...failed, ...failEach(others, refusal)];
	};
	if (plan.lostFilters.length > 0) return refuse(filterIsMissing(plan.lostFilters));
	noteRepeats(plan, context);
	noteRefused(plan, context);
	if (!sync.appliesRows) noteMaybeSame(plan, context);
	noteStaying(plan, context);
	if (!creates) {
		await showPlan(plan, sync, gap, context);
		return [...failed, ...(await resultsOfPlan(plan, sync))];
	}
	return await creates.during(async () => {
		const applied = await applyPlan(plan, sync, gap, context);
		if ('refusal' in applied) return { isRefused: true, results: refuse(applied.refusal) };
		showNoChanges(plan, context);
		return { results: [...failed, ...(await resultsOfPlan(plan, sync, applied))] };
	});
}

/** Runs of the same list wait for each other, so that each one sees the radars that the one before has created. */
const turnsOfLists = new KeyedMutex();

async function apply(sync: Sync, context: RunContext): Promise<ItemResult[]> {
	if (context.shouldStop()) return [];
	const creates = await OpenCreates.begin(sync.list, context);
	if (creates === undefined) return [];
	if (creates instanceof Error) return failEach(sync.items, notNoted(creates));
	try {
		const existing = await creates.radarsOnceQuiet(async () => await readCompletely(context, sync));
		if (!existing) return failEach(sync.items, stillCreating(context));
		return await showOrApply(existing, sync, context, creates);
	} finally {
		await creates.end();
	}
}

/** Syncs the list that the items ask for together. */
export async function syncRadars(
	valid: Array<ValidItem<SyncInput>>,
	context: RunContext,
	settings: SyncSettings,
): Promise<ItemResult[]> {
	const items: number[] = [];
	const lists = new Set<string>();
	const desired: Desired[] = [];
	const rows: AppliedRow[] = [];
	const withTarget: number[] = [];
	for await (const { item, input } of inSlices(valid)) {
		items.push(item);
		if (!input.entries.some(lacksTarget)) withTarget.push(item);
		lists.add(input.list);
		// Not spread: a list can have more entries than a call can have arguments.
		for (const entry of input.entries) desired.push(entry);
		if (input.row) rows.push(input.row);
	}
	const [listName = ''] = lists;
	if (lists.size > 1) return failEach(items, severalLists([...lists]));
	if (settings.apply && isTool(context.execution)) return failEach(items, PLAN_ONLY);
	if (isCutByExecuteOnce(context)) return failEach(items, CUT_BY_EXECUTE_ONCE);
	const isWhole = items.length === context.execution.getInputData().length;
	if (settings.appliesRows && !isWhole) return failEach(items, OTHER_ROWS_FAIL);
	if (settings.appliesRows && rows.length === 0) return [];

	const keepAll = settings.appliesRows ? undefined : reasonToKeepAll(listName, withTarget, context);
	const sync = { ...settings, items, list: listName, desired, rows, keepAll };
	if (!settings.apply) return await showOrApply(await readCompletely(context, settings), sync, context);
	return await turnsOfLists.run(
		`${context.client.accountId} ${listName}`,
		async () => await apply(sync, context),
	);
}
