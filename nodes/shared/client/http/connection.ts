import type { Account } from './account';
import { AbortGroup, clock } from '../../concurrency/clock';
import { isBurst } from '../errors/envelope';
import type { Result } from './parseResponse';
import type { EndpointName, Request, ResponseBody } from '../../api/endpoints';
import { apiFailure, type ApiFailure } from '../errors/apiFailure';
import { RadarApiError } from '../errors/radarApiError';
import type { Permit, RefusedTurn, Turn } from '../rateLimit/rateLimiter';
import { retryDelaySeconds } from './retryPolicy';
import { send, type ServiceContext, type Target } from './send';

/** What the calls of one node run have in common. */
export interface ConnectionOptions {
	/** Whether to send a failed request again. */
	retry: boolean;
	/** How long one call may take with all its waits and tries. */
	longestWaitSeconds: number;
	/** The ID of the execution: executions take turns. */
	execution: string;
	/** Aborted when the run is stopped. */
	stop?: AbortSignal;
	/** When aborted, start no new requests; let those already sent, and their retries, finish. */
	stopNewRequests?: AbortSignal;
}

/** Shorter waits are normal spacing between requests, so they aren't logged. */
const LOGGED_WAIT_MS = 1000;

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const failureInWords = ({ kind, status, errors }: ApiFailure): string => {
	if (status === undefined) return kind;
	return isBurst(errors) ? `status ${status} (burst)` : `status ${status}`;
};

/** The failed attempts of one call. */
class Attempts {
	private readonly started = clock.now();

	private readonly triesByStatus = new Map<number | undefined, number>();

	count = 0;

	/** What the call fails with. Even if the last attempt did nothing, an earlier one may have worked. */
	reported: ApiFailure | undefined;

	/** Notes an attempt. Returns what `retryDelaySeconds` needs. */
	add(failed: ApiFailure): { failure: ApiFailure; tries: number } {
		const triedForSeconds = (clock.now() - this.started) / 1000;
		const failure = { ...failed, attempts: ++this.count, triedForSeconds };
		this.reported = this.reported?.outcome === 'unknown' ? { ...failure, outcome: 'unknown' } : failure;
		const tries = (this.triesByStatus.get(failure.status) ?? 0) + 1;
		this.triesByStatus.set(failure.status, tries);
		return { failure, tries };
	}
}

/** Sends calls within the rate limits, and retries them if that can't do harm. */
export class Connection {
	private readonly stop: AbortGroup;

	private readonly stopBeforeSending: AbortGroup;

	constructor(
		private readonly context: ServiceContext,
		private readonly target: Target,
		readonly account: Account,
		readonly options: ConnectionOptions,
	) {
		this.stop = new AbortGroup(options.stop);
		this.stopBeforeSending = new AbortGroup(options.stop, options.stopNewRequests);
	}

	/** The same connection for follow-ups of a sent request, which continue after `stopNewRequests`, and whose reads are repeated. */
	forFollowUp(): Connection {
		return new Connection(this.context, this.target, this.account, {
			...this.options,
			retry: true,
			stopNewRequests: undefined,
		});
	}

	/** The body of the response. @throws RadarApiError */
	async request<Name extends EndpointName>(request: Request<Name>): Promise<ResponseBody<Name>> {
		const result = await this.tryRequest(request);
		if (!result.ok) throw new RadarApiError(result.failure);
		return result.body;
	}

	/** Sends the call, and retries until it succeeds or another attempt makes no sense. Never throws. */
	async tryRequest<Name extends EndpointName>(
		request: Request<Name>,
		deadline = this.deadlineFromNow(),
	): Promise<Result<ResponseBody<Name>>> {
		const { execution } = this.options;
		const turn: Turn = { execution, deadline, stop: this.stopBeforeSending };
		const attempts = new Attempts();
		for (;;) {
			const permit = await this.permitFor(request, turn);
			if ('refused' in permit) {
				const { refused, roomInSeconds: retryAfterSeconds } = permit;
				this.logFailure(request, refused, attempts.count);
				const refusal = { retryAfterSeconds, attempts: 0 };
				const failure = apiFailure(request.endpoint, refused, 'notDone', refusal);
				return { ok: false, failure: attempts.reported ?? failure };
			}
			const { result, rateLimitUpdate } = await send(this.context, this.target, request, this.stop);
			permit.returnPermit(rateLimitUpdate);
			turn.stop = this.stop;
			if (result.ok) {
				this.account.serverTime.observe(result.body.timestamp);
				return result;
			}

			const { failure, tries } = attempts.add(result.failure);
			const seconds = this.options.retry ? retryDelaySeconds(failure, tries, clock.random()) : undefined;
			if (seconds === undefined || !(await this.wait(seconds, deadline))) {
				if (failure.outcome !== 'refused') this.logFailure(request, failureInWords(failure), attempts.count);
				return { ok: false, failure: attempts.reported ?? failure };
			}
			const waited = inSeconds(seconds * 1000);
			this.log('debug', request, `failed (${failureInWords(failure)}), retrying after ${waited}`);
		}
	}

	/** Waits until the rate limit lets the request pass. */
	private async permitFor(request: Request, turn: Turn): Promise<Permit | RefusedTurn> {
		const askedAt = clock.now();
		const permit = await this.account.rateLimiter.acquire(request, turn);
		const waited = clock.now() - askedAt;
		if (!('refused' in permit) && waited >= LOGGED_WAIT_MS)
			this.log('debug', request, `waited ${inSeconds(waited)} for the rate limit`);
		return permit;
	}

	private logFailure(request: Request, reason: string, attempts: number): void {
		if (this.isStopped) return;
		const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
		this.log('warn', request, `failed after ${tries} (${reason})`);
	}

	/** For bug reports. Only names the endpoint, so that no key, secret or personal data is logged. */
	private log(level: 'debug' | 'warn', { endpoint }: Request, text: string): void {
		this.context.logger[level](`Company Radar: ${endpoint} ${text}`);
	}

	/** Waits for the promise. @throws RadarApiError as soon as no new requests may be sent */
	async unlessStopped(promise: Promise<void>): Promise<void> {
		const { stopBeforeSending } = this;
		await new Promise<void>((resolve) => {
			const end = () => {
				stopBeforeSending.remove(end);
				resolve();
			};
			if (stopBeforeSending.isAborted) return resolve();
			stopBeforeSending.add(end);
			void promise.finally(end);
		});
		if (!stopBeforeSending.isAborted) return;
		throw new RadarApiError(apiFailure('getAccount', 'cancelled', 'notDone', { attempts: 0 }));
	}

	/** The deadline of a call that starts now, by `clock.now()`. */
	deadlineFromNow(): number {
		return clock.now() + this.options.longestWaitSeconds * 1000;
	}

	/** Waits. Returns false at once if the wait would pass the deadline, or when the run is stopped. */
	async wait(seconds: number, deadline = Number.POSITIVE_INFINITY): Promise<boolean> {
		const milliseconds = seconds * 1000;
		if (this.isStopped || clock.now() + milliseconds > deadline) return false;
		if (milliseconds > 0) await clock.sleep(milliseconds, this.stop);
		return !this.isStopped;
	}

	get isStopped(): boolean {
		return this.stop.isAborted;
	}
}
