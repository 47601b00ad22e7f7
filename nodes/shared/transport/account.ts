import { createHash } from 'crypto';

import { LIMITS } from '../interface/limits';
import { RateLimiter } from './pacing/rateLimiter';
import { ServerTime } from './serverTime';

/** What all executions of this process share that use one key at one service. */
export interface Account {
	rateLimiter: RateLimiter;
	serverTime: ServerTime;
}

/** By a hash: the keys themselves are kept nowhere. */
const accounts = new Map<string, Account>();

export function accountOf(baseUrl: string, apiKey: string, requestsPerSecond: unknown): Account {
	const perSecond = Number(requestsPerSecond) >= 1 ? Number(requestsPerSecond) : LIMITS.perSecond;
	const id = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64');
	let account = accounts.get(id);
	if (account) {
		account.rateLimiter.allow(perSecond);
	} else {
		account = { rateLimiter: new RateLimiter(perSecond), serverTime: new ServerTime() };
		accounts.set(id, account);
	}
	return account;
}
