import { Entries } from './entries';
import type { PollState } from './types';

/** An update may show up in the list so long after its `discovered_at`, in milliseconds. Older ones need Replay. */
export const LATENESS = 15 * 60_000;

/** Where the first poll starts: with everything, or at a time. `onlyNew` passes over what the list holds by now. */
export type Start = { kind: 'everything' } | { kind: 'date'; time: number } | { kind: 'now'; time: number };

const passedAt = (start: Start): number | null => {
	if (start.kind === 'everything') return null;
	return start.kind === 'date' ? start.time : start.time - LATENESS;
};

export const firstState = (start: Start, process: string): PollState => ({
	version: 1,
	process,
	serial: 0,
	window: { passed: passedAt(start), entries: '' },
	...(start.kind === 'now' ? { startsAt: start.time } : {}),
	refusals: 0,
});

const forgetHandings = <S extends { entries: string }>(stretch: S): S => ({
	...stretch,
	entries: Entries.read(stretch.entries, true).toString(),
});

const nameOf = ({ process, serial }: PollState): string => `${process} ${serial}`;

/**
 * The state to go on with: as it was kept, or what this process has made of it since.
 * @returns undefined if there is none that this version can read
 */
export function readState(kept: unknown, process: string, inMemory?: PollState): PollState | undefined {
	// n8n watches its static data through proxies, which nothing but JSON can copy.
	const state = JSON.parse(JSON.stringify(kept ?? null)) as PollState | null;
	if (inMemory && (!state || state.process === process || nameOf(state) === inMemory.basedOn))
		return inMemory;
	if (state?.version !== 1) return undefined;
	if (state.process === process) return state;
	return {
		...state,
		process,
		serial: 0,
		basedOn: nameOf(state),
		window: forgetHandings(state.window),
		...(state.backlog ? { backlog: forgetHandings(state.backlog) } : {}),
		...(state.replay ? { replay: forgetHandings(state.replay) } : {}),
	};
}
