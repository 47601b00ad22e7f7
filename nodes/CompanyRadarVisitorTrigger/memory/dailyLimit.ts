import { HOUR_MS } from '../../shared/basics/time';
import { PurchaseCount } from '../../shared/money/limits';

/** The current hour counts as well, so the window is between 24 and 25 hours long. */
const HOURS = 24;

const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

/** What the lookups of the last 24 hours cost. */
export class DailyLimit extends PurchaseCount {
	private readonly byHour = new Map<number, number>();

	highestPriceMicros = 0;

	/** @param now returns the service's time, in milliseconds since the epoch */
	constructor(private readonly now: () => number) {
		super();
	}

	get spentMicros(): number {
		return this.entries().reduce((sum, [, micros]) => sum + micros, 0);
	}

	spend(micros: number, priceMicros: number): void {
		const hour = hourOf(this.now());
		if (micros > 0) this.byHour.set(hour, (this.byHour.get(hour) ?? 0) + micros);
		this.highestPriceMicros = Math.max(this.highestPriceMicros, priceMicros);
	}

	override timeOfRoom(limitMicros: number): number | undefined {
		let spent = this.spentMicros;
		const oldestFirst = this.entries().sort(([a], [b]) => Number(a) - Number(b));
		const [last] = oldestFirst.find(([, micros]) => {
			spent -= micros;
			return spent + this.highestPriceMicros <= limitMicros;
		}) ?? [undefined];
		return last === undefined ? undefined : (Number(last) + HOURS + 1) * HOUR_MS;
	}

	/** The hours that count, each with what was spent in it. */
	entries(): Array<[hour: string, micros: number]> {
		const first = hourOf(this.now()) - HOURS;
		for (const hour of this.byHour.keys()) if (hour < first) this.byHour.delete(hour);
		return Array.from(this.byHour, ([hour, micros]) => [String(hour), micros]);
	}

	merge(others: Array<[hour: string, micros: number]>, priceMicros: number): void {
		for (const [hour, micros] of others)
			this.byHour.set(Number(hour), Math.max(micros, this.byHour.get(Number(hour)) ?? 0));
		this.highestPriceMicros = Math.max(this.highestPriceMicros, priceMicros);
	}
}
