import type { IDataObject } from 'n8n-workflow';

import type { Radar, Update, UpdateQuery } from '../../shared/api/types';
import { isObject, nonEmptyText, type JsonBody } from '../../shared/values/basics/values';
import { idOf, radarRefOf, timeOf, FoundBetween } from '../../shared/updates/update';
import { DAY_MS, dayOf } from '../../shared/values/basics/time';
import { counted } from '../../shared/values/basics/inWords';
import type { RadarClient } from '../../shared/client';

/** A notice that a radar failed. If its setup failed, the radar doesn't exist, and only the notice describes it. */
export interface FailureNotice {
	/** In milliseconds since the epoch. */
	time: number | undefined;
	code: number;
	message: string;
	refundUsd: number;
	radar: Radar;
}

/** The codes of notices (docs/contributing/api.md, radar_failure). */
export const NO_FUNDS = 402;
const ALREADY_EXISTS = 409;

const textValuesIn = (value: unknown): JsonBody =>
	Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([, each]) => nonEmptyText(each)));

/** The radar as far as the notice describes it. What isn't text is left out, since every value in a record is compared as text. */
function radarIn(update: IDataObject): Radar {
	const data = isObject(update.data) ? update.data : {};
	return {
		...textValuesIn(data),
		// Present even if it's unknown, because only a definition lacks it.
		radar_id: nonEmptyText(data.radar_id),
		radar_type: radarRefOf(update).radarType ?? '',
		custom_fields: textValuesIn(data.custom_fields ?? update.custom_fields),
	} as Radar;
}

const failureOf = (update: IDataObject): FailureNotice => ({
	time: timeOf(update),
	code: Number(update.code),
	message: nonEmptyText(update.message) ?? 'The service gives no reason',
	refundUsd: Number(update.refund_amount_usd) || 0,
	radar: radarIn(update),
});

/** Which radars found something, and which failed. */
export class Activity {
	/** IDs of the radars that found something. */
	readonly foundBy = new Set<string>();

	/** The last failure of each radar, by its ID. */
	readonly failures = new Map<string, FailureNotice>();

	add(update: IDataObject): void {
		const { radarId } = radarRefOf(update);
		if (update.update_type === 'radar_finding' && radarId !== undefined) this.foundBy.add(radarId);
		if (update.update_type !== 'radar_failure') return;
		const failure = failureOf(update);
		// A failed radar of a bulk request has no ID.
		const id = radarId ?? idOf(update);
		const isLast = (failure.time ?? 0) >= (this.failures.get(id)?.time ?? 0);
		if (isLast && failure.code !== ALREADY_EXISTS) this.failures.set(id, failure);
	}
}

/** At 50 updates a page, five minutes of the read budget. */
const MAX_UPDATES = 50_000;

/** How far a list of updates was read. */
export interface UpdatesRead {
	/** The service's time, in milliseconds since the epoch. */
	now: number;
	/** The number of whole days before `now` whose updates were all read, at most the requested days. */
	coveredDays: number;
	/** Why `coveredDays` is less than requested, as a sentence. */
	missing?: string;
}

function whyMissing(
	{ coveredDays, oldest }: { coveredDays: number; oldest: number },
	isCut: boolean,
	count: number,
	query: UpdateQuery,
): string {
	if (count === 0) return `The service lists no ${query.radar_type ? 'such updates' : 'updates'} at all.`;
	if (isCut) {
		const which = coveredDays > 0 ? `: those of the last ${counted(coveredDays, 'day', 'days')}` : '';
		return `Only ${counted(MAX_UPDATES, 'update', 'updates')} could be read${which}.`;
	}
	return Number.isFinite(oldest)
		? `There are no updates older than ${dayOf(oldest)}.`
		: "The listed updates don't say when they were found.";
}

/**
 * Visits the updates of the last days without keeping them. Stops at the first older update if the list is newest first;
 * otherwise, reads it to its end.
 * @throws RadarApiError
 */
export async function readUpdates(
	client: RadarClient,
	days: number,
	query: UpdateQuery,
	visit: (update: Update) => void,
): Promise<UpdatesRead> {
	const now = await client.readTime();
	const range = new FoundBetween({ after: now - days * DAY_MS, before: Number.POSITIVE_INFINITY });
	for await (const update of client.updatesBetween(range, query, { cap: MAX_UPDATES })) visit(update);
	const { oldest, isNewestFirst, count } = range;
	const isCut = range.end === 'cut';
	const isSure = Number.isFinite(oldest) && (!isCut || isNewestFirst);
	const coveredDays = isSure ? Math.min(days, Math.floor((now - oldest) / DAY_MS)) : 0;
	return {
		now,
		coveredDays,
		...(coveredDays < days ? { missing: whyMissing({ coveredDays, oldest }, isCut, count, query) } : {}),
	};
}
