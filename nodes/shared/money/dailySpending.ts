import { HOUR_MS } from '../basics/durations';

/** The current hour counts as well, so the window is between 24 and 25 hours long. */
const HOURS = 24;

export const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

/** The hours that count at this time, the current one first. */
export const countedHours = (now: number): number[] =>
	Array.from({ length: HOURS + 1 }, (_, index) => hourOf(now) - index);

/** An amount that counts as spent until its call is settled. */
export interface DailyReservation {
	hour: number;
	micros: number;
}

/** The spending of the last 24 hours, including calls in flight, in micro-dollars. Times are the service's. */
export class DailySpending {
	private readonly byHour: Map<number, number>;

	/** @param highestPrice the highest charge seen so far; 0 before the first one */
	constructor(
		byHour: Iterable<readonly [number, number]> = [],
		public highestPrice = 0,
	) {
		this.byHour = new Map(byHour);
	}

	inHour(hour: number): number {
		return this.byHour.get(hour) ?? 0;
	}

	spentAt(now: number): number {
		return countedHours(now).reduce((sum, hour) => sum + this.inHour(hour), 0);
	}

	/**
	 * The reservation for one more call; undefined if the call could exceed the limit. Until a price is known, a call reserves
	 * the whole limit, so only one is in flight at a time.
	 */
	reservationAt(now: number, limit: number): DailyReservation | undefined {
		const micros = this.highestPrice || limit;
		if (micros === 0 || this.spentAt(now) + micros > limit) return undefined;
		return { hour: hourOf(now), micros };
	}

	add({ hour, micros }: DailyReservation): void {
		this.byHour.set(hour, this.inHour(hour) + micros);
		for (const old of this.byHour.keys()) if (old < hour - HOURS) this.byHour.delete(old);
	}

	settle({ hour, micros }: DailyReservation, charged: number): void {
		this.add({ hour, micros: charged - micros });
		this.highestPrice = Math.max(this.highestPrice, charged);
	}
}
