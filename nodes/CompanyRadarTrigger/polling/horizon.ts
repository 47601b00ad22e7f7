import { DAY_MS, MINUTE_MS } from '../../shared/basics/time';
import { clock } from '../../shared/concurrency/clock';
import { LATENESS_MS, type PollState } from './pollState';

/** A clock is ignored if both others contradict it by more than this. */
export const MAX_CLOCK_ERROR_MS = DAY_MS;

/** Clocks of servers behind one address may differ by this without causing updates to be read again. */
const JITTER_MS = MINUTE_MS;

/** One response. */
interface Sighting {
	/** By `clock.now()`. */
	at: number;
	/** The service's time that it reports. */
	serviceTime: number;
}

/** A response that is believed, and what was known of the list. */
interface Believed extends Sighting {
	/** The earliest possible service time, by this response and those before. */
	earliestTime: number;
	/** The time of the newest update listed so far. */
	newest?: number;
}

/** The service's time now, if a clock that showed the given time then has run on since. */
const runOn = (time: number, { at: then }: Sighting, now: number): number => time + now - then;

interface Outlook {
	/** The list is final before this time. */
	finalBefore: number;
	/** The latest allowed watermark. */
	latestWatermark: number;
	/** The clocks, for the next process. */
	seen: PollState['seen'];
	/** For n8n's log. */
	warning?: string;
}

/**
 * Decides up to which time the list of updates is final, without trusting a single clock. If the service's clock jumps ahead, the jump
 * counts only after 15 minutes, and never beyond the newest listed update. If it falls back, the next response has to confirm it; then the
 * watermark falls, too.
 */
export class Horizon {
	/** Those of the last 15 minutes, and the last one before. */
	private believed: Believed[] = [];

	/** A response with an earlier time than expected, which the next one has to confirm. */
	private suspect: Sighting | undefined;

	private isDisbelieved = false;

	/** Notes the service's time that a response reports. */
	look(reportedTime: number, before: Pick<PollState, 'newest' | 'seen'>): Outlook {
		const at = clock.now();
		if (this.believed.length === 0) this.resume(before.seen, at);
		const leastTime = leastTimeOf(before.newest) ?? reportedTime;
		const warning = this.disbelieve(reportedTime, leastTime);
		const last = this.believed.at(-1);
		const serviceTime = Math.max(reportedTime, leastTime);
		const hasFallen = last !== undefined && serviceTime < runOn(last.earliestTime, last, at) - JITTER_MS;
		if (hasFallen && !this.confirms(reportedTime, at)) {
			this.suspect = { at, serviceTime: reportedTime };
			return { ...UNCHANGED, seen: before.seen, warning };
		}
		this.suspect = undefined;
		const first = this.believe({ at, serviceTime });
		const earliestTime = this.believed.at(-1)?.earliestTime ?? serviceTime;
		return {
			finalBefore: finalBefore(earliestTime, at, before.newest, first),
			// Updates found since the last response lie as far in the past as the clock was set back.
			latestWatermark: hasFallen ? earliestTime - (at - last.at) - LATENESS_MS : Number.POSITIVE_INFINITY,
			seen: { serviceTime: earliestTime, computerTime: clock.computerTime() },
			warning,
		};
	}

	/** Call after reading the list. */
	note(newest: number | undefined): void {
		const last = this.believed.at(-1);
		if (last && !this.suspect) last.newest = newest;
	}

	/** Returns a warning when the service's clock begins to be too early to be believed. */
	private disbelieve(reportedTime: number, leastTime: number): string | undefined {
		const wasDisbelieved = this.isDisbelieved;
		this.isDisbelieved = reportedTime < leastTime;
		if (wasDisbelieved || !this.isDisbelieved) return undefined;
		return `The service's clock shows ${new Date(reportedTime).toISOString()}, more than a day before its newest update. Updates found by this clock may arrive late.`;
	}

	/** From one process to the next, only the computer's clock shows how much time has passed. */
	private resume(seen: PollState['seen'], now: number): void {
		if (!seen) return;
		const elapsed = Math.min(Math.max(clock.computerTime() - seen.computerTime, 0), MAX_CLOCK_ERROR_MS);
		const { serviceTime } = seen;
		this.believed.push({ at: now - elapsed, serviceTime, earliestTime: serviceTime });
	}

	/** Whether a fall of the clock was seen before, and was no deeper. */
	private confirms(reportedTime: number, now: number): boolean {
		const { suspect } = this;
		return suspect !== undefined && reportedTime <= runOn(suspect.serviceTime, suspect, now) + JITTER_MS;
	}

	/** Adds a response. Returns the one that 15 minutes of responses follow, or the first. */
	private believe({ at, serviceTime }: Sighting): Believed | undefined {
		const { believed } = this;
		while (believed[1] && believed[1].at <= at - LATENESS_MS) believed.shift();
		const [first] = believed;
		const earliestTime = Math.min(serviceTime, ...believed.map((each) => runOn(each.serviceTime, each, at)));
		believed.push({ at, serviceTime, earliestTime });
		return first;
	}
}

/** While a fall of the clock isn't confirmed, nothing becomes final, and nothing is read again. */
const UNCHANGED = { finalBefore: Number.NEGATIVE_INFINITY, latestWatermark: Number.POSITIVE_INFINITY };

/** The service's clock can't be earlier than this, by its own list and the computer's clock. */
const leastTimeOf = (newest: number | undefined): number | undefined =>
	newest === undefined ? undefined : Math.min(newest, clock.computerTime()) - MAX_CLOCK_ERROR_MS;

function finalBefore(now: number, at: number, newest = Number.POSITIVE_INFINITY, first?: Believed): number {
	const byTime = Math.min(now, newest) - LATENESS_MS;
	if (first?.newest === undefined || first.at > at - LATENESS_MS) return byTime;
	// Updates that were listed 15 minutes ago are final, even if no update has come since.
	return Math.max(byTime, Math.min(first.newest, now - (at - first.at)) + 1);
}
