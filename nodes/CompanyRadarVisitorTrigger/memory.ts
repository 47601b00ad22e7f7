import { HOUR_MS, MINUTE_MS } from '../shared/values/basics/time';
import { RecentMap } from '../shared/host/recentMap';
import { PurchaseCount } from '../shared/money/spendingLimits';

/** Beyond this, the oldest are forgotten. */
const MAX_KEPT = 10_000;

const RADIX = 36;

type NamedNumber = [name: string, number: number];

/** One text of names and numbers, since n8n reads 10,000 values of static data much slower. Sorted, so that equal entries give equal texts. */
const numbersAsText = (entries: Iterable<NamedNumber>): string =>
	Array.from(entries, ([name, number]) => `${name} ${number.toString(RADIX)}`)
		.sort()
		.join(',');

const entriesIn = (text: string | undefined): NamedNumber[] =>
	(text ?? '')
		.split(',')
		.filter(Boolean)
		.map((entry) => {
			const [name = '', number = ''] = entry.split(' ');
			return [name, Number.parseInt(number, RADIX)];
		});

/** The minute in which each key was last seen, by the service's time. */
class SeenKeys {
	private readonly minutes = new RecentMap<number>({ size: MAX_KEPT });

	isRecent(key: string, now: number, hours: number): boolean {
		const minute = this.minutes.get(key);
		return minute !== undefined && now - minute * MINUTE_MS < hours * HOUR_MS;
	}

	add(key: string, now: number): void {
		this.minutes.set(key, Math.floor(now / MINUTE_MS));
	}

	merge(others: NamedNumber[]): void {
		// Oldest first, since the first ones are forgotten.
		const all = [...this.minutes.entries(), ...others].sort(([, a], [, b]) => a - b);
		for (const [key, minute] of all) this.minutes.set(key, minute);
	}

	recent(now: number, hours: number): NamedNumber[] {
		return this.minutes.entries().filter(([key]) => this.isRecent(key, now, hours));
	}
}

/** What n8n keeps over a restart. */
export type SavedMemory = {
	/** Fingerprints of networks, with the minute of their last lookup. */
	visitors: string;
	/** Domains, with the minute in which each was reported. */
	companies: string;
	/** Hours since the epoch, with micro-dollars. */
	spent: string;
	/** The highest charge of a lookup, in micro-dollars. */
	price: number;
};

export interface MemoryHours {
	againAfterHours: number;
	cooldownHours: number;
}

/** Visitors that were looked up, companies that were reported, and what was spent. Times are the service's. */
export class VisitorMemory {
	private readonly visitors = new SeenKeys();

	private readonly companies = new SeenKeys();

	readonly limit: DailyLimit;

	private seen: Partial<SavedMemory> = {};

	/** Whether n8n hasn't everything. */
	isUnsaved = false;

	/** @param now returns the service's time, in milliseconds since the epoch */
	constructor(now: () => number) {
		this.limit = new DailyLimit(now);
	}

	isKnown(key: string, now: number, { againAfterHours }: MemoryHours): boolean {
		return this.visitors.isRecent(key, now, againAfterHours);
	}

	lookedUp(key: string, now: number): void {
		this.visitors.add(key, now);
		this.isUnsaved = true;
	}

	isReported(domain: string, now: number, { cooldownHours }: MemoryHours): boolean {
		return this.companies.isRecent(domain, now, cooldownHours);
	}

	/** Returns false if the company was reported within the hours; otherwise it counts as reported now. */
	reportOnce(domain: string, now: number, hours: MemoryHours): boolean {
		if (this.isReported(domain, now, hours)) return false;
		this.companies.add(domain, now);
		return true;
	}

	/** Takes in what n8n has, from before a restart or from another process. A poll in the same workflow may have put an old one back. */
	merge(saved: Partial<SavedMemory>, now: number, hours: MemoryHours): void {
		if (isSameMemory(saved, this.seen)) return;
		this.visitors.merge(entriesIn(saved.visitors));
		this.companies.merge(entriesIn(saved.companies));
		this.limit.merge(entriesIn(saved.spent), saved.price ?? 0);
		this.seen = { ...saved };
		this.isUnsaved = !isSameMemory(saved, this.current(now, hours));
	}

	/** What n8n is to keep. */
	save(now: number, hours: MemoryHours): SavedMemory {
		const current = this.current(now, hours);
		this.seen = current;
		this.isUnsaved = false;
		return current;
	}

	private current(now: number, { againAfterHours, cooldownHours }: MemoryHours): SavedMemory {
		return {
			visitors: numbersAsText(this.visitors.recent(now, againAfterHours)),
			companies: numbersAsText(this.companies.recent(now, cooldownHours)),
			spent: numbersAsText(this.limit.entries()),
			price: this.limit.highestPriceMicros,
		};
	}
}

const isSameMemory = (a: Partial<SavedMemory>, b: Partial<SavedMemory>): boolean =>
	a.visitors === b.visitors && a.companies === b.companies && a.spent === b.spent && a.price === b.price;

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
