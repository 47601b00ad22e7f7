import { HOUR_MS, MINUTE_MS } from '../../shared/basics/durations';

const MAX_NETWORKS = 10_000;
const MAX_VIEWS_PER_MINUTE = 30;

/** As many as the service looks up in a minute on a usual plan. */
const MAX_STARTS_PER_MINUTE = 100;

/** How long a network that started an execution starts no other, unless its execution says more. */
const QUIET_MS = 10 * MINUTE_MS;

/** After a page view that shows a wrong number of proxies: others may be forged. */
const DISTRUST_MS = HOUR_MS;

interface Visits {
	minute: number;
	views: number;
	quietUntil: number;
}

/** What this process has lately seen of page views, so that few of them start an execution. Times only grow. */
export class Traffic {
	/** By network, the one that was quiet longest first. */
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

	/** The network needs no execution until then. */
	quiet(network: string, until: number): void {
		this.visitsOf(network).quietUntil = until;
	}

	/** A failed call or a reached limit: for a minute, page views start nothing. */
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
