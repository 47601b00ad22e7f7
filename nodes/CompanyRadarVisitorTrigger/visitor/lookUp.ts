import type { RevealResult } from '../../shared/api/types';
import { MINUTE_MS } from '../../shared/basics/time';
import { RadarApiError, type RadarClient } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { Purchases } from '../../shared/money/purchases';
import type { VisitorParameters } from './parameters';
import type { VisitorState } from './state';
import type { Fate } from './viewLog';

/** A visitor who waits longer for other lookups is skipped until a later page view. */
const LONGEST_TURN_MS = MINUTE_MS;

/** The visitor of a page view. */
export interface Visitor {
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

/**
 * Pays for the lookup. Once the answer is here, nothing can fail.
 * @throws NotLookedUp, PurchaseRefused, RadarApiError
 */
export async function lookUp({ client, state, settings, address, key }: Visitor): Promise<RevealResult> {
	const { memory } = state;
	const lookedUp = () => memory.lookedUp(key, state.time ?? client.now);
	const deadline = clock.now() + LONGEST_TURN_MS;
	const { spendingLimit: spendingLimitPerDay, monthlyBudget } = settings;
	const purchases = new Purchases({ spendingLimitPerDay, monthlyBudget }, client, memory.limit);
	const call = async () => {
		// A lookup before this one may have failed meanwhile.
		if (state.pausedBy) throw new NotLookedUp(state.pausedBy);
		if (clock.now() > deadline) throw new NotLookedUp('tooMany');
		return await client.call('reveal', { body: { ip: address } });
	};
	const response = await purchases.lookUp(call).catch((error: unknown) => {
		const isUnknown = error instanceof RadarApiError && error.failure.outcome === 'unknown';
		const isRefused = error instanceof RadarApiError && error.failure.status === 400;
		// The service refuses this address each time, and a lookup that may have been charged isn't repeated.
		if (isUnknown || isRefused) lookedUp();
		throw error;
	});
	lookedUp();
	if (!state.pausedBy) state.limitReached = undefined;
	return response;
}
