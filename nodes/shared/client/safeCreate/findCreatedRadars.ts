import { CREATE_LOOKS_SECONDS, SERVER_CLOCKS_DIFFER_SECONDS } from '../../api/assumptions';
import type { Radar } from '../../api/types';
import { clock } from '../clock';
import type { Connection } from '../connection';
import { allRadars } from '../pagination';
import { RadarApiError } from '../errors/radarApiError';

/** The radars that were found; or, as a sentence, why the list could not be read, and whether that will stay so. */
export type SearchResult = { found: Radar[] } | { failedBecause: string; isFinal?: boolean };

/** What to search for: radars created since a moment of `clock.now()`. */
export interface Search {
	sentAt: number;
	radarType?: string;
	matches(radar: Radar): boolean;
}

const STOPPED = 'The execution was stopped before the list of radars could be checked.';
const NO_TIME_LEFT = "'Retry Timeout (Seconds)' ended before the list of radars could be checked.";
const NO_CLOCK = "The service's responses have no timestamp, so its list of radars couldn't be searched.";

/** When the service's own clock showed `moment`, less what its clocks may differ. Another computer's clock is no help. */
async function serverTimeOf(moment: number, connection: Connection): Promise<number | undefined> {
	const { serverTime } = connection.account;
	if (serverTime.at(moment) === undefined)
		await connection.request({ endpoint: 'listRadars', query: { limit: 1 } });
	const time = serverTime.at(moment);
	return time === undefined ? undefined : time - SERVER_CLOCKS_DIFFER_SECONDS * 1000;
}

/** Looks once. Never throws. */
export async function findCreatedRadars(
	connection: Connection,
	{ sentAt, radarType, matches }: Search,
): Promise<SearchResult> {
	try {
		const since = await serverTimeOf(sentAt, connection);
		if (since === undefined) return { failedBecause: NO_CLOCK };
		const query = { radar_type: radarType, created_since: new Date(since).toISOString() };
		const found: Radar[] = [];
		for await (const radar of allRadars(connection, query)) {
			if (Date.parse(radar.created_at) >= since && matches(radar)) found.push(radar);
		}
		return { found };
	} catch (error) {
		const why = error instanceof RadarApiError ? error.message : String(error);
		const forGood = error instanceof RadarApiError && error.kind === 'redirect';
		return { failedBecause: `The list of radars could not be read: ${why}.`, isFinal: forGood };
	}
}

/**
 * Looks for the result of a create with an unknown outcome, several times while it may still appear.
 * An empty result means that it surely was not created. Never throws.
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
