import type { IExecuteFunctions } from 'n8n-workflow';

import { HOUR_MS, MINUTE_MS } from '../../shared/basics/durations';
import type { RevealResult } from '../../shared/api/types';
import {
	createRadarClient,
	CREDENTIAL,
	RadarApiError,
	toMicros,
	withTexts,
	type ApiFailure,
	type RadarClient,
	type Reservation,
} from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { showHint } from '../../shared/n8n/host';
import { BudgetReached, MonthlyBudget, PurchaseRefused } from '../../shared/money/monthlyBudget';
import { nodeKeyOf } from '../../shared/triggers/perNode';
import { processedItemsOf, type Store } from '../../shared/n8n/processedItems';
import { usd } from '../../shared/basics/usd';
import { networkOf } from '../../shared/validation/ipRange';
import type { Lookup } from '../memory/visitorMemory';
import type { VisitorParameters } from './parameters';
import { logOnce, visitorStateOf, type VisitorState } from './state';
import type { Visit } from './visit';
import { fingerprint, open } from './seal';

/** Including the last attempt, a lookup takes a minute at most. */
const LONGEST_WAIT_SECONDS = 30;

/** A visitor who waits longer for the first price is skipped until a later visit. */
const LONGEST_TURN_MS = MINUTE_MS;

/** Room for 10,000 addresses, 10,000 companies, the spending, and leftovers of killed processes. */
const KEPT_ENTRIES = 25_000;

/** An execution for one visitor. */
export interface Visitor {
	execution: IExecuteFunctions;
	settings: VisitorParameters;
	address: string;
	network: string;
	/** The fingerprint of the network, for n8n's table. */
	key: string;
	store: Store;
	client: RadarClient;
	state: VisitorState;
}

/** The visitor of a visit; undefined if the API key was changed after the address was sealed. */
export async function visitorOf(
	execution: IExecuteFunctions,
	settings: VisitorParameters,
	visit: Visit,
): Promise<Visitor | undefined> {
	const { apiKey } = await execution.getCredentials<{ apiKey: string }>(CREDENTIAL);
	const address = open(visit.address, apiKey);
	if (address === undefined) {
		logOnce(execution, 'a visit was dropped, because the API key was changed meanwhile');
		return undefined;
	}
	const network = networkOf(address);
	return {
		execution,
		settings,
		address,
		network,
		key: fingerprint(network, nodeKeyOf(execution), apiKey),
		store: processedItemsOf(execution, KEPT_ENTRIES),
		client: await createRadarClient(execution, { longestWaitSeconds: LONGEST_WAIT_SECONDS }),
		state: visitorStateOf(execution),
	};
}

/** The service may repeat the address in its error texts. */
const withoutAddress = (failure: ApiFailure, address: string): ApiFailure =>
	withTexts(failure, (json) => json.replaceAll(address, 'the address'));

/** Reserves the price of a lookup, if the monthly budget has room. @throws PurchaseRefused, RadarApiError */
async function reserve({ settings, client }: Visitor, lookup: Lookup): Promise<Reservation> {
	const { monthlyBudget } = settings;
	const price = lookup.price || client.funds.lastPriceMicros || undefined;
	if (monthlyBudget === undefined) return client.funds.reserve(price);
	return await new MonthlyBudget(monthlyBudget, client).acquire(price);
}

/** Pays for the lookup and returns its result. @throws RadarApiError, PurchaseRefused */
async function pay(visitor: Visitor, lookup: Lookup): Promise<RevealResult> {
	const { client, store, address } = visitor;
	const { memory } = visitor.state;
	const reservation = await reserve(visitor, lookup).catch(async (error: unknown) => {
		await memory.cancel(store, lookup);
		throw error;
	});
	const response = await client.call('reveal', { body: { ip: address } }).catch(async (error: unknown) => {
		const isFree = error instanceof RadarApiError && error.failure.outcome !== 'unknown';
		client.funds.release(reservation, isFree ? 0 : lookup.price || undefined);
		if (isFree) await memory.cancel(store, lookup);
		throw error;
	});
	const { total_usd: chargedUsd, balance_remaining_usd: balanceUsd } = response.usage;
	client.funds.release(reservation, toMicros(chargedUsd), balanceUsd);
	await memory.end(store, lookup, toMicros(chargedUsd));
	return response;
}

/** Reports that the daily limit or the monthly budget is reached. For a minute, page views start nothing. */
function limitReached({ execution, network, state }: Visitor, message: string, more = ''): undefined {
	showHint(execution, message + more, 'warning');
	logOnce(execution, message, more);
	state.traffic.pause(clock.now() + MINUTE_MS);
	state.traffic.quiet(network, 0);
}

/** Looks the visitor up, unless that was done recently or costs too much. */
async function lookUpUnlessKnown(visitor: Visitor): Promise<RevealResult | undefined> {
	const { settings, client, store, key, network } = visitor;
	const { memory, traffic } = visitor.state;
	if (traffic.isPaused(clock.now())) return undefined;
	const { againAfterHours, spendingLimit } = settings;
	const lookup = await memory.begin(store, {
		key,
		now: await client.readTime(),
		limitMicros: toMicros(spendingLimit),
		againAfterHours,
	});
	if (lookup === 'limit') {
		const message = `The spending limit of ${usd(spendingLimit)} per day is reached, or a lookup costs more. Visitors aren't looked up.`;
		return limitReached(visitor, message);
	}
	// No quiet time here: after a restart, the table doesn't show how much of it is left.
	if (lookup === 'known') return undefined;
	traffic.quiet(network, clock.now() + againAfterHours * HOUR_MS);
	return await pay(visitor, lookup);
}

/** Returns the error without the address. For a minute, page views start nothing. */
function failed({ network, address, state: { traffic } }: Visitor, error: unknown): unknown {
	traffic.pause(clock.now() + MINUTE_MS);
	const isApiError = error instanceof RadarApiError;
	if (error instanceof PurchaseRefused || (isApiError && error.failure.outcome !== 'unknown'))
		traffic.quiet(network, 0);
	if (!isApiError) return error;
	return new RadarApiError(withoutAddress(error.failure, address));
}

/** The service's response about the visitor; undefined if none was requested. @throws RadarApiError without the address */
export async function lookUp(visitor: Visitor): Promise<RevealResult | undefined> {
	const { client, store } = visitor;
	const { memory, traffic, unpriced } = visitor.state;
	if (traffic.isPaused(clock.now())) return undefined;
	const deadline = clock.now() + LONGEST_TURN_MS;
	const run = async () => (clock.now() < deadline ? await lookUpUnlessKnown(visitor) : undefined);
	try {
		const isPriceKnown = await memory.isPriceKnown(store, await client.readTime());
		return isPriceKnown ? await run() : await unpriced.run('', run);
	} catch (error) {
		if (error instanceof BudgetReached)
			return limitReached(visitor, `${error.message}.`, ` ${error.description}`);
		throw failed(visitor, error);
	}
}
