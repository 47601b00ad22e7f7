import { CREATE_LOOKS_SECONDS } from '../../api/assumptions';
import type { Radar } from '../../api/types';
import { clock } from '../../concurrency/clock';
import type { LostCreate } from '../errors/apiFailure';
import { RadarApiError } from '../errors/radarApiError';
import type { Connection } from '../http/connection';
import { allRadars } from '../http/pagination';
import { tagOf } from './createTag';

/** The radars with the tag that the last readable look found, and why the last look failed, as a sentence. */
export interface SearchResult {
	found: Radar[];
	failedBecause?: string;
	/** Whether another look would fail in the same way. */
	isFinal?: boolean;
}

const STOPPED = 'The execution was stopped before the list of radars could be checked.';

/** Never throws. */
async function read(
	what: string,
	{ tag }: LostCreate,
	radars: () => AsyncIterable<Radar>,
): Promise<SearchResult> {
	const found: Radar[] = [];
	try {
		for await (const radar of radars()) if (tagOf(radar).tag === tag) found.push(radar);
		return { found };
	} catch (error) {
		const why = error instanceof RadarApiError ? error.message : String(error);
		const isFinal = error instanceof RadarApiError && error.failure.kind === 'redirect';
		return { found, failedBecause: `${what} could not be read: ${why}.`, isFinal };
	}
}

/** Searches the list of radars once. Never throws. */
const findTagged = async (connection: Connection, lost: LostCreate): Promise<SearchResult> =>
	await read('The list of radars', lost, () =>
		allRadars(connection, { radar_type: lost.radarType, created_since: lost.createdSince }),
	);

/** Looks at the radar that a 409 names; without its ID, at the list. Never throws. */
export async function findInTheWay(
	connection: Connection,
	lost: LostCreate,
	id: string | undefined,
): Promise<SearchResult> {
	if (id === undefined) return await findTagged(connection, lost);
	return await read('The radar in the way', lost, async function* () {
		yield (await connection.request({ endpoint: 'getRadar', id })).data;
	});
}

/** Searches several times, until `count` radars with the tag are there or can no longer appear. Never throws. */
export async function findTaggedRepeatedly(
	connection: Connection,
	lost: LostCreate,
	count: number,
): Promise<SearchResult> {
	const started = clock.now();
	let found: Radar[] = [];
	let last: SearchResult = { found };
	for (const seconds of CREATE_LOOKS_SECONDS) {
		const left = Math.max(0, seconds - (clock.now() - started) / 1000);
		if (!(await connection.wait(left))) return { found, failedBecause: STOPPED };
		last = await findTagged(connection, lost);
		if (last.found.length >= found.length) found = last.found;
		const isComplete = new Set(found.map((radar) => tagOf(radar).itemIndex)).size >= count;
		if (isComplete) return { found };
		if (last.isFinal) break;
	}
	return { ...last, found };
}
