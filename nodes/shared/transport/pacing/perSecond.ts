import { Bucket } from './bucket';

const SECOND = 1000;

/** Sent at once after a rest, of what a second allows: the remainder is room for requests that catch up on their way. */
const BURST = 0.5;

/** While others are known to send as well, requests are spaced: so much of a second's allowance at once. */
const BURST_BESIDE_OTHERS = 0.05;

/** The share of the rate that is left after a refused burst, and as soon as others are known to send. */
const SHARE_AFTER_REFUSAL = 0.6;
const SHARE_BESIDE_OTHERS = 0.5;
const LEAST_SHARE = 0.1;

/** The share comes back by so much a second, with care while others send. */
const BACK_PER_SECOND = 0.1;
const BACK_PER_SECOND_BESIDE_OTHERS = 0.005;

/** The limit per second. No header tells its level, so it is approached with care after each refusal. */
export class PerSecond {
	private readonly bucket: Bucket;

	private share = 1;

	private seen: number;

	constructor(
		private perSecond: number,
		now: number,
	) {
		this.bucket = new Bucket(Math.max(1, BURST * perSecond), perSecond / SECOND, now);
		this.seen = now;
	}

	nextAt(now: number, besideOthers: boolean): number {
		if (this.share < 1) this.recover(now, besideOthers);
		return this.bucket.timeOf(1, now);
	}

	take(now: number): void {
		this.bucket.take(now);
	}

	allow(perSecond: number, now: number): void {
		if (perSecond === this.perSecond) return;
		this.perSecond = perSecond;
		this.resize(now);
	}

	/** Too much was sent, by this process and others together; nothing goes out until `until`. */
	slowDown(until: number): void {
		this.share = Math.max(LEAST_SHARE, this.share * SHARE_AFTER_REFUSAL);
		this.seen = until;
		this.resize(until);
		this.bucket.add(-this.bucket.level(until), until);
	}

	/** Others send as well: leaves them half before the first refusal. */
	shareWithOthers(now: number): void {
		if (this.share <= SHARE_BESIDE_OTHERS) return;
		this.share = SHARE_BESIDE_OTHERS;
		this.seen = now;
		this.resize(now);
	}

	private recover(now: number, besideOthers: boolean): void {
		if (now <= this.seen) return;
		const perSecond = besideOthers ? BACK_PER_SECOND_BESIDE_OTHERS : BACK_PER_SECOND;
		this.share = Math.min(1, this.share + ((now - this.seen) / SECOND) * perSecond);
		this.seen = now;
		this.resize(now);
	}

	private resize(now: number): void {
		const allowed = this.perSecond * this.share;
		const burst = this.share < 1 ? BURST_BESIDE_OTHERS : BURST;
		this.bucket.resize(Math.max(1, burst * allowed), allowed / SECOND, now);
	}
}
