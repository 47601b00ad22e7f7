import type { IWebhookFunctions } from 'n8n-workflow';

import type { RevealResult } from '../../shared/api/types';
import { MINUTE_MS } from '../../shared/basics/durations';
import { usd } from '../../shared/basics/inWords';
import { RadarApiError, toMicros, type RadarClient } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { Purchases } from '../../shared/money/purchases';
import type { LimitReservation } from '../memory/dailyLimit';
import type { VisitorParameters } from './parameters';
import { logOnce, type VisitorState } from './state';
import type { Fate } from './viewLog';

/** A visitor who waits longer for other lookups is skipped until a later page view. */
const LONGEST_TURN_MS = MINUTE_MS;

/** The visitor of a page view. */
export interface Visitor {
	context: IWebhookFunctions;
	settings: VisitorParameters;
	state: VisitorState;
	client: RadarClient;
	address: string;
	/** The fingerprint of the network. */
	key: string;
}

/** A lookup that isn't needed, or may not start. */
export class NotLookedUp extends Error {
	constructor(readonly fate: Fate) {
		super(fate);
	}
}

/** The service's time, in milliseconds since the epoch. */
const timeOf = ({ state, client }: Visitor): number => state.time ?? client.now;

function limitMessage({ memory: { limit } }: VisitorState, { spendingLimit }: VisitorParameters): string {
	const reached = `The spending limit of ${usd(spendingLimit)} per day is reached`;
	return limit.highestPrice > 0
		? `${reached}, or one more lookup would exceed it. Visitors aren't looked up.`
		: `${reached}: a lookup whose price isn't known may have been charged and counts as spent. Visitors aren't looked up. To go on now, raise 'Spending Limit per Day'.`;
}

/** Waits for room below the daily limit. @throws NotLookedUp */
async function reserveLimit(visitor: Visitor): Promise<LimitReservation> {
	const { state, settings, context } = visitor;
	const { limit } = state.memory;
	const deadline = clock.now() + LONGEST_TURN_MS;
	for (;;) {
		if (state.isPaused || clock.now() > deadline) throw new NotLookedUp('paused');
		const reservation = limit.reserve(timeOf(visitor), toMicros(settings.spendingLimit));
		if (typeof reservation === 'object') return reservation;
		if (reservation === 'limit') {
			state.pause();
			logOnce(context, limitMessage(state, settings));
			throw new NotLookedUp('limit');
		}
		await limit.changed();
	}
}

/**
 * Pays for the lookup. Once the answer is here, nothing can fail.
 * @throws NotLookedUp, PurchaseRefused, RadarApiError
 */
export async function lookUp(visitor: Visitor): Promise<RevealResult> {
	const { client, state, settings, address, key } = visitor;
	const { memory } = state;
	const reserved = await reserveLimit(visitor);
	/** Without an amount, the lookup may have been charged. */
	const settle = (charged?: number) => {
		memory.limit.settle(reserved, timeOf(visitor), charged);
		memory.isUnsaved = true;
	};
	const purchases = new Purchases({ monthlyBudget: settings.monthlyBudget }, client);
	const count = { highestPriceMicros: memory.limit.highestPrice, start: () => settle };
	const call = async () => await client.call('reveal', { body: { ip: address } });
	const response = await purchases.lookUp(call, count).catch((error: unknown) => {
		// Changes nothing if the lookup has been settled.
		settle(0);
		const isUnknown = error instanceof RadarApiError && error.failure.outcome === 'unknown';
		const isRefused = error instanceof RadarApiError && error.failure.status === 400;
		// The service refuses this address each time, and a lookup that may have been charged isn't repeated.
		if (isUnknown || isRefused) memory.lookedUp(key, timeOf(visitor));
		throw error;
	});
	memory.lookedUp(key, timeOf(visitor));
	return response;
}
