import { KeyedMutex } from '../../shared/concurrency/keyedMutex';
import { countedHours, DailySpending, type DailyReservation } from '../../shared/money/dailySpending';
import {
	changeOfNumber,
	entriesOfNumber,
	readNumbers,
	type Change,
} from '../../shared/triggers/recordedValues';
import type { Store } from '../../shared/n8n/processedItems';
import { TimedKeys } from './timedKeys';

/** The table keeps cents, rounded up: after a restart, slightly more counts as spent. */
const MICROS_PER_CENT = 10_000;

/** Two copies, so that one is always there while the other moves. */
const PRICES = ['price', 'price copy'];
/** After this many lookups, the price moves to the end of the table, which keeps only the newest entries. */
const LOOKUPS_PER_MOVE = 500;
const spentIn = (hour: number) => `spent ${hour}`;
const cents = (micros: number) => Math.ceil(micros / MICROS_PER_CENT);

/** A recorded lookup that may start. */
export interface Lookup extends DailyReservation {
	key: string;
	/** The highest charge so far, in millionths of a dollar; 0 before the first. */
	price: number;
}

interface LookupRequest {
	/** The fingerprint of the visitor's network. */
	key: string;
	/** The service's time. */
	now: number;
	limitMicros: number;
	againAfterHours: number;
}

/**
 * Remembers visitors that were looked up, companies that were reported, and spending. All are written to n8n's table before they take
 * effect, so that a crash may lose a visit but never pays twice.
 */
export class VisitorMemory {
	private readonly addresses = new TimedKeys('address');

	private readonly companies = new TimedKeys('company');

	private spending: DailySpending | undefined;

	private lookups = 0;

	/** Executions take turns: n8n reads and rewrites the table without a lock. */
	private readonly turns = new KeyedMutex();

	/** Whether a charge was seen, so that several lookups may run at once. */
	async isPriceKnown(store: Store, now: number): Promise<boolean> {
		return await this.inTurn(async () => (await this.load(store, now)).highestPrice > 0);
	}

	/** Records a lookup, or returns why it may not start. */
	async begin(store: Store, request: LookupRequest): Promise<Lookup | 'known' | 'limit'> {
		const { key, now, limitMicros, againAfterHours } = request;
		return await this.inTurn(async () => {
			const spending = await this.load(store, now);
			if (await this.addresses.isRecent(store, key, now, againAfterHours)) return 'known';
			const reservation = spending.reservationAt(now, limitMicros);
			if (!reservation) return 'limit';
			if (++this.lookups % LOOKUPS_PER_MOVE === 0) await movePrice(store, spending.highestPrice);
			const change = amountChange(spending, reservation);
			await apply(store, { ...change, record: [this.addresses.entryOf(key, now), ...change.record] });
			this.addresses.add(key, now);
			spending.add(reservation);
			return { ...reservation, key, price: spending.highestPrice };
		});
	}

	/** Call when the lookup was answered. */
	async end(store: Store, lookup: Lookup, chargedMicros: number): Promise<void> {
		await this.inTurn(async () => await this.settle(store, lookup, chargedMicros, []));
	}

	/** Call if the lookup wasn't performed: the visitor's next page view may try again. */
	async cancel(store: Store, lookup: Lookup): Promise<void> {
		await this.inTurn(async () => await this.settle(store, lookup, 0, this.addresses.remove(lookup.key)));
	}

	/** Returns false if the company was reported within these hours; otherwise records it. */
	async reportOnce(store: Store, domain: string, now: number, hours: number): Promise<boolean> {
		return await this.inTurn(async () => {
			if (await this.companies.isRecent(store, domain, now, hours)) return false;
			await store.record([this.companies.entryOf(domain, now)]);
			this.companies.add(domain, now);
			return true;
		});
	}

	private async settle(store: Store, lookup: Lookup, chargedMicros: number, forget: string[]): Promise<void> {
		const spending = this.spending ?? new DailySpending();
		const highestPrice = spending.highestPrice;
		const change = amountChange(spending, { ...lookup, micros: chargedMicros - lookup.micros });
		spending.settle(lookup, chargedMicros);
		const prices = PRICES.map((name) => changeOfNumber(name, highestPrice, spending.highestPrice));
		await apply(store, {
			record: [change, ...prices].flatMap(({ record }) => record),
			forget: [...forget, ...[change, ...prices].flatMap((each) => each.forget)],
		});
	}

	/** The spending, including that before this process started. */
	private async load(store: Store, now: number): Promise<DailySpending> {
		if (this.spending) return this.spending;
		const hours = countedHours(now);
		const numbers = await readNumbers(store, [...PRICES, ...hours.map(spentIn)]);
		const amounts = hours.map((hour) => [hour, (numbers.get(spentIn(hour)) ?? 0) * MICROS_PER_CENT] as const);
		const price = Math.max(...PRICES.map((name) => numbers.get(name) ?? 0));
		await movePrice(store, price);
		return (this.spending = new DailySpending(amounts, price));
	}

	private async inTurn<T>(task: () => Promise<T>): Promise<T> {
		return await this.turns.run('', task);
	}
}

/** How the recorded amount of an hour changes with this one. */
const amountChange = (spending: DailySpending, { hour, micros }: DailyReservation): Change => {
	const before = spending.inHour(hour);
	return changeOfNumber(spentIn(hour), cents(before), cents(before + micros));
};

/** Moves the price to the end of the table. */
async function movePrice(store: Store, price: number): Promise<void> {
	if (price === 0) return;
	for (const name of PRICES) {
		const entries = entriesOfNumber(name, price);
		await store.forget(entries);
		await store.record(entries);
	}
}

async function apply(store: Store, { record, forget }: Change): Promise<void> {
	if (record.length > 0) await store.record(record);
	if (forget.length > 0) await store.forget(forget);
}
