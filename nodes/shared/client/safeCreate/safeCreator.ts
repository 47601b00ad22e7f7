import { randomBytes } from 'crypto';

import { CREATE_TAG_FIELD, CREATE_LOOKS_SECONDS } from '../../api/assumptions';
import type { Radar, RadarDefinition, BulkAccepted, BulkCreateBody } from '../../api/types';
import { withFingerprint } from '../../values/radars/sameRadar';
import { clock, repeat, inSlices } from '../../host/clock';
import type { LostCreate, ApiFailure, FoundRadar } from '../errors/apiFailure';
import { RadarApiError } from '../errors/radarApiError';
import type { Connection } from '../http/connection';
import { allRadars } from '../http/pagination';
import { isStrange } from '../http/response';
import { DAY_MS, isoOf } from '../../values/basics/time';
import { type SearchResult, afterBulkSearch, afterSearch, type BulkSearch } from './nextStep';
import { isChargedAtOnce, tagOf } from '../../values/radars/radarInWords';

/** 12 characters. */
const TAG_BYTES = 6;

const newTag = (): string => randomBytes(TAG_BYTES).toString('hex');

/** The tag of one radar of a bulk request. */
const tagOfItem = (tag: string, itemIndex: number): string => `${tag}.${itemIndex}`;

/** With the tag, and a fingerprint that tells later how the radar was defined. */
function toSend(definition: RadarDefinition, tag: string): RadarDefinition {
	const { custom_fields: fields, ...sent } = withFingerprint(definition);
	return { ...sent, custom_fields: { ...fields, [CREATE_TAG_FIELD]: tag } };
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
async function findInTheWay(
	connection: Connection,
	lost: LostCreate,
	id: string | undefined,
): Promise<SearchResult> {
	if (id === undefined) return await findTagged(connection, lost);
	return await readTagged('The radar in the way', lost, async function* () {
		yield (await connection.request({ endpoint: 'getRadar', id })).data;
	});
}

/** The seconds until each look, since the search began. */
function* looks(): Generator<number> {
	const started = clock.now();
	for (const seconds of CREATE_LOOKS_SECONDS) yield Math.max(0, seconds - (clock.now() - started) / 1000);
}

/** Searches several times, until `count` radars with the tag are there or can no longer appear. Never throws. */
async function findTaggedRepeatedly(
	connection: Connection,
	lost: LostCreate,
	count: number,
): Promise<SearchResult> {
	let found: Radar[] = [];
	const isComplete = () => new Set(found.map((radar) => tagOf(radar).itemIndex)).size >= count;
	const look = async () => {
		const result = await findTagged(connection, lost);
		if (result.found.length >= found.length) found = result.found;
		return result;
	};
	const last = await repeat(look, {
		delays: looks(),
		until: ({ isFinal }) => isFinal === true || isComplete(),
		wait: async (seconds) => await connection.wait(seconds),
	});
	if (!last) return { found, failedBecause: STOPPED };
	return isComplete() ? { found } : { ...last, found };
}

/** Rounds of sending and searching: as many as attempts after a 500. */
const MAX_ROUNDS = 3;

/** The failure of a create with an unknown outcome. */
export type LostFailure = ApiFailure & { lost: LostCreate };

/** An accepted bulk request, or its radars if the response was lost. */
export interface BulkOutcome {
	accepted?: BulkAccepted;
	/** The positions of the radars in the accepted request; undefined if it holds all. */
	sent?: number[];
	found: FoundRadar[];
	/** How to find the radars of the request. */
	lost: LostCreate;
}

/**
 * Counts a create as in flight on the account, and then as charged until the figures show it.
 * @param priceMicros undefined if it isn't known
 * @param chargedOf how many of the created radars are charged at once
 */
async function withReservation<T>(
	{ account: { funds } }: Connection,
	priceMicros: 0 | undefined,
	radars: number,
	create: () => Promise<T>,
	chargedOf: (result: T) => number,
): Promise<T> {
	const reservation = funds.reserve(priceMicros);
	const settle = (charged: number) => {
		if (charged > 0) funds.created(charged);
		funds.release(reservation, charged > 0 ? undefined : 0);
	};
	const result = await create().catch((error: unknown) => {
		settle(error instanceof RadarApiError && error.failure.outcome === 'unknown' ? radars : 0);
		throw error;
	});
	settle(chargedOf(result));
	return result;
}

function newCreate({ account }: Connection, radarType?: string): LostCreate {
	const time = account.serverTime.now;
	// The search must begin before the create, also if the service's time or n8n's was ahead.
	const createdSince = time === undefined ? undefined : isoOf(Math.min(time, clock.computerTime()) - DAY_MS);
	return { tag: newTag(), radarType, createdSince };
}

/**
 * Creates a radar so that none is paid for twice and none is lost. Every create carries a tag in its custom fields: after an
 * unknown outcome, the radar with the tag is searched for before the create is sent again.
 * @param earlier the same create, if it was lost before and isn't there
 * @throws RadarApiError
 */
export async function createSafely(
	connection: Connection,
	definition: RadarDefinition,
	earlier?: LostCreate,
): Promise<Radar> {
	const { radar_type: type } = definition;
	const { funds } = connection.account;
	const lost = earlier ?? newCreate(connection, type);
	return await withReservation(
		connection,
		funds.priceOf(type),
		1,
		async () => await createOnce(connection, definition, lost, earlier !== undefined),
		(radar) => {
			funds.noteBilling(type, !isChargedAtOnce(radar));
			return isChargedAtOnce(radar) ? 1 : 0;
		},
	);
}

/** Searches for what a create may have made. After a strange answer, the other creates of the run wait for it. */
async function settle<Next extends object>(
	connection: Connection,
	failure: ApiFailure,
	search: () => Promise<Next>,
	failureOf: (next: Next) => ApiFailure | undefined,
): Promise<Next> {
	const next = search();
	if (isStrange(failure)) connection.holdCreates(next.then(failureOf));
	return await next;
}

/** @param isLost whether an earlier attempt may have created the radar */
async function createOnce(
	first: Connection,
	definition: RadarDefinition,
	lost: LostCreate,
	isLost: boolean,
): Promise<Radar> {
	const started = clock.now();
	const deadline = first.deadlineFromNow();
	const body = toSend(definition, lost.tag);
	const { account, options } = first;
	const followUp = first.forFollowUp();
	let mayExist = isLost;
	let attempts = 0;
	for (let round = 1; ; round++) {
		const connection = round === 1 ? first : followUp;
		const result = await connection.tryRequest({ endpoint: 'createRadar', body }, deadline);
		if (result.ok) {
			account.keepsTags &&= tagOf(result.body.data).tag === lost.tag;
			return result.body.data;
		}
		attempts += result.failure.attempts;
		const triedForSeconds = (clock.now() - started) / 1000;
		const failure = { ...result.failure, attempts, triedForSeconds, lost };
		const isConflict = failure.outcome === 'refused' && failure.status === 409;
		if (failure.outcome !== 'unknown' && !(mayExist && isConflict)) throw new RadarApiError(failure);
		mayExist = true;
		const search = async () => {
			const found = isConflict
				? await findInTheWay(followUp, lost, failure.conflictingRadarId)
				: await findTaggedRepeatedly(followUp, lost, 1);
			const mayPass = options.retry && !isStrange(failure);
			const maySendAgain = round < MAX_ROUNDS && mayPass && clock.now() <= deadline;
			return afterSearch(failure, found, { maySendAgain, keepsTags: account.keepsTags });
		};
		const { takeOver, fail } = await settle(first, failure, search, (next) => next.fail);
		if (fail) throw new RadarApiError(fail);
		if (takeOver) return takeOver;
	}
}

/** The radar of an earlier create; undefined if it isn't there. @throws RadarApiError if the outcome is still unknown */
export async function findLost(connection: Connection, failure: LostFailure): Promise<Radar | undefined> {
	const found = await findTaggedRepeatedly(connection.forFollowUp(), failure.lost, 1);
	const { keepsTags } = connection.account;
	const next = afterSearch(failure, found, { maySendAgain: true, keepsTags });
	if (next.fail) throw new RadarApiError(next.fail);
	return next.takeOver;
}

/**
 * Sends a bulk request once. After an unknown outcome, it searches for the radars and never sends them again, since the
 * service may still be creating them.
 * @param earlier the same request, if it was lost before, and which of its radars aren't there
 * @throws RadarApiError
 */
export async function createInBulk(
	connection: Connection,
	{ radars, ...body }: BulkCreateBody,
	earlier?: { lost: LostCreate; missing: number[] },
): Promise<BulkOutcome> {
	const lost = earlier?.lost ?? newCreate(connection);
	const sent = earlier?.missing;
	const wanted: RadarDefinition[] = [];
	for await (const [index, definition] of inSlices(radars.entries()))
		if (sent?.includes(index) ?? true) wanted.push(toSend(definition, tagOfItem(lost.tag, index)));
	const send = async () => {
		const request = { endpoint: 'createBulk', body: { radars: wanted, ...body } } as const;
		const result = await connection.tryRequest(request);
		if (result.ok) return { accepted: result.body, sent, found: [], lost };
		if (result.failure.outcome !== 'unknown') throw new RadarApiError(result.failure);
		const unknown = { ...result.failure, lost };
		const search = async () => await findLostBulk(connection, unknown, radars.length);
		const { found, missing, failure } = await settle(connection, unknown, search, (next) =>
			next.missing.length > 0 ? next.failure : undefined,
		);
		if (missing.length > 0) throw new RadarApiError(failure);
		return { found, lost };
	};
	return await withReservation(connection, undefined, wanted.length, send, () => wanted.length);
}

/** Searches for the radars of a bulk request of `count` items. Never throws. */
export async function findLostBulk(
	connection: Connection,
	failure: LostFailure,
	count: number,
): Promise<BulkSearch> {
	const found = await findTaggedRepeatedly(connection.forFollowUp(), failure.lost, count);
	return afterBulkSearch(failure, found, { count, keepsTags: connection.account.keepsTags });
}
