import { RadarApiError, toMicros, toUsd, type RadarClient, type Reservation } from '../client';
import { usd } from '../basics/inWords';
import { monthOf, monthsAfter } from './month';
import { MONTHLY_BUDGET } from '../parameters/fieldOptions';

/** Why a purchase must not start: what happened, and what to do. */
export class PurchaseRefused extends Error {
	readonly details = { outcome: 'notDone' };

	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

export class BudgetReached extends PurchaseRefused {}

const unreadable = (error: unknown): PurchaseRefused =>
	new PurchaseRefused(
		"The monthly budget can't be checked, because the account couldn't be read",
		`Nothing was charged. Try again later, or remove '${MONTHLY_BUDGET}' to go on without it.${error instanceof Error ? ` The reason: ${error.message}.` : ''}`,
	);

/**
 * Lets a purchase start only while the account's usage of the month, including calls in flight, is below the budget. Each run has
 * its own: it reads the account before the first purchase, after one of unknown price, and when the month changes.
 */
export class MonthlyBudget {
	private isRead = false;

	/** Kept, so that after a failed read the account isn't read again in this run. */
	private failure: unknown;

	/**
	 * @param limitUsd undefined: there is no budget
	 * @param minimumUsd the balance that a purchase of unknown price needs; undefined: any
	 */
	constructor(
		private readonly limitUsd: number | undefined,
		private readonly client: RadarClient,
		private readonly minimumUsd?: number,
	) {}

	/**
	 * Reads the account, unless its usage is known and up to date.
	 * @throws PurchaseRefused if the account can't be read, or RadarApiError if there is no budget
	 */
	async refresh(): Promise<void> {
		const { funds, now } = this.client;
		const isOfMonth = funds.month === undefined || funds.month === monthOf(now);
		const isKnown = this.isRead && !funds.isStale && isOfMonth;
		if (!isKnown && this.failure === undefined) await this.read();
		if (this.failure !== undefined) throw this.failure;
	}

	/** Why a purchase of this price must not start now. It may still start when calls in flight have ended. */
	blockReason(priceMicros: number): string | undefined {
		const { limitUsd } = this;
		const { funds } = this.client;
		if (limitUsd === undefined) return undefined;
		const used = funds.usedMicros ?? 0;
		const inFlight = funds.inFlightMicros ?? Number.POSITIVE_INFINITY;
		if (used + inFlight + priceMicros <= toMicros(limitUsd)) return undefined;
		const left = Math.max(toMicros(limitUsd) - used, 0);
		const month = funds.month ?? monthOf(this.client.now);
		return `${usd(toUsd(used))} used in ${month}, ${usd(toUsd(left))} left; the next month begins on ${monthsAfter(month, 1)}-01 at 00:00 UTC`;
	}

	/**
	 * Resolves when a purchase may start. While one of unknown price is in flight, no other starts, so the budget is exceeded
	 * by its price at most.
	 * @throws PurchaseRefused
	 */
	async acquire(priceMicros?: number): Promise<Reservation> {
		const { funds } = this.client;
		for (;;) {
			while (funds.inFlightMicros === undefined) await this.client.fundsChanged();
			await this.refresh();
			const reason = this.blockReason(priceMicros || 1);
			const refusal = reason === undefined ? this.tooLow() : this.reached(reason);
			if (!refusal) return funds.reserve(priceMicros);
			if (funds.isIdle) throw refusal;
			await this.client.fundsChanged();
		}
	}

	/**
	 * Starts a purchase whose price the service doesn't return, and returns how to settle it. Until then, no other purchase with a
	 * limit starts on the account.
	 * @throws PurchaseRefused, or RadarApiError if the account can't be read
	 */
	async reserve(): Promise<() => void> {
		if (this.limitUsd === undefined && this.minimumUsd === undefined) return () => undefined;
		const reservation = await this.acquire();
		return () => this.client.funds.release(reservation, undefined);
	}

	/** Makes a purchase whose price the service doesn't return. @throws PurchaseRefused */
	async buy<Result>(call: () => Promise<Result>): Promise<Result> {
		const settle = await this.reserve();
		try {
			return await call();
		} finally {
			settle();
		}
	}

	/** Why the balance is too low for a purchase. */
	private tooLow(): PurchaseRefused | undefined {
		const { minimumUsd: minimum } = this;
		const left = toUsd(this.client.funds.leftMicros ?? 0);
		if (minimum === undefined || left >= minimum) return undefined;
		return new PurchaseRefused(
			`The balance is ${usd(left)}, below the 'Minimum Balance' of ${usd(minimum)}`,
			"Nothing was created or deactivated. Top up, or lower 'Minimum Balance'.",
		);
	}

	private reached(reason: string): BudgetReached {
		return new BudgetReached(
			`The monthly budget of ${usd(this.limitUsd ?? 0)} is reached`,
			`${reason}. Nothing new is charged until then. Running radars keep charging: to lower the bill, deactivate radars. To go on now, raise '${MONTHLY_BUDGET}'.`,
		);
	}

	private async read(): Promise<void> {
		const { limitUsd, client } = this;
		const funds = await client.readFunds().catch((error: unknown) => {
			// The run was stopped, so this isn't a failed read.
			if (error instanceof RadarApiError && error.failure.kind === 'cancelled') throw error;
			this.failure = limitUsd === undefined ? error : unreadable(error);
		});
		this.isRead = true;
		if (limitUsd !== undefined && funds && funds.usedMicros === undefined)
			this.failure = unreadable(undefined);
	}
}
