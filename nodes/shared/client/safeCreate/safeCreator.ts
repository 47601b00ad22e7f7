import { randomUUID } from 'crypto';

import {
	CREATE_LOOKS_SECONDS,
	CREATE_TAG_FIELD,
	LATE_COMMIT_SECONDS,
	SERVER_CLOCKS_DIFFER_SECONDS,
} from '../../api/assumptions';
import type { BulkAccepted, BulkCreateBody, Radar, RadarDefinition } from '../../api/types';
import { matchesDefinition, visibleKey } from './matchesDefinition';
import { clock } from '../clock';
import type { Connection } from '../connection';
import type { Candidates, ApiFailure } from '../errors/apiFailure';
import { findCreatedRadars, findCreatedRadarsRepeatedly, type Search } from './findCreatedRadars';
import { getRadar } from '../radars';
import { RadarApiError } from '../errors/radarApiError';

/** Rounds of sending and looking, as many as tries after a status 500. */
const MAX_ROUNDS = 3;

/** Which radars of the list may be the result of a create. */
type Matches = (radar: Radar) => boolean;

const NOT_FOUND_DETAIL = `It was looked for in the list of radars for ${LATE_COMMIT_SECONDS} seconds, and it is not there.`;

const unknownOutcomeError = (
	fault: ApiFailure,
	detail: string | undefined,
	candidates: Candidates[] = [],
): RadarApiError => new RadarApiError({ ...fault, outcome: 'unknown', detail, candidates });

/** Timestamps may be cut to the second. */
const TIMESTAMP_MS = 1000;

/**
 * Creates radars so that none is paid for twice and none is lost: after an answer that leaves the outcome open it looks
 * whether the radar is there before it sends the create again.
 */
export class SafeCreator {
	/** For looks, and for sending again after them. */
	private readonly followUp: Connection;

	constructor(
		private readonly connection: Connection,
		private readonly tagCreates: boolean,
	) {
		this.followUp = connection.withoutStop();
	}

	/** @throws RadarApiError */
	async create(definition: RadarDefinition): Promise<Radar> {
		if (this.tagCreates) {
			const tag = randomUUID();
			const tagged = {
				...definition,
				custom_fields: { ...definition.custom_fields, [CREATE_TAG_FIELD]: tag },
			};
			return await this.withReservation(
				[],
				async () => await this.createOnce(tagged, (radar) => radar.custom_fields?.[CREATE_TAG_FIELD] === tag),
			);
		}
		const { createMutex: alike, radarClaims: claims } = this.connection.account;
		const key = visibleKey(definition);
		// Creates that the list of radars cannot tell apart wait for each other.
		return await alike.run(key, async () => {
			const matches: Matches = (radar) =>
				!claims.isClaimed(radar.radar_id) && matchesDefinition(definition, radar);
			return await this.withReservation([key], async () => await this.createOnce(definition, matches, key));
		});
	}

	/** Counts a create as in flight on the account. After an unknown outcome, radars with these keys may be its own. */
	private async withReservation<T>(keys: string[], create: () => Promise<T>): Promise<T> {
		const { radarClaims: claims, funds } = this.connection.account;
		const reservation = funds.reserve();
		const result = await create().catch((error: unknown) => {
			const isOpen = error instanceof RadarApiError && error.outcome === 'unknown';
			if (isOpen) keys.forEach((key) => claims.leaveOpen(key));
			funds.release(reservation, isOpen ? undefined : 0);
			throw error;
		});
		funds.release(reservation, undefined);
		return result;
	}

	/** Without a `key`, what matches is surely the radar of this create. */
	private async createOnce(body: RadarDefinition, matches: Matches, key?: string): Promise<Radar> {
		const started = clock.now();
		const deadline = this.connection.deadlineFromNow();
		let search: Search | undefined;
		let attempts = 0;
		for (let round = 1; ; round++) {
			const { result, sentAt } = await (search ? this.followUp : this.connection).tryRequest(
				{ endpoint: 'createRadar', path: '/v1/radars', body },
				deadline,
			);
			if (result.ok) return this.claim(result.body.data as Radar);
			attempts += result.failure.attempts;
			const fault: ApiFailure = {
				...result.failure,
				attempts,
				triedForSeconds: (clock.now() - started) / 1000,
			};
			if (search && fault.status === 409) return await this.readConflict(fault, search, key);
			if (fault.outcome !== 'unknown') throw new RadarApiError(fault);

			search ??= { sentAt, radarType: body.radar_type, matches };
			const searchResult = await findCreatedRadarsRepeatedly(this.followUp, search, deadline);
			if ('failedBecause' in searchResult) throw unknownOutcomeError(fault, searchResult.failedBecause);
			if (searchResult.found.length > 0) return this.claimSingleMatch(searchResult.found, fault, search, key);
			if (round === MAX_ROUNDS || !this.connection.options.retry) {
				throw new RadarApiError({ ...fault, outcome: 'notDone', detail: NOT_FOUND_DETAIL });
			}
		}
	}

	/** The radar that was found, if it can only come from this create. */
	private claimSingleMatch(
		seen: Radar[],
		fault: ApiFailure,
		{ sentAt }: Search,
		key: string | undefined,
	): Radar {
		const { radarClaims: claims } = this.connection.account;
		const [found, ...others] = seen;
		const isOwn =
			key === undefined ||
			(found && !claims.isOpen(key) && Date.parse(found.created_at) >= this.earliest(sentAt));
		if (found && others.length === 0 && isOwn) return this.claim(found);
		const radarIds = seen.map(({ radar_id }) => radar_id);
		throw unknownOutcomeError(fault, undefined, [{ itemIndex: 0, radarIds }]);
	}

	/** By the clock of the service, the moment before which a radar is older than a create that was sent at `sentAt`. */
	private earliest(sentAt: number): number {
		return (this.connection.account.serverTime.at(sentAt) ?? Number.POSITIVE_INFINITY) - TIMESTAMP_MS;
	}

	/** A 409 after an unknown outcome: the radar that is in the way may be the one that the first try created. */
	private async readConflict(fault: ApiFailure, search: Search, key: string | undefined): Promise<Radar> {
		const { conflictingRadarId: radarId } = fault;
		if (radarId === undefined) throw new RadarApiError(fault);
		const radar = await getRadar(this.followUp, radarId).catch(() => undefined);
		if (!radar) throw unknownOutcomeError(fault, undefined, [{ itemIndex: 0, radarIds: [radarId] }]);
		const isNew =
			Date.parse(radar.created_at) >= this.earliest(search.sentAt) - SERVER_CLOCKS_DIFFER_SECONDS * 1000;
		if (isNew && search.matches(radar)) return this.claimSingleMatch([radar], fault, search, key);
		throw new RadarApiError(fault);
	}

	/** Never sent again after an unknown outcome; the error then names the radars that may come from it. */
	async createBulk(body: BulkCreateBody): Promise<BulkAccepted> {
		const keys = body.radars.map(visibleKey);
		const accepted = await this.withReservation(keys, async () => await this.createBulkOnce(body));
		keys.forEach((key) => this.connection.account.radarClaims.leaveOpen(key));
		return accepted;
	}

	private async createBulkOnce(body: BulkCreateBody): Promise<BulkAccepted> {
		const { result, sentAt } = await this.connection.tryRequest({
			endpoint: 'createBulk',
			path: '/v1/radars/bulk',
			body,
		});
		if (result.ok) return result.body as unknown as BulkAccepted;
		if (result.failure.outcome !== 'unknown') throw new RadarApiError(result.failure);
		const [, secondLook = 0] = CREATE_LOOKS_SECONDS;
		await this.connection.wait(secondLook);
		const searchResult = await findCreatedRadars(this.followUp, {
			sentAt,
			matches: ({ radar_id }) => !this.connection.account.radarClaims.isClaimed(radar_id),
		});
		if ('failedBecause' in searchResult)
			throw unknownOutcomeError(result.failure, searchResult.failedBecause);
		throw unknownOutcomeError(result.failure, undefined, candidatesOf(body.radars, searchResult.found));
	}

	private claim(radar: Radar): Radar {
		this.connection.account.radarClaims.claim(radar.radar_id);
		return radar;
	}
}

/** For each definition the radars that may come from it. */
const candidatesOf = (definitions: RadarDefinition[], radars: Radar[]): Candidates[] =>
	definitions.flatMap((definition, itemIndex) => {
		const radarIds = radars
			.filter((radar) => matchesDefinition(definition, radar))
			.map(({ radar_id }) => radar_id);
		return radarIds.length === 0 ? [] : [{ itemIndex, radarIds }];
	});
