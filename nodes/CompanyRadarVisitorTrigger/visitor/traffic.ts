import { MINUTE_MS } from '../../shared/basics/durations';

const MAX_NETWORKS = 10_000;

/** As many as the service looks up in a minute on a usual plan. */
const MAX_STARTS_PER_MINUTE = 100;

/** A network that started an execution starts no other for this long, unless the execution sets another time. */
const QUIET_MS = 10 * MINUTE_MS;

/** Limits how many page views start an execution. Times are by `clock.now()`. */
export class Traffic {
	/** Until when a network starts no execution; the one that was set first comes first. */
	private readonly quietUntil = new Map<string, number>();

	private starts: number[] = [];

	private pausedUntil = 0;

	/** Whether a page view of this network may start an execution; then the network is quiet for a while. */
	mayStart(network: string, now: number): boolean {
		if (this.isPaused(now) || now < (this.quietUntil.get(network) ?? 0)) return false;
		this.starts = this.starts.filter((start) => now - start < MINUTE_MS);
		if (this.starts.length >= MAX_STARTS_PER_MINUTE) return false;
		this.starts.push(now);
		this.quiet(network, now + QUIET_MS);
		return true;
	}

	/** Until this time, the network starts no execution. */
	quiet(network: string, until: number): void {
		this.quietUntil.delete(network);
		this.quietUntil.set(network, until);
		const [oldest] = this.quietUntil.keys();
		if (this.quietUntil.size > MAX_NETWORKS && oldest !== undefined) this.quietUntil.delete(oldest);
	}

	/** Until this time, page views start nothing. */
	pause(until: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	isPaused(now: number): boolean {
		return now < this.pausedUntil;
	}
}
