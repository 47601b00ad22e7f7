import type { RevealResult, Radar, RadarDefinition } from '../api/types';
import { RadarApiError } from '../client/errors/radarApiError';
import { toMicros, toUsd } from '../values/basics/values';
import type { RadarClient } from '../client/radarClient';
import { MONTHLY_BUDGET } from '../form/fieldOptions';
import { LIMIT_RULES, toReserve, type LimitRow, type Limits, type PurchaseCount } from './spendingLimits';
import { monthOf, dayOf, timeIn } from '../values/basics/time';
import { clock } from '../host/clock';
import { notDone, refusalIn, Refused, type Refusal } from '../values/basics/refusal';
import { NEXT_CHARGE_FIELD } from '../api/assumptions';
import { endpointOf } from '../api/endpoints';
import type { ApiFailure } from '../client/errors/apiFailure';
import { counted, usd } from '../values/basics/inWords';

/** Why a purchase must not start. */
const notBought = (what: string, todo: string, limit?: keyof Limits): Refused =>
	new Refused({ ...notDone(what, todo), limit });

const NAMES = Object.keys(LIMIT_RULES) as Array<keyof Limits>;

const unreadable = (error: unknown): Refused =>
	notBought(
		"The monthly budget can't be checked, because the account couldn't be read",
		`Nothing was charged. Try again later, or remove '${MONTHLY_BUDGET}' to go on without it.${error instanceof Error ? ` The reason: ${error.message}.` : ''}`,
	);

/** After a purchase, the account is read again and again until it shows the charge, this long at most. */
const CHARGE_WAIT_MS = 10_000;
const CHARGE_LOOKS_SECONDS = 2.5;

const hidden = (limit: string): Refused =>
	notBought(
		`The account doesn't show the last charge yet, so ${limit} can't be checked`,
		`Nothing more was charged. Run again in some minutes, or remove ${limit === 'the monthly budget' ? `'${MONTHLY_BUDGET}'` : limit}.`,
	);

/** The least that a purchase may cost, and what it needs while others are in flight. */
interface Wanted {
	least: number;
	reserved: number;
}

/** Ends a lookup. Without an amount, it may have been charged. */
type SettleLookup = (chargedMicros: number | undefined, balanceUsd?: unknown) => void;

/** Its price isn't known before, so the last one of a limit may exceed it. */
const ANY_PRICE: Wanted = { least: 1, reserved: 1 };

/**
 * The purchases of a run. Each starts only while all limits have room, including the purchases in flight. A run reads the account before
 * its first purchase, after one of unknown price, and when the month changes.
 */
export class Purchases {
	private readonly limited: Array<keyof Limits>;

	private isRead = false;

	private reserved: (() => void) | undefined;

	/** Kept, so that after a failed read the account isn't read again in this run. */
	private failure: unknown;

	constructor(
		private readonly limits: Limits,
		readonly client: RadarClient,
		readonly count?: PurchaseCount,
	) {
		this.limited = NAMES.filter((name) => limits[name] !== undefined);
	}

	/**
	 * Makes a purchase whose price the service doesn't return. Until it has ended, no other purchase with a limit starts on the account, so a
	 * limit is exceeded by this one at most.
	 * @param radarType of the radar to create; undefined for several
	 * @throws Refused
	 */
	async buy<Result>(call: () => Promise<Result>, radarType?: string): Promise<Result> {
		const { reserved } = this;
		this.reserved = undefined;
		const settle = reserved ?? (await this.reserve(radarType));
		try {
			return await call();
		} finally {
			settle();
		}
	}

	/** Reserves the first purchase, so that nothing needs to be undone if there is no room. @throws as `reserve` does */
	async reserveFirst(): Promise<void> {
		this.reserved = await this.reserve();
	}

	/** Frees a reservation that wasn't used. */
	release(): void {
		this.reserved?.();
		this.reserved = undefined;
	}

	private async reserve(radarType?: string): Promise<() => void> {
		if (!this.readsAccount) return () => undefined;
		const { funds } = this.client;
		const reservation = await this.whenRoom(
			() => ANY_PRICE,
			() => funds.reserve(funds.priceOf(radarType)),
		);
		return () => funds.release(reservation, 0);
	}

	/**
	 * Pays for a lookup. One that may have been charged counts with the highest price seen.
	 * @param call is to ask before it's sent again, because others may have spent what was left
	 * @throws as `reserve` does
	 */
	async lookUp(call: (mayRepeat: () => Promise<boolean>) => Promise<RevealResult>): Promise<RevealResult> {
		let settle = await this.reserveLookup();
		let refused: unknown;
		const mayRepeat = async () => {
			settle(0);
			settle = () => undefined;
			await this.reserveLookup().then(
				(again) => (settle = again),
				(error: unknown) => (refused = error),
			);
			return refused === undefined;
		};
		const response = await call(mayRepeat).catch((error: unknown) => {
			const mayBeCharged = error instanceof RadarApiError && error.failure.outcome === 'unknown';
			settle(mayBeCharged ? undefined : 0);
			throw refused ?? error;
		});
		const { total_usd: chargedUsd, balance_remaining_usd: balanceUsd } = response.usage;
		settle(toMicros(chargedUsd), balanceUsd);
		return response;
	}

	/** The limit that the radars of a run would exceed. */
	tooManyRadars(radars: number): Refusal | undefined {
		return this.limitsWithoutRoom('radars', { least: radars, reserved: radars })[0]?.refused.refusal;
	}

	/** Why these radars can't be paid for now: the limits without room, or that the account can't be read. */
	async whyNotPaid(radars: number): Promise<Refusal[]> {
		const ofRadars = this.limitsWithoutRoom('radars', { least: radars, reserved: radars });
		const ofAccount = await this.becomesKnown().then(
			() => this.limitsWithoutRoom('micros', ANY_PRICE).map(({ refused }) => refused.refusal),
			(error: unknown) => [refusalIn(error)],
		);
		return [...ofRadars.map(({ refused }) => refused.refusal), ...ofAccount];
	}

	/** The balance in USD, with the read that a limit needs anyway; undefined if it can't be read. */
	async readBalance(): Promise<number | undefined> {
		if (!this.readsAccount) return await this.client.readBalance();
		await this.refresh().catch(() => undefined);
		return this.client.funds.balanceUsd;
	}

	private get readsAccount(): boolean {
		return this.limited.some((name) => LIMIT_RULES[name].isOfAccount);
	}

	private async reserveLookup(): Promise<SettleLookup> {
		const { client, count } = this;
		const { funds } = client;
		/** What it may cost, as far as seen; 0 if that isn't known. */
		const price = () => Math.max(count?.highestPriceMicros ?? 0, funds.lastPriceMicros);
		return await this.whenRoom(
			() => ({ least: price() || 1, reserved: toReserve(price()) }),
			() => {
				const micros = price();
				const settle = count?.start(micros);
				// Of unknown price, it's the only one on the account: a read meanwhile couldn't say whether it includes this one.
				const reservation = funds.reserve(micros ? toReserve(micros) : undefined);
				return (charged, balanceUsd) => {
					settle?.(charged);
					funds.release(reservation, charged ?? (micros || undefined), balanceUsd);
				};
			},
		);
	}

	/** Waits for purchases of unknown price, and reads the account if a limit needs it. @throws as `refresh` does */
	private async becomesKnown(): Promise<void> {
		if (!this.readsAccount) return;
		while (this.client.funds.inFlightMicros === undefined) await this.client.fundsChanged();
		await this.refresh();
	}

	/** Starts a purchase as soon as there is room, before anything else can. */
	private async whenRoom<Started>(wanted: () => Wanted, start: () => Started): Promise<Started> {
		for (;;) {
			await this.becomesKnown();
			const [first] = this.limitsWithoutRoom('micros', wanted());
			if (!first) return start();
			if (first.inFlight === 0) throw first.refused;
			await this.client.fundsChanged();
		}
	}

	/** The limits that such a purchase would exceed, each with the refusal and what is in flight, which may still free room. */
	private limitsWithoutRoom(unit: LimitRow['unit'], { least, reserved }: Wanted) {
		return this.limited.flatMap((name) => {
			const row = LIMIT_RULES[name];
			const limit = this.limits[name] ?? 0;
			const inUnit = unit === 'micros' ? toMicros(limit) : limit;
			const inFlight = row.inFlight(this);
			const needed = inFlight > 0 ? inFlight + reserved : least;
			if (row.unit !== unit || row.left(inUnit, this) >= needed) return [];
			return { inFlight, refused: notBought(...row.texts(inUnit, this, least), name) };
		});
	}

	/**
	 * Reads the account, unless its figures are known and up to date. After a purchase, reads until they show its charge.
	 * @throws Refused
	 */
	private async refresh(): Promise<void> {
		const { funds } = this.client;
		const isOfMonth = funds.month === undefined || funds.month === monthOf(this.client.now);
		const isKnown = this.isRead && !funds.isStale && isOfMonth;
		if (!isKnown && this.failure === undefined) await this.read();
		const mayShow = () => funds.hiddenSince !== undefined && clock.now() - funds.hiddenSince < CHARGE_WAIT_MS;
		while (this.failure === undefined && mayShow() && (await this.client.wait(CHARGE_LOOKS_SECONDS)))
			await this.read();
		if (funds.hiddenSince !== undefined) this.failure ??= hidden(this.limitOfAccount);
		if (this.failure !== undefined) throw this.failure;
	}

	private get limitOfAccount(): string {
		return this.limits.monthlyBudget === undefined ? "'Minimum Balance'" : 'the monthly budget';
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
}

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
