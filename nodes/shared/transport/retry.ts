import { callOf } from './calls';
import type { Fault } from './errors/fault';

/** How often and after what waits a call is sent again. */
interface Plan {
	/** Tries in all. */
	tries: number;
	/** Seconds before the second try; doubled with every further one. */
	firstSeconds: number;
	/** The wait is multiplied by a random number between these two. */
	jitter: readonly [number, number];
}

/** The recovery that docs/api.md, Errors recommends; connections that fail are treated as a 500. */
const PLANS = {
	internal: { tries: 3, firstSeconds: 1, jitter: [0.5, 1.5] },
	unavailable: { tries: 5, firstSeconds: 30, jitter: [1, 1.2] },
	/** The budget itself waits as long as Retry-After says. */
	rateLimit: { tries: 10, firstSeconds: 0, jitter: [1, 1] },
} as const satisfies Record<string, Plan>;

const planOf = ({ kind, status }: Fault): Plan | undefined => {
	if (status === 429) return PLANS.rateLimit;
	if (status === 503) return PLANS.unavailable;
	if (status !== undefined && status >= 500) return PLANS.internal;
	switch (kind) {
		case 'unreachable':
		case 'timeout':
		case 'cut':
		case 'cutJson':
		case 'empty':
			return PLANS.internal;
		default:
			return undefined;
	}
};

export interface RetryRules {
	/** The user's switch. */
	retry: boolean;
	/** Whether a lookup without an answer may be sent again and charged again. */
	retryRevealOnTimeout: boolean;
}

/** Whether sending the call again cannot do the same thing twice. */
const isSafe = (fault: Fault, { retryRevealOnTimeout }: RetryRules): boolean =>
	fault.outcome !== 'unknown' ||
	callOf(fault).repeating === 'harmless' ||
	(retryRevealOnTimeout && fault.call === 'reveal' && fault.kind === 'timeout');

/**
 * How many seconds to wait before the call is sent again; undefined: never.
 * `tries` is how often it was sent and failed alike; `random` is 0 to 1.
 */
export function retryAfter(
	fault: Fault,
	tries: number,
	rules: RetryRules,
	random: number,
): number | undefined {
	const plan = planOf(fault);
	if (!plan || !rules.retry || fault.outcome === 'refused' || tries >= plan.tries || !isSafe(fault, rules)) {
		return undefined;
	}
	const [from, to] = plan.jitter;
	const seconds = plan.firstSeconds * 2 ** (tries - 1) * (from + (to - from) * random);
	const asked = fault.status === 429 ? 0 : (fault.retryAfterSeconds ?? 0);
	return Math.max(seconds, asked);
}
