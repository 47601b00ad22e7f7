import type { BulkCreateBody } from '../../shared/api/types';
import { type ItemResult, failEach, toFailure } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { countCreated, isComplete, itemResultsOf, resultsOf, type BulkResult } from './bulkResults';
import { listed } from '../../shared/values/basics/inWords';
import { pushTo, chunk } from '../../shared/values/basics/values';
import { takeTurn, clock, repeat } from '../../shared/host/clock';
import { RadarApiError } from '../../shared/client/errors/radarApiError';
import type { BulkOutcome } from '../../shared/client/safeCreate/safeCreator';
import type { Candidates, FoundRadar } from '../../shared/client/errors/apiFailure';
import type { RadarClient, BulkDeactivation } from '../../shared/client/radarClient';
import type { Purchases } from '../../shared/money/purchases';
import type { ExistingRadars } from './existingRadars';
import { createdRadar, existingRadar, deactivatedRadar } from './radarRow';
import type { OpenCall } from '../../shared/money/ledger';
import { radarName, isChargedAtOnce } from '../../shared/values/radars/radarInWords';
import { itemNumbersOf, type Entry, type PlannedRequest } from './entries';
import { LIMITS } from '../../shared/api/limits';
import type { Refusal } from '../../shared/values/basics/refusal';

const FIRST_CHECK_DELAY_SECONDS = 0.5;
const MAX_CHECK_INTERVAL_SECONDS = 15;

interface BulkWaitResult {
	/** The last results seen; undefined if none could be read. */
	results?: BulkResult[];
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

/** The waits between checks: longer and longer ones, the last until `end`, by `clock.now()`. */
function* checksUntil(end: number): Generator<number> {
	for (let pause = FIRST_CHECK_DELAY_SECONDS; ; pause = Math.min(pause * 2, MAX_CHECK_INTERVAL_SECONDS)) {
		yield Math.min(pause, Math.max((end - clock.now()) / 1000, 0));
		if (clock.now() >= end) return;
	}
}

/** Polls a bulk request until it's complete or times out. Never throws, so that the bulk_id is returned. */
async function waitUntilCompleted(
	bulkId: string,
	radars: number,
	timeLimitSeconds: number,
	client: RadarClient,
): Promise<BulkWaitResult> {
	let results: BulkResult[] | undefined;
	let failed: string | undefined;
	const check = async () => {
		try {
			const response = await client.call('getBulk', { id: bulkId });
			results = resultsOf(response, radars).map(withoutRaw);
			failed = undefined;
			return isComplete(response, results, radars);
		} catch (error) {
			failed = `${toFailure(error).what}.`;
			return !mayPass(error);
		}
	};
	const isOver = await repeat(check, {
		delays: checksUntil(clock.now() + timeLimitSeconds * 1000),
		until: (mayEnd) => mayEnd,
		wait: async (seconds) => await client.wait(seconds),
	});
	if (isOver === undefined) return { results, incomplete: 'The execution was stopped.' };
	const timedOut = isOver ? undefined : `It timed out after ${timeLimitSeconds} seconds.`;
	return { results, incomplete: failed ?? timedOut };
}

interface SubmitSettings {
	webhookUrl: string | undefined;
	wait: boolean;
	timeLimitSeconds: number;
}

const createdBefore = ({ itemIndex, radar }: FoundRadar): BulkResult => ({
	index: itemIndex,
	raw: {},
	state: 'created',
	radar,
});

/**
 * Creates the radars of a request. If a first try was lost, its radars are searched for. What isn't there is sent again only
 * by the Retry button, since its error asks the user to check first.
 * @throws RadarApiError
 */
async function sendOrFind(
	body: BulkCreateBody,
	open: OpenCall | undefined,
	{ client }: RunContext,
): Promise<BulkOutcome> {
	if (!open) return await client.createBulk(body);
	const { found, missing, failure, isSure } = await client.findLostBulk(open.failure, body.radars.length);
	const { lost } = open.failure;
	if (missing.length === 0) return { found, lost };
	if (!open.byUser || !isSure) throw new RadarApiError(failure);
	const { accepted, sent } = await client.createBulk(body, { lost, missing });
	return { accepted, sent, found, lost };
}

/** The results of an accepted request as far as they are, if wanted. A note says that some are missing. */
async function resultsWithin(
	bulkId: string,
	radars: number,
	{ wait, timeLimitSeconds }: SubmitSettings,
	{ client, summary }: RunContext,
): Promise<BulkResult[] | undefined> {
	const { results, incomplete }: BulkWaitResult = wait
		? await waitUntilCompleted(bulkId, radars, timeLimitSeconds, client.forFollowUp())
		: {};
	if (incomplete !== undefined) {
		summary.note(
			`Not all radars of bulk request ${bulkId} are ready. ${incomplete} Get the rest with Radars in Bulk: Get Results.`,
		);
	}
	summary.spending.isPending ||= !wait || incomplete !== undefined;
	return results;
}

/** Whether nothing was charged when it ended. */
const isFree = (result: BulkResult): boolean =>
	result.state === 'failed' ||
	(result.state === 'created' && result.radar !== undefined && !isChargedAtOnce(result.radar));

/** Sends one request and, if wanted, waits for it. @throws RadarApiError */
async function submitRequest(
	{ key, entries }: PlannedRequest,
	settings: SubmitSettings,
	existing: ExistingRadars,
	context: RunContext,
): Promise<ItemResult[]> {
	const { summary, paid } = context;
	await takeTurn();
	const body = {
		radars: entries.map(({ definition }) => definition),
		...(settings.webhookUrl === undefined ? {} : { webhook_url: settings.webhookUrl }),
	};
	const send = async (open?: OpenCall) => await sendOrFind(body, open, context);
	const {
		accepted,
		sent = [...entries.keys()],
		found,
	} = await paid.once(key, send, { radars: entries.length });
	const all = found.map(createdBefore);
	if (accepted) {
		summary.bulkSubmitted(accepted.bulk_id, sent.length);
		const results = await resultsWithin(accepted.bulk_id, sent.length, settings, context);
		// The accepted request may hold only some of the radars, so its places aren't theirs.
		for (const result of results ?? []) all.push({ ...result, index: sent[result.index] ?? -1 });
		if (results) {
			paid.correctRadars(key, countCreated(all, entries.length));
			context.client.funds.correctCreated(sent.length - results.filter(isFree).length);
		}
	}
	await takeTurn();
	return await itemResultsOf(entries, accepted?.bulk_id, all, existing, context);
}

/** After an unknown outcome: a row for each radar that was found, and a failure of each item with others. */
function notSubmitted(error: unknown, entries: Entry[], context: RunContext): ItemResult[] {
	const failure = context.failureOf(error);
	if (!failure) return context.resultsForUnstarted(itemNumbersOf(entries));
	if (!(error instanceof RadarApiError)) return failEach(itemNumbersOf(entries), failure);
	const { found = [], candidates = [] } = error.failure;
	const radars = new Map(found.map(({ itemIndex, radar }) => [itemIndex, radar]));
	const rows: ItemResult[] = [];
	const missing = new Map<number, Array<Entry & { candidates: Candidates[] }>>();
	for (const [place, entry] of entries.entries()) {
		const radar = radars.get(place);
		const own = candidates.filter(({ itemIndex }) => itemIndex === place);
		if (!radar) pushTo(missing, entry.item, { ...entry, candidates: own });
		else rows.push({ items: [entry.item], json: [createdRadar(radar, context, { item_index: place })] });
	}
	const failed = [...missing].map(([item, ofItem]): ItemResult => {
		const own = ofItem.flatMap((entry) => entry.candidates);
		const told = toFailure(new RadarApiError({ ...error.failure, candidates: own }));
		const names = ofItem.map(({ definition }) => radarName(definition));
		const more = rows.length > 0 ? ` Not there: ${listed(names)}.` : '';
		return { items: [item], failure: { ...told, todo: `${told.todo}${more}` } };
	});
	return [...rows, ...failed];
}

/** After an error of a whole request: the rows of radars that exist, and the failures of the others. */
async function existingOrNot(
	error: unknown,
	entries: Entry[],
	existing: ExistingRadars,
	context: RunContext,
): Promise<ItemResult[]> {
	const checked = await existing.insteadOf(entries.map((entry) => ({ ...entry, error })));
	const found = checked.flatMap(({ item, definition, existing: radar }): ItemResult[] =>
		radar ? [{ items: [item], json: [existingRadar(radar, definition, context)] }] : [],
	);
	const others = checked.filter((each) => each.existing === undefined);
	return others.length === 0 ? found : [...found, ...notSubmitted(error, others, context)];
}

/** Submits one of the requests of a run. Under a monthly budget, each starts after the one before has ended. Never throws. */
export const submitterOf =
	(settings: SubmitSettings, purchases: Purchases, existing: ExistingRadars, context: RunContext) =>
	async (request: PlannedRequest): Promise<ItemResult[]> => {
		const { key, entries } = request;
		const send = async () => await submitRequest(request, settings, existing, context);
		const isKnown = context.paid.knows(key);
		if (!isKnown && context.shouldStop()) return context.resultsForUnstarted(itemNumbersOf(entries));
		const results = isKnown ? send() : purchases.buy(send);
		return await results.catch(
			async (error: unknown) => await existingOrNot(error, entries, existing, context),
		);
	};

type DeactivationResult = BulkDeactivation | { radarId: string; failure: Refusal };

/** Returns no results if the run was stopped. */
async function deactivateGroup(ids: string[], context: RunContext): Promise<DeactivationResult[]> {
	try {
		return await context.client.deactivateBulk(ids);
	} catch (error) {
		const failure = context.failureOf(error);
		return failure ? ids.map((radarId) => ({ radarId, failure })) : [];
	}
}

function itemResultOf(items: number[], result: DeactivationResult, context: RunContext): ItemResult {
	if ('failure' in result) return { items, failure: result.failure };
	if ('radar' in result) return { items, json: [deactivatedRadar(result.radar, context.client.now)] };
	context.onFailure(result.error);
	return { items, failure: toFailure(result.error) };
}

/** Deactivates radars with as few requests as the limits allow. Returns a function that looks up a radar's result, for an item or none. */
export async function deactivateAll(
	ids: string[],
	context: RunContext,
): Promise<(radarId: string, item: number | undefined) => ItemResult[]> {
	const results = new Map<string, DeactivationResult>();
	await Promise.all(
		chunk(ids, LIMITS.bulkDeactivateIds).map(async (group) => {
			for (const result of await deactivateGroup(group, context)) {
				if ('radar' in result) context.radarDeactivated(result.radarId, result.radar);
				results.set(result.radarId, result);
			}
		}),
	);
	return (radarId, item) => {
		const result = results.get(radarId);
		const items = item === undefined ? [] : [item];
		return result ? [itemResultOf(items, result, context)] : context.resultsForUnstarted(items);
	};
}
