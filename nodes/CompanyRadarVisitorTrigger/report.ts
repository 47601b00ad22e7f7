import { createHmac } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { RevealResult } from '../shared/api/types';
import { MINUTE_MS } from '../shared/basics/time';
import { isObject } from '../shared/basics/values';
import {
	createRadarClient,
	CREDENTIAL,
	RadarApiError,
	type RadarClient,
	type ApiFailure,
} from '../shared/client';
import { clock } from '../shared/concurrency/clock';
import { LimitReached, Purchases, PurchaseRefused } from '../shared/money/purchases';
import { nodeStaticData, saveFromWebhook, nodeKeyOf } from '../shared/n8n/host';
import { networkOf } from './address';
import type { SavedMemory } from './memory';
import type { PageView } from './pageView';
import type { VisitorParameters } from './parameters';
import { logOnce, visitorStateOf, type VisitorState } from './state';
import { companyToReport, toOutput } from './toOutput';
import type { Fate } from './viewLog';

/** An item that makes its execution fail, so that people see it. n8n takes it for an error under every On Error. */
function failureItem(error: unknown, address: string): IDataObject {
	const { message, description } = error as Partial<PurchaseRefused>;
	// As a text, since an item has no types.
	const failure = error instanceof RadarApiError ? JSON.stringify(error.failure) : undefined;
	const item = JSON.stringify({ error: message ?? String(error), details: { failure, description } });
	// The service may repeat the address in its texts.
	return JSON.parse(item.replaceAll(address, 'the address')) as IDataObject;
}

/** The error of such an item, the same in each try; undefined for a company. */
export function reportedError({ error, details }: IDataObject): RadarApiError | PurchaseRefused | undefined {
	if (typeof error !== 'string' || !isObject(details)) return undefined;
	const { failure, description } = details;
	if (typeof failure === 'string') return new RadarApiError(JSON.parse(failure) as ApiFailure);
	return new PurchaseRefused(error, typeof description === 'string' ? description : '');
}

/** A visitor who waits longer for other lookups is skipped until a later page view. */
const LONGEST_TURN_MS = MINUTE_MS;

/** The visitor of a page view. */
interface Visitor {
	settings: VisitorParameters;
	state: VisitorState;
	client: RadarClient;
	address: string;
	/** The fingerprint of the network. */
	key: string;
}

/** A lookup that isn't needed, or may not start. */
class NotLookedUp extends Error {
	constructor(readonly fate: Fate) {
		super(fate);
	}
}

/**
 * Pays for the lookup. Once the answer is here, nothing can fail.
 * @throws NotLookedUp, PurchaseRefused, RadarApiError
 */
async function lookUp({ client, state, settings, address, key }: Visitor): Promise<RevealResult> {
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

/** Including the last attempt, a lookup takes a minute at most. */
const LOOKUP_WAIT_SECONDS = 30;

/** Under which n8n keeps the memory. */
const SAVED = 'visitors';

/** A page view of a person who may be looked up. */
export interface Visit {
	view: PageView;
	address: string;
}

interface Outcome {
	fate: Fate;
	/** What starts an execution. */
	item?: IDataObject;
}

/** Identifies a network, without revealing it to anyone who lacks the API key. 64 bits, so that 10,000 take little room. */
async function fingerprint(
	context: IWebhookFunctions,
	state: VisitorState,
	address: string,
): Promise<string> {
	if (!state.fingerprintKey) {
		const { apiKey } = await context.getCredentials<{ apiKey: string }>(CREDENTIAL);
		state.fingerprintKey = createHmac('sha256', apiKey)
			.update(`visitor ${nodeKeyOf(context)}`)
			.digest();
	}
	const digest = createHmac('sha256', state.fingerprintKey).update(networkOf(address)).digest();
	return digest.subarray(0, 8).toString('base64url');
}

/** Looks the visitor up, and returns the company unless it was reported recently. @throws as `lookUp` does */
async function companyOf(
	context: IWebhookFunctions,
	settings: VisitorParameters,
	{ view, address }: Visit,
	key: string,
): Promise<Outcome> {
	const state = visitorStateOf(context);
	const { memory } = state;
	const client = async () => await createRadarClient(context, { longestWaitSeconds: LOOKUP_WAIT_SECONDS });
	const now = await state.readTime(async () => await (await client()).readTime());
	memory.merge(nodeStaticData<SavedMemory>(context, SAVED), now, settings);
	if (state.inFlight.has(key)) return { fate: 'known' };
	if (memory.isKnown(key, now, settings)) return { fate: 'known' };
	if (!state.mayStart()) return { fate: 'tooMany' };
	state.inFlight.add(key);
	try {
		const visitor = { settings, state, client: await client(), address, key };
		const response = await lookUp(visitor);
		const company = companyToReport(response, settings);
		if (!company) return { fate: response.data.companies.length > 0 ? 'unwantedCompany' : 'noMatch' };
		const isNew = memory.reportOnce(company.domain, state.time ?? now, settings);
		if (!isNew) return { fate: 'reported' };
		const item = { ...toOutput(response, company, view, settings.includeIpAddress ? address : undefined) };
		return { fate: 'started', item };
	} finally {
		state.inFlight.delete(key);
	}
}

/** What a failure leads to: an answer about one visitor concerns nobody else. */
function outcomeOfFailure(context: IWebhookFunctions, error: unknown, address: string): Outcome {
	const state = visitorStateOf(context);
	if (error instanceof NotLookedUp) return { fate: error.fate };
	if (error instanceof RadarApiError && error.failure.status === 400) {
		const { error: message } = failureItem(error, address);
		logOnce(context, 'the service refused to look up a visitor', `: ${String(message)}`);
		return { fate: 'refused' };
	}
	if (error instanceof RadarApiError && error.isRateLimited) return { fate: 'tooMany' };
	state.pause(error);
	if (error instanceof LimitReached) {
		logOnce(context, `${error.message}.`, ` ${error.description}`);
		return { fate: 'limit' };
	}
	return { fate: 'failed', item: state.mayReportFailure() ? failureItem(error, address) : undefined };
}

/** Looks the visitor up, and saves the memory. Never throws. */
export async function report(
	context: IWebhookFunctions,
	settings: VisitorParameters,
	visit: Visit,
): Promise<Outcome> {
	const state = visitorStateOf(context);
	if (state.pausedBy) return { fate: state.pausedBy };
	const outcome = await fingerprint(context, state, visit.address)
		.then(async (key) => await companyOf(context, settings, visit, key))
		.catch((error: unknown) => outcomeOfFailure(context, error, visit.address));
	const { time, memory } = state;
	if (time !== undefined)
		await state.save(() => saveFromWebhook(context, SAVED, { ...memory.save(time, settings) }));
	return outcome;
}
