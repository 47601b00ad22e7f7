import type { IDataObject } from 'n8n-workflow';
import type { Radar } from '../../shared/api/types';
import { withPlan, type PlannedChange, onOrAfter } from '../radars/radarRow';

import { fieldName } from '../../shared/api/radarFields';
import { counted, listed, usd } from '../../shared/values/basics/inWords';
import { inSlices } from '../../shared/host/clock';
import type { ItemResult } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { allObstaclesTo, type Applied, type AccountRadars, type Sync, withRadarName } from './applyPlan';
import { endOf } from '../../shared/values/radars/radarInWords';
import { listKeyOf, MAY_BE_SAME, nameOf, type Change, type Desired, type Plan } from './planSync';
import { noteSubdomains, rowName } from '../radars/entries';
import { plannedRow } from './rows';

export function noteRepeats({ changes }: Plan, { summary }: RunContext): void {
	const rows = new Set(
		changes.flatMap(({ desired, repeats }) => (desired && repeats ? [rowName(desired)] : [])),
	);
	if (rows.size > 0) summary.note(`Repeated radars count once: ${listed([...rows])}.`);
}

export function noteRefused({ changesOf: { refused } }: Plan, { summary }: RunContext): void {
	if (refused.length === 0) return;
	const rows = refused.map(({ desired }) => rowName(desired));
	summary.note(
		`No radar is created for ${counted(refused.length, 'doubtful row', 'doubtful rows')}, ${listed([...new Set(rows)])}. Each row says why.`,
	);
}

export function noteMaybeSame({ changesOf: { keep } }: Plan, { summary }: RunContext): void {
	const rows = keep.filter(({ reason }) => reason === MAY_BE_SAME).length;
	if (rows === 0) return;
	summary.note(
		`${counted(rows, 'row is', 'rows are')} kept because of a radar that monitors the same target, maybe with other filters. To create radars anyway, and maybe pay twice, turn on 'Create Possible Duplicates'.`,
	);
}

/** Radars that the list no longer has are easily missed among the rows, so the first line names them. */
export function noteStaying({ changesOf: { keep }, keepAll }: Plan, { summary }: RunContext): void {
	const { length: count } = keep.filter(({ desired }) => desired === undefined);
	if (count === 0 || keepAll === undefined) return;
	summary.result(
		`${counted(count, 'radar is', 'radars are')} no longer on the list, but ${count === 1 ? 'stays and keeps' : 'stay and keep'} charging. ${keepAll}`,
	);
}

/** Says that an applied list was in sync already. */
export function showNoChanges({ changesOf, conflicts }: Plan, { summary }: RunContext): void {
	const { create, keep, changed, deactivate, refused } = changesOf;
	if (create.length + deactivate.length > 0) return;
	const counts = [
		`${keep.length} kept`,
		changed.length > 0 && `${changed.length} changed and kept`,
		refused.length > 0 && `${refused.length} refused`,
		conflicts.length > 0 && `${conflicts.length} contradicting`,
	];
	summary.result(`Nothing to change: ${counts.filter(Boolean).join(', ')}. Nothing was charged.`);
}

const PRICE =
	"The API doesn't show prices: to learn one, create one radar and see what the output panel says.";

/** Shows the plan in the output panel, and why Apply would stop. */
export async function showPlan(
	plan: Plan,
	sync: Sync,
	gap: AccountRadars['gap'],
	context: RunContext,
): Promise<void> {
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
	const ending = keep.flatMap(({ desired, radar }) => (desired && radar && endOf(radar, client.now)) ?? []);
	if (ending.length > 0) {
		summary.note(
			`${counted(ending.length, 'kept radar is', 'kept radars are')} deactivated. Apply creates ${ending.length === 1 ? 'it' : 'them'} again, which is charged, ${onOrAfter(ending)}.`,
		);
	}
	await noteSubdomains(
		create.map(({ desired }) => desired),
		sync.desired,
		context,
	);
	const balance = await client.readBalance();
	summary.result(
		`Nothing was changed. ${create.length > 0 ? PRICE : 'Apply would charge nothing.'}${balance === undefined ? '' : ` The balance is ${usd(balance)}.`}`,
	);
	const stops = (why: string) => summary.result(`Apply would stop: ${why}.`);
	for (const { what } of await allObstaclesTo(plan, sync, gap, context)) stops(what);
}

export const conflictFailure = ({ desired, earlier, differs }: Plan['conflicts'][number]): ItemResult =>
	withRadarName(desired.definition, {
		items: [desired.item],
		failure: {
			kind: 'wrong',
			what: `The item asks for the same radar as ${nameOf(desired, earlier)}, with other values: ${differs.map(fieldName).join(', ')}`,
			todo: "Remove one of them. To have several radars for one target, tell them apart with 'Key Field'.",
			details: { repeats_item: earlier.item, differs_in: differs },
		},
	});

const WRITES = ['create', 'deactivate'];

/** What Apply Plan Rows does for the change. */
function plannedOf(
	planned: Change,
	replaced: ReadonlySet<Radar | undefined>,
	anyway: boolean,
): PlannedChange {
	if (planned.change === 'create') {
		const more = { replaces: planned.radar?.radar_id, anyway: anyway || undefined };
		return { do: 'create', radar: planned.desired.definition, ...more };
	}
	if (planned.change !== 'deactivate') return { do: 'nothing' };
	const { radar } = planned;
	return { do: replaced.has(radar) ? 'replaced' : 'deactivate', radar_id: radar.radar_id };
}

/** The row of each change, as applied or else as planned. */
function rowMakers({ changesOf }: Plan, { list, createIncomparable }: Sync, applied: Applied | undefined) {
	const replaced = new Set(changesOf.create.map(({ radar }) => radar));
	return {
		rowOf: (change: Change): IDataObject | undefined => {
			if (applied) return WRITES.includes(change.change) ? applied.rows.get(change) : plannedRow(change);
			const { desired, radar } = change;
			const key = desired?.key ?? (radar ? listKeyOf(radar) : '');
			return withPlan(plannedRow(change), { list, key, ...plannedOf(change, replaced, createIncomparable) });
		},
		repeatOf: (row: IDataObject, key: string, reason: string): IDataObject => {
			const repeat = { ...row, change: 'keep', reason };
			return applied ? repeat : withPlan(repeat, { list, key, do: 'nothing' });
		},
	};
}

const placed = (items: number[], row: IDataObject): ItemResult => {
	const place = row.change === 'refused' ? 'first' : row.change === 'keep' ? 'last' : undefined;
	return { items, json: [row], place };
};

/** The results of all changes, as applied or else as planned. A repeat gets the radar or the failure of the other entry. */
export async function resultsOfPlan(plan: Plan, sync: Sync, applied?: Applied): Promise<ItemResult[]> {
	const { changes } = plan;
	const { rowOf, repeatOf } = rowMakers(plan, sync, applied);
	const rows = new Map<Desired, IDataObject>();
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
		if (other) results.push(placed(items, repeatOf(other, repeats.key, reason)));
		else if (failure) results.push({ items, failure });
		if (repeats) continue;
		const row = desired ? rows.get(desired) : rowOf(change);
		if (row) results.push(placed(items, row));
	}
	return results;
}
