import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { RadarApiError, type Candidates } from '../../../shared/client';
import { failEach, isCancelledBeforeSend, toFailure } from '../../runner/itemErrors';
import type { RunContext } from '../../runner/operation';
import type { FailedOutcome, Outcome } from '../../runner/outcome';
import { paidKey } from '../../runner/paidResults';
import type { IfRadarExists } from '../radar/ifRadarExists';
import { exceedsMaximum } from '../radar/maximumRadars';
import { outcomesOf } from './outcomes';
import type { Entry } from './split';
import { waitUntilCompleted } from './wait';

export const TIME_LIMIT_SECONDS = 300;

/** Between the starts of two submissions. */
const APART_MS = 20;

export interface Settings {
	webhookUrl: string | undefined;
	wait: boolean;
	timeLimitSeconds: number;
	onePerRadar: boolean;
	ifRadarExists: IfRadarExists;
	maximumRadars: number | undefined;
}

const itemsOf = (entries: Entry[]): number[] => [...new Set(entries.map(({ item }) => item))];

/** The failure of each item. After an unknown outcome it names the radars that may come from this item. */
function failuresOf(error: unknown, entries: Entry[]): FailedOutcome[] {
	const items = itemsOf(entries);
	if (!(error instanceof RadarApiError) || error.candidates.length === 0) {
		return failEach(items, toFailure(error));
	}
	const candidates = new Map(items.map((item): [number, Candidates[]] => [item, []]));
	for (const candidate of error.candidates) {
		candidates.get(entries[candidate.itemIndex]?.item ?? -1)?.push(candidate);
	}
	return items.map((item) => ({
		items: [item],
		failure: toFailure(new RadarApiError({ ...error.failure, candidates: candidates.get(item) })),
	}));
}

/** Whether a first try has sent this submission. */
export const isSubmitted = (entries: Entry[], { paid }: RunContext): boolean =>
	paid.isRepeated && paid.knows(paidKey(...entries));

/** Sends one submission and, if wanted, waits for it. */
export async function submit(entries: Entry[], settings: Settings, context: RunContext): Promise<Outcome[]> {
	const { service, summary, paid } = context;
	if (context.shouldStop() && !isSubmitted(entries, context))
		return context.outcomesForUnstarted(itemsOf(entries));
	let bulkId: string;
	let accepted: IDataObject;
	try {
		const response = await paid.once(
			paidKey(...entries),
			async () =>
				await service.createBulk({
					radars: entries.map(({ definition }) => definition),
					...(settings.webhookUrl === undefined ? {} : { webhook_url: settings.webhookUrl }),
				}),
			{ radars: entries.length },
		);
		bulkId = response.bulk_id;
		accepted = { ...response };
	} catch (error) {
		if (isCancelledBeforeSend(error)) return context.outcomesForUnstarted(itemsOf(entries));
		context.onFailure(error);
		return failuresOf(error, entries);
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
	if (!settings.onePerRadar) {
		return [
			{ items: itemsOf(entries), json: [{ bulk_id: bulkId, ...(results ? { ...results } : accepted) }] },
		];
	}
	return await outcomesOf(entries, bulkId, results, settings.ifRadarExists, context);
}

/** Sends the submissions. Putting a megabyte of JSON together takes a while: others get their turn in between. */
export async function submitAll(
	submissions: Entry[][],
	settings: Settings,
	context: RunContext,
): Promise<Outcome[][]> {
	let turn = Promise.resolve();
	return await Promise.all(
		submissions.splice(0).map(async (part) => {
			turn = turn.then(async () => await sleep(APART_MS));
			await turn;
			return await submit(part, settings, context);
		}),
	);
}

/** The outcomes of a run that would create too many radars; what a first try has sent is not counted again. */
export const tooManyRadars = (submissions: Entry[][], maximum: number | undefined, context: RunContext) =>
	exceedsMaximum(submissions.filter((part) => !isSubmitted(part, context)).flat(), maximum, context);
