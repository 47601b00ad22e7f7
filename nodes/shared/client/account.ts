import { createHash } from 'crypto';

import { clock } from './clock';
import { LATE_COMMIT_SECONDS, SERVER_CLOCKS_DIFFER_SECONDS } from '../api/assumptions';
import { LIMITS } from '../api/limits';
import { KeyedMutex } from './safeCreate/keyedMutex';
import { RecentKeys } from './safeCreate/recentKeys';
import { AccountFunds } from './funds';
import { RateLimiter } from './rateLimit/rateLimiter';

/** What was heard longer ago is asked for again: this computer may have slept, or the service may have set its clock. */
const MAX_AGE_MS = 300_000;

/** What time it is for the service, by the `timestamp` of its responses. The computer's own clock is not asked. */
class ServerTime {
	private reference: { timestamp: string; at: number } | undefined;

	/** Takes note of a response that has just come. */
	learn(timestamp: unknown): void {
		if (typeof timestamp === 'string') this.reference = { timestamp, at: clock.now() };
	}

	/** Milliseconds since the epoch when `clock.now()` was `moment`; undefined where the service told no time lately. */
	at(moment: number): number | undefined {
		if (!this.reference || clock.now() - this.reference.at > MAX_AGE_MS) return undefined;
		const time = Date.parse(this.reference.timestamp) - (this.reference.at - moment);
		return Number.isFinite(time) ? time : undefined;
	}
}

/** Longer than any search for a radar looks back. */
const CLAIM_SECONDS = 7200;

/** How long after it was sent a create may have made a radar, by clocks that differ. */
const OPEN_SECONDS = LATE_COMMIT_SECONDS + SERVER_CLOCKS_DIFFER_SECONDS;

/** What all executions of this process share that use one key at one service. */
export interface Account {
	/** A hash of the key and the service. */
	id: string;
	rateLimiter: RateLimiter;
	serverTime: ServerTime;
	/** IDs of radars that have an owner: no other create can have made them. */
	claimedRadars: RecentKeys;
	/** Visible keys of creates that may have made a radar that nobody owns yet. */
	openCreates: RecentKeys;
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
		id,
		rateLimiter: new RateLimiter(perSecond),
		serverTime: new ServerTime(),
		claimedRadars: new RecentKeys(CLAIM_SECONDS),
		openCreates: new RecentKeys(OPEN_SECONDS),
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
