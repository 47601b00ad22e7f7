/** Never more than so many requests are in flight with one key. */
const MOST = 64;
const LEAST = 4;

/** Room above what latency and rate ask for. */
const HEADROOM = 1.5;

/** How much a new latency counts against the ones before. */
const WEIGHT = 0.2;

/** Limits how many requests are in flight to what the rate needs at the latency seen (Little's law). */
export class InFlight {
	/** When each request was sent, oldest first. */
	private readonly sent = new Map<symbol, number>();

	private latency = 0;

	constructor(private perSecond: number) {}

	allow(perSecond: number): void {
		this.perSecond = perSecond;
	}

	/**
	 * When one more may be sent; not later than `now` means at once, infinity: when one comes back.
	 * Requests that take longer than the ones before make room while they grow older.
	 */
	nextAt(now: number): number {
		const next = this.sent.size + 1;
		if (next > MOST) return Number.POSITIVE_INFINITY;
		const neededLatency = this.latencyFor(next);
		if (this.latency >= neededLatency) return now;
		const [oldest] = this.sent.values();
		return oldest === undefined ? now : oldest + neededLatency;
	}

	enter(now: number): symbol {
		const request = Symbol();
		this.sent.set(request, now);
		return request;
	}

	leave(request: symbol, now: number): void {
		const sent = this.sent.get(request);
		if (sent === undefined) return;
		this.sent.delete(request);
		this.latency += (now - sent - this.latency) * (this.latency === 0 ? 1 : WEIGHT);
	}

	/** The latency, in milliseconds, at which so many requests in flight are of use. */
	private latencyFor(count: number): number {
		const always = Math.max(LEAST, this.perSecond);
		return count <= always ? 0 : (count * 1000) / (HEADROOM * this.perSecond);
	}
}
