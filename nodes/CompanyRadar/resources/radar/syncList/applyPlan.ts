import type { IDataObject } from 'n8n-workflow';

import { toUsd } from '../../../../shared/client';
import { inSlices } from '../../../../shared/timeSlice';
import { usd } from '../../../../shared/usd';
import { failEach, toFailure } from '../../../runner/itemErrors';
import type { ItemFailure, Outcome } from '../../../runner/outcome';
import type { RunContext } from '../../../runner/runContext';
import { submitAll, tooManyRadars } from '../../bulkSubmission/submit';
import { deactivateAll } from '../../bulkSubmission/deactivate';
import { splitSubmissions, type Entry } from '../../bulkSubmission/split';
import { reportSpending } from '../spending';
import { decisionOf, type Change, type Decision, type Desired, type Plan } from './planSync';
import { ofList } from './readEntries';
import { createdRow, toRow } from './rows';
import type { Settings } from './settings';

/** What is to be synced. */
export interface Sync extends Settings {
	items: number[];
	list: string;
	desired: Desired[];
	/** Why nothing of the list may be deactivated. */
	keepAll?: string;
	/** What the first try of this run decided. */
	firstTry?: Decision;
}

/** The output items of what was done, and the outcomes of items whose changes failed. */
interface Applied {
	rows: Map<Change, IDataObject>;
	failed: Outcome[];
	/** Nothing was done, and every item has failed. */
	isRefused?: boolean;
}

/** Why the plan would deactivate more than is allowed. */
export function exceedsDeactivations(
	plan: Plan,
	{ maximumToDeactivate: { text, of } }: Settings,
): ItemFailure | undefined {
	const { active } = plan;
	const radars = plan.changesOf.deactivate.length;
	if (radars <= of(active)) return undefined;
	return {
		error: `'Maximum to Deactivate' is ${text}, and this run would deactivate ${radars} of ${active} radars`,
		message:
			"Nothing was created or deactivated. Check that the list is complete. If it is, raise 'Maximum to Deactivate'.",
		details: { maximum: text, radars, active, outcome: 'notDone' },
	};
}

/** Why no radar of the plan may be created with this balance. */
export function belowMinimum(
	plan: Plan,
	{ minimumBalance: minimum }: Settings,
	balanceUsd: number | undefined,
): ItemFailure | undefined {
	if (minimum === undefined || plan.changesOf.create.length === 0) return undefined;
	if (balanceUsd !== undefined && balanceUsd >= minimum) return undefined;
	return {
		error: `The balance is ${balanceUsd === undefined ? 'unknown' : usd(balanceUsd)}, below the 'Minimum Balance' of ${usd(minimum)}`,
		message: "Nothing was created or deactivated. Add funds, or lower 'Minimum Balance'.",
		details: { minimum, outcome: 'notDone' },
	};
}

/** The balance without what this process has in flight on the account, once all of that has a price. */
async function availableUsd({ service }: RunContext): Promise<number> {
	for (;;) {
		const funds = await service.readFunds();
		if (funds.leftMicros !== undefined) return toUsd(funds.leftMicros);
		await funds.changed();
	}
}

/** Why nothing of the plan may be done. A retry only ends what the first try was allowed to do. */
async function findObstacle(plan: Plan, sync: Sync, context: RunContext): Promise<ItemFailure | undefined> {
	if (sync.firstTry) return undefined;
	const tooMany = exceedsDeactivations(plan, sync);
	if (tooMany || !belowMinimum(plan, sync, undefined)) return tooMany;
	return await availableUsd(context).then((balance) => belowMinimum(plan, sync, balance), toFailure);
}

type SyncEntry = Entry & { change: Change };

async function submissionsOf(creates: Change[], list: string): Promise<SyncEntry[][]> {
	const entries: SyncEntry[] = [];
	for await (const change of inSlices(creates)) {
		const { desired } = change;
		if (desired) entries.push({ item: desired.item, definition: ofList(desired, list), change });
	}
	return await splitSubmissions(entries, undefined);
}

async function createAll(
	submissions: SyncEntry[][],
	{ list, submit }: Sync,
	context: RunContext,
	{ rows, failed }: Applied,
): Promise<void> {
	const parts = [...submissions];
	const results = await submitAll(submissions, submit, context);
	for await (const [index, outcomes] of inSlices(results.entries())) {
		for (const outcome of outcomes) {
			const json = 'json' in outcome ? outcome.json[0] : undefined;
			const change = parts[index]?.[Number(json?.item_index)]?.change;
			if (json && change) rows.set(change, createdRow(change, list, json));
			else failed.push(outcome);
		}
	}
}

async function deactivate(changes: Change[], item: number, context: RunContext, { rows, failed }: Applied) {
	const idOf = ({ radar }: Change) => radar?.radar_id ?? '';
	const outcomesOf = await deactivateAll(changes.map(idOf), context);
	for await (const change of inSlices(changes)) {
		for (const outcome of outcomesOf(idOf(change), item)) {
			const radar = 'json' in outcome ? outcome.json[0] : undefined;
			if (radar) {
				context.summary.count('deactivated');
				rows.set(change, toRow('deactivate', change.reason, radar));
			} else failed.push(outcome);
		}
	}
}

/**
 * Creates what is new, then deactivates what is gone or makes way, then creates what replaces it: the service may refuse a
 * radar as long as the one before it is active.
 */
export async function applyPlan(plan: Plan, sync: Sync, context: RunContext): Promise<Applied> {
	const applied: Applied = { rows: new Map(), failed: [] };
	const obstacle = await findObstacle(plan, sync, context);
	if (obstacle) {
		context.onFailure();
		return { ...applied, failed: failEach(sync.items, obstacle), isRefused: true };
	}
	const { list, firstTry } = sync;
	const { create: creates, deactivate: deactivations } = plan.changesOf;
	const added = await submissionsOf(
		creates.filter(({ radar }) => !radar),
		list,
	);
	const replacing = await submissionsOf(
		creates.filter(({ radar }) => radar),
		list,
	);
	const refused = tooManyRadars([...added, ...replacing], sync.submit.maximumRadars, context);
	if (refused) return { ...applied, failed: refused, isRefused: true };

	if (!firstTry) context.paid.decision = decisionOf(plan);
	await reportSpending(creates.length, context, async () => {
		await createAll(added, sync, context, applied);
		await deactivate(deactivations, sync.items[0] ?? 0, context, applied);
		await createAll(replacing, sync, context, applied);
	});
	return applied;
}
