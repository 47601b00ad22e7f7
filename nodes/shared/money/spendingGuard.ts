import { toMicros, toUsd, type RadarClient, type Reservation } from '../client';
import { usd } from '../basics/inWords';
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

/** Why a call must not start. */
interface Block {
	reason: string;
	/** Whether the call may still start when others in flight have ended. */
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

	/** Resolves when the lookup may start, or with the reason why it must not. @throws PurchaseRefused or RadarApiError as `refresh` does */
	async acquire(): Promise<Reservation | string> {
		const { funds } = this.client;
		const { minimumBalance, monthlyBudget } = this.limits;
		for (;;) {
			if ((minimumBalance ?? monthlyBudget) !== undefined) await this.budget.refresh();
			const block = this.blockReason();
			if (!block) break;
			if (!block.mayEnd) return block.reason;
			await this.client.fundsChanged();
		}
		this.ledger.lookupsInFlight++;
		return funds.reserve(this.ledger.payments.highestPriceMicros || funds.lastPriceMicros || undefined);
	}

	/** Ends a lookup. If `chargedUsd` is undefined, it may have been charged, and counts with the highest price seen. */
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

	private get isLimited(): boolean {
		const { spendingLimit, minimumBalance, monthlyBudget } = this.limits;
		return (spendingLimit ?? minimumBalance ?? monthlyBudget) !== undefined;
	}

	/** Why one more lookup must not start. */
	private blockReason(): Block | undefined {
		if (!this.isLimited) return undefined;
		const { funds } = this.client;
		const price = Math.max(this.ledger.payments.highestPriceMicros, funds.lastPriceMicros, 1);
		return this.executionBlock(price) ?? this.accountBlock(price);
	}

	private executionBlock(nextMicros: number): Block | undefined {
		const { payments, lookupsInFlight } = this.ledger;
		const { spentMicros, highestPriceMicros: price, unpriced } = payments;
		const { spendingLimit } = this.limits;
		const mayEnd = lookupsInFlight > 0;
		if (unpriced) {
			return {
				reason: 'Skipped: an earlier lookup may have been charged an unknown amount',
				mayEnd: false,
			};
		}
		if (price === 0 && mayEnd)
			return {
				reason:
					"Skipped: a limit is set, and the price of a lookup isn't known until the first match. Pass in this item again.",
				mayEnd,
			};
		const spent = spentMicros + lookupsInFlight * price + nextMicros;
		if (spendingLimit === undefined || spent <= toMicros(spendingLimit)) return undefined;
		const reason = `Skipped: would exceed the ${usd(spendingLimit)} spending limit (${usd(toUsd(spentMicros))} spent)`;
		return { reason, mayEnd };
	}

	private accountBlock(nextMicros: number): Block | undefined {
		const { funds } = this.client;
		const mayEnd = !funds.isIdle;
		const { minimumBalance, monthlyBudget = 0 } = this.limits;
		const overBudget = this.budget.blockReason(nextMicros);
		if (overBudget !== undefined) {
			const reason = `Skipped: would exceed the monthly budget of ${usd(monthlyBudget)} (${overBudget})`;
			return { reason, mayEnd };
		}
		if (minimumBalance === undefined) return undefined;
		const left = funds.leftMicros;
		if (left !== undefined && left - nextMicros >= toMicros(minimumBalance)) return undefined;
		const balance = left === undefined ? 'unknown' : usd(toUsd(left));
		const reason = `Skipped: the balance would fall below ${usd(minimumBalance)} (now ${balance})`;
		return { reason, mayEnd };
	}
}
