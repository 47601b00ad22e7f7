/** The rate is averaged over the time in which so many tokens are refilled. */
const MEMORY_TOKENS = 20;

/** From this share of the refill on, others are taken to be there. Below, it is the noise of the way. */
const PRESENCE = 0.15;

/** Others who are there are taken to use at least, and at most, this share of the refill. */
const LEAST_SHARE = 0.5;
const MOST_SHARE = 0.8;

/** Tokens that are left to chance beside others. */
const SPREAD_TOKENS = 3;

/** Estimates what other processes take from a budget, from the corrections that the answers ask for. */
export class Others {
	/** What they take, as a share of the refill. */
	private share = 0;

	/** Others took so many tokens within so many milliseconds; below 0: they took less than believed. */
	learn(taken: number, milliseconds: number, refillPerMs: number): void {
		const refilled = milliseconds * refillPerMs;
		this.share = Math.max(0, this.share * Math.exp(-refilled / MEMORY_TOKENS) + taken / MEMORY_TOKENS);
	}

	get arePresent(): boolean {
		return this.share >= PRESENCE;
	}

	/** What they will have taken since the newest answer was sent, so many milliseconds ago. */
	expected(milliseconds: number, refillPerMs: number): number {
		if (!this.arePresent) return 0;
		const share = Math.min(MOST_SHARE, Math.max(LEAST_SHARE, this.share));
		return share * refillPerMs * milliseconds + SPREAD_TOKENS;
	}
}
