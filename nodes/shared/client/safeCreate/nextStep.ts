import { LATE_COMMIT_SECONDS } from '../../api/assumptions';
import type { Radar, RadarDefinition } from '../../api/types';
import { matchesDefinition } from '../../radars/sameRadar';
import type { ApiFailure, Candidates } from '../errors/apiFailure';
import type { SearchResult } from './findCreatedRadars';

type NextStep = { takeOver: Radar } | { fail: ApiFailure } | 'sendAgain';

const NOT_FOUND_DETAIL = `The radar didn't appear in the list of radars within ${LATE_COMMIT_SECONDS} seconds.`;

const candidate = (itemIndex: number, radarIds: string[]): Candidates[] =>
	radarIds.length === 0 ? [] : [{ itemIndex, radarIds }];

const idsOf = (radars: Radar[]): string[] => radars.map(({ radar_id: id }) => id);

const unknown = (failure: ApiFailure, radarIds: string[], detail?: string): NextStep => ({
	fail: { ...failure, outcome: 'unknown', detail, candidates: candidate(0, radarIds) },
});

/** The next step after the search for the radar of a create that may have worked. */
export function afterSearch(
	failure: ApiFailure,
	result: SearchResult,
	{ isOwn, maySendAgain }: { isOwn(radar: Radar): boolean; maySendAgain: boolean },
): NextStep {
	const { conflictingRadarId: conflict } = failure;
	if ('failedBecause' in result)
		return unknown(failure, conflict === undefined ? [] : [conflict], result.failedBecause);
	const [radar, ...others] = result.found;
	if (!radar && failure.outcome === 'refused') return { fail: failure };
	if (!radar && maySendAgain) return 'sendAgain';
	if (!radar) return { fail: { ...failure, outcome: 'notDone', detail: NOT_FOUND_DETAIL } };
	if (others.length === 0 && isOwn(radar)) return { takeOver: radar };
	return unknown(failure, idsOf(result.found));
}

/** The failure of a bulk create with an unknown outcome, which is never resent. It names the radars that each definition may have made. */
export function afterBulkSearch(
	failure: ApiFailure,
	result: SearchResult,
	definitions: RadarDefinition[],
): ApiFailure {
	if ('failedBecause' in result)
		return { ...failure, outcome: 'unknown', detail: result.failedBecause, candidates: [] };
	const candidates = definitions.flatMap((definition, index) =>
		candidate(index, idsOf(result.found.filter((radar) => matchesDefinition(definition, radar)))),
	);
	return { ...failure, outcome: 'unknown', candidates };
}
