import { hash } from 'crypto';

import type { AccountSummary } from '../../api/types';
import { clock } from '../../host/clock';
import { RadarApiError } from '../errors/radarApiError';
import { RecentMap } from '../../host/recentMap';
import { DAY_MS, timeIn } from '../../values/basics/time';
import { toMicros, toUsd } from '../../values/basics/values';
import { LIMITS } from '../../api/limits';
import { RateLimiter } from '../rateLimit/rateLimiter';

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** The account's figures lag by less. */
const MAX_LAG_MS = 600_000;

const isRecent = (at: number): boolean => clock.now() - at < MAX_LAG_MS;

/** A call in flight that may be charged. The price is undefined where it is not known. */
export interface Reservation {
	priceMicros: number | undefined;
}

/** What the service says of the account. The amount used is undefined if it doesn't report it. */
interface AccountFigures {
	balanceMicros: number;
	usedMicros: number | undefined;
	/** The month of the used amount, as `YYYY-MM` (UTC). */
	month: string | undefined;
	/** The radars that were created in the month. */
	created: number | undefined;
}

function figuresOf({ balance_remaining_usd: balanceUsd, usage }: Partial<AccountSummary>): AccountFigures {
	const {
		month,
		balance_used_usd: used,
		radars_activated: created,
	} = usage ?? ({} as Partial<NonNullable<typeof usage>>);
	return {
		balanceMicros: toMicros(balanceUsd ?? 0),
		// A negative amount would lift every limit.
		usedMicros: isAmount(used) && used >= 0 ? toMicros(used) : undefined,
		month,
		created: isAmount(created) ? created : undefined,
	};
}

/** Purchases of unknown price whose charge the figures don't show yet. */
interface HiddenCharge {
	before: AccountFigures;
	/** When the last of them was made, by `clock.now()`. */
	at: number;
	/** How many radars they created, as far as known. */
	radars: number;
}

/** Whether the figures show a charge, and not only of some of the radars. */
function shows({ before, radars }: HiddenCharge, now: AccountFigures): boolean {
	const created = (now.created ?? 0) - (before.created ?? 0);
	const isPart = now.month === before.month && created > 0 && created < radars;
	const rose = (now.usedMicros ?? 0) > (before.usedMicros ?? 0);
	return !isPart && (rose || now.balanceMicros < before.balanceMicros);
}

/** The balance of an account as this process knows it, and the calls in flight that may be charged. Amounts are in micro-dollars. */
export class AccountFunds {
	/** As last read, and lowered by what was charged since; undefined until it was read. */
	private known: AccountFigures | undefined;

	/** The price of the last charged call; 0 if none was charged yet. */
	lastPriceMicros = 0;

	/** When a response last named a balance that isn't above the known one, by `clock.now()`. */
	private toldAt = Number.NEGATIVE_INFINITY;

	private hidden: HiddenCharge | undefined;

	/** The number of calls that may have been charged an unknown amount, and how many of them ended before the last read began. */
	private unpriced = 0;

	private unpricedRead = 0;

	/** Types whose radars are charged per update, so that creating one costs nothing. */
	private readonly typesPerUpdate = new Set<string>();

	private readonly inFlight = new Set<Reservation>();

	private waiting: Array<() => void> = [];

	private reading: Promise<void> | undefined;

	/** Whether the balance must be read before it can be relied on. */
	get isStale(): boolean {
		return this.known === undefined || this.unpriced > this.unpricedRead || this.hiddenSince !== undefined;
	}

	/** When the last purchase was made that the figures don't show; undefined if they show all. */
	get hiddenSince(): number | undefined {
		return this.hidden && isRecent(this.hidden.at) ? this.hidden.at : undefined;
	}

	/** The balance in USD without calls in flight; undefined until it was read. */
	get balanceUsd(): number | undefined {
		return this.known && toUsd(this.known.balanceMicros);
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

	/** The balance without calls in flight; 0 until it was read. */
	get leftMicros(): number {
		return this.known?.balanceMicros ?? 0;
	}

	/** The amount used in the month, without calls in flight; undefined if the service doesn't report it. */
	get usedMicros(): number | undefined {
		return this.known?.usedMicros;
	}

	get month(): string | undefined {
		return this.known?.month;
	}

	/** What creating a radar of this type costs at once: 0 if earlier ones were charged per update, else unknown. */
	priceOf(radarType: string | undefined): 0 | undefined {
		return radarType !== undefined && this.typesPerUpdate.has(radarType) ? 0 : undefined;
	}

	/** Counts radars that were created, until the figures show their charge. */
	created(radars: number): void {
		const { known, hidden } = this;
		// Without figures from before, none can show it.
		if (!known) return;
		const earlier = this.hiddenSince === undefined ? undefined : hidden;
		this.hidden = {
			before: earlier?.before ?? known,
			at: clock.now(),
			radars: (earlier?.radars ?? 0) + radars,
		};
	}

	/** Notes how radars of a type are charged: at once, or per update. */
	noteBilling(radarType: string, isPerUpdate: boolean): void {
		if (isPerUpdate) this.typesPerUpdate.add(radarType);
		else this.typesPerUpdate.delete(radarType);
	}

	/** Corrects the last `created`, once the results of a bulk request tell how many radars were charged. */
	correctCreated(radars: number): void {
		if (!this.hidden) return;
		this.hidden = radars === 0 ? undefined : { ...this.hidden, at: clock.now(), radars };
	}

	/** Reads the balance. Concurrent callers share one request, unless it began before a charge of unknown price. */
	async read(getAccount: () => Promise<AccountSummary>): Promise<void> {
		const { unpriced, reading: others } = this;
		this.reading ??= this.readNow(getAccount).finally(() => (this.reading = undefined));
		await this.reading.catch(async (error: unknown) => {
			const isOther = others && error instanceof RadarApiError && error.failure.kind === 'cancelled';
			if (!isOther) throw error;
			// The run that began the read was stopped, not this one.
			await this.read(getAccount);
		});
		if (this.unpricedRead < unpriced) await this.read(getAccount);
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
		if (chargedMicros) this.lastPriceMicros = chargedMicros;
		this.lower(chargedMicros ?? 0, isAmount(balanceUsd) ? toMicros(balanceUsd) : undefined);
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
	}

	/** Resolves when a call in flight has ended. */
	async changed(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Takes figures of the service. They may be older than what responses have named since, so they lift no limit. */
	record(account: Partial<AccountSummary>): void {
		const { known, hidden } = this;
		const figures = figuresOf(account);
		if (hidden && shows(hidden, figures)) this.hidden = undefined;
		this.known = figures;
		if (!known || !isRecent(this.toldAt)) return;
		figures.balanceMicros = Math.min(figures.balanceMicros, known.balanceMicros);
		if (figures.usedMicros !== undefined && figures.month === known.month)
			figures.usedMicros = Math.max(figures.usedMicros, known.usedMicros ?? 0);
	}

	/** A charge moves money from the balance to the amount used. Responses may arrive out of order, so the lowest balance counts. */
	private lower(chargedMicros: number, named = Number.POSITIVE_INFINITY): void {
		const { known = { ...figuresOf({}), balanceMicros: named + chargedMicros } } = this;
		const { balanceMicros: before, usedMicros: used } = known;
		if (!Number.isFinite(before)) return;
		if (named <= before) this.toldAt = clock.now();
		const balanceMicros = Math.min(before - chargedMicros, named);
		this.known = {
			...known,
			balanceMicros,
			usedMicros: used === undefined ? undefined : used + before - balanceMicros,
		};
	}

	private async readNow(getAccount: () => Promise<AccountSummary>): Promise<void> {
		const { unpriced } = this;
		this.record(await getAccount());
		this.unpricedRead = unpriced;
	}
}

/** Older times don't count: this computer may have slept since, or the service may have changed its clock. */
const MAX_AGE_MS = 300_000;

/** The service's clock, by the `timestamp` of its last two responses. */
class ServerTime {
	private last: Array<{ ahead: number; at: number }> = [];

	/** Records the timestamp of a response that just arrived. */
	observe(timestamp: unknown): void {
		const at = clock.now();
		const time = timeIn(timestamp);
		if (time !== undefined) this.last = [...this.last.slice(-1), { ahead: time - at, at }];
	}

	/** By the last response, in milliseconds since the epoch. */
	get now(): number | undefined {
		const last = this.last.at(-1);
		return last && clock.now() + last.ahead;
	}

	/** By the earlier of two responses: by one that is ahead, visitors would be forgotten too early. Undefined without two of the last minutes. */
	get surely(): number | undefined {
		const [one, other] = this.last.filter(({ at }) => clock.now() - at <= MAX_AGE_MS);
		return one && other && clock.now() + Math.min(one.ahead, other.ahead);
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
