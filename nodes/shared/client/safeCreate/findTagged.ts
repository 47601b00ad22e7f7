import { randomBytes } from 'crypto';

import { CREATE_TAG_FIELD, CREATE_LOOKS_SECONDS } from '../../api/assumptions';
import type { Radar, RadarDefinition } from '../../api/types';
import { sameText } from '../../basics/sameText';
import { withFingerprint } from '../../radars/sameRadar';
import { clock } from '../../concurrency/clock';
import type { LostCreate } from '../errors/apiFailure';
import { RadarApiError } from '../errors/radarApiError';
import type { Connection } from '../http/connection';
import { allRadars } from '../http/pagination';

/** 12 characters. */
const TAG_BYTES = 6;

export const newTag = (): string => randomBytes(TAG_BYTES).toString('hex');

/** The tag of one radar of a bulk request. */
export const tagOfItem = (tag: string, itemIndex: number): string => `${tag}.${itemIndex}`;

/** With the tag, and a fingerprint that tells later how the radar was defined. */
export function toSend(definition: RadarDefinition, tag: string): RadarDefinition {
	const { custom_fields: fields, ...sent } = withFingerprint(definition);
	return { ...sent, custom_fields: { ...fields, [CREATE_TAG_FIELD]: tag } };
}

/** The tag of the create that made the radar, and its position in a bulk request; 0 for a single create. */
export function tagOf({ custom_fields: fields }: Radar): { tag: string; itemIndex: number } {
	// The service may normalize custom fields.
	const [tag = '', itemIndex = 0] = sameText(fields?.[CREATE_TAG_FIELD]).split('.');
	return { tag, itemIndex: Number(itemIndex) };
}

/** The radars with the tag that the last readable look found, and why the last look failed, as a sentence. */
export interface SearchResult {
	found: Radar[];
	failedBecause?: string;
	/** Whether another look would fail in the same way. */
	isFinal?: boolean;
}

const STOPPED = 'The execution was stopped before the list of radars could be checked.';

/** Never throws. */
async function readTagged(
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
	await readTagged('The list of radars', lost, () =>
		allRadars(connection, { radar_type: lost.radarType, created_since: lost.createdSince }),
	);

/** Looks at the radar that a 409 names; without its ID, at the list. Never throws. */
export async function findInTheWay(
	connection: Connection,
	lost: LostCreate,
	id: string | undefined,
): Promise<SearchResult> {
	if (id === undefined) return await findTagged(connection, lost);
	return await readTagged('The radar in the way', lost, async function* () {
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
