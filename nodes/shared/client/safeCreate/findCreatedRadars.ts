import { DAY_MS } from '../../basics/durations';
import { CREATE_LOOKS_SECONDS, SERVER_CLOCKS_DIFFER_SECONDS } from '../../api/assumptions';
import type { Radar } from '../../api/types';
import type { Account } from '../http/account';
import { clock } from '../../concurrency/clock';
import type { Connection } from '../http/connection';
import { allRadars } from '../http/pagination';
import { RadarApiError } from '../errors/radarApiError';

/** The radars found; or why the list couldn't be read, as a sentence, and whether another search would fail in the same way. */
export type SearchResult = { found: Radar[] } | { failedBecause: string; isFinal?: boolean };

/** The radar to search for. */
export interface Search {
	/** By `clock.now()`. */
	sentAt: number;
	/** How far the computer's clock was ahead of `clock.now()` before the create was sent. */
	computerOffset: number;
	/** The radar has a tracking ID, so a match is certain, whatever its creation time. */
	isTagged: boolean;
	radarType?: string;
	matches(radar: Radar): boolean;
}

export const computerOffset = (): number => clock.computerTime() - clock.now();

const STOPPED = 'The execution was stopped before the list of radars could be checked.';
const NO_TIME_LEFT = "'Retry Timeout (Seconds)' ended before the list of radars could be checked.";
const NO_CLOCK = "The service's responses have no timestamp, so its list of radars couldn't be searched.";

/**
 * The earliest time, by the service's clock, at which the radar can have been created; undefined if the service gave no time.
 * While this computer sleeps, `clock.now()` falls behind the service, so the drift between the computer's two clocks is
 * subtracted.
 */
function searchedSince({ sentAt, computerOffset: before, isTagged }: Search, { serverTime }: Account) {
	const time = serverTime.at(sentAt)?.earliest;
	if (time === undefined) return undefined;
	const drift = Math.abs(computerOffset() - before);
	return time - drift - (isTagged ? DAY_MS : SERVER_CLOCKS_DIFFER_SECONDS * 1000);
}

/** The radars that the create can have made. */
function possible(radars: Radar[], { isTagged, matches }: Search, since = Number.NEGATIVE_INFINITY): Radar[] {
	return radars.filter((radar) => (isTagged || !(Date.parse(radar.created_at) < since)) && matches(radar));
}

function unread(what: string, error: unknown): SearchResult {
	const why = error instanceof RadarApiError ? error.message : String(error);
	const forGood = error instanceof RadarApiError && error.failure.kind === 'redirect';
	return { failedBecause: `${what} could not be read: ${why}.`, isFinal: forGood };
}

/** Looks at the radar that a 409 names. Never throws. */
export async function findConflictingRadar(
	connection: Connection,
	search: Search,
	id: string,
): Promise<SearchResult> {
	try {
		const { data } = await connection.request({ endpoint: 'getRadar', id });
		return { found: possible([data], search, searchedSince(search, connection.account)) };
	} catch (error) {
		return unread('The radar in the way', error);
	}
}

/** Searches the list of radars once. Never throws. */
export async function findCreatedRadars(connection: Connection, search: Search): Promise<SearchResult> {
	const { account } = connection;
	const { isTagged, radarType } = search;
	try {
		if (searchedSince(search, account) === undefined)
			await connection.request({ endpoint: 'listRadars', query: { limit: 1 } });
		const since = searchedSince(search, account);
		if (since === undefined && !isTagged) return { failedBecause: NO_CLOCK };
		const from = since === undefined ? undefined : new Date(since).toISOString();
		const found: Radar[] = [];
		for await (const radar of allRadars(connection, { radar_type: radarType, created_since: from })) {
			found.push(...possible([radar], search, since));
		}
		return { found };
	} catch (error) {
		return unread('The list of radars', error);
	}
}

/**
 * Searches for the radar of a create with an unknown outcome, several times while it may still appear.
 * An empty result means that the radar wasn't created. Never throws.
 */
export async function findCreatedRadarsRepeatedly(
	connection: Connection,
	search: Search,
	deadline: number,
): Promise<SearchResult> {
	const started = clock.now();
	let searchResult: SearchResult = { found: [] };
	for (const seconds of CREATE_LOOKS_SECONDS) {
		const left = Math.max(0, seconds - (clock.now() - started) / 1000);
		if (!(await connection.wait(left, deadline))) {
			return { failedBecause: connection.isStopped ? STOPPED : NO_TIME_LEFT };
		}
		searchResult = await findCreatedRadars(connection, search);
		if ('found' in searchResult ? searchResult.found.length > 0 : searchResult.isFinal) return searchResult;
	}
	return searchResult;
}
