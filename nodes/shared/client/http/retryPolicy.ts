import { endpointOf } from '../../api/endpoints';
import type { ApiFailure, FailureKind } from '../errors/apiFailure';

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
