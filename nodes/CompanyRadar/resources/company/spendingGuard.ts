import { usd } from '../../receipt';
import type { RevealMemory } from './memory';

export const MICROS = 1_000_000;

interface Limits {
	/** USD that this execution may spend. */
	spendingLimit?: number;
	/** USD that must stay on the account. */
	minimumBalance?: number;
}

/**
 * Lets a lookup start only if it cannot break a limit, even if every lookup in flight is charged
 * the highest price seen. Until a price is known, one lookup is in flight at a time.
 */
export class SpendingGuard {
	private inFlight = 0;

	private waiting: Array<() => void> = [];

	constructor(
		private readonly limits: Limits,
		private readonly memory: RevealMemory,
		private balanceMicros = Number.POSITIVE_INFINITY,
	) {}

	/** Resolves when the lookup may start, or with the reason why it must not. */
	async enter(): Promise<string | undefined> {
		for (;;) {
			const reason = this.obstacle();
			if (reason === undefined) {
				this.inFlight++;
				return undefined;
			}
			// A lookup in flight may turn out free, or tell the price: only then is it sure.
			if (this.inFlight === 0) return reason;
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
	}

	/** A lookup ended with an answer. Of balances told out of order the lowest counts. */
	charged(chargedUsd: number, balanceUsd: number): void {
		const micros = Math.round(chargedUsd * MICROS);
		this.memory.spentMicros += micros;
		this.memory.highestMicros = Math.max(this.memory.highestMicros, micros);
		this.balanceMicros = Math.min(this.balanceMicros, Math.round(balanceUsd * MICROS));
		this.leave();
	}

	/** A lookup ended, and nothing was charged (interface section 4.12 rule 7). */
	free(): void {
		this.leave();
	}

	/** A lookup ended, and it is not known whether it was charged: it counts with the highest price seen. */
	unknown(): void {
		this.countHighest();
		this.leave();
	}

	/** A try of a lookup ended, and it is not known whether it was charged: whether the lookup may be tried again. */
	mayRepeat(): boolean {
		this.countHighest();
		if (this.obstacle(0) === undefined) return true;
		// It is counted when the lookup ends as unknown.
		this.countHighest(-1);
		return false;
	}

	private countHighest(sign = 1): void {
		this.memory.spentMicros += sign * this.memory.highestMicros;
		this.balanceMicros -= sign * this.memory.highestMicros;
	}

	private leave(): void {
		this.inFlight--;
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
	}

	/** Why so many lookups more must not start. */
	private obstacle(more = 1): string | undefined {
		const { spendingLimit, minimumBalance } = this.limits;
		const { spentMicros, highestMicros } = this.memory;
		const limited = spendingLimit !== undefined || minimumBalance !== undefined;
		if (limited && highestMicros === 0 && this.inFlight > 0) return 'The price of a lookup is not known yet.';
		const atStake = (this.inFlight + more) * Math.max(highestMicros, 1);
		if (spendingLimit !== undefined && spentMicros + atStake > spendingLimit * MICROS) {
			return `The spending limit of ${usd(spendingLimit)} would be passed. ${usd(spentMicros / MICROS)} was spent.`;
		}
		if (minimumBalance !== undefined && this.balanceMicros - atStake < minimumBalance * MICROS) {
			return `The balance would fall below ${usd(minimumBalance)}. It is ${usd(this.balanceMicros / MICROS)}.`;
		}
		return undefined;
	}
}
