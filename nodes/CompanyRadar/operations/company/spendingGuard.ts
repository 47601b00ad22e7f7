import { toMicros, toUsd, type RadarClient, type Reservation } from '../../../shared/client';
import type { Payments } from '../../runner/paidResults';
import { usd } from '../../../shared/basics/usd';

interface Limits {
	/** USD that this execution may spend. */
	spendingLimit?: number;
	/** USD that must stay on the account. */
	minimumBalance?: number;
}

/** Why a call must not start. It may still start when something in flight has ended. */
interface Block {
	reason: string;
	mayEnd: boolean;
}

/** Calls in flight by execution, since parallel runs of one execution share its limit. Released with the execution. */
const callsInFlight = new WeakMap<Payments, number>();

/**
 * Lets a lookup start only if it cannot break a limit, even if every lookup in flight is charged
 * the highest price seen. Until a price is known, one lookup is in flight at a time.
 */
export class SpendingGuard {
	constructor(
		private readonly limits: Limits,
		private readonly payments: Payments,
		private readonly service: RadarClient,
	) {}

	/** Resolves when the lookup may start, or with the reason why it must not. @throws RadarApiError where the balance cannot be read */
	async acquire(): Promise<Reservation | string> {
		const { funds } = this.service;
		for (;;) {
			if (this.limits.minimumBalance !== undefined && funds.isStale) await this.service.readFunds();
			const block = this.blockReason();
			if (!block) break;
			if (!block.mayEnd) return block.reason;
			await funds.changed();
		}
		this.inFlight++;
		return funds.reserve(this.payments.highestPriceMicros || funds.lastPriceMicros || undefined);
	}

	/** The lookup ended. `chargedUsd` is undefined where it may have been charged: then it counts with the highest price seen. */
	release(reservation: Reservation, chargedUsd: number | undefined, balanceUsd?: unknown): void {
		const { payments } = this;
		this.inFlight--;
		if (chargedUsd === undefined) {
			payments.unpriced ||= payments.highestPriceMicros === 0;
			payments.spentMicros += payments.highestPriceMicros;
			this.service.funds.release(reservation, payments.highestPriceMicros || undefined);
			return;
		}
		const micros = toMicros(chargedUsd);
		payments.spentMicros += micros;
		payments.highestPriceMicros = Math.max(payments.highestPriceMicros, micros);
		this.service.funds.release(reservation, micros, balanceUsd);
	}

	/** A try of a lookup ended, and it is not known whether it was charged: whether the lookup may be tried again. */
	mayRepeat(): boolean {
		const { payments } = this;
		const price = payments.highestPriceMicros;
		if (this.isLimited && price === 0) return false;
		if (this.blockReason(price, 0)) return false;
		payments.spentMicros += price;
		this.service.funds.charge(price);
		return true;
	}

	private get inFlight(): number {
		return callsInFlight.get(this.payments) ?? 0;
	}

	private set inFlight(count: number) {
		callsInFlight.set(this.payments, count);
	}

	private get isLimited(): boolean {
		return this.limits.spendingLimit !== undefined || this.limits.minimumBalance !== undefined;
	}

	/** Why this many more lookups must not start, given what was spent. */
	private blockReason(moreMicros = 0, moreLookups = 1): Block | undefined {
		const { spentMicros, highestPriceMicros: price, unpriced } = this.payments;
		const { spendingLimit, minimumBalance } = this.limits;
		const { funds } = this.service;
		const isOwnInFlight = this.inFlight > 0;
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
		const spent = spentMicros + this.inFlight * price + next;
		if (spendingLimit !== undefined && spent > toMicros(spendingLimit)) {
			const reason = `Skipped: would exceed the ${usd(spendingLimit)} spending limit (${usd(toUsd(spentMicros))} spent)`;
			return { reason, mayEnd: isOwnInFlight };
		}
		if (minimumBalance === undefined) return undefined;
		const left = funds.leftMicros;
		const atStake = Math.max(next, moreMicros + moreLookups * funds.lastPriceMicros);
		if (left === undefined || left - atStake < toMicros(minimumBalance)) {
			const balance = left === undefined ? 'unknown' : usd(toUsd(left));
			const reason = `Skipped: the balance would fall below ${usd(minimumBalance)} (now ${balance})`;
			return { reason, mayEnd: !funds.isIdle };
		}
		return undefined;
	}
}
