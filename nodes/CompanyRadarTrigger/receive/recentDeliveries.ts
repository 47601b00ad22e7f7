import { MINUTE_MS } from '../../shared/basics/durations';
import { perNode } from '../../shared/triggers/perNode';

const RETENTION_MS = MINUTE_MS;

interface Recent {
	acknowledged: Promise<boolean>;
	/** By `performance.now()`. */
	receivedAt: number;
}

/** Remembers updates that were just received, so that a repeated delivery gets the same response as the first. */
export class RecentDeliveries {
	/** By update ID, oldest first. */
	private readonly recent = new Map<string, Recent>();

	/** Notes a delivery whose response is not sent yet. A refused one is forgotten. */
	add(id: string, acknowledged: Promise<boolean>): void {
		const entry = { acknowledged, receivedAt: performance.now() };
		this.recent.set(id, entry);
		void acknowledged.then((isAcknowledged) => {
			if (!isAcknowledged && this.recent.get(id) === entry) this.recent.delete(id);
		});
	}

	/** Whether the earlier delivery of the update was acknowledged. Undefined at once if there was none within a minute. */
	outcomeOf(id: string): Promise<boolean> | undefined {
		this.forgetOld();
		return this.recent.get(id)?.acknowledged;
	}

	/** Accepts the update again, after its execution failed before passing it on. */
	delete(id: string): void {
		this.recent.delete(id);
	}

	private forgetOld(): void {
		for (const [id, { receivedAt }] of this.recent) {
			if (performance.now() - receivedAt < RETENTION_MS) return;
			this.recent.delete(id);
		}
	}
}

export const recentDeliveriesOf = perNode(() => new RecentDeliveries());
