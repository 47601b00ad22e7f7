import { endpointOf } from '../../api/endpoints';
import type { ApiFailure, FailureKind } from '../errors/apiFailure';

/** How often and after what waits a call is sent again. */
interface RetryPolicy {
	/** Tries in all. */
	maxAttempts: number;
	/** Seconds before the second try; doubled with every further one. */
	firstDelaySeconds: number;
	/** The wait is multiplied by a random number between these two. */
	jitter: readonly [number, number];
}

/** The recovery that docs/contributing/api.md, Errors recommends; connections that fail are treated as a 500. */
const RETRY_POLICIES = {
	internal: { maxAttempts: 3, firstDelaySeconds: 1, jitter: [0.5, 1.5] },
	unavailable: { maxAttempts: 5, firstDelaySeconds: 30, jitter: [1, 1.2] },
	/** The budget itself waits as long as Retry-After says. */
	rateLimit: { maxAttempts: 10, firstDelaySeconds: 0, jitter: [1, 1] },
} as const satisfies Record<string, RetryPolicy>;

const RETRYABLE_KINDS: FailureKind[] = ['unreachable', 'timeout', 'cut', 'cutJson', 'empty'];

const retryPolicyOf = ({ kind, status }: ApiFailure): RetryPolicy | undefined => {
	if (status === 429) return RETRY_POLICIES.rateLimit;
	if (status === 503) return RETRY_POLICIES.unavailable;
	const isInternal = (status ?? 0) >= 500 || RETRYABLE_KINDS.includes(kind);
	return isInternal ? RETRY_POLICIES.internal : undefined;
};

export interface RetryOptions {
	/** Whether to try again what may be tried again. */
	retry: boolean;
	/** Whether to send a lookup again after a time-out, though both may be charged. */
	retryRevealOnTimeout: boolean;
}

/** Whether sending the call again cannot do the same thing twice. */
const isSafe = (failure: ApiFailure, { retryRevealOnTimeout }: RetryOptions): boolean =>
	failure.outcome !== 'unknown' ||
	endpointOf(failure).retrySafety === 'harmless' ||
	(retryRevealOnTimeout && failure.endpoint === 'reveal' && failure.kind === 'timeout');

/**
 * How many seconds to wait before the call is sent again; undefined: never.
 * `tries` is how often it was sent and failed alike; `random` is 0 to 1.
 */
export function retryDelaySeconds(
	failure: ApiFailure,
	tries: number,
	options: RetryOptions,
	random: number,
): number | undefined {
	const policy = retryPolicyOf(failure);
	if (!policy || !options.retry || failure.outcome === 'refused') return undefined;
	if (tries >= policy.maxAttempts || !isSafe(failure, options)) return undefined;
	const [from, to] = policy.jitter;
	const seconds = policy.firstDelaySeconds * 2 ** (tries - 1) * (from + (to - from) * random);
	const retryAfter = failure.status === 429 ? 0 : (failure.retryAfterSeconds ?? 0);
	return Math.max(seconds, retryAfter);
}
