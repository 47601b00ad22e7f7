import type { BulkResults } from '../../../shared/api/types';
import type { ItemResult } from '../../runner/itemResult';
import type { RunContext } from '../../runner/runContext';
import { countCreated, isComplete, itemResultsOf, resultsOf, type BulkResult } from './bulkResults';
import { counted } from '../../../shared/basics/listed';
import { takeTurn } from '../../../shared/concurrency/timeSlice';
import { RadarApiError, type Candidates, type RadarClient } from '../../../shared/client';
import { clock } from '../../../shared/concurrency/clock';
import { failEach, toFailure } from '../../runner/itemErrors';
import { MonthlyBudget } from '../../../shared/money/monthlyBudget';
import { exceedsMaximum } from '../createOptions';
import { splitIntoRequests, type Entry } from '../split';

const FIRST_CHECK_DELAY_SECONDS = 0.5;
const MAX_CHECK_INTERVAL_SECONDS = 15;

interface BulkWaitResult {
	/** The last results seen; undefined if none could be read. */
	results?: BulkResult[];
	/** The response with these results, for one item per bulk request. */
	response?: BulkResults;
	/** Why the bulk request isn't complete. */
	incomplete?: string;
}

/** Without what the rows don't need, which would double the memory until all radars are ready. */
const withoutRaw = (result: BulkResult): BulkResult =>
	result.state === 'created' ? { ...result, raw: {} } : result;

/** Whether a later check may succeed: an outage ends, and a new request may not be visible yet. A run that was stopped sends nothing more. */
const mayPass = (error: unknown): boolean =>
	error instanceof RadarApiError &&
	error.failure.kind !== 'cancelled' &&
	(error.isTransient || error.failure.status === 404);

/** Polls a bulk request, less and less often, until it's complete or times out. Never throws, so that the bulk_id is returned. */
async function waitUntilCompleted(
	bulkId: string,
	radars: number,
	{ timeLimitSeconds, onePerRadar }: { timeLimitSeconds: number; onePerRadar: boolean },
	client: RadarClient,
): Promise<BulkWaitResult> {
	const end = clock.now() + timeLimitSeconds * 1000;
	const seen: BulkWaitResult = {};
	for (let pause = FIRST_CHECK_DELAY_SECONDS; ; pause = Math.min(pause * 2, MAX_CHECK_INTERVAL_SECONDS)) {
		const left = Math.max((end - clock.now()) / 1000, 0);
		if (!(await client.wait(Math.min(pause, left)))) {
			return { ...seen, incomplete: 'The execution was stopped.' };
		}
		try {
			const response = await client.getBulk(bulkId);
			seen.results = resultsOf(response);
			if (onePerRadar) seen.results = seen.results.map(withoutRaw);
			else seen.response = response;
			if (isComplete(response, seen.results, radars)) return seen;
		} catch (error) {
			if (!mayPass(error) || clock.now() >= end) return { ...seen, incomplete: `${toFailure(error).error}.` };
			continue;
		}
		if (clock.now() >= end) return { ...seen, incomplete: `It timed out after ${timeLimitSeconds} seconds.` };
	}
}

export interface SubmitSettings {
	webhookUrl: string | undefined;
	wait: boolean;
	timeLimitSeconds: number;
	onePerRadar: boolean;
	returnExisting: boolean;
	monthlyBudget: number | undefined;
}

const itemsOf = (entries: Entry[]): number[] => [...new Set(entries.map(({ item }) => item))];

/** A bulk request to send. */
export interface PlannedRequest<E extends Entry = Entry> {
	/** Identifies its payment. */
	key: string;
	entries: E[];
}

/** Cuts the radars into as few requests as the limits allow. */
export async function planRequests<E extends Entry>(
	entries: E[],
	webhookUrl: string | undefined,
	{ paid }: RunContext,
): Promise<Array<PlannedRequest<E>>> {
	const requests: Array<PlannedRequest<E>> = [];
	for (const part of await splitIntoRequests(entries, webhookUrl)) {
		await takeTurn();
		requests.push({ key: paid.numberedKey(part), entries: part });
	}
	return requests;
}

/** Sends one request and, if wanted, waits for it. @throws RadarApiError */
async function submitRequest(
	{ key, entries }: PlannedRequest,
	settings: SubmitSettings,
	context: RunContext,
): Promise<ItemResult[]> {
	const { client, summary, paid } = context;
	await takeTurn();
	const request = {
		radars: entries.map(({ definition }) => definition),
		...(settings.webhookUrl === undefined ? {} : { webhook_url: settings.webhookUrl }),
	};
	const accepted = await paid.once(key, async () => await client.createBulk(request), {
		radars: entries.length,
	});
	const { bulk_id: bulkId } = accepted;
	summary.bulkSubmitted(bulkId, entries.length);

	const { results, response, incomplete }: BulkWaitResult = settings.wait
		? await waitUntilCompleted(bulkId, entries.length, settings, client.forFollowUp())
		: {};
	if (incomplete !== undefined) {
		summary.note(
			`Not all radars of bulk request ${bulkId} are ready. ${incomplete} Get the rest with Radars in Bulk: Get Results.`,
		);
	}
	summary.spending.isPending ||= !settings.wait || incomplete !== undefined;
	if (results) paid.correctRadars(key, countCreated(results, entries.length));
	if (!settings.onePerRadar) {
		const failed = (results ?? []).filter(({ state }) => state === 'failed').length;
		if (failed > 0) {
			summary.note(
				`${failed} of ${counted(entries.length, 'radar', 'radars')} of bulk request ${bulkId} weren't created. The reasons are in the item, under radars.`,
			);
		}
		const shown: object = response ?? accepted;
		return [{ items: itemsOf(entries), json: [{ bulk_id: bulkId, ...shown }] }];
	}
	await takeTurn();
	return await itemResultsOf(entries, bulkId, results ?? [], settings.returnExisting, context);
}

/** The failure of each item. After an unknown outcome, it names the radars that the item may have created. */
function notSubmitted(error: unknown, entries: Entry[], context: RunContext): ItemResult[] {
	const items = itemsOf(entries);
	const failure = context.failureOf(error);
	if (!failure) return context.resultsForUnstarted(items);
	if (!(error instanceof RadarApiError) || !error.failure.candidates?.length) return failEach(items, failure);
	const candidates = new Map(items.map((item): [number, Candidates[]] => [item, []]));
	for (const candidate of error.failure.candidates) {
		candidates.get(entries[candidate.itemIndex]?.item ?? -1)?.push(candidate);
	}
	return items.map((item) => ({
		items: [item],
		failure: toFailure(new RadarApiError({ ...error.failure, candidates: candidates.get(item) })),
	}));
}

/** Sends all requests. Under a monthly budget, each one starts after the one before has ended. Never throws. */
export async function submitAll(
	requests: PlannedRequest[],
	settings: SubmitSettings,
	context: RunContext,
): Promise<ItemResult[][]> {
	const budget = new MonthlyBudget(settings.monthlyBudget, context.client);
	const submit = async (request: PlannedRequest): Promise<ItemResult[]> => {
		const { key, entries } = request;
		const send = async () => await submitRequest(request, settings, context);
		const isKnown = context.paid.knows(key);
		if (!isKnown && context.shouldStop()) return context.resultsForUnstarted(itemsOf(entries));
		const results = isKnown ? send() : budget.buy(send);
		return await results.catch((error: unknown) => notSubmitted(error, entries, context));
	};
	return await Promise.all(requests.splice(0).map(submit));
}

/** Why a run may not send these requests, if they would create too many radars. Those sent by a first try aren't counted again. */
export function tooManyRadars(requests: PlannedRequest[], maximum: number | undefined, context: RunContext) {
	const added = requests.filter(({ key }) => !context.paid.knows(key));
	return exceedsMaximum(added.flatMap(({ entries }) => entries).length, maximum, context);
}
