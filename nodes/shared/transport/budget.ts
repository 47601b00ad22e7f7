import { LIMITS } from '../interface/limits';
import { Bucket } from './bucket';
import type { BudgetName } from './calls';

const MINUTE = 60_000;
const SECOND = 1000;

const PER_MINUTE: Record<BudgetName, number> = {
	read: LIMITS.readPerMinute,
	write: LIMITS.writePerMinute,
	bulk: LIMITS.bulkPerMinute,
};

/** Sent at once after a rest, of what a second allows: the rest is room for requests that catch up on their way. */
const BURST = 0.8;

/** Requests arrive earlier or later than they were sent, by so many milliseconds. */
const JITTER = 30;

const burstOf = (perSecond: number): number => Math.max(1, BURST * perSecond);

/** Others that use the key make the level uncertain: so many tokens at most are left to them. */
const MOST_LEFT_TO_OTHERS = 4;

/** What others took is forgotten by half while so many tokens are refilled. */
const OTHERS_HALF_LIFE_TOKENS = 10;

/** After a refused burst fewer requests are sent a second; the share of the limit comes back by so much a second. */
const SHARE_AFTER_BURST = 0.7;
const LEAST_SHARE = 0.1;
const SHARE_BACK_PER_SECOND = 0.01;

/** A reset time shorter than this says too little about the rate, because it is in whole seconds. */
const TELLING_RESET_SECONDS = 5;

/** The X-RateLimit headers of an answer (interface section 8). */
export interface RateLimit {
	limit?: number;
	remaining?: number;
	/** Seconds until the budget is fully refilled. */
	reset?: number;
}

/** What the budget believed when a request was sent, to be compared with what the answer tells. */
export interface Ticket {
	level: number;
}

/**
 * One of the three budgets of a key: says when the next request may be sent, and learns from the answers
 * what others who use the key took, and which limits the account has.
 */
export class Budget {
	private readonly minute: Bucket;

	private readonly second: Bucket | undefined;

	private perMinute: number;

	private ratePerMs: number;

	/** The sum of all corrections: a ticket is compared with the level as it would be believed today. */
	private corrections = 0;

	private others = 0;

	private othersSeen: number;

	private share = 1;

	private shareSeen: number;

	private pausedUntil = 0;

	constructor(
		name: BudgetName,
		private perSecond: number,
		now: number,
	) {
		this.perMinute = PER_MINUTE[name];
		this.ratePerMs = this.perMinute / MINUTE;
		this.minute = new Bucket(this.perMinute, this.ratePerMs, now);
		this.second = name === 'bulk' ? undefined : new Bucket(burstOf(perSecond), perSecond / SECOND, now);
		this.othersSeen = now;
		this.shareSeen = now;
	}

	/** When the next request may be sent; not later than `now` means at once. */
	nextAt(now: number): number {
		if (this.share < 1) this.resizeSecond(now);
		return Math.max(
			this.pausedUntil,
			this.minute.timeOf(1 + this.reserve(now), now),
			this.second?.timeOf(1, now) ?? now,
		);
	}

	take(now: number): Ticket {
		this.minute.take(now);
		this.second?.take(now);
		return { level: this.minute.level(now) - this.corrections };
	}

	/** Compares what was believed when the request was sent with what the service told. */
	learn({ level }: Ticket, { limit, remaining, reset }: RateLimit, now: number): void {
		if (limit === undefined || remaining === undefined) return;
		this.learnLimit(limit, remaining, reset, now);
		// The service tells whole tokens: it has at least `remaining`, and less than one more.
		const believed = level + this.corrections;
		const correction = Math.max(remaining - believed, Math.min(0, remaining + 1 - believed));
		if (correction === 0) return;
		this.minute.add(correction, now);
		this.corrections += correction;
		this.others = this.othersAt(now) + Math.max(0, -correction);
	}

	/** Nothing is sent for so long: a 429 was answered (interface section 7, 429 rules). */
	pause(milliseconds: number, burst: boolean, now: number): void {
		if (burst && this.pausedUntil <= now) {
			this.share = Math.max(LEAST_SHARE, this.shareAt(now) * SHARE_AFTER_BURST);
			this.resizeSecond(now);
		}
		this.pausedUntil = Math.max(this.pausedUntil, now + milliseconds);
	}

	/** Requests per second that the user's plan allows. */
	allow(perSecond: number, now: number): void {
		if (perSecond === this.perSecond) return;
		this.perSecond = perSecond;
		this.resizeSecond(now);
	}

	private learnLimit(limit: number, remaining: number, reset: number | undefined, now: number): void {
		const used = limit - remaining;
		const told = reset !== undefined && reset >= TELLING_RESET_SECONDS ? used / (reset * SECOND) : undefined;
		const usual = limit / MINUTE;
		const ratePerMs = told !== undefined && (told > 1.5 * usual || told < usual / 1.5) ? told : usual;
		if (limit === this.perMinute && ratePerMs === this.ratePerMs) return;
		this.perMinute = limit;
		this.ratePerMs = ratePerMs;
		this.minute.resize(limit, ratePerMs, now);
	}

	private reserve(now: number): number {
		return this.ratePerMs * JITTER + Math.min(MOST_LEFT_TO_OTHERS, this.othersAt(now));
	}

	private othersAt(now: number): number {
		const halfLife = OTHERS_HALF_LIFE_TOKENS / this.ratePerMs;
		if (this.others > 0) this.others *= 0.5 ** ((now - this.othersSeen) / halfLife);
		this.othersSeen = now;
		return this.others;
	}

	private shareAt(now: number): number {
		this.share = Math.min(1, this.share + ((now - this.shareSeen) / SECOND) * SHARE_BACK_PER_SECOND);
		this.shareSeen = now;
		return this.share;
	}

	private resizeSecond(now: number): void {
		const allowed = this.perSecond * this.shareAt(now);
		this.second?.resize(burstOf(allowed), allowed / SECOND, now);
	}
}
