import { LATE_COMMIT_SECONDS } from '../../api/assumptions';
import type { Radar } from '../../api/types';
import { tagOf } from '../../values/radars/radarInWords';
import { saysDone, type ApiFailure, type Candidates, type FoundRadar } from '../errors/apiFailure';

/** The radars with the tag that the last readable look found, and why the last look failed, as a sentence. */
export interface SearchResult {
	found: Radar[];
	failedBecause?: string;
	/** Whether another look would fail in the same way. */
	isFinal?: boolean;
}

/** If it has neither, the create is sent again. */
interface AfterSearch {
	takeOver?: Radar;
	fail?: ApiFailure;
}

const NOT_FOUND = `The radar didn't appear in the list of radars within ${LATE_COMMIT_SECONDS} seconds.`;

const TAGS_ARE_LOST =
	"The service doesn't return the custom fields of new radars, so this one can't be recognized.";

const SEVERAL = 'Several radars were created for one item. Deactivate all but one.';

const BULK_NOT_FOUND = `Not there after ${LATE_COMMIT_SECONDS} seconds; the request may still be at work.`;

const idsOf = (radars: Radar[]): string[] => radars.map(({ radar_id: id }) => id);

const staysUnknown = (failure: ApiFailure, radarIds: string[], detail: string): AfterSearch => ({
	fail: {
		...failure,
		outcome: 'unknown',
		detail,
		candidates: radarIds.length > 0 ? [{ itemIndex: 0, radarIds }] : [],
	},
});

interface Situation {
	maySendAgain: boolean;
	/** Whether new radars come back with their tag. */
	keepsTags: boolean;
}

/**
 * The next step after the search for the radar of a create that may have worked. A `failure` that refuses it names another
 * radar in the way.
 */
export function afterSearch(
	failure: ApiFailure,
	{ found, failedBecause }: SearchResult,
	{ maySendAgain, keepsTags }: Situation,
): AfterSearch {
	const [radar, ...others] = found;
	if (radar && others.length > 0) return staysUnknown(failure, idsOf(found), SEVERAL);
	if (radar) return { takeOver: radar };
	const why = failedBecause ?? (keepsTags ? undefined : TAGS_ARE_LOST);
	if (why !== undefined) return staysUnknown(failure, [], why);
	if (failure.outcome === 'refused') return { fail: failure };
	if (saysDone(failure)) return staysUnknown(failure, [], NOT_FOUND);
	return maySendAgain ? {} : { fail: { ...failure, outcome: 'notDone', detail: NOT_FOUND } };
}

/** What a search found of a bulk request with an unknown outcome. */
export interface BulkSearch {
	/** At most one radar of each item. */
	found: FoundRadar[];
	/** The positions of the other items, in order. */
	missing: number[];
	/** The failure of the missing items. */
	failure: ApiFailure;
	/** Whether the list of radars was read to its end, so that what is missing isn't there. */
	isSure: boolean;
}

/** @param count the items of the bulk request */
export function afterBulkSearch(
	failure: ApiFailure,
	{ found: radars, failedBecause }: SearchResult,
	{ count, keepsTags }: { count: number; keepsTags: boolean },
): BulkSearch {
	const byIndex = new Map<number, Radar[]>();
	for (const radar of radars) {
		const { itemIndex } = tagOf(radar);
		byIndex.set(itemIndex, [...(byIndex.get(itemIndex) ?? []), radar]);
	}
	const found: FoundRadar[] = [];
	const missing: number[] = [];
	const candidates: Candidates[] = [];
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		const [radar, ...others] = byIndex.get(itemIndex) ?? [];
		if (radar && others.length === 0) found.push({ itemIndex, radar });
		else missing.push(itemIndex);
		if (radar && others.length > 0) candidates.push({ itemIndex, radarIds: idsOf([radar, ...others]) });
	}
	const why = failedBecause ?? (keepsTags ? BULK_NOT_FOUND : TAGS_ARE_LOST);
	const detail = candidates.length > 0 ? `${why} ${SEVERAL}` : why;
	return {
		found,
		missing,
		failure: { ...failure, outcome: 'unknown', detail, candidates, found },
		isSure: failedBecause === undefined && keepsTags && candidates.length === 0,
	};
}
