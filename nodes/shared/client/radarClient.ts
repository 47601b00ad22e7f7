import { randomUUID } from 'crypto';
import type { ICredentialsDecrypted } from 'n8n-workflow';

import type { BulkCreateBody, Radar, RadarDefinition, RadarQuery, Update, UpdateQuery } from '../api/types';
import { cancelSignalOf, executionIdOf, CREDENTIAL } from '../host/host';
import { accountOf, type AccountFunds } from './http/account';
import { checkBaseUrl, problemsInWords } from './http/baseUrl';
import { keyRedactor, type ServiceContext } from './http/send';
import { isLoopbackHost, isObject, listIn, type JsonBody } from '../values/basics/values';
import { TimeSlice, clock, withTimeout } from '../host/clock';
import type { FoundBetween } from '../updates/update';
import { Connection, type ConnectionOptions } from './http/connection';
import type { BulkSearch } from './safeCreate/nextStep';
import {
	createInBulk,
	createSafely,
	findLost,
	findLostBulk,
	type BulkOutcome,
	type LostFailure,
} from './safeCreate/safeCreator';
import { apiFailure, type LostCreate, isErrorEntry } from './errors/apiFailure';
import { allRadars, endingOf, paginate, type Page } from './http/pagination';
import { RadarApiError, errorOfEntry } from './errors/radarApiError';
import { updatesIn, type CallInputs, type ResponseBody } from '../api/endpoints';
import { BULK_DEACTIVATE_FIELD } from '../api/assumptions';

/** How long reading the balance may wait for the rate limit, and for the response. After that, the run continues without it. */
const BALANCE_TURN_MS = 1000;
const BALANCE_READ_MS = 5000;

/** By default, calls are retried for as long as someone can wait for the response (pickers, polling, publishing). */
export type RadarClientOptions = Partial<Omit<ConnectionOptions, 'execution' | 'stop'>>;

/** The radar service (docs/contributing/api.md, Endpoints). All methods throw only RadarApiError. */
export class RadarClient {
	constructor(
		private readonly connection: Connection,
		/** Whether the service runs on this computer, as the sandbox does: then loopback webhook URLs are fine. */
		readonly isLoopback: boolean,
	) {}

	/** The account's balance as this process knows it, and its calls in flight. */
	get funds(): AccountFunds {
		return this.connection.account.funds;
	}

	/** Identifies the account. The key can't be read from it. */
	get accountId(): string {
		return this.connection.account.id;
	}

	/** The time of the service, in milliseconds since the epoch; of this computer if the service gave none. */
	get now(): number {
		return this.connection.account.serverTime.now ?? clock.computerTime();
	}

	/** Waits, and returns false as soon as the run is stopped. */
	async wait(seconds: number): Promise<boolean> {
		return await this.connection.wait(seconds);
	}

	async call<Name extends keyof CallInputs>(
		endpoint: Name,
		input: CallInputs[Name],
	): Promise<ResponseBody<Name>> {
		return await this.connection.request({ endpoint, ...input });
	}

	/** The same client for follow-ups of a sent request, which continue after `stopNewRequests`. */
	forFollowUp(): RadarClient {
		return new RadarClient(this.connection.forFollowUp(), this.isLoopback);
	}

	/** Waits until a call in flight on the account has ended. @throws RadarApiError as soon as the run is stopped */
	async fundsChanged(): Promise<void> {
		await this.connection.unlessStopped(this.funds.changed());
	}

	/** The funds of the account, with a balance that was just read. */
	async readFunds(): Promise<AccountFunds> {
		await this.funds.read(async () => (await this.call('getAccount', {})).data);
		return this.funds;
	}

	/** The balance in USD, even if new requests were stopped; undefined if it can't be read within seconds. */
	async readBalance(): Promise<number | undefined> {
		const deadline = clock.now() + BALANCE_TURN_MS;
		const reading = this.connection.forFollowUp().tryRequest({ endpoint: 'getAccount' }, deadline);
		const read = await withTimeout(reading, BALANCE_READ_MS).catch(() => undefined);
		if (!read?.ok) return undefined;
		this.funds.record(read.body.data);
		return read.body.data.balance_remaining_usd;
	}

	/** The service's time, in milliseconds since the epoch. Asks the service until two of its responses had one. */
	async readTime(): Promise<number> {
		const { serverTime } = this.connection.account;
		for (let asked = 0; asked < 2 && serverTime.surely === undefined; asked++)
			await this.call('getAccount', {});
		const time = serverTime.surely;
		if (time === undefined) throw new RadarApiError(apiFailure('getAccount', 'notThisService', 'notDone'));
		return time;
	}

	/** Sent again after an unknown outcome, once its radar surely isn't there. @param earlier the same create, if it was lost before */
	async createRadar(definition: RadarDefinition, earlier?: LostCreate): Promise<Radar> {
		return await createSafely(this.connection, definition, earlier);
	}

	/** The radar of a lost create; undefined if it isn't there. */
	async findLostRadar(failure: LostFailure): Promise<Radar | undefined> {
		return await findLost(this.connection, failure);
	}

	/** Radar by radar, page after page, newest first. */
	allRadars(query: Omit<RadarQuery, 'cursor'> = {}, limit?: number): AsyncGenerator<Radar> {
		return allRadars(this.connection, query, limit);
	}

	/** At most 1000 items and 1 MB. Never resent after an unknown outcome. */
	async createBulk(
		body: BulkCreateBody,
		earlier?: { lost: LostCreate; missing: number[] },
	): Promise<BulkOutcome> {
		return await createInBulk(this.connection, body, earlier);
	}

	/** What is there of a lost bulk request of `count` items. */
	async findLostBulk(failure: LostFailure, count: number): Promise<BulkSearch> {
		return await findLostBulk(this.connection, failure, count);
	}

	/** At most 500 unique ids. One result for each id, in their order. */
	async deactivateBulk(radarIds: string[]): Promise<BulkDeactivation[]> {
		return await deactivateBulk(this.connection, radarIds);
	}

	/** One page (docs/contributing/api.md, List updates), with the service's clock. */
	async listUpdates(query: UpdateQuery = {}): Promise<Page<Update> & { timestamp?: unknown }> {
		const body = await this.connection.request({ endpoint: 'listUpdates', query });
		return {
			items: (updatesIn(body) ?? []) as Update[],
			...endingOf(body),
			timestamp: body.timestamp,
		};
	}

	/** Update by update, page after page, in the order of the service. */
	allUpdates(
		query: Omit<UpdateQuery, 'cursor'> = {},
		limit = Number.POSITIVE_INFINITY,
	): AsyncGenerator<Update> {
		return paginate(async (cursor) => await this.listUpdates({ ...query, cursor }), {
			endpoint: 'listUpdates',
			limit,
			longestWaitSeconds: this.connection.options.longestWaitSeconds,
			idOf: ({ update_id: id }) => id,
		});
	}

	/** The updates of a range. Reads no further than needed, nor more than `cap` updates, nor after `until`, by `clock.now()`. */
	async *updatesBetween(
		range: FoundBetween,
		query: Omit<UpdateQuery, 'cursor'> = {},
		{ cap = Number.POSITIVE_INFINITY, until = Number.POSITIVE_INFINITY } = {},
	): AsyncGenerator<Update, void> {
		const slice = new TimeSlice();
		for await (const update of this.allUpdates(query, cap)) {
			await slice.yieldToEventLoop();
			if (clock.now() >= until) return;
			const verdict = range.judge(update);
			if (verdict === 'end') range.end = 'range';
			if (verdict === 'end') return;
			if (verdict === 'take') yield update;
		}
		if (range.count < cap) range.end = 'list';
	}
}

const INTERACTIVE_SECONDS = 10;

/** The longest wait, whatever the caller sets. */
const MAX_WAIT_SECONDS = 3600;

/** Executions take turns. A context without an execution counts as one of its own. */
const executionOf = (context: ServiceContext): string => executionIdOf(context) ?? randomUUID();

/**
 * Reads the credential once, and creates a client for its service.
 * @throws RadarApiError if the Base URL can't be used
 */
export async function createRadarClient(
	context: ServiceContext,
	{ longestWaitSeconds = INTERACTIVE_SECONDS, ...options }: RadarClientOptions = {},
): Promise<RadarClient> {
	const data = await context.getCredentials(CREDENTIAL);
	const base = checkBaseUrl(data.baseUrl);
	if (!base.ok) {
		const detail = problemsInWords(base.problems);
		throw new RadarApiError(apiFailure('getAccount', 'notSent', 'notDone', { detail, attempts: 0 }));
	}
	const credential: ICredentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
	const account = accountOf(base.value, String(data.apiKey).trim(), data.requestsPerSecond);
	const target = { baseUrl: base.value, credential, redact: keyRedactor(data.apiKey) };
	const connection = new Connection(context, target, account, {
		retry: true,
		...options,
		longestWaitSeconds: Math.min(longestWaitSeconds, MAX_WAIT_SECONDS),
		execution: executionOf(context),
		stop: cancelSignalOf(context),
	});
	return new RadarClient(connection, isLoopbackHost(new URL(base.value).hostname));
}

/** The result of one radar in a bulk deactivation. */
export type BulkDeactivation = { radarId: string; radar: Radar } | { radarId: string; error: RadarApiError };

/** What an entry says of its radar, if it's a success. It may have no record, only the code of a success. */
function radarOfEntry(result: JsonBody, radarId: string): Radar | undefined {
	const { status, code, data } = result;
	if (isErrorEntry(result)) return undefined;
	const radar = isObject(data) ? data : result;
	if (radar.radar_status !== undefined) return radar as Radar;
	return status === 'success' || code !== undefined ? ({ radar_id: radarId } as Radar) : undefined;
}

const idIn = (result: JsonBody): unknown =>
	result.radar_id ?? (isObject(result.data) ? result.data.radar_id : undefined);

/** One result per ID, in the order of the IDs: the one with its `radar_id`, or the one at its position if that has no ID. */
function deactivationsOf(body: JsonBody, radarIds: string[]): BulkDeactivation[] {
	const results = (listIn(body, []) ?? []).map((result) => (isObject(result) ? result : undefined));
	const byId = new Map(results.map((result) => [result && idIn(result), result]));
	return radarIds.map((radarId, index) => {
		const placed = results[index];
		const result = byId.get(radarId) ?? (placed && idIn(placed) === undefined ? placed : undefined);
		const radar = result && radarOfEntry(result, radarId);
		return radar ? { radarId, radar } : { radarId, error: errorOfEntry('deactivateRadar', result, radarId) };
	});
}

const oneByOne = async (connection: Connection, radarIds: string[]): Promise<BulkDeactivation[]> =>
	await Promise.all(
		radarIds.map(async (id): Promise<BulkDeactivation> => {
			const result = await connection.tryRequest({ endpoint: 'deactivateRadar', id });
			return result.ok
				? { radarId: id, radar: result.body.data }
				: { radarId: id, error: new RadarApiError({ ...result.failure, id }) };
		}),
	);

/**
 * One result per ID, in the order of the IDs. The name of the body's field is an assumption, so if the service rejects the body,
 * the radars are deactivated one by one.
 * @throws RadarApiError
 */
async function deactivateBulk(connection: Connection, radarIds: string[]): Promise<BulkDeactivation[]> {
	const result = await connection.tryRequest({
		endpoint: 'deactivateBulk',
		body: { [BULK_DEACTIVATE_FIELD]: radarIds },
	});
	if (result.ok) return deactivationsOf(result.body, radarIds);
	if (result.failure.status === 400 && result.failure.errors.length > 0)
		return await oneByOne(connection, radarIds);
	throw new RadarApiError(result.failure);
}
