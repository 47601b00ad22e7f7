import { LATE_COMMIT_SECONDS, SERVER_CLOCKS_DIFFER_SECONDS } from '../../api/assumptions';
import { clock } from '../clock';

/** Longer than any search for a radar looks back. */
const CLAIM_SECONDS = 7200;

/** How long after it was sent a create may have made a radar, by clocks that differ. */
const OPEN_SECONDS = LATE_COMMIT_SECONDS + SERVER_CLOCKS_DIFFER_SECONDS;

/** Keys that are forgotten after some time. */
class RecentKeys {
	private readonly times = new Map<string, number>();

	constructor(private readonly seconds: number) {}

	add(key: string): void {
		this.times.delete(key);
		this.times.set(key, clock.now());
		for (const [oldest] of this.times) {
			if (this.has(oldest)) break;
			this.times.delete(oldest);
		}
	}

	has(key: string): boolean {
		const time = this.times.get(key);
		return time !== undefined && clock.now() - time <= this.seconds * 1000;
	}
}

/** Which radars belong to whom, for all runs of this process that use one account. */
export class RadarClaims {
	private readonly claimed = new RecentKeys(CLAIM_SECONDS);

	private readonly open = new RecentKeys(OPEN_SECONDS);

	/** The radar has an owner: no other create can have made it. */
	claim(radarId: string): void {
		this.claimed.add(radarId);
	}

	isClaimed(radarId: string): boolean {
		return this.claimed.has(radarId);
	}

	/** A create of this kind may have made a radar that nobody owns yet. */
	leaveOpen(visibleKey: string): void {
		this.open.add(visibleKey);
	}

	isOpen(visibleKey: string): boolean {
		return this.open.has(visibleKey);
	}
}
