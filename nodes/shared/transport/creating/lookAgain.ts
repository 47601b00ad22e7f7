import { CREATE_LOOKS_SECONDS, SERVER_CLOCKS_DIFFER_SECONDS } from '../../interface/assumptions';
import { LIMITS } from '../../interface/limits';
import type { Radar } from '../../interface/types';
import { clock } from '../clock';
import type { Connection } from '../connection';
import { allRadars, listRadars } from '../radars';
import { ServiceError } from '../errors/serviceError';

/** What the list of radars showed; or, as a sentence, why it could not be looked at, and whether that will stay so. */
export type Sight = { seen: Radar[] } | { unseen: string; forGood?: boolean };

/** What to look for: radars created since a moment of `clock.now()`. */
export interface Search {
	sentAt: number;
	radarType?: string;
	matches(radar: Radar): boolean;
}

const STOPPED = 'The run was stopped before it could be found out.';
const NO_TIME_LEFT = "'Maximum Wait (Seconds)' ended before the list of radars could be checked.";
const NO_CLOCK = 'The answers of the service tell no time, so its list of radars could not be searched.';

/** When the service's own clock showed `moment`, less what its clocks may differ. Another computer's clock is no help. */
async function serverTimeOf(moment: number, connection: Connection): Promise<number | undefined> {
	const { serverTime } = connection.account;
	if (serverTime.at(moment) === undefined) await listRadars(connection, { limit: 1 });
	const time = serverTime.at(moment);
	return time === undefined ? undefined : time - SERVER_CLOCKS_DIFFER_SECONDS * 1000;
}

async function lookThrough(connection: Connection, { sentAt, radarType, matches }: Search): Promise<Sight> {
	const since = await serverTimeOf(sentAt, connection);
	if (since === undefined) return { unseen: NO_CLOCK };
	const query = {
		radar_type: radarType,
		created_since: new Date(since).toISOString(),
		limit: LIMITS.listLimit,
	};
	const seen: Radar[] = [];
	for await (const radar of allRadars(connection, query, Number.POSITIVE_INFINITY)) {
		if (Date.parse(radar.created_at) >= since && matches(radar)) seen.push(radar);
	}
	return { seen };
}

/** Looks once. Never throws. */
export async function look(connection: Connection, search: Search): Promise<Sight> {
	try {
		return await lookThrough(connection, search);
	} catch (error) {
		const why = error instanceof ServiceError ? error.message : String(error);
		const forGood = error instanceof ServiceError && error.kind === 'redirect';
		return { unseen: `The list of radars could not be read: ${why}.`, forGood };
	}
}

/**
 * Looks for the result of a create with an unknown outcome, several times while it may still appear.
 * An empty sight means that it surely was not created. Never throws.
 */
export async function lookRepeatedly(
	connection: Connection,
	search: Search,
	deadline: number,
): Promise<Sight> {
	const started = clock.now();
	let sight: Sight = { seen: [] };
	for (const seconds of CREATE_LOOKS_SECONDS) {
		const left = Math.max(0, seconds - (clock.now() - started) / 1000);
		if (!(await connection.wait(left, deadline))) {
			return { unseen: connection.isStopped ? STOPPED : NO_TIME_LEFT };
		}
		sight = await look(connection, search);
		if ('seen' in sight ? sight.seen.length > 0 : sight.forGood) return sight;
	}
	return sight;
}
