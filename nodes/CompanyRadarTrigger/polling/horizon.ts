import { DAY_MS, MINUTE_MS } from '../../shared/basics/durations';
import { clock } from '../../shared/concurrency/clock';
import { LATENESS_MS, type PollState } from './pollState';

/** A clock that both others contradict by more than this is not believed. */
export const MAX_CLOCK_ERROR_MS = DAY_MS;

/** The clocks of several servers behind one address may differ by this without anything being read again. */
const JITTER_MS = MINUTE_MS;

/** The clocks and the newest update, as one poll has seen them. */
interface Sighting {
	/** By `clock.now()`. */
	at: number;
	/** The service's `timestamp`. */
	serviceTime: number;
	/** The least that the service's time can have been, by this sighting and those before. */
	now: number;
	/** The newest update listed so far. */
	newest?: number;
}

/**
 * Up to where the list of updates is final: nothing is added there any more. No single clock decides. A service's clock that jumps ahead
 * is not followed for 15 minutes, and never beyond the updates that are listed; when it falls back, so does the watermark.
 */
export class Horizon {
	/** Of the last 15 minutes, and the last one before. */
	private sightings: Sighting[] = [];

	/**
	 * Takes note of a response. Returns the least that the service's time can be (`now`), before which time the list is final, beyond
	 * which time the watermark must not lie (`ceiling`), and the clocks for a process that goes on (`seen`).
	 */
	look(told: number, before: Pick<PollState, 'newest' | 'seen'>) {
		const { newest = Number.POSITIVE_INFINITY, seen } = before;
		const [at, computerTime] = [clock.now(), clock.computerTime()];
		if (seen && this.sightings.length === 0) {
			// Between two processes, only the computer's clock tells how much time has passed.
			const elapsed = Math.min(Math.max(computerTime - seen.computerTime, 0), MAX_CLOCK_ERROR_MS);
			this.sightings.push({ at: at - elapsed, serviceTime: seen.serviceTime, now: seen.serviceTime });
		}
		const last = this.sightings.at(-1);
		const slowest = before.newest === undefined ? told : Math.min(newest, computerTime) - MAX_CLOCK_ERROR_MS;
		const serviceTime = Math.max(told, slowest);
		while (this.sightings[1] && this.sightings[1].at <= at - LATENESS_MS) this.sightings.shift();
		const now = Math.min(serviceTime, ...this.sightings.map((each) => each.serviceTime + at - each.at));
		const timeOf = (sighting: Sighting) => now - (at - sighting.at);
		const [first] = this.sightings;
		this.sightings.push({ at, serviceTime, now });
		let finalBefore = Math.min(now, newest) - LATENESS_MS;
		// Updates that were listed 15 minutes ago are final, even if no update has come since.
		if (first?.newest !== undefined && first.at <= at - LATENESS_MS)
			finalBefore = Math.max(finalBefore, Math.min(first.newest, timeOf(first)) + 1);
		// If the clock was set back, updates found since the last poll lie that far in the past.
		const hasFallen = last !== undefined && last.now - timeOf(last) > JITTER_MS;
		const ceiling = hasFallen ? timeOf(last) - LATENESS_MS : Number.POSITIVE_INFINITY;
		return { now, finalBefore, ceiling, seen: { serviceTime: now, computerTime } };
	}

	/** Call when the list was read. */
	note(newest: number | undefined): void {
		const last = this.sightings.at(-1);
		if (last) last.newest = newest;
	}
}
