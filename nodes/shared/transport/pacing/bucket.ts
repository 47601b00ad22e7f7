/** Times are milliseconds of one clock that only grows; rates are tokens per millisecond. */
const ROUNDING = 1e-9;

/** A token bucket as the service has it (interface section 8): full at the start, refilled continuously. */
export class Bucket {
	private tokens: number;

	constructor(
		private capacity: number,
		private rate: number,
		private seen: number,
	) {
		this.tokens = capacity;
	}

	/** What there is now; below 0 where more was taken than there was. */
	level(now: number): number {
		if (now > this.seen) {
			this.tokens = Math.min(this.capacity, this.tokens + (now - this.seen) * this.rate);
			this.seen = now;
		}
		return this.tokens;
	}

	take(now: number): void {
		this.tokens = this.level(now) - 1;
	}

	/** When there will be so many tokens, as far as they fit in. */
	timeOf(tokens: number, now: number): number {
		const missing = Math.min(tokens, this.capacity) - this.level(now);
		return missing <= ROUNDING ? now : now + missing / this.rate;
	}

	/** Corrects the level by what the service told. */
	add(tokens: number, now: number): void {
		this.tokens = Math.min(this.capacity, this.level(now) + tokens);
	}

	/** Takes over other limits, and what the service told with them. */
	resize(capacity: number, rate: number, now: number, correction = 0): void {
		this.tokens = Math.min(capacity, this.level(now) + correction);
		this.capacity = capacity;
		this.rate = rate;
	}
}
