import { endpointOf } from '../api/endpoints';
import type { Radar } from '../api/types';
import { RadarApiError, toUsd, type ApiFailure } from '../client';
import { counted } from '../basics/listed';
import { usd } from '../basics/usd';

type Balance = number | undefined;

/** The balance before and after, and what it lost: the same words wherever something is paid for. */
function balanceText(before: Balance, after: Balance, chargedUsd: Balance, soFar: string): string {
	const charged = (amount: number) => `${usd(amount)} charged${soFar}`;
	if (before === undefined || after === undefined) {
		return chargedUsd === undefined
			? "The balance couldn't be read in time, so the amount charged isn't known."
			: `${charged(chargedUsd)}. The balance couldn't be read in time.`;
	}
	const balances = `Balance: ${usd(before)} → ${usd(after)}`;
	if (chargedUsd === undefined && after > before)
		return `${balances} (it was topped up or refunded meanwhile).`;
	return `${balances} (${charged(chargedUsd ?? before - after)}).`;
}

/** What was purchased, and what was charged for it as far as the service tells. */
export class Spending {
	/** Whether a purchase was started. */
	private isAsked = false;

	private before: Balance;

	private after: Balance;

	/** What lookups were charged: of them, each response tells. */
	private lookedUpMicros: number | undefined;

	/** Of radars that were created: how many are charged by the month, and when first; and how many by the update. */
	private monthly: { radars: number; nextChargeAt?: string } = { radars: 0 };

	private perUpdate = 0;

	/** Purchases of which nobody knows whether they were charged. Items may share one. */
	private readonly unknown = new Set<ApiFailure>();

	/** Radars of a bulk request are still being created. */
	isPending = false;

	/** The balance before and after a purchase; undefined where it couldn't be read in time. Lookups end in any order. */
	bought(before: Balance, after: Balance): void {
		this.isAsked = true;
		if (before !== undefined) this.before = Math.max(this.before ?? before, before);
		if (after !== undefined) this.after = Math.min(this.after ?? after, after);
	}

	/** A radar that is charged by the month was charged now, and is charged again at `next_charge_at`. */
	radarCreated({ next_charge_at: at }: Radar): void {
		if (!at) {
			this.perUpdate++;
			return;
		}
		const { radars, nextChargeAt = at } = this.monthly;
		this.monthly = { radars: radars + 1, nextChargeAt: at < nextChargeAt ? at : nextChargeAt };
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

	/** Whole sentences; none where nothing was purchased. */
	sentences(): string[] {
		const { before, after, lookedUpMicros, monthly, perUpdate, unknown } = this;
		const charged = lookedUpMicros === undefined ? undefined : toUsd(lookedUpMicros);
		return [
			this.isAsked && balanceText(before, after, charged, this.isPending ? ' so far' : ''),
			monthly.nextChargeAt &&
				`${counted(monthly.radars, 'radar is', 'radars are')} charged monthly, next on ${monthly.nextChargeAt.slice(0, 10)}.`,
			perUpdate > 0 && `${counted(perUpdate, 'radar is', 'radars are')} charged per update.`,
			unknown.size > 0 &&
				`${counted(unknown.size, 'purchase', 'purchases')} may have been charged: the outcome is unknown.`,
		].filter((text) => typeof text === 'string');
	}
}
