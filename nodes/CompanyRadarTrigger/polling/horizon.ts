import { DAY_MS, MINUTE_MS } from '../../shared/basics/durations';
import { clock } from '../../shared/concurrency/clock';
import { LATENESS_MS, type PollState } from './pollState';

/** A clock is ignored if both others contradict it by more than this. */
export const MAX_CLOCK_ERROR_MS = DAY_MS;

/** Clocks of servers behind one address may differ by this without causing updates to be read again. */
const JITTER_MS = MINUTE_MS;

/** The clocks and the newest update at one poll. */
interface Sighting {
	/** By `clock.now()`. */
	at: number;
	/** The service's `timestamp`. */
	serviceTime: number;
	/** The earliest possible service time, by this sighting and those before. */
	now: number;
	/** The time of the newest update listed so far. */
	newest?: number;
}

/**
 * Decides up to which time the list of updates is final, without trusting a single clock. If the service's clock jumps ahead, the jump
 * counts only after 15 minutes, and never beyond the newest listed update. If it falls back, so does the watermark.
 */
export class Horizon {
	/** Those of the last 15 minutes, and the last one before. */
	private sightings: Sighting[] = [];

	/**
	 * Notes the time that a response reports. Returns the earliest possible service time (`now`), the time before which the list is final
	 * (`finalBefore`), the latest allowed watermark (`ceiling`), and the clocks for the next process (`seen`).
	 */
	look(reportedTime: number, before: Pick<PollState, 'newest' | 'seen'>) {
		const { newest = Number.POSITIVE_INFINITY, seen } = before;
		const [at, computerTime] = [clock.now(), clock.computerTime()];
		if (seen && this.sightings.length === 0) {
			// From one process to the next, only the computer's clock shows how much time has passed.
			const elapsed = Math.min(Math.max(computerTime - seen.computerTime, 0), MAX_CLOCK_ERROR_MS);
			this.sightings.push({ at: at - elapsed, serviceTime: seen.serviceTime, now: seen.serviceTime });
		}
		const last = this.sightings.at(-1);
		const slowest =
			before.newest === undefined ? reportedTime : Math.min(newest, computerTime) - MAX_CLOCK_ERROR_MS;
		const serviceTime = Math.max(reportedTime, slowest);
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

	/** Call after reading the list. */
	note(newest: number | undefined): void {
		const last = this.sightings.at(-1);
		if (last) last.newest = newest;
	}
}
