import type { Update, UpdateQuery } from '../api/types';
import { TimeSlice } from '../concurrency/timeSlice';
import { timeOf } from '../updates/update';
import type { RadarClient } from './radarClient';

/** At 50 updates a page, five minutes of the read budget. */
export const MAX_UPDATES = 50_000;

export interface UpdatesRead {
	/** All updates since then were read, in milliseconds since the epoch; Infinity where that isn't sure. */
	coveredSince: number;
	/** Whether reading ended at `MAX_UPDATES`. */
	isCut: boolean;
}

/**
 * Passes on all updates since a time, in milliseconds since the epoch, and keeps none. A list that is newest first is read up to its first
 * older update, any other one to its end.
 * @throws RadarApiError
 */
export async function readUpdates(
	service: RadarClient,
	since: number,
	query: UpdateQuery,
	visit: (update: Update) => void,
): Promise<UpdatesRead> {
	const slice = new TimeSlice();
	let isNewestFirst: boolean | undefined;
	let oldest = Number.POSITIVE_INFINITY;
	let previous: number | undefined;
	let count = 0;
	for await (const update of service.allUpdates(query, MAX_UPDATES)) {
		await slice.yieldToEventLoop();
		count++;
		const time = timeOf({ ...update });
		if (time === undefined || time >= since) visit(update);
		if (time === undefined) continue;
		if (previous !== undefined && time !== previous) isNewestFirst ??= time < previous;
		previous = time;
		oldest = Math.min(oldest, time);
		if (isNewestFirst && time < since) return { coveredSince: oldest, isCut: false };
	}
	const isCut = count === MAX_UPDATES;
	return { coveredSince: isCut && !isNewestFirst ? Number.POSITIVE_INFINITY : oldest, isCut };
}
