import { endpointOf, type EndpointName, type Request, type ResponseBody } from '../../api/endpoints';
import { type ApiFailure, type FailureKind, isBurst, apiFailure } from '../errors/apiFailure';
import type { Account } from './account';
import { AbortGroup, clock } from '../../host/clock';
import type { Result } from './response';
import { RadarApiError } from '../errors/radarApiError';
import type { Permit, Turn } from '../rateLimit/rateLimiter';
import { send, type ServiceContext, type Target } from './send';

interface RetryPolicy {
	/** Includes the first attempt. */
	maxAttempts: number;
	/** Seconds before the second attempt; doubled for each further one. */
	firstDelaySeconds: number;
	/** The wait is multiplied by a random number between these two. */
	jitter: readonly [number, number];
}

/** As recommended in docs/contributing/api.md, Errors. Failed connections are treated like a 500. */
const RETRY_POLICIES = {
	internal: { maxAttempts: 3, firstDelaySeconds: 1, jitter: [0.5, 1.5] },
	unavailable: { maxAttempts: 5, firstDelaySeconds: 30, jitter: [1, 1.2] },
	/** No delay here: the budget itself pauses for `Retry-After`. */
	rateLimit: { maxAttempts: 10, firstDelaySeconds: 0, jitter: [1, 1] },
} as const satisfies Record<string, RetryPolicy>;

const RETRYABLE_KINDS: FailureKind[] = ['unreachable', 'timeout', 'cut', 'cutJson', 'empty'];

const retryPolicyOf = ({ kind, status }: ApiFailure): RetryPolicy | undefined => {
	if (status === 429) return RETRY_POLICIES.rateLimit;
	if (status === 503) return RETRY_POLICIES.unavailable;
	const isInternal = (status ?? 0) >= 500 || RETRYABLE_KINDS.includes(kind);
	return isInternal ? RETRY_POLICIES.internal : undefined;
};

/** Whether a retry can't do the same thing twice. */
const isSafe = (failure: ApiFailure): boolean =>
	failure.outcome !== 'unknown' || endpointOf(failure).isHarmless === true;

/**
 * Seconds to wait before the next attempt; undefined if there is none. `tries` counts the attempts that failed with the same
 * status; `random` is 0 to 1.
 */
export function retryDelaySeconds(failure: ApiFailure, tries: number, random: number): number | undefined {
	const policy = retryPolicyOf(failure);
	if (!policy || failure.outcome === 'refused') return undefined;
	if (tries >= policy.maxAttempts || !isSafe(failure)) return undefined;
	const [from, to] = policy.jitter;
	const seconds = policy.firstDelaySeconds * 2 ** (tries - 1) * (from + (to - from) * random);
	const retryAfter = failure.status === 429 ? 0 : (failure.retryAfterSeconds ?? 0);
	return Math.max(seconds, retryAfter);
}

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

const failureForLog = ({ kind, status, errors }: ApiFailure): string => {
	if (status === undefined) return kind;
	return isBurst(errors) ? `status ${status} (burst)` : `status ${status}`;
};

const CREATES: EndpointName[] = ['createRadar', 'createBulk'];

const NOT_SENT =
	'Not sent, because an earlier create got this answer, which is not in the format of the service.';

const notSentAfter = ({ kind, status, serviceMessage }: ApiFailure, { endpoint }: Request): ApiFailure =>
	apiFailure(endpoint, kind, 'notDone', { status, serviceMessage, detail: NOT_SENT, attempts: 0 });

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

	private readonly noMoreCreates = new AbortController();

	private readonly noCreates: AbortGroup;

	/** Why no more creates are sent; pending while the radar of a create with a strange answer is searched for. */
	private held: Promise<ApiFailure | undefined> = Promise.resolve(undefined);

	constructor(
		private readonly context: ServiceContext,
		private readonly target: Target,
		readonly account: Account,
		readonly options: ConnectionOptions,
	) {
		this.stop = new AbortGroup(options.stop);
		this.stopBeforeSending = new AbortGroup(options.stop, options.stopNewRequests);
		this.noCreates = new AbortGroup(options.stop, options.stopNewRequests, this.noMoreCreates.signal);
	}

	/** The same connection for follow-ups of a sent request, which continue after `stopNewRequests`, and whose reads are repeated. */
	forFollowUp(): Connection {
		return new Connection(this.context, this.target, this.account, {
			...this.options,
			retry: true,
			stopNewRequests: undefined,
		});
	}

	/** Sends no other create of the run until the search has ended, and none at all if it ends with a failure. It must not reject. */
	holdCreates(search: Promise<ApiFailure | undefined>): void {
		const { held } = this;
		this.held = (async () => {
			const failure = (await held) ?? (await search);
			// Creates that wait for the rate limit fail at once.
			if (failure) this.noMoreCreates.abort();
			return failure;
		})();
	}

	/** The body of the response. @throws RadarApiError */
	async request<Name extends EndpointName>(request: Request<Name>): Promise<ResponseBody<Name>> {
		const result = await this.tryRequest(request);
		if (!result.ok) throw new RadarApiError({ ...result.failure, id: request.id });
		return result.body;
	}

	/** Sends the call, and retries until it succeeds or another attempt makes no sense. Never throws. */
	async tryRequest<Name extends EndpointName>(
		request: Request<Name>,
		deadline = this.deadlineFromNow(),
	): Promise<Result<ResponseBody<Name>>> {
		const isCreate = CREATES.includes(request.endpoint);
		const stop = isCreate ? this.noCreates : this.stopBeforeSending;
		const turn: Turn = { execution: this.options.execution, deadline, stop };
		const attempts = new Attempts();
		for (;;) {
			const permit = await this.permitFor(request, turn);
			const stopped = isCreate ? await this.held : undefined;
			if (stopped) {
				if ('returnPermit' in permit) permit.returnPermit({});
				return { ok: false, failure: notSentAfter(stopped, request) };
			}
			if (!('returnPermit' in permit)) {
				this.logFailure(request, permit.kind, attempts.count);
				return { ok: false, failure: attempts.reported ?? permit };
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
			const isOver = seconds === undefined || !(await this.wait(seconds, deadline));
			if (isOver || (await request.mayRepeat?.()) === false) {
				if (failure.outcome !== 'refused') this.logFailure(request, failureForLog(failure), attempts.count);
				return { ok: false, failure: attempts.reported ?? failure };
			}
			const again = `retrying after ${inSeconds(seconds * 1000)}`;
			this.log('debug', request, `failed (${failureForLog(failure)}), ${again}`);
		}
	}

	/** Waits until the rate limit lets the request pass. */
	private async permitFor(request: Request, turn: Turn): Promise<Permit | ApiFailure> {
		const askedAt = clock.now();
		const permit = await this.account.rateLimiter.acquire(request, turn);
		const waited = clock.now() - askedAt;
		if ('returnPermit' in permit && waited >= LOGGED_WAIT_MS)
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
