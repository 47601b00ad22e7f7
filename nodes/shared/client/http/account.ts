import { hash } from 'crypto';

import { DAY_MS } from '../../basics/durations';
import { clock } from '../../concurrency/clock';
import { LATE_COMMIT_SECONDS, SERVER_CLOCKS_DIFFER_SECONDS } from '../../api/assumptions';
import { LIMITS } from '../../api/limits';
import { KeyedMutex } from '../../concurrency/keyedMutex';
import { RecentMap } from '../../concurrency/recentMap';
import { AccountFunds } from './funds';
import { RateLimiter } from '../rateLimit/rateLimiter';
import { ServerTime } from './serverTime';

/** Longer than any search that checks claims looks back. */
const CLAIM_SECONDS = 7200;

/** How long after sending a create its radar may appear, given the difference between the service's clocks. */
const OPEN_SECONDS = LATE_COMMIT_SECONDS + SERVER_CLOCKS_DIFFER_SECONDS;

/** State shared by all executions of this process that use the same key and service. */
export class Account {
	readonly rateLimiter = new RateLimiter();
	readonly serverTime = new ServerTime();
	/** IDs of radars whose create is known, so no other create can have made them. */
	readonly claimedRadars = new RecentMap<true>({ seconds: CLAIM_SECONDS });
	/** Keys (`visibleKey`) of ended creates that may have made a radar that isn't claimed yet. */
	readonly openCreates = new RecentMap<true>({ seconds: OPEN_SECONDS });
	/** The keys of each bulk create in flight: its radars may appear before its response. */
	readonly bulksInFlight = new Set<ReadonlySet<string>>();
	/** Makes creates of radars that look alike wait for each other, across executions. */
	readonly createMutex = new KeyedMutex();
	readonly funds = new AccountFunds();
	/** When an execution last asked for this account, by `clock.now()`. */
	usedAt = 0;

	/** @param id a hash of the key and the service */
	constructor(readonly id: string) {}

	/** Whether an ended create, or a bulk create in flight, may still make a radar with this key. */
	isOpen(key: string): boolean {
		return this.openCreates.has(key) || [...this.bulksInFlight].some((keys) => keys.has(key));
	}
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
