import { NEXT_CHARGE_FIELD } from '../api/assumptions';
import { endpointOf } from '../api/endpoints';
import type { Radar, RadarDefinition } from '../api/types';
import { RadarApiError, toUsd, type ApiFailure } from '../client';
import { counted, usd } from '../values/basics/inWords';
import { dayOf, timeIn } from '../values/basics/time';

type Balance = number | undefined;

function balanceText(
	before: Balance,
	after: Balance,
	chargedUsd: Balance,
	soFar: string,
	isHidden: boolean,
): string {
	const charged = (amount: number) => `${usd(amount)} charged${soFar}`;
	if (before === undefined || after === undefined) {
		return chargedUsd === undefined
			? "The balance couldn't be read, so the amount charged isn't known."
			: `${charged(chargedUsd)}. The balance couldn't be read.`;
	}
	const balances = `Balance: ${usd(before)} → ${usd(after)}`;
	if (isHidden && after === before) return `${balances} (the account doesn't show the charge yet).`;
	if (chargedUsd === undefined && after > before)
		return `${balances} (it was topped up or refunded meanwhile).`;
	return `${balances} (${charged(chargedUsd ?? before - after)}).`;
}

/** The purchases of a run and their charges, as far as the service reports them. */
export class Spending {
	private hasPurchases = false;

	private before: Balance;

	private after: Balance;

	/** The total charge of lookups, the only purchases whose response has a price. */
	private lookedUpMicros: number | undefined;

	/** Created radars that are charged monthly. */
	private monthly = 0;

	/** The earliest of their next charges, in milliseconds since the epoch. */
	private nextChargeAt = Number.POSITIVE_INFINITY;

	/** Created radars that are charged per update. */
	private perUpdate = 0;

	/** Purchases that may have been charged. Several items can share one, which then counts once. */
	private readonly unknown = new Set<ApiFailure>();

	/** Whether radars of a bulk request are still being created. */
	isPending = false;

	/**
	 * Records the balance before and after a purchase, undefined if it couldn't be read in time. The highest and the lowest
	 * balance count, because lookups end in any order.
	 */
	bought(before: Balance, after: Balance): void {
		this.hasPurchases = true;
		if (before !== undefined) this.before = Math.max(this.before ?? before, before);
		if (after !== undefined) this.after = Math.min(this.after ?? after, after);
	}

	/** Counts the radar. A monthly one was charged just now, and will be again at `next_charge_at`; one that is charged per update has null. */
	radarCreated(radar: Radar | RadarDefinition): void {
		const { [NEXT_CHARGE_FIELD]: at } = radar as Partial<Radar>;
		if (at === null) this.perUpdate++;
		if (!at) return;
		this.monthly++;
		this.nextChargeAt = Math.min(this.nextChargeAt, timeIn(at) ?? Number.POSITIVE_INFINITY);
	}

	failed(error: unknown): void {
		if (!(error instanceof RadarApiError) || error.failure.outcome !== 'unknown') return;
		if (endpointOf(error.failure).isCharged) this.unknown.add(error.failure);
	}

	lookedUp(chargedMicros: number, balanceUsd: unknown): void {
		this.lookedUpMicros = (this.lookedUpMicros ?? 0) + chargedMicros;
		const after = typeof balanceUsd === 'number' ? balanceUsd : undefined;
		this.bought(after === undefined ? undefined : after + toUsd(chargedMicros), after);
	}

	/** What was charged, in whole sentences; none if nothing was purchased. */
	sentences(): string[] {
		const { before, after, lookedUpMicros, monthly, nextChargeAt, perUpdate, unknown } = this;
		const charged = lookedUpMicros === undefined ? undefined : toUsd(lookedUpMicros);
		const purchases = counted(unknown.size, 'purchase', 'purchases');
		if (unknown.size > 0 && charged === undefined && before !== undefined && before === after)
			return [`The balance is unchanged so far (${usd(after)}), but ${purchases} may still be charged.`];
		// Without a purchase, a balance that couldn't be read isn't worth a word.
		const mayHaveBought = this.isPending || charged !== undefined || monthly + perUpdate + unknown.size > 0;
		const isBalanceKnown = before !== undefined && after !== undefined;
		return [
			this.hasPurchases &&
				(isBalanceKnown || mayHaveBought) &&
				balanceText(before, after, charged, this.isPending ? ' so far' : '', monthly > 0),
			monthly > 0 &&
				`${counted(monthly, 'radar is', 'radars are')} charged monthly${Number.isFinite(nextChargeAt) ? `, next on ${dayOf(nextChargeAt)}` : ''}.`,
			perUpdate > 0 && `${counted(perUpdate, 'radar is', 'radars are')} charged per update.`,
			unknown.size > 0 && `${purchases} may have been charged: the outcome is unknown.`,
		].filter((text) => typeof text === 'string');
	}
}
