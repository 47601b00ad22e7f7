import { createHash } from 'crypto';

import { LIMITS } from '../api/limits';
import { clock } from './clock';
import { KeyedMutex } from './safeCreate/keyedMutex';
import { RadarClaims } from './safeCreate/radarClaims';
import { AccountFunds } from './funds';
import { RateLimiter } from './rateLimit/rateLimiter';
import { ServerTime } from './serverTime';

/** What all executions of this process share that use one key at one service. */
export interface Account {
	rateLimiter: RateLimiter;
	serverTime: ServerTime;
	radarClaims: RadarClaims;
	/** Creates of radars that look alike, from all executions. */
	createMutex: KeyedMutex;
	funds: AccountFunds;
	/** When it was asked for the last time, by `clock.now()`. */
	usedAt: number;
}

/** Longer than an execution takes: what is known of an account that nobody asked for since is dropped. */
const IDLE_MS = 24 * 3_600_000;

/** By a hash: the keys themselves are kept nowhere. Those that were used last stand last. */
const accounts = new Map<string, Account>();

export function accountOf(baseUrl: string, apiKey: string, requestsPerSecond: unknown): Account {
	const perSecond = Number(requestsPerSecond) >= 1 ? Number(requestsPerSecond) : LIMITS.perSecond;
	const id = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64');
	const usedAt = clock.now();
	const account = accounts.get(id) ?? {
		rateLimiter: new RateLimiter(perSecond),
		serverTime: new ServerTime(),
		radarClaims: new RadarClaims(),
		createMutex: new KeyedMutex(),
		funds: new AccountFunds(),
		usedAt,
	};
	account.usedAt = usedAt;
	account.rateLimiter.allow(perSecond);
	accounts.delete(id);
	accounts.set(id, account);
	dropIdle(usedAt);
	return account;
}

function dropIdle(now: number): void {
	for (const [id, { usedAt }] of accounts) {
		if (now - usedAt <= IDLE_MS) return;
		accounts.delete(id);
	}
}
