import type { AccountSummary } from '../../api/types';
import { RadarApiError } from '../errors/radarApiError';

const MICROS = 1_000_000;

export const toMicros = (usd: number): number => Math.round(usd * MICROS);

export const toUsd = (micros: number): number => micros / MICROS;

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** A call in flight that may be charged. The price is undefined where it is not known. */
export interface Reservation {
	priceMicros: number | undefined;
}

/** The balance of an account as this process knows it, and the calls in flight that may be charged. Amounts are in micro-dollars. */
export class AccountFunds {
	/** Undefined until it was read. */
	private balanceMicros: number | undefined;

	/**
	 * The balance plus the amount used in the month, when last read. A charge moves money from one to the other, so the sum stays
	 * the same.
	 */
	private balanceAndUsedMicros: number | undefined;

	/** The month of the used amount, as `YYYY-MM` (UTC). */
	month: string | undefined;

	/** All that was charged to this process so far. */
	private chargedMicros = 0;

	/** The price of the last charged call; 0 if none was charged yet. */
	lastPriceMicros = 0;

	/** The number of charges with an unknown price, and how many of them the last read balance includes. */
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

	/** The price of all calls in flight; undefined if one of them is unknown. */
	get inFlightMicros(): number | undefined {
		let sum = 0;
		for (const { priceMicros } of this.inFlight) {
			if (priceMicros === undefined) return undefined;
			sum += priceMicros;
		}
		return sum;
	}

	/** The balance after all calls in flight are charged; undefined if the price of one is unknown. */
	get leftMicros(): number | undefined {
		const { inFlightMicros } = this;
		return inFlightMicros === undefined ? undefined : (this.balanceMicros ?? 0) - inFlightMicros;
	}

	/** The amount used in the month, without calls in flight; undefined if the service doesn't report it. */
	get usedMicros(): number | undefined {
		const { balanceAndUsedMicros: sum, balanceMicros: balance } = this;
		return sum === undefined || balance === undefined ? undefined : sum - balance;
	}

	/** Reads the balance. Concurrent callers share one request, unless it began before a charge of unknown price. */
	async read(getAccount: () => Promise<AccountSummary>): Promise<void> {
		const { unpriced } = this;
		let isRead = false;
		while (!isRead) {
			const others = this.reading;
			this.reading ??= this.readNow(getAccount).finally(() => (this.reading = undefined));
			isRead = await this.reading.then(
				() => this.unpricedRead >= unpriced,
				(error: unknown) => {
					// The run that began the read was stopped, not this one.
					if (others && error instanceof RadarApiError && error.failure.kind === 'cancelled') return false;
					throw error;
				},
			);
		}
	}

	reserve(priceMicros?: number): Reservation {
		const reservation = { priceMicros };
		this.inFlight.add(reservation);
		return reservation;
	}

	/** Ends a call. `chargedMicros` is undefined if it may have been charged an unknown amount. */
	release(reservation: Reservation, chargedMicros: number | undefined, balanceUsd?: unknown): void {
		this.inFlight.delete(reservation);
		if (chargedMicros === undefined) this.unpriced++;
		this.chargedMicros += chargedMicros ?? 0;
		if (this.balanceMicros !== undefined) this.balanceMicros -= chargedMicros ?? 0;
		this.lastPriceMicros = chargedMicros || this.lastPriceMicros;
		// Responses may arrive out of order, so the lowest balance counts.
		if (isAmount(balanceUsd) && this.balanceMicros !== undefined) {
			this.balanceMicros = Math.min(this.balanceMicros, toMicros(balanceUsd));
		}
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
	}

	/** Resolves when a call in flight has ended. */
	async changed(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	private async readNow(getAccount: () => Promise<AccountSummary>): Promise<void> {
		const { chargedMicros, unpriced } = this;
		const { balance_remaining_usd: balanceUsd, usage } = (await getAccount()) as Partial<AccountSummary>;
		const balance = toMicros(balanceUsd ?? 0);
		// The balance may not include charges made during the read.
		this.balanceMicros = balance - (this.chargedMicros - chargedMicros);
		this.balanceAndUsedMicros = isAmount(usage?.balance_used_usd)
			? balance + toMicros(usage.balance_used_usd)
			: undefined;
		this.month = usage?.month;
		this.unpricedRead = unpriced;
	}
}
