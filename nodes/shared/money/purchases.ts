import type { RevealResult } from '../api/types';
import { usd } from '../basics/inWords';
import { RadarApiError, toMicros, toUsd, type RadarClient } from '../client';
import { MONTHLY_BUDGET } from '../parameters/fieldOptions';
import { monthOf, monthsAfter } from './month';

/** Limits of purchases, in USD. */
export interface Limits {
	/** What this execution may spend on lookups. */
	spendingLimit?: number;
	/** What must stay on the account. A purchase of unknown price needs it before. */
	minimumBalance?: number;
	/** What the account may use in a month. */
	monthlyBudget?: number;
}

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

/** A limit that one more purchase would exceed. */
export class LimitReached extends PurchaseRefused {
	/** @param skipped why an item is skipped */
	constructor(
		readonly limit: keyof Limits,
		readonly skipped: string,
		message: string,
		description: string,
	) {
		super(message, description);
	}
}

export const isBudgetReached = (error: unknown): error is LimitReached =>
	error instanceof LimitReached && error.limit === 'monthlyBudget';

/** Counts what lookups are charged, in micro-dollars. */
export interface LookupCount {
	/** 0 until a price is known. */
	readonly highestPriceMicros: number;
	/** Returns how to settle a lookup that starts, without an amount if it may have been charged. */
	start(): (chargedMicros?: number) => void;
}

/** The lookups of an execution. */
export interface ExecutionLookups extends LookupCount {
	readonly spentMicros: number;
	readonly inFlight: number;
	/** Whether a lookup may have been charged before any price was known. */
	readonly isUnpriced: boolean;
}

/** What the limits are compared with. */
interface Figures {
	client: RadarClient;
	lookups: ExecutionLookups | undefined;
}

interface Row {
	/** Whether the account is read for it. */
	isOfAccount: boolean;
	/** Whether the price of one more purchase would exceed it. */
	isExceeded(limitMicros: number, priceMicros: number, figures: Figures): boolean;
	/** Why an item is skipped, why a purchase doesn't start, and what to do. */
	texts(limitMicros: number, figures: Figures): [skipped: string, message: string, description: string];
}

function monthInWords({ funds, now }: RadarClient, limitMicros: number): string {
	const used = funds.usedMicros ?? 0;
	const month = funds.month ?? monthOf(now);
	return `${usd(toUsd(used))} used in ${month}, ${usd(toUsd(Math.max(limitMicros - used, 0)))} left; the next month begins on ${monthsAfter(month, 1)}-01 at 00:00 UTC`;
}

/** In the order in which they are checked. */
const LIMITS: Record<keyof Limits, Row> = {
	spendingLimit: {
		isOfAccount: false,
		isExceeded: (limit, price, { lookups }) => {
			if (!lookups) return false;
			const { spentMicros, inFlight, highestPriceMicros: highest } = lookups;
			return (highest === 0 && inFlight > 0) || spentMicros + inFlight * highest + price > limit;
		},
		texts: (limitMicros, { lookups }) => {
			const limit = usd(toUsd(limitMicros));
			const reason = `Skipped: would exceed the ${limit} spending limit (${usd(toUsd(lookups?.spentMicros ?? 0))} spent)`;
			return [reason, reason, "To go on, raise 'Spending Limit'."];
		},
	},
	monthlyBudget: {
		isOfAccount: true,
		isExceeded: (limit, price, { client: { funds } }) =>
			(funds.usedMicros ?? 0) + (funds.inFlightMicros ?? Number.POSITIVE_INFINITY) + (price || 1) > limit,
		texts: (limitMicros, { client }) => {
			const limit = usd(toUsd(limitMicros));
			const month = monthInWords(client, limitMicros);
			return [
				`Skipped: would exceed the monthly budget of ${limit} (${month})`,
				`The monthly budget of ${limit} is reached`,
				`${month}. Nothing new is charged until then. Running radars keep charging: to lower the bill, deactivate radars. To go on now, raise '${MONTHLY_BUDGET}'.`,
			];
		},
	},
	minimumBalance: {
		isOfAccount: true,
		isExceeded: (limit, price, { client: { funds } }) =>
			(funds.leftMicros ?? Number.NEGATIVE_INFINITY) - price < limit,
		texts: (limitMicros, { client: { funds } }) => {
			const limit = usd(toUsd(limitMicros));
			const balance = funds.leftMicros === undefined ? 'unknown' : usd(toUsd(funds.leftMicros));
			return [
				`Skipped: the balance would fall below ${limit} (now ${balance})`,
				`The balance is ${balance}, below the 'Minimum Balance' of ${limit}`,
				"Nothing was created or deactivated. Top up, or lower 'Minimum Balance'.",
			];
		},
	},
};

const NAMES = Object.keys(LIMITS) as Array<keyof Limits>;

const unreadable = (error: unknown): PurchaseRefused =>
	new PurchaseRefused(
		"The monthly budget can't be checked, because the account couldn't be read",
		`Nothing was charged. Try again later, or remove '${MONTHLY_BUDGET}' to go on without it.${error instanceof Error ? ` The reason: ${error.message}.` : ''}`,
	);

/**
 * The purchases of a run. Each starts only while all limits have room, including the purchases in flight on the account. A run reads
 * the account before its first purchase, after one of unknown price, and when the month changes.
 */
export class Purchases {
	private readonly limited: Array<keyof Limits>;

	private isRead = false;

	/** Kept, so that after a failed read the account isn't read again in this run. */
	private failure: unknown;

	constructor(
		private readonly limits: Limits,
		private readonly client: RadarClient,
		private readonly lookups?: ExecutionLookups,
	) {
		this.limited = NAMES.filter((name) => limits[name] !== undefined);
	}

	/** Makes a purchase whose price the service doesn't return. @throws LimitReached, or as `reserve` does */
	async buy<Result>(call: () => Promise<Result>): Promise<Result> {
		const settle = await this.reserve();
		try {
			return await call();
		} finally {
			settle();
		}
	}

	/**
	 * Reserves a purchase whose price the service doesn't return, and returns how to settle it. Until then no other purchase with a limit
	 * starts on the account, so a limit is exceeded by this one at most.
	 * @throws LimitReached, PurchaseRefused, or RadarApiError if the account can't be read
	 */
	async reserve(): Promise<() => void> {
		if (this.limited.length === 0) return () => undefined;
		const { funds } = this.client;
		const reservation = await this.whenRoom(
			() => 0,
			() => funds.reserve(),
		);
		return () => funds.release(reservation, undefined);
	}

	/** Pays for a lookup. One that may have been charged counts with the highest price seen. @throws as `reserve` does */
	async lookUp(call: () => Promise<RevealResult>, count: LookupCount): Promise<RevealResult> {
		const { funds } = this.client;
		const { reservation, settle } = await this.whenRoom(
			() => Math.max(count.highestPriceMicros, funds.lastPriceMicros, 1),
			() => ({
				reservation: funds.reserve(count.highestPriceMicros || funds.lastPriceMicros || undefined),
				settle: count.start(),
			}),
		);
		const response = await call().catch((error: unknown) => {
			const isFree = error instanceof RadarApiError && error.failure.outcome !== 'unknown';
			funds.release(reservation, isFree ? 0 : count.highestPriceMicros || undefined);
			settle(isFree ? 0 : undefined);
			throw error;
		});
		const { total_usd: chargedUsd, balance_remaining_usd: balanceUsd } = response.usage;
		funds.release(reservation, toMicros(chargedUsd), balanceUsd);
		settle(toMicros(chargedUsd));
		return response;
	}

	/** Why no purchase may start now: the limits without room, or that the account can't be read. */
	async reached(): Promise<unknown[]> {
		const failed = await this.becomesKnown().then(
			() => [],
			(error: unknown) => [error],
		);
		return failed.length > 0 ? failed : this.exceeded(0);
	}

	/** The balance in USD, with the read that a limit needs anyway; undefined if it can't be read. */
	async readBalance(): Promise<number | undefined> {
		if (!this.readsAccount) return await this.client.readBalance();
		await this.refresh().catch(() => undefined);
		return this.client.funds.balanceUsd;
	}

	private get readsAccount(): boolean {
		return this.limited.some((name) => LIMITS[name].isOfAccount);
	}

	/** Waits for purchases of unknown price, and reads the account if a limit needs it. @throws as `refresh` does */
	private async becomesKnown(): Promise<void> {
		if (!this.readsAccount) return;
		while (this.client.funds.inFlightMicros === undefined) await this.client.fundsChanged();
		await this.refresh();
	}

	/** Reserves as soon as a purchase of this price may start, before anything else can. A price of 0 isn't known. */
	private async whenRoom<Reserved>(priceMicros: () => number, reserve: () => Reserved): Promise<Reserved> {
		for (;;) {
			await this.becomesKnown();
			if (this.lookups?.isUnpriced && this.limited.length > 0) throw this.unpriced();
			const [reached] = this.exceeded(priceMicros());
			if (!reached) return reserve();
			const { isOfAccount } = LIMITS[reached.limit];
			const mayEnd = isOfAccount ? !this.client.funds.isIdle : Number(this.lookups?.inFlight) > 0;
			if (!mayEnd) throw reached;
			await this.client.fundsChanged();
		}
	}

	private exceeded(priceMicros: number): LimitReached[] {
		const figures = { client: this.client, lookups: this.lookups };
		return this.limited.flatMap((name) => {
			const { isExceeded, texts } = LIMITS[name];
			const limit = toMicros(this.limits[name] ?? 0);
			return isExceeded(limit, priceMicros, figures) ? new LimitReached(name, ...texts(limit, figures)) : [];
		});
	}

	/**
	 * Reads the account, unless its figures are known and up to date.
	 * @throws PurchaseRefused if it can't be read for the budget, else RadarApiError
	 */
	private async refresh(): Promise<void> {
		const { funds } = this.client;
		const isOfMonth = funds.month === undefined || funds.month === monthOf(this.client.now);
		const isKnown = this.isRead && !funds.isStale && isOfMonth;
		if (!isKnown && this.failure === undefined) await this.read();
		if (this.failure !== undefined) throw this.failure;
	}

	private async read(): Promise<void> {
		const hasBudget = this.limits.monthlyBudget !== undefined;
		const funds = await this.client.readFunds().catch((error: unknown) => {
			// The run was stopped, so this isn't a failed read.
			if (error instanceof RadarApiError && error.failure.kind === 'cancelled') throw error;
			this.failure = hasBudget ? unreadable(error) : error;
		});
		this.isRead = true;
		if (hasBudget && funds && funds.usedMicros === undefined) this.failure = unreadable(undefined);
	}

	private unpriced(): LimitReached {
		const reason = 'Skipped: an earlier lookup may have been charged an unknown amount';
		return new LimitReached(this.limited[0] ?? 'spendingLimit', reason, reason, 'Check your balance.');
	}
}
