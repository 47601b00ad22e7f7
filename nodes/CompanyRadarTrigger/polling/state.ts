import type { PollState } from './types';

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

/** @returns undefined if there is no state that this version can read */
export function readState(kept: unknown): PollState | undefined {
	// n8n watches its static data through proxies, which nothing but JSON can copy.
	const state = JSON.parse(JSON.stringify(kept ?? null)) as PollState | null;
	return state?.version === 2 ? state : undefined;
}
