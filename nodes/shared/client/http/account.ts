import { hash } from 'crypto';

import { DAY_MS } from '../../basics/durations';
import { clock } from '../../concurrency/clock';
import { LATE_COMMIT_SECONDS, SERVER_CLOCKS_DIFFER_SECONDS } from '../../api/assumptions';
import { LIMITS } from '../../api/limits';
import { KeyedMutex } from '../../concurrency/keyedMutex';
import { RecentKeys } from '../../concurrency/recentKeys';
import { AccountFunds } from './funds';
import { RateLimiter } from '../rateLimit/rateLimiter';
import { ServerTime } from './serverTime';

/** Longer than any search for a radar looks back. */
const CLAIM_SECONDS = 7200;

/** How long after it was sent a create may have made a radar, by clocks that differ. */
const OPEN_SECONDS = LATE_COMMIT_SECONDS + SERVER_CLOCKS_DIFFER_SECONDS;

/** The state that all executions of this process share if they use the same key at the same service. */
export class Account {
	readonly rateLimiter = new RateLimiter();
	readonly serverTime = new ServerTime();
	/** IDs of radars that have an owner: no other create can have made them. */
	readonly claimedRadars = new RecentKeys(CLAIM_SECONDS);
	/** Visible keys of creates that may have made a radar that nobody owns yet. */
	readonly openCreates = new RecentKeys(OPEN_SECONDS);
	/** Creates of radars that look alike, from all executions. */
	readonly createMutex = new KeyedMutex();
	readonly funds = new AccountFunds();
	/** When it was asked for the last time, by `clock.now()`. */
	usedAt = 0;

	/** @param id a hash of the key and the service */
	constructor(readonly id: string) {}
}

/** Accounts that were unused for this long, which is longer than an execution takes, are dropped. */
const IDLE_MS = DAY_MS;

/** By the hash of the key, which itself is kept nowhere. The account used last is last. */
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
