import { createHash } from 'crypto';

import { LIMITS } from '../interface/limits';
import { OneAtATime } from './creating/oneAtATime';
import { RadarClaims } from './creating/radarClaims';
import { Funds } from './funds';
import { Pacer } from './pacing/pacer';
import { ServerTime } from './serverTime';

/** What all executions of this process share that use one key at one service. */
export interface Account {
	pacer: Pacer;
	serverTime: ServerTime;
	claims: RadarClaims;
	/** Creates of radars that look alike, from all executions. */
	alike: OneAtATime;
	funds: Funds;
}

/** By a hash: the keys themselves are kept nowhere. */
const accounts = new Map<string, Account>();

export function accountOf(baseUrl: string, apiKey: string, requestsPerSecond: unknown): Account {
	const perSecond = Number(requestsPerSecond) >= 1 ? Number(requestsPerSecond) : LIMITS.perSecond;
	const id = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64');
	let account = accounts.get(id);
	if (account) {
		account.pacer.allow(perSecond);
	} else {
		account = {
			pacer: new Pacer(perSecond),
			serverTime: new ServerTime(),
			claims: new RadarClaims(),
			alike: new OneAtATime(),
			funds: new Funds(),
		};
		accounts.set(id, account);
	}
	return account;
}
