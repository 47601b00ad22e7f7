/** The rate is averaged over the time in which so many tokens are refilled. */
const MEMORY_TOKENS = 20;

/** From this share of the refill on, others are taken to be there. Below, it is the noise of the way. */
const PRESENCE = 0.15;

/** Others who are there are taken to use at least, and at most, this share of the refill. */
const LEAST_SHARE = 0.5;
const MOST_SHARE = 0.8;

/** They are taken to have sent at least so many times what this process sent: both see the same room at the same time. */
const FOR_EACH_OWN = 1.5;

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

	/** What they will have taken since the newest request was sent whose answer is known: its age, and what was sent after it. */
	expected(milliseconds: number, own: number, refillPerMs: number): number {
		if (!this.arePresent) return 0;
		const share = Math.min(MOST_SHARE, Math.max(LEAST_SHARE, this.share));
		return Math.max(share * refillPerMs * milliseconds, FOR_EACH_OWN * own) + SPREAD_TOKENS;
	}
}
