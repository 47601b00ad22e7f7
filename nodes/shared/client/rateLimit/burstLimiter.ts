import { AdaptiveShare, TokenBucket } from './tokenBucket';

const SECOND_MS = 1000;

/** Sent at once after a rest, of what a second allows; the rest is room for requests that catch up on their way. */
const BURST_SHARE = 0.5;
/** The same until the full rate is in use: requests are spaced. */
const SPACED_BURST_SHARE = 0.05;

/** Share of the rate before the first response shows whether other processes use the key. */
const START_SHARE = 0.3;
/** A refusal comes at once, even where responses are slow: if none has come by now, the rate grows. */
const START_MS = 3000;
const START_INCREASE_PER_MS = 0.3 / SECOND_MS;
const REFUSED_FACTOR = 0.6;
const MIN_SHARE = 0.03;
/** Share of the rate that one of several processes uses at most. */
const MAX_SHARE_BESIDE_OTHERS = 0.5;

const INCREASE_PER_MS = 0.05 / SECOND_MS;
const INCREASE_PER_MS_BESIDE_OTHERS = 0.005 / SECOND_MS;

/** The limit per second. No header reports its level, so the rate adapts to refusals. */
export class BurstLimiter {
	private readonly bucket: TokenBucket;

	private readonly share: AdaptiveShare;

	private isStarting = true;

	constructor(
		private perSecond: number,
		now: number,
	) {
		this.share = new AdaptiveShare(START_SHARE, REFUSED_FACTOR, MIN_SHARE, now + START_MS);
		this.bucket = new TokenBucket(1, perSecond / SECOND_MS, now);
		this.resize(START_SHARE, now);
	}

	nextAt(now: number, besideOthers: boolean): number {
		this.resize(this.shareAt(now, besideOthers), now);
		return this.bucket.timeOf(1, now);
	}

	take(now: number): void {
		this.bucket.take(now);
	}

	allow(perSecond: number): void {
		this.perSecond = perSecond;
	}

	/** The first response is there. */
	endStart(now: number): void {
		if (this.isStarting) this.share.set(1, now);
		this.isStarting = false;
	}

	/** Other processes send as well, and this one has this share of all requests. */
	shareWithOthers(share: number, now: number): void {
		const limited = Math.min(MAX_SHARE_BESIDE_OTHERS, share);
		if (this.shareAt(now, true) > limited) this.share.set(limited, now);
	}

	/** Too much was sent, by this process or with others; nothing goes out before `until`. */
	slowDown(until: number): void {
		this.share.decrease(until);
		this.bucket.empty(until);
	}

	private shareAt(now: number, besideOthers: boolean): number {
		const alone = this.isStarting ? START_INCREASE_PER_MS : INCREASE_PER_MS;
		return this.share.at(now, besideOthers ? INCREASE_PER_MS_BESIDE_OTHERS : alone);
	}

	private resize(share: number, now: number): void {
		const perSecond = this.perSecond * share;
		const burst = perSecond * (share < 1 ? SPACED_BURST_SHARE : BURST_SHARE);
		this.bucket.resize(Math.max(1, burst), perSecond / SECOND_MS, now);
	}
}
