import { HOUR_MS, MINUTE_MS } from '../../shared/basics/durations';

const MAX_NETWORKS = 10_000;
const MAX_VIEWS_PER_MINUTE = 30;

/** As many as the service looks up in a minute on a usual plan. */
const MAX_STARTS_PER_MINUTE = 100;

/** A network that started an execution starts no other for this long, unless the execution sets another time. */
const QUIET_MS = 10 * MINUTE_MS;

/** After a page view shows that N8N_PROXY_HOPS is too high, none starts an execution for this long: addresses may be forged. */
const DISTRUST_MS = HOUR_MS;

interface Visits {
	minute: number;
	views: number;
	quietUntil: number;
}

/** Counts recent page views and limits how many start an execution. Times are by `clock.now()`. */
export class Traffic {
	/** By network, the least recently seen first. */
	private readonly visits = new Map<string, Visits>();

	private starts: number[] = [];

	private pausedUntil = 0;

	private distrustedUntil = 0;

	/** Whether a page view of this network may start an execution; then the network is quiet for a while. */
	mayStart(network: string, now: number): boolean {
		const visits = this.count(network, Math.floor(now / MINUTE_MS));
		if (this.isPaused(now) || now < this.distrustedUntil) return false;
		if (visits.views > MAX_VIEWS_PER_MINUTE || now < visits.quietUntil) return false;
		this.starts = this.starts.filter((start) => now - start < MINUTE_MS);
		if (this.starts.length >= MAX_STARTS_PER_MINUTE) return false;
		this.starts.push(now);
		visits.quietUntil = now + QUIET_MS;
		return true;
	}

	/** Until this time, the network starts no execution. */
	quiet(network: string, until: number): void {
		this.visitsOf(network).quietUntil = until;
	}

	/** Call after a failed request or a reached limit: for a minute, page views start nothing. */
	pause(now: number): void {
		this.pausedUntil = now + MINUTE_MS;
	}

	isPaused(now: number): boolean {
		return now < this.pausedUntil;
	}

	distrust(now: number): void {
		this.distrustedUntil = now + DISTRUST_MS;
	}

	private count(network: string, minute: number): Visits {
		const visits = this.visitsOf(network);
		if (visits.minute !== minute) Object.assign(visits, { minute, views: 0 });
		visits.views++;
		return visits;
	}

	private visitsOf(network: string): Visits {
		const visits = this.visits.get(network) ?? { minute: 0, views: 0, quietUntil: 0 };
		this.visits.delete(network);
		this.visits.set(network, visits);
		const [oldest] = this.visits.keys();
		if (this.visits.size > MAX_NETWORKS && oldest !== undefined) this.visits.delete(oldest);
		return visits;
	}
}
