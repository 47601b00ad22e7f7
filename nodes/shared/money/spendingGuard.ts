import { toMicros, toUsd, type RadarClient, type Reservation } from '../client';
import { usd } from '../basics/usd';
import type { Ledger } from './ledger';
import { MonthlyBudget } from './monthlyBudget';

export interface Limits {
	/** USD that this execution may spend. */
	spendingLimit?: number;
	/** USD that must stay on the account. */
	minimumBalance?: number;
	/** USD that the account may use in a month. */
	monthlyBudget?: number;
}

/** Why a call must not start. It may still start when something in flight has ended. */
interface Block {
	reason: string;
	mayEnd: boolean;
}

/**
 * Lets a lookup start only if it cannot break a limit, even if every lookup in flight is charged
 * the highest price seen. Until a price is known, one lookup is in flight at a time.
 */
export class SpendingGuard {
	private readonly budget: MonthlyBudget;

	constructor(
		private readonly limits: Limits,
		private readonly ledger: Ledger,
		private readonly client: RadarClient,
	) {
		this.budget = new MonthlyBudget(limits.monthlyBudget, client);
	}

	/** Resolves when the lookup may start, or with the reason why it must not. @throws an error where the account cannot be read */
	async acquire(): Promise<Reservation | string> {
		const { funds } = this.client;
		const { minimumBalance, monthlyBudget } = this.limits;
		for (;;) {
			if ((minimumBalance ?? monthlyBudget) !== undefined) await this.budget.refresh();
			const block = this.blockReason();
			if (!block) break;
			if (!block.mayEnd) return block.reason;
			await funds.changed();
		}
		this.ledger.lookupsInFlight++;
		return funds.reserve(this.ledger.payments.highestPriceMicros || funds.lastPriceMicros || undefined);
	}

	/** The lookup ended. `chargedUsd` is undefined where it may have been charged: then it counts with the highest price seen. */
	release(reservation: Reservation, chargedUsd: number | undefined, balanceUsd?: unknown): void {
		const { payments } = this.ledger;
		this.ledger.lookupsInFlight--;
		if (chargedUsd === undefined) {
			payments.unpriced ||= payments.highestPriceMicros === 0;
			payments.spentMicros += payments.highestPriceMicros;
			this.client.funds.release(reservation, payments.highestPriceMicros || undefined);
			return;
		}
		const micros = toMicros(chargedUsd);
		payments.spentMicros += micros;
		payments.highestPriceMicros = Math.max(payments.highestPriceMicros, micros);
		this.client.funds.release(reservation, micros, balanceUsd);
	}

	/** A try of a lookup ended, and it is not known whether it was charged: whether the lookup may be tried again. */
	mayRepeat(): boolean {
		const { payments } = this.ledger;
		const price = payments.highestPriceMicros;
		if (this.isLimited && price === 0) return false;
		if (this.blockReason(price, 0)) return false;
		payments.spentMicros += price;
		this.client.funds.charge(price);
		return true;
	}

	private get isLimited(): boolean {
		const { spendingLimit, minimumBalance, monthlyBudget } = this.limits;
		return (spendingLimit ?? minimumBalance ?? monthlyBudget) !== undefined;
	}

	/** Why this many more lookups must not start, given what was spent. */
	private blockReason(moreMicros = 0, moreLookups = 1): Block | undefined {
		const { payments, lookupsInFlight } = this.ledger;
		const { spentMicros, highestPriceMicros: price, unpriced } = payments;
		const { spendingLimit, minimumBalance } = this.limits;
		const { funds } = this.client;
		const isOwnInFlight = lookupsInFlight > 0;
		if (!this.isLimited) return undefined;
		if (unpriced) {
			return {
				reason: 'Skipped: an earlier lookup may have been charged an unknown amount',
				mayEnd: false,
			};
		}
		if (price === 0 && isOwnInFlight) {
			return { reason: "Skipped: the price of a lookup isn't known yet", mayEnd: true };
		}
		const next = moreMicros + moreLookups * Math.max(price, 1);
		const spent = spentMicros + lookupsInFlight * price + next;
		if (spendingLimit !== undefined && spent > toMicros(spendingLimit)) {
			const reason = `Skipped: would exceed the ${usd(spendingLimit)} spending limit (${usd(toUsd(spentMicros))} spent)`;
			return { reason, mayEnd: isOwnInFlight };
		}
		const atStake = Math.max(next, moreMicros + moreLookups * funds.lastPriceMicros);
		const mayEnd = !funds.isIdle;
		const overBudget = this.budget.blockReason(atStake);
		if (overBudget !== undefined) {
			const budget = usd(this.limits.monthlyBudget ?? 0);
			return { reason: `Skipped: would exceed the monthly budget of ${budget} (${overBudget})`, mayEnd };
		}
		if (minimumBalance === undefined) return undefined;
		const left = funds.leftMicros;
		if (left === undefined || left - atStake < toMicros(minimumBalance)) {
			const balance = left === undefined ? 'unknown' : usd(toUsd(left));
			const reason = `Skipped: the balance would fall below ${usd(minimumBalance)} (now ${balance})`;
			return { reason, mayEnd };
		}
		return undefined;
	}
}
