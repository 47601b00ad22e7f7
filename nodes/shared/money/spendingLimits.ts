import { HIGHEST_LOOKUP_USD } from '../api/assumptions';
import { counted, usd } from '../values/basics/inWords';
import { toMicros, toUsd } from '../values/basics/values';
import type { RadarClient } from '../client/radarClient';
import { MONTHLY_BUDGET } from '../form/fieldOptions';
import { minuteInWords, monthOf, monthsAfter } from '../values/basics/time';

/** In USD, but for radars. */
export interface Limits {
	/** What this execution may spend on lookups. */
	spendingLimit?: number;
	/** What visitors' lookups may cost in a day. */
	spendingLimitPerDay?: number;
	/** What the account may use in a month. */
	monthlyBudget?: number;
	/** What must stay on the account. A purchase of unknown price needs more before. */
	minimumBalance?: number;
	/** How many radars this execution may create. */
	maximumRadars?: number;
}

const HIGHEST_LOOKUP_MICROS = toMicros(HIGHEST_LOOKUP_USD);

/** A price may rise this many times before lookups in flight can exceed a limit. */
const RISE = 10;

/** What a lookup of this price reserves, 0 if it isn't known. So fewer lookups are in flight near a limit. */
export const toReserve = (priceMicros: number): number => RISE * priceMicros || HIGHEST_LOOKUP_MICROS;

/** What counts toward a limit: the purchases of an execution, or the lookups of a day's visitors. Amounts are in micro-dollars. */
export abstract class PurchaseCount {
	/** Reserved by lookups in flight. */
	reservedMicros = 0;

	/** Radars about to be created. */
	reservedRadars = 0;

	abstract readonly spentMicros: number;

	/** The highest charge seen; 0 before the first one. */
	abstract readonly highestPriceMicros: number;

	/** Counts a lookup as spent. Its price is 0 if it isn't known. */
	abstract spend(micros: number, priceMicros: number): void;

	/** Radars that were created, or may have been. */
	get radars(): number {
		return 0;
	}

	/** When a reached limit has room for the next lookup, in milliseconds since the epoch; undefined if never. */
	timeOfRoom?(limitMicros: number): number | undefined;

	/** Reserves a lookup, and returns how to settle it; without an amount, it may have been charged. */
	start(priceMicros: number): (chargedMicros?: number) => void {
		const reserved = toReserve(priceMicros);
		this.reservedMicros += reserved;
		return (charged) => {
			this.reservedMicros -= reserved;
			this.spend(charged ?? (priceMicros || HIGHEST_LOOKUP_MICROS), charged ?? 0);
		};
	}
}

/** What the limits are compared with. */
interface Figures {
	client: RadarClient;
	count?: PurchaseCount;
}

export interface LimitRow {
	unit: 'micros' | 'radars';
	/** Whether the account is read for it. */
	isOfAccount?: true;
	/** What is left of the limit, without purchases in flight. */
	left(limit: number, figures: Figures): number;
	/** What purchases in flight reserve; infinite if the price of one isn't known. */
	inFlight(figures: Figures): number;
	/** Why a purchase doesn't start, and what to do. */
	texts(limit: number, figures: Figures, wanted: number): [what: string, todo: string];
}

const dollars = (micros: number): string => usd(toUsd(micros));

const spentSoFar = ({ count }: Figures): string => {
	const spent = count?.spentMicros ?? 0;
	const isGuess = spent > 0 && count?.highestPriceMicros === 0;
	return `${dollars(spent)} spent${isGuess ? ': a lookup of unknown price may have been charged' : ''}`;
};

const ofLookups = {
	unit: 'micros',
	left: (limit: number, { count }: Figures) => limit - (count?.spentMicros ?? 0),
	inFlight: ({ count }: Figures) => count?.reservedMicros ?? 0,
} as const;

const ofAccount = {
	unit: 'micros',
	isOfAccount: true,
	inFlight: ({ client: { funds } }: Figures) => funds.inFlightMicros ?? Number.POSITIVE_INFINITY,
} as const;

function monthInWords({ funds, now }: RadarClient, limit: number): string {
	const used = funds.usedMicros ?? 0;
	const month = funds.month ?? monthOf(now);
	return `${dollars(used)} used in ${month}, ${dollars(Math.max(limit - used, 0))} left; the next month begins on ${monthsAfter(month, 1)}-01 at 00:00 UTC`;
}

/** In the order in which they are checked. */
export const LIMIT_RULES: Record<keyof Limits, LimitRow> = {
	maximumRadars: {
		unit: 'radars',
		left: (limit, { count }) => limit - (count ? count.radars + count.reservedRadars : 0),
		// Nobody waits for reserved radars: an execution that would exceed the limit creates none.
		inFlight: () => 0,
		texts: (limit, { count }, wanted) => {
			const earlier = count?.radars ?? 0;
			const more = earlier > 0 ? 'more ' : '';
			return [
				`This execution would create up to ${counted(wanted, `${more}radar`, `${more}radars`)}, above the 'Maximum Radars to Create' limit of ${limit}`,
				`No radars were created now. Raise 'Maximum Radars to Create', or use fewer input items.${earlier > 0 ? ` Radars created earlier in this execution: ${earlier}.` : ''}`,
			];
		},
	},
	spendingLimit: {
		...ofLookups,
		texts: (limit, figures) => [
			`Skipped: would exceed the ${dollars(limit)} spending limit (${spentSoFar(figures)})`,
			"To go on, raise 'Spending Limit'.",
		],
	},
	spendingLimitPerDay: {
		...ofLookups,
		texts: (limit, figures) => {
			const roomAt = figures.count?.timeOfRoom?.(limit);
			const until = roomAt === undefined ? '' : ` until ${minuteInWords(roomAt)}`;
			return [
				`The spending limit of ${dollars(limit)} per day is reached`,
				`In the last 24 hours: ${spentSoFar(figures)}. Visitors aren't looked up${until}. To go on now, raise 'Spending Limit per Day'.`,
			];
		},
	},
	monthlyBudget: {
		...ofAccount,
		left: (limit, { client: { funds } }) => limit - (funds.usedMicros ?? 0),
		texts: (limit, { client }) => {
			return [
				`The monthly budget of ${dollars(limit)} is reached`,
				`${monthInWords(client, limit)}. Nothing new is charged until then. Running radars keep charging: to lower the bill, deactivate radars. To go on now, raise '${MONTHLY_BUDGET}'.`,
			];
		},
	},
	minimumBalance: {
		...ofAccount,
		left: (limit, { client: { funds } }) => funds.leftMicros - limit,
		texts: (limit, { client: { funds } }) => [
			`The balance is ${dollars(funds.leftMicros)}, too low for the 'Minimum Balance' of ${dollars(limit)}`,
			"Nothing more was done. Top up, or lower 'Minimum Balance'.",
		],
	},
};
