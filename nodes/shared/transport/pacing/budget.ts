import { LIMITS } from '../../interface/limits';
import { Bucket } from './bucket';
import type { BudgetName } from '../calls';
import { Others } from './others';
import { PerSecond } from './perSecond';

const MINUTE = 60_000;

const PER_MINUTE: Record<BudgetName, number> = {
	read: LIMITS.readPerMinute,
	write: LIMITS.writePerMinute,
	bulk: LIMITS.bulkPerMinute,
};

/** Requests sent within so many milliseconds may overtake each other. */
const OVERTAKING = 100;

/** A request may reach the service sooner after it was sent than earlier ones did, by so many milliseconds. */
const LAG = 240;
const MOST_LAG = 2000;

/** A reset time shorter than this says too little about the rate, because it is in whole seconds. */
const TELLING_RESET_SECONDS = 5;

/** The X-RateLimit headers of an answer (interface section 8). */
export interface RateLimit {
	limit?: number;
	remaining?: number;
	/** Seconds until the budget is fully refilled. */
	reset?: number;
}

/** Tokens per millisecond. The reset time is heeded only where it says something else than the limit. */
const rateOf = (limit: number, remaining: number, reset: number | undefined): number => {
	const usual = limit / MINUTE;
	if (reset === undefined || reset < TELLING_RESET_SECONDS) return usual;
	const told = (limit - remaining) / (reset * 1000);
	return told > 1.5 * usual || told < usual / 1.5 ? told : usual;
};

/** What was believed when a request was sent, to be compared with what its answer tells. */
export interface Ticket {
	sentAt: number;
	/** How many were sent up to it. */
	number: number;
	level: number;
	/** Own requests so near before and after it that they may overtake each other on their way. */
	before: number;
	after: number;
}

/**
 * One of the three budgets of a key: says when the next request may be sent, and learns from the answers
 * what others who use the key take, and which limits the account has. Times are those of one clock that only grows.
 */
export class Budget {
	private readonly minute: Bucket;

	private readonly second: PerSecond | undefined;

	private readonly others = new Others();

	private limit: number;

	private ratePerMs: number;

	private lag = LAG;

	/** The sum of all corrections: a ticket is compared with the level as it would be believed today. */
	private corrections = 0;

	/** Requests on their way, so young that the next one may overtake them. */
	private readonly recent = new Set<Ticket>();

	/** When the newest request was sent whose answer is known, and how many had been sent by then. */
	private knownAt: number;
	private known = 0;

	private taken = 0;

	private pausedUntil = 0;

	constructor(name: BudgetName, perSecond: number, now: number) {
		this.limit = PER_MINUTE[name];
		this.ratePerMs = this.limit / MINUTE;
		this.minute = new Bucket(this.limit, this.ratePerMs, now);
		this.second = name === 'bulk' ? undefined : new PerSecond(perSecond, now);
		this.knownAt = now;
	}

	/** When the next request may be sent; not later than `now` means at once. */
	nextAt(now: number): number {
		const own = this.taken - this.known;
		const reserve = this.ratePerMs * this.lag + this.others.expected(now - this.knownAt, own, this.ratePerMs);
		return Math.max(
			this.pausedUntil,
			this.minute.timeOf(1 + Math.min(reserve, this.limit / 2), now),
			this.second?.nextAt(now, this.others.arePresent) ?? now,
		);
	}

	take(now: number): Ticket {
		this.minute.take(now);
		this.second?.take(now);
		for (const other of this.recent) {
			if (other.sentAt < now - OVERTAKING) this.recent.delete(other);
			else other.after++;
		}
		const level = this.minute.level(now) - this.corrections;
		const ticket: Ticket = { sentAt: now, number: ++this.taken, level, before: this.recent.size, after: 0 };
		this.recent.add(ticket);
		return ticket;
	}

	/** Compares what was believed when the request was sent with what the service told. */
	learn(ticket: Ticket, told: RateLimit, now: number): void {
		this.recent.delete(ticket);
		const { limit, remaining } = told;
		if (limit === undefined || remaining === undefined || ticket.sentAt < this.knownAt) return;
		const believed = ticket.level + this.corrections;
		const rate = rateOf(limit, remaining, told.reset);
		if (limit !== this.limit || rate !== this.ratePerMs) {
			// Those that were overtaken are yet to be counted by the service, and what was refilled since was too much.
			const refilled = Math.max(0, this.ratePerMs - rate) * (now - ticket.sentAt);
			const correction = remaining - ticket.before - believed - refilled;
			this.limit = limit;
			this.ratePerMs = rate;
			this.minute.resize(limit, rate, now, correction);
			this.corrections += correction;
		} else {
			// Whole tokens are told, and requests overtake each other: what that explains is no reason to correct anything.
			const least = remaining - 1 - ticket.before;
			const most = remaining + 1 + ticket.after;
			const correction = Math.max(least, Math.min(most, believed)) - believed;
			this.minute.add(correction, now);
			this.corrections += correction;
			this.others.learn(-correction, ticket.sentAt - this.knownAt, this.ratePerMs);
			if (this.others.arePresent) this.second?.shareWithOthers(now);
		}
		this.knownAt = ticket.sentAt;
		this.known = ticket.number;
	}

	/** Nothing is sent for so long: a 429 was answered (interface section 7, 429 rules). */
	pause(milliseconds: number, burst: boolean, now: number): void {
		const until = now + milliseconds;
		// Those that were in flight together tell the same thing once.
		if (this.pausedUntil <= now) {
			if (burst) this.second?.slowDown(until);
			else this.lag = Math.min(MOST_LAG, this.lag * 2);
		}
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** Requests per second that the user's plan allows. */
	allow(perSecond: number, now: number): void {
		this.second?.allow(perSecond, now);
	}
}
