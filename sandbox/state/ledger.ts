import type { Ids } from '../ids';
import { timestamp } from '../rules/timestamp';

const MICRO = 1_000_000;

/** What a sum of money was for. */
export type ChargeKind = 'radar_month' | 'finding' | 'reveal' | 'refund';

/** One movement of the balance; a refund is negative. */
export interface Charge {
	charge_id: string;
	at: string;
	kind: ChargeKind;
	amount_usd: number;
	/** The radar it was for; null for a reveal. */
	radar_id: string | null;
}

/** What happened in one month (`usage` of the account). */
export interface Usage {
	radars_activated: number;
	balance_used_usd: number;
	radars_deactivated: number;
	radars_failed: number;
	updates_found: number;
}

const micro = (usd: number) => Math.round(usd * MICRO);

/** UTC month `YYYY-MM` of an instant in milliseconds. */
export const monthOf = (milliseconds: number) => timestamp(milliseconds).slice(0, 7);

/** The balance of an account and what moved it. Sums are whole micro-dollars inside, dollars outside. */
export class Ledger {
	readonly charges: Charge[] = [];
	private readonly months = new Map<string, Usage>();
	private balance = 0;
	private used = 0;

	constructor(private readonly ids: Ids) {}

	get balanceUsd(): number {
		return this.balance / MICRO;
	}

	set balanceUsd(usd: number) {
		this.balance = micro(usd);
	}

	/** Everything charged so far, refunds taken off. */
	get usedUsd(): number {
		return this.used / MICRO;
	}

	canPay(usd: number): boolean {
		return this.balance >= micro(usd);
	}

	charge(kind: Exclude<ChargeKind, 'refund'>, usd: number, at: number, radarId: string | null): void {
		this.move(kind, micro(usd), at, radarId);
	}

	refund(usd: number, at: number, radarId: string): void {
		this.move('refund', -micro(usd), at, radarId);
	}

	/** The counts of the month that an instant lies in, to be read and raised. */
	usageAt(at: number): Usage {
		return this.usageOf(monthOf(at));
	}

	usageOf(month: string): Usage {
		const usage = this.months.get(month) ?? {
			radars_activated: 0,
			balance_used_usd: 0,
			radars_deactivated: 0,
			radars_failed: 0,
			updates_found: 0,
		};
		this.months.set(month, usage);
		return usage;
	}

	private move(kind: ChargeKind, amount: number, at: number, radarId: string | null): void {
		if (amount === 0) return;
		this.balance -= amount;
		this.used += amount;
		const usage = this.usageAt(at);
		usage.balance_used_usd = micro(usage.balance_used_usd + amount / MICRO) / MICRO;
		const charge = {
			charge_id: this.ids.next('charge'),
			at: timestamp(at),
			kind,
			amount_usd: amount / MICRO,
		};
		this.charges.push({ ...charge, radar_id: radarId });
	}
}
