import { hash } from 'crypto';

import { clock } from '../../concurrency/clock';
import { DAY_MS } from '../../basics/time';
import { LIMITS } from '../../api/limits';
import { AccountFunds } from './funds';
import { RateLimiter } from '../rateLimit/rateLimiter';

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
	/** When an execution last asked for this account, by `clock.now()`. */
	usedAt = 0;

	/** @param id a hash of the key and the service */
	constructor(readonly id: string) {}
}

/** Accounts are dropped when unused for this long. No execution takes longer. */
const IDLE_MS = DAY_MS;

/** By a hash of the service and the key, so that the key isn't stored here. Least recently used first. */
const accounts = new Map<string, Account>();

export function accountOf(baseUrl: string, apiKey: string, requestsPerSecond: unknown): Account {
	const perSecond = Number(requestsPerSecond);
	const id = hash('sha256', `${baseUrl}\n${apiKey}`, 'base64');
	const account = accounts.get(id) ?? new Account(id);
	account.usedAt = clock.now();
	account.rateLimiter.setPerSecond(perSecond >= 1 ? perSecond : LIMITS.perSecond);
	accounts.delete(id);
	accounts.set(id, account);
	for (const [oldest, { usedAt }] of accounts) {
		if (account.usedAt - usedAt <= IDLE_MS) break;
		accounts.delete(oldest);
	}
	return account;
}
