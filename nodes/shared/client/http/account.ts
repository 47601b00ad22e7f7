import { hash } from 'crypto';

import { DAY_MS } from '../../basics/durations';
import { clock } from '../../concurrency/clock';
import { LIMITS } from '../../api/limits';
import { AccountFunds } from './funds';
import { RateLimiter } from '../rateLimit/rateLimiter';
import { ServerTime } from './serverTime';

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
