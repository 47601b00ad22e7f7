import type { BudgetName } from '../../api/endpoints';
import { LIMITS } from '../../api/limits';
import { MINUTE_MS, SECOND_MS } from '../../values/basics/time';

const ROUNDING = 1e-9;

/** Full at the start and refilled continuously, like the service's. Times are in milliseconds of a monotonic clock. */
export class TokenBucket {
	private tokens: number;

	constructor(
		private capacity: number,
		private tokensPerMs: number,
		private seenAt: number,
	) {
		this.tokens = capacity;
	}

	/** The tokens now; below 0 if more were taken than available. */
	level(now: number): number {
		if (now > this.seenAt) {
			this.tokens = Math.min(this.capacity, this.tokens + (now - this.seenAt) * this.tokensPerMs);
			this.seenAt = now;
		}
		return this.tokens;
	}

	take(now: number): void {
		this.tokens = this.level(now) - 1;
	}

	/** When the bucket holds this many tokens, or is full. */
	timeOf(tokens: number, now: number): number {
		const missing = Math.min(tokens, this.capacity) - this.level(now);
		return missing <= ROUNDING ? now : now + missing / this.tokensPerMs;
	}

	/** Applies new limits, and a correction of the level. */
	resize(capacity: number, tokensPerMs: number, now: number, correction = 0): void {
		// The correction applies to the level before a smaller capacity cuts it.
		this.capacity = Math.max(capacity, this.capacity);
		this.tokensPerMs = tokensPerMs;
		this.tokens = Math.min(capacity, this.level(now) + correction);
		this.capacity = capacity;
	}
}

const MIN_SHARE = 0.05;

/** Finds how much of an unknown rate can be used: multiplicative decrease on a refusal, additive increase over time. */
class AdaptiveShare {
	private share = 1;

	constructor(
		private readonly refusedFactor: number,
		private readonly increasePerMs: number,
		private seenAt: number,
	) {}

	at(now: number): number {
		if (now > this.seenAt) {
			this.share = Math.min(1, this.share + (now - this.seenAt) * this.increasePerMs);
			this.seenAt = now;
		}
		return this.share;
	}

	/** Lowers the share after a refused request; it grows again from `time` on. */
	decrease(time: number): void {
		this.share = Math.max(MIN_SHARE, this.share * this.refusedFactor);
		this.seenAt = time;
	}
}

const PER_MINUTE: Record<BudgetName, number> = {
	read: LIMITS.readPerMinute,
	write: LIMITS.writePerMinute,
	bulk: LIMITS.bulkPerMinute,
};

/** The default limit per second as a share of the one per minute. Higher limits are assumed to have the same ratio. */
const PER_SECOND_SHARE = LIMITS.perSecond / LIMITS.readPerMinute;

/** Share of a second's requests sent at once; the rest is room for requests that bunch up on their way. */
const BURST_SHARE = 0.5;

/** A new process starts at this share of the limit per second, until its first response or for this long. */
const START_SHARE = 0.3;
const START_MS = 3000;

/** A request may travel this much faster than earlier ones, so the service's bucket may have refilled less than this one. */
const LAG_MS = 240;

/** Requests sent within this time may overtake each other. */
const OVERTAKING_MS = 500;

/**
 * Other processes count as present for `PRESENCE_MS` if they take this share of the refill and this many tokens, averaged over
 * `AVERAGE_MS`.
 */
const PRESENCE_SHARE = 0.2;
const PRESENCE_TOKENS = 2;
const AVERAGE_MS = 4000;
const PRESENCE_MS = 30_000;

/** Others are never expected to take the whole refill, or this process would wait forever. */
const MAX_OTHERS_SHARE = 0.85;

/** If other processes are present, a request leaves the refill of this time in the bucket, less the time since the last request. */
const RESERVE_MS = 7200;

/** The X-RateLimit headers of a response, and what a 429 says. */
export interface RateLimitUpdate {
	limit?: number;
	remaining?: number;
	/** Seconds until the budget is fully refilled. */
	reset?: number;
	/** Set by a 429: nothing of this budget is sent for this long. */
	pauseSeconds?: number;
	/** Whether the limit per second was exceeded. */
	burst?: boolean;
}

interface SentRequest {
	sentAt: number;
	/** The estimated tokens left after it, less all corrections so far. */
	level: number;
	/** Own requests sent shortly before and after it, which may overtake each other on their way. */
	before: number;
	after: number;
}

/**
 * One of the three budgets of a key: a token bucket per minute and one per second, with times of a monotonic clock.
 * The headers of responses correct the level per minute: tokens that are missing went to other processes with the same key.
 * Alone, a process sends as soon as both buckets hold a token. With others, it spaces its requests by the tokens left.
 */
export class Budget {
	private limit: number;
	private isLimitReported = false;
	private limitKnownAt: number;

	private readonly minute: TokenBucket;
	private readonly second: TokenBucket;
	/** The usable share of an assumed limit, learned from 429s: the headers may be missing, and none reports the limit per second. */
	private readonly minuteShare: AdaptiveShare;
	private readonly secondShare: AdaptiveShare;

	/** The sum of all corrections, so that the level of an older request can be compared with today's estimate. */
	private corrections = 0;

	/** The estimated tokens per millisecond that others take. Below 0 while own requests that were overtaken have yet to arrive. */
	private othersPerMs = 0;
	private othersUntil = Number.NEGATIVE_INFINITY;

	/** Requests without a response that are so recent that the next one may overtake them. */
	private readonly recent = new Set<SentRequest>();

	private startsUntil: number;
	private lastSentAt = Number.NEGATIVE_INFINITY;
	/** When the newest request with a known response was sent. */
	private observedAt: number;
	private pausedUntil = Number.NEGATIVE_INFINITY;

	constructor(
		private readonly name: BudgetName,
		private perSecond: number,
		now: number,
	) {
		this.limit = this.assumedLimit;
		this.minute = new TokenBucket(this.limit, this.refillPerMs, now);
		this.second = new TokenBucket(1, perSecond / SECOND_MS, now);
		this.minuteShare = new AdaptiveShare(0.7, 0.1 / MINUTE_MS, now);
		this.secondShare = new AdaptiveShare(0.6, 0.01 / SECOND_MS, now);
		this.startsUntil = now + START_MS;
		this.limitKnownAt = now;
		this.observedAt = now;
	}

	/** When the next request may be sent; not later than `now` means at once. */
	nextAt(now: number): number {
		this.resizeBuckets(now);
		return Math.max(
			this.pausedUntil,
			this.minute.timeOf(1 + this.refillPerMs * LAG_MS, now),
			this.name === 'bulk' ? now : this.second.timeOf(1, now),
			now < this.othersUntil ? this.nextAmongOthers(now) : now,
		);
	}

	take(now: number): SentRequest {
		this.minute.take(now);
		this.second.take(now);
		this.lastSentAt = now;
		for (const earlier of this.recent) {
			if (earlier.sentAt < now - OVERTAKING_MS) this.recent.delete(earlier);
			else earlier.after++;
		}
		const level = this.minute.level(now) - this.corrections;
		const request = { sentAt: now, level, before: this.recent.size, after: 0 };
		this.recent.add(request);
		return request;
	}

	/** Updates the estimates with the response to a request. */
	observe(request: SentRequest, update: RateLimitUpdate, now: number): void {
		const { pauseSeconds, burst = false } = update;
		this.startsUntil = Math.min(this.startsUntil, now);
		this.recent.delete(request);
		// A refused request took no token.
		if (pauseSeconds !== undefined) this.resizeBuckets(now, 1);
		if (!burst) this.observeHeaders(request, update, now);
		if (pauseSeconds !== undefined) this.pause(now + pauseSeconds * SECOND_MS, burst, now);
	}

	/** Requests per second that the user's plan allows. */
	setPerSecond(perSecond: number): void {
		this.perSecond = perSecond;
		if (!this.isLimitReported) this.limit = this.assumedLimit;
	}

	/** A plan that allows more per second also allows more per minute. */
	private get assumedLimit(): number {
		const isDefault = this.name === 'bulk' || this.perSecond <= LIMITS.perSecond;
		return isDefault ? PER_MINUTE[this.name] : this.perSecond / PER_SECOND_SHARE;
	}

	/** Users who keep the default may have a higher limit, which the headers report. */
	private get allowedPerSecond(): number {
		if (this.perSecond !== LIMITS.perSecond || this.limit <= PER_MINUTE[this.name]) return this.perSecond;
		return Math.max(this.perSecond, this.limit * PER_SECOND_SHARE);
	}

	private get refillPerMs(): number {
		return this.limit / MINUTE_MS;
	}

	/** Tokens per millisecond that other processes are expected to take. */
	private expectedOthers(now: number): number {
		return now < this.othersUntil ? Math.max(0, this.othersPerMs) : 0;
	}

	private resizeBuckets(now: number, correction = 0): void {
		const share = this.isLimitReported ? 1 : this.minuteShare.at(now);
		this.minute.resize(this.limit, this.refillPerMs * share - this.expectedOthers(now), now, correction);
		this.corrections += correction;
		const secondShare = now < this.startsUntil ? START_SHARE : this.secondShare.at(now);
		const perSecond = this.allowedPerSecond * secondShare;
		const burst = secondShare < 1 ? 1 : Math.max(1, perSecond * BURST_SHARE);
		this.second.resize(burst, perSecond / SECOND_MS, now);
	}

	/**
	 * If other processes use the key, a request leaves them a reserve of tokens, and waits until the bucket holds more. The reserve
	 * shrinks while this process waits, so the processes take turns.
	 */
	private nextAmongOthers(now: number): number {
		const { lastSentAt, refillPerMs } = this;
		const reserve = refillPerMs * (lastSentAt + RESERVE_MS - now);
		const missing = reserve - this.minute.level(now);
		const shrinksPerMs = refillPerMs;
		const growsPerMs = refillPerMs - this.expectedOthers(now);
		const holdsMoreAt = now + missing / (shrinksPerMs + growsPerMs);
		const refilledAt = lastSentAt + 1 / refillPerMs;
		return Math.max(holdsMoreAt, refilledAt);
	}

	/** Corrects the level to the tokens that the service reports. Those that are missing went to other processes. */
	private observeHeaders(request: SentRequest, update: RateLimitUpdate, now: number): void {
		const { limit, remaining, pauseSeconds } = update;
		if (limit === undefined || remaining === undefined || request.sentAt < this.observedAt) return;
		if (limit !== this.limit) this.limitKnownAt = now;
		this.limit = limit;
		this.isLimitReported = true;
		const believed = request.level + this.corrections;
		// Headers leave out the fraction of a token, and own requests may have arrived in another order.
		const least = remaining - request.before;
		const most = remaining + 1 + request.after;
		const correction = believed > most ? remaining - believed : Math.max(0, least - believed);
		// A request sent before the limit was known was compared with another limit.
		if (request.sentAt >= this.limitKnownAt) {
			this.observeOthers(-correction, request.sentAt - this.observedAt, now);
		}
		// Here, because a lower limit applies to what was observed before, too.
		this.othersPerMs = Math.min(this.othersPerMs, MAX_OTHERS_SHARE * this.refillPerMs);
		if (pauseSeconds !== undefined && remaining === 0) this.othersUntil = now + PRESENCE_MS;
		this.resizeBuckets(now, correction);
		this.observedAt = request.sentAt;
	}

	/**
	 * Updates the average that other processes take.
	 * @param tokens taken in `milliseconds`, in addition to the expected ones
	 */
	private observeOthers(tokens: number, milliseconds: number, now: number): void {
		const taken = tokens + this.expectedOthers(now) * milliseconds;
		const kept = Math.exp(-milliseconds / AVERAGE_MS);
		const weight = milliseconds > 0 ? (1 - kept) / milliseconds : 1 / AVERAGE_MS;
		const average = this.othersPerMs * kept + taken * weight;
		this.othersPerMs = average;
		const least = Math.max(PRESENCE_SHARE * this.refillPerMs, PRESENCE_TOKENS / AVERAGE_MS);
		if (average >= least) this.othersUntil = now + PRESENCE_MS;
		// Smaller amounts are network noise.
		else if (now >= this.othersUntil) this.othersPerMs = Math.min(average, 0);
	}

	/** Requests in flight together report the same refusal, so it counts once. */
	private pause(until: number, burst: boolean, now: number): void {
		if (now >= this.pausedUntil) {
			if (burst) {
				this.secondShare.decrease(until);
			} else if (!this.isLimitReported) {
				this.minuteShare.decrease(until);
				this.resizeBuckets(now, -this.minute.level(until));
			}
		}
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}
}
