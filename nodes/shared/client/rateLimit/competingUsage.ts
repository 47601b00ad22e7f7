/** How long usage counts: it must follow a full budget that runs dry within ten seconds. */
const MEMORY_MS = 4000;

/** From this share of the refill on, other processes use the key. Below, it is the noise of the network. */
const PRESENCE_SHARE = 0.2;
const PRESENCE_MS = 30_000;

/** Without news, others are expected to slow down to this share of the refill, as this process does. */
const LASTING_SHARE = 0.5;
const MAX_EXPECTED_MS = 30_000;

/** Estimates from the counters in responses what other processes that use the key take from a budget. */
export class CompetingUsage {
	private ownPerMs = 0;
	/** Below 0 while requests that were overtaken are yet to arrive. */
	private balancePerMs = 0;
	private presentUntil = Number.NEGATIVE_INFINITY;

	/** This process and others took these tokens within this time; below 0: others took less than expected. */
	learn(own: number, others: number, milliseconds: number, refillPerMs: number, now: number): void {
		const kept = Math.exp(-milliseconds / MEMORY_MS);
		const weight = milliseconds > 0 ? (1 - kept) / milliseconds : 1 / MEMORY_MS;
		this.ownPerMs = this.ownPerMs * kept + own * weight;
		this.balancePerMs = this.balancePerMs * kept + others * weight;
		if (this.othersPerMs >= PRESENCE_SHARE * refillPerMs) this.presentUntil = now + PRESENCE_MS;
	}

	private get othersPerMs(): number {
		return Math.max(0, this.balancePerMs);
	}

	isPresent(now: number): boolean {
		return now < this.presentUntil;
	}

	/** The share of all requests that this process sends. */
	get ownShare(): number {
		return this.ownPerMs === 0 ? 1 : this.ownPerMs / (this.ownPerMs + this.othersPerMs);
	}

	/** Tokens per millisecond that others take in the long run. */
	lasting(refillPerMs: number): number {
		return Math.min(this.othersPerMs, LASTING_SHARE * refillPerMs);
	}

	/** What others take within this time after the last news. */
	expected(milliseconds: number, refillPerMs: number): number {
		const age = Math.min(milliseconds, MAX_EXPECTED_MS);
		const lasting = this.lasting(refillPerMs);
		const fading = (this.othersPerMs - lasting) * MEMORY_MS * (1 - Math.exp(-age / MEMORY_MS));
		return lasting * age + fading;
	}
}
