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
export class AdaptiveShare {
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
