import { DAY_MS } from '../basics/durations';
import type { Update, UpdateQuery } from '../api/types';
import { counted } from '../basics/listed';
import { TimeSlice } from '../concurrency/timeSlice';
import { FoundBetween } from '../updates/foundBetween';
import type { RadarClient } from './radarClient';

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

function whyMissing(coveredDays: number, isCut: boolean, count: number, query: UpdateQuery): string {
	if (count === 0) return `The service lists no ${query.radar_type ? 'such updates' : 'updates'} at all.`;
	const newest = `those of the last ${counted(coveredDays, 'day', 'days')}`;
	const most = `Only ${counted(MAX_UPDATES, 'update', 'updates')} could be read`;
	if (coveredDays === 0) return isCut ? `${most}.` : "The service doesn't list updates that far back.";
	return isCut ? `${most}: ${newest}.` : `Of all updates, the service lists only ${newest}.`;
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
	const slice = new TimeSlice();
	const range = new FoundBetween({ after: now - days * DAY_MS, before: Number.POSITIVE_INFINITY });
	let count = 0;
	for await (const update of client.allUpdates(query, MAX_UPDATES)) {
		await slice.yieldToEventLoop();
		count++;
		const verdict = range.judge(update);
		if (verdict === 'take') visit(update);
		if (verdict === 'end') break;
	}
	const { oldest, isNewestFirst } = range;
	const isCut = count === MAX_UPDATES;
	const isSure = Number.isFinite(oldest) && (!isCut || isNewestFirst);
	const coveredDays = isSure ? Math.min(days, Math.floor((now - oldest) / DAY_MS)) : 0;
	return {
		now,
		coveredDays,
		...(coveredDays < days ? { missing: whyMissing(coveredDays, isCut, count, query) } : {}),
	};
}
