import { hash } from 'crypto';

import { MINUTE_MS } from '../../shared/basics/time';

/** An update may appear in the list this long after its `discovered_at`. Later ones are missed. */
export const LATENESS_MS = 15 * MINUTE_MS;

/** How the service sorts the list, which the API leaves open. */
export type SortOrder = 'newest-first' | 'oldest-first';

/** Used until the list has shown its order. */
export const ASSUMED_ORDER: SortOrder = 'newest-first';

/** A part of the list, read in the list's own direction over as many polls as it takes. */
export interface ScanRange {
	/** The page to continue with; undefined means the start of the list. */
	cursor?: string;
	/** Updates before this time, in the direction of the list, are done. */
	start: number;
	/** Ends after this time. */
	end: number;
}

/** The state between polls, as plain JSON. It covers only updates that are known to have arrived, so an older state loses nothing. */
export interface PollState {
	/** Grows with each update that was delivered or already recorded, so the highest revision is the latest. */
	revision: number;
	order?: SortOrder;
	/** Updates before this time are done, except for the backlog. */
	watermark: number;
	/** The time of the newest update that the list has shown. */
	newest?: number;
	/** The earliest possible service time and the computer's time at the last poll. */
	seen?: { serviceTime: number; computerTime: number };
	/** Hashes of done updates at or after the watermark or in the backlog, by minute. */
	done: Record<string, string>;
	/** The same for those that the filters dropped, so that they don't come back after a filter was changed. */
	dropped?: Record<string, string>;
	/** The page of the watermark, if the oldest come first. */
	cursor?: string;
	/** Updates before the watermark that are left to later polls, if the newest come first. */
	backlog?: ScanRange;
	/** How often in a row a cursor has expired without progress. */
	expirations: number;
}

/** Starts with the updates found at or after a time; null: with all. */
export const firstState = (startsAt: number | null): PollState => ({
	revision: 0,
	watermark: startsAt ?? 0,
	done: {},
	expirations: 0,
});

/** Goes on where another list ended, which may have the same updates but other cursors. */
export const continued = (
	{ order, watermark, done, dropped, backlog }: PollState,
	latestWatermark: number,
): PollState => ({
	...firstState(Math.min(watermark, latestWatermark)),
	order,
	done,
	dropped,
	backlog: backlog && { ...backlog, cursor: undefined },
});

/** A copy without the proxies in which n8n wraps static data: structuredClone() can't copy these. */
export const readState = (kept: PollState | undefined): PollState | undefined =>
	kept && (JSON.parse(JSON.stringify(kept)) as PollState);

/** A copy for a list in this order, which may differ from the assumed one. */
export function withOrder(before: PollState, order: SortOrder): PollState {
	const state = structuredClone(before);
	if (order === (state.order ?? ASSUMED_ORDER)) return state;
	delete state.cursor;
	// The backlog may be on the wrong side of the pages that were read, so it is read again.
	if (state.backlog) state.watermark = state.backlog.end;
	delete state.backlog;
	return state;
}

/** Characters of a hash: 54 bits, so that no two of a few thousand are alike. */
const KEY_LENGTH = 9;
/** n8n stores the state with the workflow: this many take 36 KB. While there is no room, no young update is delivered. */
export const MAX_DONE = 4000;
/** No update waits for room here. */
export const MAX_DROPPED = 10_000;

const doneKeyOf = (id: string): string => hash('sha256', id, 'base64url').slice(0, KEY_LENGTH);

/** The updates that are done, by the minute of their time. */
export class DoneIds {
	private readonly minutes = new Map<string, number>();

	constructor(
		done: PollState['done'],
		private readonly max: number,
	) {
		for (const [minute, text] of Object.entries(done)) {
			for (const key of text.match(new RegExp(`.{${KEY_LENGTH}}`, 'g')) ?? []) {
				this.minutes.set(key, Number(minute));
			}
		}
	}

	get isFull(): boolean {
		return this.minutes.size >= this.max;
	}

	has(id: string): boolean {
		return this.minutes.has(doneKeyOf(id));
	}

	add(id: string, time: number): void {
		this.minutes.set(doneKeyOf(id), Math.floor(time / MINUTE_MS));
	}

	/** Forgets minutes that lie wholly outside these ranges, which include both ends. */
	retain(ranges: Array<{ from: number; to: number }>): void {
		for (const [key, minute] of this.minutes) {
			const first = minute * MINUTE_MS;
			const isInside = ranges.some(({ from, to }) => first <= to && first + MINUTE_MS > from);
			if (!isInside) this.minutes.delete(key);
		}
	}

	toJSON(): PollState['done'] {
		const done: PollState['done'] = {};
		for (const [key, minute] of this.minutes) done[minute] = (done[minute] ?? '') + key;
		return done;
	}
}
