import type { AccountSummary } from '../../api/types';

const MICROS = 1_000_000;

export const toMicros = (usd: number): number => Math.round(usd * MICROS);

export const toUsd = (micros: number): number => micros / MICROS;

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** A call in flight that may be charged. The price is undefined where it is not known. */
export interface Reservation {
	priceMicros: number | undefined;
}

/** What this process knows of the balance of an account, and what it has in flight that may be charged. Sums are micro-dollars. */
export class AccountFunds {
	/** Undefined until it was read. */
	private balanceMicros: number | undefined;

	/** The balance and what the month had used, when they were read: what the balance has lost since is used, too. */
	private balanceAndUsedMicros: number | undefined;

	/** The month that it was read for, as `YYYY-MM` (UTC). */
	month: string | undefined;

	/** All that was charged to this process so far. */
	private chargedMicros = 0;

	/** The last price that a call was charged. */
	lastPriceMicros = 0;

	/** How often something was charged whose price is not known, and how much of it the balance includes. */
	private unpriced = 0;

	private unpricedRead = 0;

	private readonly inFlight = new Set<Reservation>();

	private waiting: Array<() => void> = [];

	private reading: Promise<void> | undefined;

	get isIdle(): boolean {
		return this.inFlight.size === 0;
	}

	/** Whether the balance must be read before it can be relied on. */
	get isStale(): boolean {
		return this.balanceMicros === undefined || this.unpriced > this.unpricedRead;
	}

	/** What everything in flight costs; undefined while the price of something is not known. */
	get inFlightMicros(): number | undefined {
		let sum = 0;
		for (const { priceMicros } of this.inFlight) {
			if (priceMicros === undefined) return undefined;
			sum += priceMicros;
		}
		return sum;
	}

	/** What is left when everything in flight is charged; undefined while the price of something in flight is not known. */
	get leftMicros(): number | undefined {
		const { inFlightMicros } = this;
		return inFlightMicros === undefined ? undefined : (this.balanceMicros ?? 0) - inFlightMicros;
	}

	/** What the account has used in the month, without what is in flight; undefined where the service doesn't tell. */
	get usedMicros(): number | undefined {
		const { balanceAndUsedMicros: sum, balanceMicros: balance } = this;
		return sum === undefined || balance === undefined ? undefined : sum - balance;
	}

	/** Reads the balance again; callers at the same time share one request. */
	async read(getAccount: () => Promise<AccountSummary>): Promise<void> {
		this.reading ??= this.readNow(getAccount).finally(() => (this.reading = undefined));
		await this.reading;
	}

	reserve(priceMicros?: number): Reservation {
		const reservation = { priceMicros };
		this.inFlight.add(reservation);
		return reservation;
	}

	/** The call has ended. `chargedMicros` is undefined where it may have been charged, and nobody knows how much. */
	release(reservation: Reservation, chargedMicros: number | undefined, balanceUsd?: unknown): void {
		this.inFlight.delete(reservation);
		if (chargedMicros === undefined) this.unpriced++;
		this.charge(chargedMicros ?? 0);
		this.lastPriceMicros = chargedMicros || this.lastPriceMicros;
		// Of balances that arrive out of order the lowest counts.
		if (isAmount(balanceUsd) && this.balanceMicros !== undefined) {
			this.balanceMicros = Math.min(this.balanceMicros, toMicros(balanceUsd));
		}
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
	}

	/** Something is charged that has no reservation, or no more. */
	charge(micros: number): void {
		this.chargedMicros += micros;
		if (this.balanceMicros !== undefined) this.balanceMicros -= micros;
	}

	/** Resolves when a call in flight has ended. */
	async changed(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	private async readNow(getAccount: () => Promise<AccountSummary>): Promise<void> {
		const { chargedMicros, unpriced } = this;
		const { balance_remaining_usd: balanceUsd, usage } = (await getAccount()) as Partial<AccountSummary>;
		const balance = toMicros(balanceUsd ?? 0);
		// What was charged meanwhile may not be in it.
		this.balanceMicros = balance - (this.chargedMicros - chargedMicros);
		this.balanceAndUsedMicros = isAmount(usage?.balance_used_usd)
			? balance + toMicros(usage.balance_used_usd)
			: undefined;
		this.month = usage?.month;
		this.unpricedRead = unpriced;
	}
}
