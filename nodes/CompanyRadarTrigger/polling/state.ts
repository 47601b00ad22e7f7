import type { PollState, ScanRange, SortOrder } from './types';

/** An update may show up in the list this long after its `discovered_at`. Older ones need Replay. */
export const LATENESS_MS = 15 * 60_000;

/** Begins with the updates found at or after a time; null: with all. */
export const firstState = (startsAt: number | null): PollState => ({
	version: 2,
	revision: 0,
	watermark: startsAt,
	done: {},
	refusals: 0,
});

/** Until the list has shown its order. */
export const ASSUMED_ORDER: SortOrder = 'newest-first';

/** What is left of a range, for a list that is sorted the other way. */
export const turnRound = <R extends ScanRange>(range: R): R => ({
	...range,
	cursor: undefined,
	start: range.end,
	end: range.start,
	idsAtStart: '',
});

/** Hands over the updates of the last hours again, once until the option is taken away. */
export function withReplay(state: PollState, replayHours: number | undefined, now: number): PollState {
	if (replayHours === state.replayHours) return state;
	if (replayHours === undefined) return { ...state, replayHours };
	const range = { start: now, end: now - replayHours * 3_600_000, idsAtStart: '', token: `replay ${now}` };
	const isTurned = state.order === 'oldest-first';
	return { ...state, replayHours, replay: isTurned ? turnRound(range) : range };
}

/** @returns undefined if there is no state that this version can read */
export function readState(kept: unknown): PollState | undefined {
	// n8n watches its static data through proxies, which nothing but JSON can copy.
	const state = JSON.parse(JSON.stringify(kept ?? null)) as PollState | null;
	return state?.version === 2 ? state : undefined;
}
