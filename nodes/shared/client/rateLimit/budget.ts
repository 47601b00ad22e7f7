import { LIMITS } from '../../api/limits';
import type { BudgetName } from '../endpoints';
import { AdaptiveShare, TokenBucket } from './tokenBucket';
import { BurstLimiter } from './burstLimiter';
import { CompetingUsage } from './competingUsage';

const MINUTE_MS = 60_000;

const PER_MINUTE: Record<BudgetName, number> = {
	read: LIMITS.readPerMinute,
	write: LIMITS.writePerMinute,
	bulk: LIMITS.bulkPerMinute,
};

/** The least that the default limits allow per second, as a share of those per minute; assumed of higher limits too. */
const PER_SECOND_SHARE = LIMITS.perSecond / LIMITS.readPerMinute;

/** The limit per minute until a header reports it: a plan that allows more per second also allows more per minute. */
const assumedLimit = (name: BudgetName, perSecond: number): number =>
	name === 'bulk' || perSecond <= LIMITS.perSecond ? PER_MINUTE[name] : perSecond / PER_SECOND_SHARE;

/** Requests sent within this time may overtake each other. */
const OVERTAKING_MS = 300;

/** A request may reach the service this much sooner after it was sent than earlier ones did. */
const LAG_MS = 240;

/** A shorter reset time says too little about the rate, because it is in whole seconds. */
const MIN_TELLING_RESET_SECONDS = 5;

/** Where no header reports a limit, the rate follows refusals. */
const REFUSED_FACTOR = 0.7;
const MIN_SHARE = 0.05;
const INCREASE_PER_MS = 0.1 / MINUTE_MS;

/** `n` processes keep `16 / √n` tokens that nobody competes for, or as many as are refilled in `2 / √n` seconds. */
const RESERVE_TOKENS = 16;
const RESERVE_MS = 2000;
const MAX_RESERVE_SHARE = 0.25;
const MIN_OWN_SHARE = 0.05;
/** Beside others, no process sends faster than this multiple of the refill rate. */
const MAX_PACE = 1.5;
/** Room below the limit per second where several processes share it. */
const SHARED_SECOND = 0.9;

/** The X-RateLimit headers of a response, and what a 429 says. */
export interface RateLimitUpdate {
	limit?: number;
	remaining?: number;
	/** Seconds until the budget is fully refilled. */
	reset?: number;
	/** Set by a 429: nothing of this budget is sent for this long. */
	pauseSeconds?: number;
	/** Whether it was the limit per second that was passed. */
	burst?: boolean;
}

/** Tokens per millisecond. The reset time counts only where it contradicts the limit. */
const rateOf = (limit: number, remaining: number, reset: number | undefined): number => {
	const usual = limit / MINUTE_MS;
	if (reset === undefined || reset < MIN_TELLING_RESET_SECONDS || remaining >= limit) return usual;
	const reported = (limit - remaining) / (reset * 1000);
	return reported > 1.5 * usual || reported < usual / 1.5 ? reported : usual;
};

/** What was believed when a request was sent, to compare with what its response reports. */
interface Ticket {
	sentAt: number;
	/** How many requests were sent up to this one. */
	number: number;
	level: number;
	/** Own requests so near before and after this one that they may overtake each other on their way. */
	before: number;
	after: number;
}

/**
 * One of the three budgets of a key: token buckets per minute and per second, with times of an injected clock.
 * Alone, a process sends as soon as both hold a token, and the X-RateLimit headers of each response correct the level.
 * Beside other processes, which show as tokens missing in those headers, each sends in proportion to the tokens left, less
 * what others are expected to take: all slow down alike, and a reserve stays that nobody competes for.
 * Limits that no header reports are found by additive increase and multiplicative decrease.
 * Requests start slowly, until the first response shows whether others are there or none comes for some seconds.
 */
export class Budget {
	private readonly minute: TokenBucket;
	private readonly second: BurstLimiter | undefined;
	private readonly competing = new CompetingUsage();

	private limit: number;
	private ratePerMs: number;
	private isLimitReported = false;
	private readonly share: AdaptiveShare;

	/** How far the requests per second inferred from a higher limit hold. */
	private inferredShare = 1;

	/** The sum of all corrections: a ticket is compared with the level as it would be believed today. */
	private corrections = 0;

	private readonly inFlight = new Set<Ticket>();

	/** Requests on their way, so young that the next one may overtake them. */
	private readonly recent = new Set<Ticket>();

	/** When the newest request was sent whose response is known, and how many had been sent by then. */
	private knownAt: number;
	private known = 0;

	private taken = 0;
	private takenAt: number;
	private pausedUntil = Number.NEGATIVE_INFINITY;

	constructor(
		private readonly name: BudgetName,
		private perSecond: number,
		now: number,
	) {
		this.limit = assumedLimit(name, perSecond);
		this.ratePerMs = this.limit / MINUTE_MS;
		this.minute = new TokenBucket(this.limit, this.ratePerMs, now);
		this.second = name === 'bulk' ? undefined : new BurstLimiter(perSecond, now);
		this.share = new AdaptiveShare(1, REFUSED_FACTOR, MIN_SHARE, now);
		this.knownAt = now;
		this.takenAt = now;
	}

	/** When the next request may be sent; not later than `now` means at once. */
	nextAt(now: number): number {
		if (!this.isLimitReported) {
			this.minute.resize(this.limit, this.ratePerMs * this.share.at(now, INCREASE_PER_MS), now);
		}
		const besideOthers = this.competing.isPresent(now);
		return Math.max(
			this.pausedUntil,
			besideOthers ? this.nextBesideOthers(now) : this.nextAlone(now),
			this.second?.nextAt(now, besideOthers) ?? now,
		);
	}

	take(now: number): Ticket {
		this.minute.take(now);
		this.second?.take(now);
		for (const other of this.recent) {
			if (other.sentAt < now - OVERTAKING_MS) this.recent.delete(other);
			else other.after++;
		}
		const level = this.minute.level(now) - this.corrections;
		const ticket: Ticket = { sentAt: now, number: ++this.taken, level, before: this.recent.size, after: 0 };
		this.takenAt = now;
		this.recent.add(ticket);
		this.inFlight.add(ticket);
		return ticket;
	}

	/** Compares what was believed when the request was sent with what its response reports. */
	learn(ticket: Ticket, update: RateLimitUpdate, now: number): void {
		const { limit, remaining, pauseSeconds } = update;
		this.recent.delete(ticket);
		this.inFlight.delete(ticket);
		this.second?.endStart(now);
		if (limit !== undefined && remaining !== undefined && ticket.sentAt >= this.knownAt) {
			this.isLimitReported = true;
			if (pauseSeconds !== undefined) this.correct(1, now);
			const rate = rateOf(limit, remaining, update.reset);
			if (limit !== this.limit || rate !== this.ratePerMs) this.adopt(limit, rate, remaining, ticket, now);
			else this.compare(remaining, update, ticket, now);
			this.knownAt = ticket.sentAt;
			this.known = ticket.number;
		}
		if (pauseSeconds !== undefined) this.pause(now + pauseSeconds * 1000, update.burst === true, now);
	}

	/** Requests per second that the user's plan allows. */
	allow(perSecond: number): void {
		this.perSecond = perSecond;
		if (!this.isLimitReported) {
			this.limit = assumedLimit(this.name, perSecond);
			this.ratePerMs = this.limit / MINUTE_MS;
		}
		this.second?.allow(this.allowedPerSecond);
	}

	/** A user who left the default doesn't know of the higher limit that the headers report. */
	private get allowedPerSecond(): number {
		if (this.perSecond !== LIMITS.perSecond || this.limit <= PER_MINUTE[this.name]) return this.perSecond;
		return Math.max(this.perSecond, this.limit * PER_SECOND_SHARE * this.inferredShare);
	}

	private nextAlone(now: number): number {
		return this.minute.timeOf(1 + Math.min(this.ratePerMs * LAG_MS, this.limit / 2), now);
	}

	/** When time since the last request, times the tokens left, reaches the target, so that the pace is in proportion to the tokens. */
	private nextBesideOthers(now: number): number {
		const left = this.minute.level(now) - this.competing.expected(now - this.knownAt, this.ratePerMs);
		const growth = this.ratePerMs - this.competing.lasting(this.ratePerMs);
		const since = now - this.takenAt;
		const wanted = Math.max(RESERVE_TOKENS, RESERVE_MS * this.ratePerMs);
		const reserve = Math.min(wanted, MAX_RESERVE_SHARE * this.limit);
		const target = reserve / Math.sqrt(Math.max(MIN_OWN_SHARE, this.competing.ownShare)) / this.ratePerMs;
		// Solves (since + wait) * (left + growth * wait) = target.
		const half = (left - growth * since) / 2;
		const wait = (Math.sqrt(half * half + growth * target) - half) / growth - since;
		const untilOneIsLeft = (1 - left) / growth;
		return Math.max(now + Math.max(wait, untilOneIsLeft, 0), this.takenAt + 1 / (MAX_PACE * this.ratePerMs));
	}

	private compare(remaining: number, { pauseSeconds }: RateLimitUpdate, ticket: Ticket, now: number): void {
		const believed = ticket.level + this.corrections;
		// Whole tokens are reported, and requests overtake each other: what that explains needs no correction.
		const min = remaining - 1 - ticket.before;
		const max = remaining + 1 + ticket.after;
		const correction = Math.max(min, Math.min(max, believed)) - believed;
		this.correct(correction, now);
		const lost = pauseSeconds !== undefined && remaining === 0 ? 1 : 0;
		const [own, age] = [ticket.number - this.known, ticket.sentAt - this.knownAt];
		// Tokens that were missing before the first request don't show a rate: no more were taken than a second allows.
		const others = Math.min(lost - correction, this.perSecond * (1 + age / 1000));
		this.competing.learn(own, others, age, this.ratePerMs, now);
		if (this.competing.isPresent(now)) {
			this.second?.shareWithOthers(SHARED_SECOND * this.competing.ownShare, now);
		}
	}

	/** Takes over a limit or a rate that differs from what was believed. */
	private adopt(limit: number, rate: number, remaining: number, ticket: Ticket, now: number): void {
		// Requests that were overtaken are yet to be counted by the service.
		const level = remaining - ticket.before;
		const levelAt = (number: number, time: number) =>
			level - (number - ticket.number) + rate * (time - ticket.sentAt);
		const correction = levelAt(this.taken, now) - this.minute.level(now);
		this.limit = limit;
		this.ratePerMs = rate;
		this.minute.resize(limit, rate, now, correction);
		this.corrections += correction;
		// Their responses will report what is left of the new limit.
		for (const other of this.inFlight) {
			other.level = Math.min(limit, levelAt(other.number, other.sentAt)) - this.corrections;
		}
		this.allow(this.perSecond);
	}

	private correct(tokens: number, now: number): void {
		this.minute.add(tokens, now);
		this.corrections += tokens;
	}

	/** Requests that were in flight together report the same refusal once. */
	private pause(until: number, isBurst: boolean, now: number): void {
		if (this.pausedUntil <= now) {
			if (isBurst) {
				this.second?.slowDown(until);
				if (!this.competing.isPresent(now)) this.inferredShare *= REFUSED_FACTOR;
				this.allow(this.perSecond);
			} else if (!this.isLimitReported) {
				this.share.decrease(until);
				this.minute.empty(until);
			}
		}
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}
}
