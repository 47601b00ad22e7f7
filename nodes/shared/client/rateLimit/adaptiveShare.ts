/** Finds how much of an untold rate can be used: multiplicative decrease on a refusal, additive increase over time. */
export class AdaptiveShare {
	constructor(
		private share: number,
		private readonly refusedFactor: number,
		private readonly min: number,
		private seenAt: number,
	) {}

	at(now: number, increasePerMs: number): number {
		if (now > this.seenAt) {
			this.share = Math.min(1, this.share + (now - this.seenAt) * increasePerMs);
			this.seenAt = now;
		}
		return this.share;
	}

	/** The service refused a request; the share grows again from `time` on. */
	decrease(time: number): void {
		this.share = Math.max(this.min, this.share * this.refusedFactor);
		this.seenAt = time;
	}

	set(share: number, now: number): void {
		this.share = Math.max(this.min, share);
		this.seenAt = now;
	}
}
