import { HIGHEST_LOOKUP_USD } from '../../shared/api/assumptions';
import { HOUR_MS } from '../../shared/basics/durations';

/** The current hour counts as well, so the window is between 24 and 25 hours long. */
const HOURS = 24;

const HIGHEST_LOOKUP_MICROS = HIGHEST_LOOKUP_USD * 1_000_000;

/** A price may rise this many times before lookups in flight can exceed the limit. */
const RISE = 10;

const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

/** An amount that counts as spent until its lookup is settled. */
export interface LimitReservation {
	micros: number;
}

/** The spending of the last 24 hours, including lookups in flight, in micro-dollars. Times are the service's. */
export class DailyLimit {
	private readonly byHour = new Map<number, number>();

	private readonly inFlight = new Set<LimitReservation>();

	private waiting: Array<() => void> = [];

	/** The highest charge seen; 0 before the first one. */
	highestPrice = 0;

	/**
	 * Reserves more than the known price: near the limit, fewer lookups are in flight, and a price that rises tenfold doesn't
	 * exceed it. A single lookup may use what is left.
	 * @returns `limit` if nothing more may be spent, `wait` if that depends on lookups in flight
	 */
	reserve(now: number, limit: number): LimitReservation | 'limit' | 'wait' {
		const { highestPrice: price } = this;
		const rest = limit - this.spentAt(now);
		if (rest < Math.max(price, 1)) return 'limit';
		const wanted = price && Math.max(price, Math.min(RISE * price, HIGHEST_LOOKUP_MICROS));
		const left = [...this.inFlight].reduce((sum, { micros }) => sum - micros, rest);
		if (this.inFlight.size > 0 && left < (wanted || HIGHEST_LOOKUP_MICROS)) return 'wait';
		const reservation = { micros: Math.min(wanted || HIGHEST_LOOKUP_MICROS, left) };
		this.inFlight.add(reservation);
		return reservation;
	}

	/** @param charged undefined if the lookup may have been charged: then the highest price counts as spent */
	settle(reservation: LimitReservation, now: number, charged?: number): void {
		this.inFlight.delete(reservation);
		const micros = charged ?? (this.highestPrice || reservation.micros);
		if (micros > 0) this.byHour.set(hourOf(now), (this.byHour.get(hourOf(now)) ?? 0) + micros);
		this.highestPrice = Math.max(this.highestPrice, charged ?? 0);
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
	}

	/** Resolves when a lookup in flight is settled. */
	async changed(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	spentAt(now: number): number {
		return this.entries(now).reduce((sum, [, micros]) => sum + micros, 0);
	}

	/** The hours that count, each with what was spent in it. */
	entries(now: number): Array<[hour: string, micros: number]> {
		for (const hour of this.byHour.keys()) if (hour < hourOf(now) - HOURS) this.byHour.delete(hour);
		return Array.from(this.byHour, ([hour, micros]) => [String(hour), micros]);
	}

	merge(others: Array<[hour: string, micros: number]>, price: number): void {
		for (const [hour, micros] of others)
			this.byHour.set(Number(hour), Math.max(micros, this.byHour.get(Number(hour)) ?? 0));
		this.highestPrice = Math.max(this.highestPrice, price);
	}
}
