import { randomUUID } from 'crypto';

import {
	CREATE_LOOKS_SECONDS,
	CREATE_TAG_FIELD,
	DEFINITION_FIELD,
	TYPES_WITH_HIDDEN_FIELDS,
} from '../../api/assumptions';
import type { BulkAccepted, BulkCreateBody, Radar, RadarDefinition } from '../../api/types';
import { matchesDefinition, visibleKey } from '../../radars/sameRadar';
import { afterBulkSearch, afterSearch } from './nextStep';
import { clock } from '../../concurrency/clock';
import { takeTurn } from '../../concurrency/timeSlice';
import type { Connection } from '../http/connection';
import {
	computerOffset,
	findConflictingRadar,
	findCreatedRadars,
	findCreatedRadarsRepeatedly,
	type Search,
} from './findCreatedRadars';
import { RadarApiError } from '../errors/radarApiError';

/** Rounds of sending and searching: as many as attempts after a 500. */
const MAX_ROUNDS = 3;

/** Whether a radar in the list may be the result of a create. */
type Matches = (radar: Radar) => boolean;

/** Timestamps may be cut to the second. */
const TIMESTAMP_MS = 1000;

/**
 * Creates radars so that none is paid for twice and none is lost: after an unknown outcome it searches for
 * the radar before it sends the create again.
 */
export class SafeCreator {
	/** For searches, and for resending after them. */
	private readonly followUp: Connection;

	constructor(
		private readonly connection: Connection,
		private readonly tagCreates: boolean,
	) {
		this.followUp = connection.forFollowUp();
	}

	/** @throws RadarApiError */
	async create(definition: RadarDefinition): Promise<Radar> {
		if (this.tagCreates) {
			const tag = randomUUID();
			const custom_fields = { ...definition.custom_fields, [CREATE_TAG_FIELD]: tag };
			const body = { ...definition, custom_fields };
			const matches: Matches = (radar) => radar.custom_fields?.[CREATE_TAG_FIELD] === tag;
			return await this.withReservation([], async () => await this.createOnce(body, matches));
		}
		const { createMutex, claimedRadars } = this.connection.account;
		const key = visibleKey(definition);
		// Creates that the list of radars cannot tell apart wait for each other.
		return await createMutex.run(key, async () => {
			const matches: Matches = (radar) =>
				!claimedRadars.has(radar.radar_id) && matchesDefinition(definition, radar);
			return await this.withReservation([key], async () => await this.createOnce(definition, matches, key));
		});
	}

	/** Counts a create as in flight on the account. After an unknown outcome, radars with these keys may be its own. */
	private async withReservation<T>(keys: string[], create: () => Promise<T>): Promise<T> {
		const { openCreates, funds } = this.connection.account;
		const reservation = funds.reserve();
		const result = await create().catch((error: unknown) => {
			const isOpen = error instanceof RadarApiError && error.failure.outcome === 'unknown';
			if (isOpen) for (const key of keys) openCreates.set(key, true);
			funds.release(reservation, isOpen ? undefined : 0);
			throw error;
		});
		funds.release(reservation, undefined);
		return result;
	}

	/** Without a `key`, the create is tagged, so a radar that matches must be its own. */
	private async createOnce(body: RadarDefinition, matches: Matches, key?: string): Promise<Radar> {
		const started = clock.now();
		const offset = computerOffset();
		const deadline = this.connection.deadlineFromNow();
		let search: Search | undefined;
		let attempts = 0;
		for (let round = 1; ; round++) {
			const connection = search ? this.followUp : this.connection;
			const { result, sentAt } = await connection.tryRequest({ endpoint: 'createRadar', body }, deadline);
			if (result.ok) return this.takeOver(result.body.data);
			attempts += result.failure.attempts;
			const failure = { ...result.failure, attempts, triedForSeconds: (clock.now() - started) / 1000 };
			// The radar in the way may be the one that an earlier attempt created.
			const conflict = search && failure.conflictingRadarId;
			if (failure.outcome !== 'unknown' && conflict === undefined) throw new RadarApiError(failure);

			search ??= {
				sentAt,
				computerOffset: offset,
				isTagged: key === undefined,
				radarType: body.radar_type,
				matches,
			};
			const found =
				conflict === undefined
					? await findCreatedRadarsRepeatedly(this.followUp, search, deadline)
					: await findConflictingRadar(this.followUp, search, conflict);
			const decision = afterSearch(failure, found, {
				isOwn: this.isOwn(body, search.sentAt, key),
				maySendAgain: round < MAX_ROUNDS && this.connection.options.retry,
			});
			if (decision === 'sendAgain') continue;
			if ('fail' in decision) throw new RadarApiError(decision.fail);
			return this.takeOver(decision.takeOver);
		}
	}

	/**
	 * Whether a matching radar can only come from the create sent at `sentAt`. Another process or key may have created one with
	 * other filters, which the list doesn't show.
	 */
	private isOwn(body: RadarDefinition, sentAt: number, key: string | undefined): (radar: Radar) => boolean {
		if (key === undefined) return () => true;
		const { account } = this.connection;
		const mayDiffer =
			TYPES_WITH_HIDDEN_FIELDS.includes(body.radar_type) &&
			body.custom_fields?.[DEFINITION_FIELD] === undefined;
		return ({ created_at: createdAt }) => {
			const earliest = (account.serverTime.at(sentAt)?.latest ?? Number.POSITIVE_INFINITY) - TIMESTAMP_MS;
			return !mayDiffer && !account.isOpen(key) && Date.parse(createdAt) >= earliest;
		};
	}

	/** Never resent after an unknown outcome; the error then names the radars it may have created. */
	async createBulk(body: BulkCreateBody): Promise<BulkAccepted> {
		const keys = new Set(body.radars.map(visibleKey));
		const { openCreates, bulksInFlight } = this.connection.account;
		bulksInFlight.add(keys);
		try {
			const accepted = await this.withReservation([...keys], async () => await this.createBulkOnce(body));
			await takeTurn();
			// More of its radars may appear after the response.
			for (const key of keys) openCreates.set(key, true);
			return accepted;
		} finally {
			bulksInFlight.delete(keys);
		}
	}

	private async createBulkOnce(body: BulkCreateBody): Promise<BulkAccepted> {
		const offset = computerOffset();
		const { result, sentAt } = await this.connection.tryRequest({ endpoint: 'createBulk', body });
		if (result.ok) return result.body;
		if (result.failure.outcome !== 'unknown') throw new RadarApiError(result.failure);
		const [, secondLook = 0] = CREATE_LOOKS_SECONDS;
		await this.connection.wait(secondLook);
		const searchResult = await findCreatedRadars(this.followUp, {
			sentAt,
			computerOffset: offset,
			isTagged: false,
			matches: ({ radar_id }) => !this.connection.account.claimedRadars.has(radar_id),
		});
		throw new RadarApiError(afterBulkSearch(result.failure, searchResult, body.radars));
	}

	private takeOver(radar: Radar): Radar {
		this.connection.account.claimedRadars.set(radar.radar_id, true);
		return radar;
	}
}
