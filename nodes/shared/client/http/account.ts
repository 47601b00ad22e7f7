import { hash } from 'crypto';

import type { AccountSummary } from '../../api/types';
import { clock } from '../../concurrency/clock';
import { RadarApiError } from '../errors/radarApiError';
import { RecentMap } from '../../concurrency/recentMap';
import { DAY_MS } from '../../basics/time';
import { LIMITS } from '../../api/limits';
import { RateLimiter } from '../rateLimit/rateLimiter';

const MICROS = 1_000_000;

export const toMicros = (usd: number): number => Math.round(usd * MICROS);

export const toUsd = (micros: number): number => micros / MICROS;

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** The account's figures lag by less. */
const MAX_LAG_MS = 600_000;

/** A call in flight that may be charged. The price is undefined where it is not known. */
export interface Reservation {
	priceMicros: number | undefined;
}

/** The balance of an account as this process knows it, and the calls in flight that may be charged. Amounts are in micro-dollars. */
export class AccountFunds {
	/** Undefined until it was read. */
	private balanceMicros: number | undefined;

	/**
	 * The balance plus the amount used in the month, when last read. A charge moves money from one to the other, so the sum stays
	 * the same.
	 */
	private balanceAndUsedMicros: number | undefined;

	/** The month of the used amount, as `YYYY-MM` (UTC). */
	month: string | undefined;

	/** All that was charged to this process so far. */
	private chargedMicros = 0;

	/** The price of the last charged call; 0 if none was charged yet. */
	lastPriceMicros = 0;

	/** The number of charges with an unknown price, and how many of them the last read balance includes. */
	private unpriced = 0;

	private unpricedRead = 0;

	/** When purchases of unknown price were made that the figures don't show yet, by `clock.now()`. */
	private unseen: number[] = [];

	/** How many of them were made since the last read. */
	private madeSinceRead = 0;

	/** The highest rise of the used amount after one purchase. */
	private highestRiseMicros = 0;

	private readonly inFlight = new Set<Reservation>();

	private waiting: Array<() => void> = [];

	private reading: Promise<void> | undefined;

	/** Whether the balance must be read before it can be relied on. */
	get isStale(): boolean {
		return this.balanceMicros === undefined || this.unpriced > this.unpricedRead;
	}

	/** The balance in USD without calls in flight; undefined until it was read. */
	get balanceUsd(): number | undefined {
		return this.balanceMicros === undefined ? undefined : toUsd(this.balanceMicros);
	}

	/** The price of all calls in flight; undefined if one of them is unknown. */
	get inFlightMicros(): number | undefined {
		let sum = 0;
		for (const { priceMicros } of this.inFlight) {
			if (priceMicros === undefined) return undefined;
			sum += priceMicros;
		}
		return sum;
	}

	/** The balance without calls in flight, and without what the figures don't show yet; 0 until it was read. */
	get leftMicros(): number {
		return (this.balanceMicros ?? 0) - this.unseenMicros;
	}

	/** The amount used in the month, without calls in flight; undefined if the service doesn't report it. */
	get usedMicros(): number | undefined {
		const { reportedMicros } = this;
		return reportedMicros === undefined ? undefined : reportedMicros + this.unseenMicros;
	}

	private get reportedMicros(): number | undefined {
		const { balanceAndUsedMicros: sum, balanceMicros: balance } = this;
		return sum === undefined || balance === undefined ? undefined : sum - balance;
	}

	/** What the figures don't show yet, at the highest price seen. */
	private get unseenMicros(): number {
		const since = clock.now() - MAX_LAG_MS;
		return this.unseen.filter((time) => time >= since).length * this.highestRiseMicros;
	}

	/** Counts a purchase of unknown price until the figures show it. */
	made(): void {
		this.unseen.push(clock.now());
		this.madeSinceRead++;
	}

	/** Compares the figures with the purchases since the last read: figures that don't rise lag behind. */
	private rose(before: number | undefined): void {
		const { reportedMicros: used = 0, madeSinceRead: made } = this;
		this.madeSinceRead = 0;
		const rise = before === undefined ? 0 : used - before;
		// After several purchases, the rise is taken to show all of them.
		if (before === undefined || made > 1) this.unseen = [];
		else if (rise > 0) {
			this.highestRiseMicros = Math.max(this.highestRiseMicros, rise);
			this.unseen.splice(0, Math.max(1, Math.round(rise / this.highestRiseMicros)));
		}
	}

	/** Reads the balance. Concurrent callers share one request, unless it began before a charge of unknown price. */
	async read(getAccount: () => Promise<AccountSummary>): Promise<void> {
		const { unpriced } = this;
		let isRead = false;
		while (!isRead) {
			const others = this.reading;
			this.reading ??= this.readNow(getAccount).finally(() => (this.reading = undefined));
			isRead = await this.reading.then(
				() => this.unpricedRead >= unpriced,
				(error: unknown) => {
					// The run that began the read was stopped, not this one.
					if (others && error instanceof RadarApiError && error.failure.kind === 'cancelled') return false;
					throw error;
				},
			);
		}
	}

	reserve(priceMicros?: number): Reservation {
		const reservation = { priceMicros };
		this.inFlight.add(reservation);
		return reservation;
	}

	/** Ends a call. `chargedMicros` is undefined if it may have been charged an unknown amount. */
	release(reservation: Reservation, chargedMicros: number | undefined, balanceUsd?: unknown): void {
		this.inFlight.delete(reservation);
		if (chargedMicros === undefined) this.unpriced++;
		this.chargedMicros += chargedMicros ?? 0;
		if (this.balanceMicros !== undefined) this.balanceMicros -= chargedMicros ?? 0;
		this.lastPriceMicros = chargedMicros || this.lastPriceMicros;
		// Responses may arrive out of order, so the lowest balance counts.
		if (isAmount(balanceUsd) && this.balanceMicros !== undefined) {
			this.balanceMicros = Math.min(this.balanceMicros, toMicros(balanceUsd));
		}
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
	}

	/** Resolves when a call in flight has ended. */
	async changed(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	private async readNow(getAccount: () => Promise<AccountSummary>): Promise<void> {
		const { chargedMicros, unpriced, month, reportedMicros: before } = this;
		const { balance_remaining_usd: balanceUsd, usage } = (await getAccount()) as Partial<AccountSummary>;
		const balance = toMicros(balanceUsd ?? 0);
		// The balance may not include charges made during the read.
		this.balanceMicros = balance - (this.chargedMicros - chargedMicros);
		// A negative amount would lift every limit.
		this.balanceAndUsedMicros =
			isAmount(usage?.balance_used_usd) && usage.balance_used_usd >= 0
				? balance + toMicros(usage.balance_used_usd)
				: undefined;
		this.month = usage?.month;
		this.unpricedRead = unpriced;
		this.rose(month === this.month ? before : undefined);
	}
}

/** Older times don't count: this computer may have slept since, or the service may have changed its clock. */
const MAX_AGE_MS = 300_000;

/** The range in milliseconds by which the service's clock was ahead of `clock.now()`, from the responses of some minutes. */
interface Span {
	since: number;
	lowest: number;
	highest: number;
}

/** The service's clock, estimated from the `timestamp` of its responses, any of which may be wrong. */
class ServerTime {
	private spans: Span[] = [];

	private last: { offset: number; at: number } | undefined;

	/** Records the timestamp of a response that just arrived. */
	observe(timestamp: unknown): void {
		const at = clock.now();
		const offset = Date.parse(String(timestamp)) - at;
		if (!Number.isFinite(offset)) return;
		this.last = { offset, at };
		const span = this.spans.at(-1);
		if (span && at - span.since <= MAX_AGE_MS) {
			span.lowest = Math.min(span.lowest, offset);
			span.highest = Math.max(span.highest, offset);
		} else {
			const recent = this.spans.filter(({ since }) => at - since <= 2 * MAX_AGE_MS);
			this.spans = [...recent, { since: at, lowest: offset, highest: offset }];
		}
	}

	/** Milliseconds since the epoch, by the last response. */
	get now(): number | undefined {
		return this.last && this.last.offset + clock.now();
	}

	/** The service's time when `clock.now()` was `moment`, as a range over the last minutes; undefined without a recent response. */
	at(moment: number): { earliest: number; latest: number } | undefined {
		if (!this.last || clock.now() - this.last.at > MAX_AGE_MS) return undefined;
		return {
			earliest: moment + Math.min(...this.spans.map(({ lowest }) => lowest)),
			latest: moment + Math.max(...this.spans.map(({ highest }) => highest)),
		};
	}
}

/** State shared by all executions of this process that use the same key and service. */
export class Account {
	readonly rateLimiter = new RateLimiter();
	readonly serverTime = new ServerTime();
	/** False once a new radar came back without its tag: then lost creates can't be found. */
	keepsTags = true;
	readonly funds = new AccountFunds();

	/** @param id a hash of the key and the service */
	constructor(readonly id: string) {}
}

/** By a hash of the service and the key, so that the key isn't stored here. Kept for a week after the last use, for workflows that run once a day. */
const accounts = new RecentMap<Account>({ seconds: (7 * DAY_MS) / 1000 });

export function accountOf(baseUrl: string, apiKey: string, requestsPerSecond: unknown): Account {
	const perSecond = Number(requestsPerSecond);
	const id = hash('sha256', `${baseUrl}\n${apiKey}`, 'base64');
	const account = accounts.get(id) ?? new Account(id);
	account.rateLimiter.setPerSecond(perSecond >= 1 ? perSecond : LIMITS.perSecond);
	accounts.set(id, account);
	return account;
}
