import type { IDataObject } from 'n8n-workflow';

import { LIST_FIELD } from '../../../../shared/api/assumptions';
import type { Radar } from '../../../../shared/api/types';
import { toUsd } from '../../../../shared/client';
import { TimeSlice } from '../../../../shared/timeSlice';
import { usd } from '../../../../shared/usd';
import { failEach, toFailure } from '../../../runner/itemErrors';
import type { RunContext, ItemFailure, Outcome } from '../../../runner/operation';
import { submitAll, tooManyRadars } from '../../bulkSubmission/submit';
import { deactivateAll, outcomeOf } from '../../bulkSubmission/deactivate';
import { splitSubmissions, type Entry } from '../../bulkSubmission/split';
import { reportSpending } from '../spending';
import { decisionOf, type Change, type Plan } from './planSync';
import { ofList } from './readEntries';
import type { Maximum, Settings } from './settings';
import { toRow } from './toRow';

/** The outcome of each change, and those of items whose creates failed as a whole. */
interface Applied {
	outcomes: Map<Change, Outcome>;
	failed: Outcome[];
}

const NO_ITEM = -1;

const tooManyDeactivations = (count: number, active: number, { text }: Maximum): ItemFailure => ({
	error: `'Maximum to Deactivate' is ${text}, and this run would deactivate ${count} of ${active} radars`,
	message:
		"Nothing was created or deactivated. Check that the list is complete. If it is, raise 'Maximum to Deactivate'.",
	details: { maximum: text, radars: count, active, outcome: 'notDone' },
});

/** Why the plan would deactivate more than is allowed. */
export function exceedsDeactivations({ changes, active }: Plan, maximum: Maximum): ItemFailure | undefined {
	const count = changes.filter(({ change }) => change === 'deactivate').length;
	return count > maximum.of(active) ? tooManyDeactivations(count, active, maximum) : undefined;
}

/** Why no radar may be created with this balance. */
export const belowMinimum = (balanceUsd: number | undefined, minimum: number): ItemFailure | undefined =>
	balanceUsd !== undefined && balanceUsd >= minimum
		? undefined
		: {
				error: `The balance is ${balanceUsd === undefined ? 'unknown' : usd(balanceUsd)}, below the 'Minimum Balance' of ${usd(minimum)}`,
				message: "Nothing was created or deactivated. Add funds, or lower 'Minimum Balance'.",
				details: { minimum, outcome: 'notDone' },
			};

/** The balance without what this process has in flight on the account, once all of that has a price. */
async function availableUsd({ service }: RunContext): Promise<number> {
	for (;;) {
		const funds = await service.readFunds();
		if (funds.leftMicros !== undefined) return toUsd(funds.leftMicros);
		await funds.changed();
	}
}

/** The submissions of these creates, and the change that each of their radars is for. */
async function submissionsOf(creates: Change[], list: string) {
	const slice = new TimeSlice();
	const changes = new Map<Entry, Change>();
	for (const change of creates) {
		await slice.yieldToEventLoop();
		if (!change.desired) continue;
		changes.set({ item: change.desired.item, definition: ofList(change.desired, list) }, change);
	}
	return { changes, list, submissions: await splitSubmissions([...changes.keys()], undefined) };
}

/** What a create came to: a new radar, one that is not ready, or one that was in the way. */
function created({ reason }: Change, list: string, json: IDataObject): IDataObject {
	const { already_existed: existed, differs_in: differs, ...radar } = json;
	if (json.status === 'processing') return toRow('create', `${reason} Not ready yet.`, radar);
	if (!existed) return toRow('create', reason, radar);
	const names = (differs as string[]).filter((name) => name !== 'custom_fields');
	return toRow('keep', whyKept(radar as Kept, list), {
		...radar,
		...(names.length > 0 ? { differs_in: names } : {}),
	});
}

type Kept = Pick<Radar, 'radar_status' | 'next_charge_at' | 'custom_fields'>;

function whyKept({ radar_status: status, next_charge_at: end, custom_fields: fields }: Kept, list: string) {
	if (status !== 'active') {
		const until = end ? ` (until ${end.slice(0, 10)})` : '';
		return `The service doesn't accept it while a deactivated radar runs${until}. A later run creates it.`;
	}
	return fields?.[LIST_FIELD] === list
		? 'Already on the list.'
		: "Already monitored by a radar that isn't on the list.";
}

async function createAll(
	{ changes, submissions, list }: Awaited<ReturnType<typeof submissionsOf>>,
	{ submit }: Settings,
	context: RunContext,
	{ outcomes, failed }: Applied,
): Promise<void> {
	const parts = [...submissions];
	const results = await submitAll(submissions, submit, context);
	for (const [index, part] of parts.entries()) {
		for (const outcome of results[index] ?? []) {
			const json = 'json' in outcome ? outcome.json[0] : undefined;
			const change = changes.get(part[Number(json?.item_index ?? NO_ITEM)] as Entry);
			if (json && change) outcomes.set(change, { items: outcome.items, json: [created(change, list, json)] });
			else failed.push(outcome);
		}
	}
}

async function deactivate(
	changes: Change[],
	item: number,
	context: RunContext,
	{ outcomes, failed }: Applied,
) {
	const ids = changes.flatMap(({ radar }) => radar?.radar_id ?? []);
	const deactivated = await deactivateAll(ids, context);
	for (const change of changes) {
		const result = deactivated.get(change.radar?.radar_id ?? '');
		const [outcome] = result ? [outcomeOf(item, result, context)] : context.outcomesForUnstarted([item]);
		if (!outcome) continue;
		if ('json' in outcome) {
			context.summary.radarDeactivated();
			// It comes from no item of the input.
			outcomes.set(change, {
				items: [],
				json: outcome.json.map((radar) => toRow('deactivate', change.reason, radar)),
			});
		} else failed.push(outcome);
	}
}

/**
 * Creates what is new, then deactivates what is gone or makes way, then creates what replaces it: the service may refuse a
 * radar as long as the one before it is active.
 */
export async function applyPlan(
	plan: Plan,
	{ items, list, isRetry }: { items: number[]; list: string; isRetry: boolean },
	settings: Settings,
	context: RunContext,
): Promise<Applied | { refused: Outcome[] }> {
	const [item = 0] = items;
	const tooMany = isRetry ? undefined : exceedsDeactivations(plan, settings.maximumToDeactivate);
	if (tooMany) {
		context.onFailure();
		return { refused: failEach(items, tooMany) };
	}
	const creates = plan.changes.filter(({ change }) => change === 'create');
	const { minimumBalance: minimum } = settings;
	const tooLittle =
		minimum === undefined || creates.length === 0 || isRetry
			? undefined
			: await availableUsd(context).then((balance) => belowMinimum(balance, minimum), toFailure);
	if (tooLittle) {
		context.onFailure();
		return { refused: failEach(items, tooLittle) };
	}
	const added = await submissionsOf(
		creates.filter(({ radar }) => !radar),
		list,
	);
	const replacing = await submissionsOf(
		creates.filter(({ radar }) => radar),
		list,
	);
	const all = [...added.submissions, ...replacing.submissions];
	const refused = tooManyRadars(all, settings.submit.maximumRadars, context);
	if (refused) return { refused };

	if (!isRetry) context.paid.decision = decisionOf(plan);
	const applied: Applied = { outcomes: new Map(), failed: [] };
	await reportSpending(creates.length, context, async () => {
		await createAll(added, settings, context, applied);
		const gone = plan.changes.filter(({ change }) => change === 'deactivate');
		await deactivate(gone, item, context, applied);
		await createAll(replacing, settings, context, applied);
		return [];
	});
	return applied;
}
