import { RadarApiError, toMicros, toUsd, type RadarClient, type Reservation } from '../client';
import { usd } from '../basics/usd';
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

/** What the account has used leaves nothing of the budget. */
export class BudgetReached extends PurchaseRefused {}

const unreadable = (error: unknown): PurchaseRefused =>
	new PurchaseRefused(
		"The monthly budget can't be checked, because the account couldn't be read",
		`Nothing was charged. Try again later, or remove '${MONTHLY_BUDGET}' to go on without it.${error instanceof Error ? ` The reason: ${error.message}.` : ''}`,
	);

/**
 * Lets purchases start only while what the account has used in the month, with what is in flight, is below the budget. Of a run: it reads
 * the account before its first purchase, and again after one whose price isn't known and at the turn of the month.
 */
export class MonthlyBudget {
	private isRead = false;

	/** What can't be read is not asked for again in this run. */
	private failure: unknown;

	/** @param limitUsd undefined: there is no budget */
	constructor(
		private readonly limitUsd: number | undefined,
		private readonly client: RadarClient,
	) {}

	/**
	 * Makes sure that what is known of the account is true.
	 * @throws PurchaseRefused where it can't be read, or without a budget RadarApiError
	 */
	async refresh(): Promise<void> {
		const { funds, now } = this.client;
		const isOfMonth = funds.month === undefined || funds.month === monthOf(now);
		const isKnown = this.isRead && !funds.isStale && isOfMonth;
		if (!isKnown && this.failure === undefined) await this.read();
		if (this.failure !== undefined) throw this.failure;
	}

	/** Why a purchase of this price must not start now; without what is in flight it may. */
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
	 * Resolves when a purchase may start. One whose price isn't known is on its own, so that at most its price is above the budget.
	 * @throws PurchaseRefused
	 */
	async acquire(priceMicros?: number): Promise<Reservation> {
		const { funds } = this.client;
		for (;;) {
			while (funds.inFlightMicros === undefined) await funds.changed();
			await this.refresh();
			const reason = this.blockReason(priceMicros || 1);
			if (reason === undefined) return funds.reserve(priceMicros);
			if (funds.isIdle) throw this.reached(reason);
			await funds.changed();
		}
	}

	/** Makes a purchase whose price the service doesn't tell. @throws PurchaseRefused */
	async buy<Result>(call: () => Promise<Result>): Promise<Result> {
		if (this.limitUsd === undefined) return await call();
		const reservation = await this.acquire();
		try {
			return await call();
		} finally {
			this.client.funds.release(reservation, undefined);
		}
	}

	/** @throws PurchaseRefused if nothing more may be charged in this month */
	async check(): Promise<void> {
		if (this.limitUsd === undefined) return;
		this.client.funds.release(await this.acquire(), 0);
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
			// Another failure has stopped the run.
			if (error instanceof RadarApiError && error.failure.kind === 'cancelled') throw error;
			this.failure = limitUsd === undefined ? error : unreadable(error);
		});
		this.isRead = true;
		if (limitUsd !== undefined && funds && funds.usedMicros === undefined)
			this.failure = unreadable(undefined);
	}
}
