import type { IDataObject } from 'n8n-workflow';

import type { BulkResultItem, BulkResults } from '../../../shared/api/types';
import type { FailedItems, ItemResult } from '../../runner/itemResult';
import type { RunContext } from '../../runner/runContext';
import { isComplete, resultsOf, itemResultsOf } from './bulkResults';
import { takeTurn } from '../../../shared/concurrency/timeSlice';
import { RadarApiError, type Candidates } from '../../../shared/client';
import { clock } from '../../../shared/concurrency/clock';
import { failEach, toFailure } from '../../runner/itemErrors';
import { paidKey } from '../../../shared/money/ledger';
import { MonthlyBudget } from '../../../shared/money/monthlyBudget';
import type { IfRadarExists } from '../ifRadarExists';
import { exceedsMaximum } from '../spending';
import type { Entry } from '../split';

const FIRST_CHECK_DELAY_SECONDS = 0.5;
const MAX_CHECK_INTERVAL_SECONDS = 15;

interface BulkWaitResult {
	/** The last results seen; undefined if none could be read. */
	results?: BulkResults;
	/** Why it is not complete. */
	incomplete?: string;
}

/** What the output item of a radar needs of its result: the rest would take as much memory again until all are there. */
const withoutUnusedFields = (results: BulkResults): BulkResultItem[] =>
	resultsOf(results).map((result) =>
		result.state === 'created'
			? ({ item_index: result.index, data: result.radar } as BulkResultItem)
			: ({ ...result.raw, item_index: result.index } as BulkResultItem),
	);

/** Looks at a request, less and less often, until it is complete or the time is over. Never throws: the bulk_id is worth more. */
async function waitUntilCompleted(
	bulkId: string,
	radars: number,
	{ timeLimitSeconds, onePerRadar }: { timeLimitSeconds: number; onePerRadar: boolean },
	{ client }: RunContext,
): Promise<BulkWaitResult> {
	const end = clock.now() + timeLimitSeconds * 1000;
	let results: BulkResults | undefined;
	for (let pause = FIRST_CHECK_DELAY_SECONDS; ; pause = Math.min(pause * 2, MAX_CHECK_INTERVAL_SECONDS)) {
		const left = Math.max((end - clock.now()) / 1000, 0);
		if (!(await client.wait(Math.min(pause, left)))) {
			return { results, incomplete: 'The execution was stopped.' };
		}
		try {
			results = await client.getBulk(bulkId);
			if (onePerRadar) results.radars = withoutUnusedFields(results);
		} catch (error) {
			return { results, incomplete: toFailure(error).error };
		}
		if (isComplete(results, radars)) return { results };
		if (clock.now() >= end) return { results, incomplete: `It timed out after ${timeLimitSeconds} seconds.` };
	}
}

export interface Settings {
	webhookUrl: string | undefined;
	wait: boolean;
	timeLimitSeconds: number;
	onePerRadar: boolean;
	ifRadarExists: IfRadarExists;
	maximumRadars: number | undefined;
	monthlyBudget: number | undefined;
}

const itemsOf = (entries: Entry[]): number[] => [...new Set(entries.map(({ item }) => item))];

/** The failure of each item. After an unknown outcome it names the radars that may come from this item. */
function failuresOf(error: unknown, entries: Entry[]): FailedItems[] {
	const items = itemsOf(entries);
	if (!(error instanceof RadarApiError) || !error.failure.candidates?.length) {
		return failEach(items, toFailure(error));
	}
	const candidates = new Map(items.map((item): [number, Candidates[]] => [item, []]));
	for (const candidate of error.failure.candidates) {
		candidates.get(entries[candidate.itemIndex]?.item ?? -1)?.push(candidate);
	}
	return items.map((item) => ({
		items: [item],
		failure: toFailure(new RadarApiError({ ...error.failure, candidates: candidates.get(item) })),
	}));
}

/** Sends one request and, if wanted, waits for it. Never throws. */
async function order(entries: Entry[], settings: Settings, context: RunContext): Promise<ItemResult[]> {
	const { client, summary, paid } = context;
	await takeTurn();
	const key = paidKey(...entries);
	await takeTurn();
	let bulkId: string;
	let accepted: IDataObject;
	try {
		const response = await paid.once(
			key,
			async () =>
				await client.createBulk({
					radars: entries.map(({ definition }) => definition),
					...(settings.webhookUrl === undefined ? {} : { webhook_url: settings.webhookUrl }),
				}),
			{ radars: entries.length },
		);
		bulkId = response.bulk_id;
		accepted = { ...response };
	} catch (error) {
		return notOrdered(error, entries, context);
	}
	summary.bulkSubmitted(bulkId, entries.length);

	const { results, incomplete } = settings.wait
		? await waitUntilCompleted(bulkId, entries.length, settings, context)
		: { results: undefined, incomplete: undefined };
	if (incomplete !== undefined) {
		summary.note(
			`Not all radars of bulk request ${bulkId} are ready. ${incomplete} Get the rest with Radars in Bulk: Get Results.`,
		);
	}
	summary.spending.isPending ||= !settings.wait || incomplete !== undefined;
	if (!settings.onePerRadar) {
		return [
			{ items: itemsOf(entries), json: [{ bulk_id: bulkId, ...(results ? { ...results } : accepted) }] },
		];
	}
	await takeTurn();
	return await itemResultsOf(entries, bulkId, results, settings.ifRadarExists, context);
}

function notOrdered(error: unknown, entries: Entry[], context: RunContext): ItemResult[] {
	if (error instanceof RadarApiError && error.failure.kind === 'cancelled')
		return context.resultsForUnstarted(itemsOf(entries));
	context.onFailure(error);
	return failuresOf(error, entries);
}

/** Sends the requests; under a monthly budget one after the other, when the one before is completed. */
export async function submitAll(
	requests: Entry[][],
	settings: Settings,
	context: RunContext,
): Promise<ItemResult[][]> {
	const budget = new MonthlyBudget(settings.monthlyBudget, context.client);
	const submit = async (entries: Entry[]): Promise<ItemResult[]> => {
		const run = async () => await order(entries, settings, context);
		if (context.paid.knowsCall(...entries)) return await run();
		if (context.shouldStop()) return context.resultsForUnstarted(itemsOf(entries));
		return await budget.buy(run).catch((error: unknown) => notOrdered(error, entries, context));
	};
	return await Promise.all(requests.splice(0).map(submit));
}

/** The results of a run that would create too many radars; what a first try has sent is not counted again. */
export function tooManyRadars(requests: Entry[][], maximum: number | undefined, context: RunContext) {
	if (maximum === undefined) return undefined;
	return exceedsMaximum(requests.filter((part) => !context.paid.knowsCall(...part)).flat(), maximum, context);
}
