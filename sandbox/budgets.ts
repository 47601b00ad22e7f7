import type { Clock } from './clock';
import type { Budget } from './document/document';
import type { BucketLimits, Settings } from './settings';

const UNLIMITED = 1_000_000;
/** A token that is missing no more than this is there. */
const ROUNDING = 1e-6;

/** A bucket that starts full and refills continuously. */
class TokenBucket {
	private tokens: number;
	private seen: number;

	/** `capacity` tokens, refilled within `seconds`. */
	constructor(
		readonly capacity: number,
		private readonly seconds: number,
		private readonly clock: Clock,
	) {
		this.tokens = capacity;
		this.seen = clock.elapsed();
	}

	/** Whole tokens that are there now. */
	available(): number {
		const now = this.clock.elapsed();
		this.tokens = Math.min(this.capacity, this.tokens + ((now - this.seen) / 1000) * this.rate);
		this.seen = now;
		return Math.floor(this.tokens + ROUNDING);
	}

	take(): void {
		this.tokens -= 1;
	}

	secondsUntilOne(): number {
		return Math.max(1, Math.ceil((1 - this.tokens) / this.rate));
	}

	secondsUntilFull(): number {
		return Math.ceil((this.capacity - this.tokens) / this.rate);
	}

	private get rate(): number {
		return this.capacity / this.seconds;
	}
}

/** How a call stands with its budget: its X-RateLimit headers, and why it was refused, if it was. */
export interface BudgetAnswer {
	headers: Record<string, string>;
	refused: { reason: 'minute' | 'burst'; retryAfter: number } | null;
}

interface Buckets {
	minute: TokenBucket;
	second: TokenBucket | null;
}

/** The three budgets (docs/contributing/api.md, Rate limits): write and read by key, bulk by account. */
export class Budgets {
	private readonly buckets = new Map<string, Buckets>();

	constructor(
		private readonly settings: () => Settings,
		private readonly clock: Clock,
	) {}

	/** Takes one token for a call, from the minute and the second together, or from neither. */
	take(budget: Budget, owner: string): BudgetAnswer {
		if (this.settings().unlimited) return { headers: headersOf(UNLIMITED, UNLIMITED, 0), refused: null };
		const { minute, second } = this.bucketsOf(budget, owner);
		const refused = this.refusal(minute, second);
		if (refused === null) {
			minute.take();
			second?.take();
		}
		const remaining = minute.available();
		return { headers: headersOf(minute.capacity, remaining, minute.secondsUntilFull()), refused };
	}

	/** Fills every bucket, and reads the limits again. */
	reset(): void {
		this.buckets.clear();
	}

	private refusal(minute: TokenBucket, second: TokenBucket | null): BudgetAnswer['refused'] {
		if (minute.available() < 1) return { reason: 'minute', retryAfter: minute.secondsUntilOne() };
		if (second !== null && second.available() < 1) return { reason: 'burst', retryAfter: 1 };
		return null;
	}

	private bucketsOf(budget: Budget, owner: string): Buckets {
		const name = `${budget} ${owner}`;
		const known = this.buckets.get(name) ?? this.filled(this.settings().limits[budget]);
		this.buckets.set(name, known);
		return known;
	}

	private filled({ perMinute, perSecond }: BucketLimits): Buckets {
		const { speed } = this.settings();
		const bucket = (limit: number, seconds: number) =>
			new TokenBucket(Math.max(1, Math.round(limit * speed)), seconds, this.clock);
		return { minute: bucket(perMinute, 60), second: perSecond === null ? null : bucket(perSecond, 1) };
	}
}

const headersOf = (limit: number, remaining: number, reset: number) => ({
	'x-ratelimit-limit': String(limit),
	'x-ratelimit-remaining': String(remaining),
	'x-ratelimit-reset': String(reset),
});
