import type { IDataObject } from 'n8n-workflow';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { counted, listed } from '../../shared/values/basics/inWords';
import { inSlices } from '../../shared/host/clock';
import type { JsonBody } from '../../shared/values/basics/values';
import { Purchases } from '../../shared/money/purchases';
import { radarName, targetName, typeNameInGroup } from '../../shared/values/radars/radarInWords';
import { RadarIndex } from '../../shared/values/radars/sameRadar';
import { toFailure, type ItemResult } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { planRequests, radarsToSend, type PlannedRequest, type Entry } from '../radars/entries';
import { submitterOf, deactivateAll } from '../radars/submit';
import { onOrAfter, radarRow } from '../radars/radarRow';
import { reportSpending } from '../radars/createRadars';
import { ExistingRadars } from '../radars/existingRadars';
import { listKeyOf, type Change, type Desired, type Plan, type Planned, type PlanOptions } from './planSync';
import { ofList } from './readList';
import type { AppliedRow } from './planRows';
import { createdRow, endsInTheWay, syncRow } from './rows';
import type { SyncSettings } from './settings';
import { inOneLine, notDone, type Refusal } from '../../shared/values/basics/refusal';

/** The account's radars, with a gap if the list shows fewer active ones than the account has. */
export interface AccountRadars {
	radars: Radar[];
	gap: { shown: number; told: number } | undefined;
}

export interface Sync extends SyncSettings, Omit<PlanOptions, 'now'> {
	items: number[];
	desired: Desired[];
	/** In Apply Plan Rows. */
	rows: AppliedRow[];
}

/** The output items of applied changes, and the results of failed ones. */
export interface Applied {
	rows: Map<Change, IDataObject>;
	failed: ItemResult[];
	/** Why radars weren't created, by entry, or by item if its bulk request failed as a whole. */
	failures: Map<Desired | number, Refusal>;
}

const obstacle = (what: string, todo: string, details: JsonBody): Refusal =>
	notDone(what, `Nothing was created or deactivated. ${todo}`, details);

const ifComplete = (setting: string): string => `Check that the list is complete. If it is, ${setting}.`;

const radarsMissing = ({ shown, told }: NonNullable<AccountRadars['gap']>): Refusal =>
	obstacle(
		`The list of radars may be late: it shows ${shown} active radars, but the account has ${told}`,
		"Otherwise radars could be paid for twice. Run again in a few minutes. If it keeps happening and the list is right, turn on 'Trust the List of Radars'.",
		{ listed: shown, active_radars: told },
	);

/**
 * Why the radars to deactivate are probably another node's: all radars of the list would go, none is replaced, and the list
 * names none of their types.
 */
async function deactivatesOtherTypes(
	{ own, changesOf: { deactivate: removed } }: Plan,
	{ desired }: Sync,
): Promise<Refusal | undefined> {
	const radar = removed[0]?.radar;
	if (!radar || desired.length === 0 || removed.length < Math.max(own.length, 2)) return undefined;
	const keys = new Set<string>();
	const types = new Set<string>();
	for await (const { key, definition } of inSlices(desired)) {
		keys.add(key);
		types.add(definition.radar_type);
	}
	for await (const { radar: each } of inSlices(removed)) {
		if (keys.has(listKeyOf(each)) || types.has(each.radar_type)) return undefined;
	}
	return obstacle(
		`All radars of the list are of other types, such as ${typeNameInGroup(radar.radar_type)}, so another node probably uses this 'List Name'`,
		"Give this list another name. If you don't need the other radars, deactivate them with Radars in Bulk: Deactivate.",
		{ radars: removed.length },
	);
}

/** Why the plan would deactivate more than is allowed. */
function exceedsDeactivations(
	{ own: { length: active }, changesOf: { deactivate: radars } }: Plan,
	{ maximumToDeactivate: maximum }: SyncSettings,
): Refusal | undefined {
	if (!maximum || radars.length <= maximum.limitFor(active)) return undefined;
	const { text } = maximum;
	return obstacle(
		`'Maximum to Deactivate' is ${text}, and this list would deactivate ${radars.length} of ${active} radars`,
		ifComplete("raise 'Maximum to Deactivate'"),
		{ maximum: text, radars: radars.length, active },
	);
}

/** Why the list is probably not whole: it would leave less than half of the radars that it has. */
function leavesLessThanHalf(
	{ own: { length: active }, changesOf: { create, deactivate } }: Plan,
	{ allowEmptyList }: SyncSettings,
): Refusal | undefined {
	const left = active - deactivate.length + create.length;
	if (allowEmptyList || 2 * left >= active) return undefined;
	return obstacle(
		`This list would leave ${left} of ${active} radars active, less than half`,
		ifComplete("turn on 'Allow Empty List'"),
		{ left, active },
	);
}

/** The reasons why the plan must not be applied, but for limits of money. */
async function obstaclesTo(plan: Plan, sync: Sync, gap: AccountRadars['gap']): Promise<Refusal[]> {
	const isOfList = !sync.appliesRows;
	return [
		gap && radarsMissing(gap),
		isOfList ? await deactivatesOtherTypes(plan, sync) : undefined,
		exceedsDeactivations(plan, sync),
		isOfList ? leavesLessThanHalf(plan, sync) : undefined,
	].filter((each) => each !== undefined);
}

/** All reasons why applying the plan would stop. */
export async function allObstaclesTo(
	plan: Plan,
	sync: Sync,
	gap: AccountRadars['gap'],
	{ client, paid }: RunContext,
): Promise<Refusal[]> {
	const obstacles = await obstaclesTo(plan, sync, gap);
	if (plan.changesOf.create.length === 0) return obstacles;
	const { length: radars } = plan.changesOf.create;
	return [...obstacles, ...(await new Purchases(sync, client, paid.ledger).whyNotPaid(radars))];
}

type SyncEntry = Entry & { change: Planned<'create'> };

async function requestsOf(
	creates: Array<Planned<'create'>>,
	list: string,
	context: RunContext,
): Promise<Array<PlannedRequest<SyncEntry>>> {
	const entries: SyncEntry[] = [];
	for await (const change of inSlices(creates)) {
		const { desired } = change;
		entries.push({ item: desired.item, definition: ofList(desired, list), change });
	}
	return await planRequests(entries, undefined, context);
}

const withMore = (more: string, result: ItemResult): ItemResult =>
	'failure' in result
		? { ...result, failure: { ...result.failure, todo: `${result.failure.todo} ${more}` } }
		: result;

/** Adds the radar to a failure: an item may have several radars, and one that is no longer on the list has no item. */
export const withRadarName = (radar: RadarDefinition | Radar | undefined, result: ItemResult): ItemResult =>
	radar ? withMore(`Radar: ${radarName(radar)}.`, result) : result;

/** It has no input item, unless a row of a plan named it. */
function notDeactivated({ radar, desired }: Planned<'deactivate'>, given: Refusal): ItemResult {
	const name = `${radarName(radar)} (${radar.radar_id})`;
	const failure = { ...given, todo: `${given.todo} Radar: ${name}.` };
	const row = syncRow('failed', inOneLine(failure), radarRow(radar));
	return { items: desired ? [desired.item] : [], failure, row, radar: targetName(radar) };
}

const BECAUSE_STOPPED = 'deactivated, because the execution stopped';

const NOT_TRIED = notDone(`Not ${BECAUSE_STOPPED}`, 'Apply again once that is mended.');

const namesOf = (changes: Array<Planned<'deactivate'>>): string =>
	`${counted(changes.length, 'radar was', 'radars were')} not ${BECAUSE_STOPPED}: ${listed(changes.map(({ radar }) => radarName(radar)))}.`;

async function createPlanned(
	requests: Array<PlannedRequest<SyncEntry>>,
	own: ReadonlySet<string>,
	{ submit }: Sync,
	purchases: Purchases,
	context: RunContext,
	{ rows, failed, failures }: Applied,
): Promise<void> {
	const submitRequest = submitterOf(submit, purchases, new ExistingRadars(context, true), context);
	const results = await Promise.all(requests.map(submitRequest));
	const waiting: string[] = [];
	for await (const [index, ofRequest] of inSlices(results.entries())) {
		for (const result of ofRequest) {
			const json = 'json' in result ? result.json[0] : undefined;
			const place = 'failure' in result ? result.failure.details : json;
			const change = requests[index]?.entries[Number(place?.item_index)]?.change;
			if (json && change) {
				rows.set(change, createdRow(change, own, json, context.client.now));
				waiting.push(...endsInTheWay(json, context.client.now));
				continue;
			}
			const named = withRadarName(change?.desired.definition, result);
			failed.push(named);
			if (!('failure' in named)) continue;
			for (const key of change ? [change.desired] : named.items) failures.set(key, named.failure);
		}
	}
	if (waiting.length > 0) {
		context.summary.note(
			`${counted(waiting.length, 'radar', 'radars')} couldn't be created while a deactivated one runs: ${onOrAfter(waiting)}. Apply the list again then.`,
		);
	}
}

/** Returns the radars that it didn't try to deactivate, because the run was stopped. */
async function deactivateChanges(
	changes: Array<Planned<'deactivate'>>,
	context: RunContext,
	{ rows, failed }: Applied,
): Promise<Array<Planned<'deactivate'>>> {
	const ids = changes.map(({ radar }) => radar.radar_id);
	const resultOfRadar = await deactivateAll(ids, context);
	const untried: typeof changes = [];
	for await (const change of inSlices(changes)) {
		const results = resultOfRadar(change.radar.radar_id, undefined);
		if (results.length === 0) untried.push(change);
		for (const result of results) {
			const [row] = 'json' in result ? result.json : [];
			if (row) {
				const { summary, ...radar } = row;
				const reason = `${change.reason} ${String(summary)}`;
				rows.set(change, syncRow('deactivated', reason, radarRow(radar as Radar & IDataObject)));
			} else if ('failure' in result) failed.push(notDeactivated(change, result.failure));
		}
	}
	return untried;
}

/** Deactivates what the plan says, except for radars that the service named for an entry of the list. */
async function deactivateUnneeded(plan: Plan, context: RunContext, applied: Applied) {
	const kept = new Set([...applied.rows.values()].map(({ radar_id: id }) => id));
	const unneeded = plan.changesOf.deactivate.filter(({ radar }) => !kept.has(radar.radar_id));
	const untried = await deactivateChanges(unneeded, context, applied);
	if (untried.length === 0) return;
	const more = namesOf(untried);
	applied.failed = applied.failed.map((result) => withMore(more, result));
	for (const change of untried) applied.failed.push(notDeactivated(change, NOT_TRIED));
}

/** The bulk requests for radars whose target no other radar of the list leaves, and those that come after the deactivations. */
async function inOrder({ create, deactivate: leave }: Plan['changesOf'], list: string, context: RunContext) {
	const leaving = await RadarIndex.of(leave.map(({ radar }) => radar));
	const needsRoom = ({ radar, desired }: Planned<'create'>) =>
		radar !== undefined || leaving.ofTarget(desired.definition).length > 0;
	const others = create.filter((change) => !needsRoom(change));
	return {
		first: await requestsOf(others, list, context),
		last: await requestsOf(create.filter(needsRoom), list, context),
	};
}

/**
 * Creates new radars, then deactivates removed and changed ones, and creates other radars of their targets last, because the
 * service may refuse a second radar of a target. After a refusal, nothing was done.
 */
export async function applyPlan(
	plan: Plan,
	sync: Sync,
	gap: AccountRadars['gap'],
	context: RunContext,
): Promise<Applied | { refusal: Refusal }> {
	const [obstacle] = await obstaclesTo(plan, sync, gap);
	if (obstacle) return { refusal: obstacle };
	const { first, last } = await inOrder(plan.changesOf, sync.list, context);
	const { maximumRadars } = sync;
	const creates = first.length + last.length > 0;
	const limits = creates ? sync : { maximumRadars };
	const purchases = new Purchases(limits, context.client, context.paid.ledger);
	const radars = radarsToSend([...first, ...last], context);
	const tooMany = purchases.tooManyRadars(radars);
	if (tooMany) return { refusal: tooMany };
	context.paid.reserveRadars(radars);

	const refusal = await purchases.reserveFirst().catch(toFailure);
	if (refusal) return { refusal };

	const applied: Applied = { rows: new Map(), failed: [], failures: new Map() };
	const own = new Set(plan.own.map(({ radar_id: id }) => id));
	const apply = async () => {
		await createPlanned(first, own, sync, purchases, context, applied);
		await deactivateUnneeded(plan, context, applied);
		await createPlanned(last, own, sync, purchases, context, applied);
	};
	try {
		await (creates ? reportSpending(purchases, context, apply) : apply());
	} finally {
		purchases.release();
	}
	return applied;
}
