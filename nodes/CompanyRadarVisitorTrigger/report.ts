import { createHmac } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { RevealResult } from '../shared/api/types';
import { isoOf, MINUTE_MS } from '../shared/values/basics/time';
import { isObject, parseJson } from '../shared/values/basics/values';
import { createRadarClient, type RadarClient } from '../shared/client/radarClient';
import { RadarApiError } from '../shared/client/errors/radarApiError';
import { clock } from '../shared/host/clock';
import { Purchases } from '../shared/money/purchases';
import { nodeStaticData, saveFromWebhook, nodeKeyOf, CREDENTIAL } from '../shared/host/host';
import { companyRow } from '../shared/updates/companyRow';
import { networkOf } from './address';
import type { SavedMemory } from './memory';
import { type PageView, startOf } from './pageView';
import type { VisitorParameters } from './parameters';
import { logOnce, visitorStateOf, type VisitorState } from './state';
import { companyToReport, startsWorkflow, toOutput, type Visited, type VisitingRow } from './toOutput';
import type { Fate } from './viewLog';
import { refusalIn, Refused, type Refusal } from '../shared/values/basics/refusal';

/** Without the visitor's address, which the service may repeat in its texts. */
const withoutAddress = (refusal: Refusal, address: string): Refusal =>
	JSON.parse(JSON.stringify(refusal).replaceAll(address, 'the address')) as Refusal;

/** An item that makes its execution fail, so that people see it. n8n takes it for an error under every On Error. */
const failureItem = (refusal: Refusal): IDataObject => ({
	error: refusal.what,
	// As a text, since an item has no types.
	details: { refusal: JSON.stringify(refusal) },
});

/** The error of such an item, the same in each try; undefined for a company. */
export function reportedError({ error, details }: IDataObject): Refused | undefined {
	if (typeof error !== 'string' || !isObject(details)) return undefined;
	const refusal = parseJson(String(details.refusal));
	return isObject(refusal) ? new Refused(refusal as object as Refusal) : undefined;
}

/** A visitor who waits longer for other lookups is skipped until a later page view. */
const LONGEST_TURN_MS = MINUTE_MS;

/** A lookup that isn't needed, or may not start. */
const notLookedUp = (fate: Fate): Refused =>
	new Refused({ kind: 'notDone', what: fate, todo: '', details: { fate } });

/** Including the last attempt, a lookup takes a minute at most. */
const LOOKUP_WAIT_SECONDS = 30;

/** Under which n8n keeps the memory. */
const SAVED = 'visitors';

/** A page view of a person who may be looked up. */
export interface Visit {
	view: PageView;
	address: string;
}

export interface Outcome {
	fate: Fate;
	/** What starts an execution. */
	item?: IDataObject;
}

/** A page view with the node's settings. */
interface Arrival {
	context: IWebhookFunctions;
	settings: VisitorParameters;
	state: VisitorState;
	visit: Visit;
}

/**
 * Pays for the lookup. Once the answer is here, nothing can fail.
 * @param key the fingerprint of the visitor's network
 * @throws Refused
 */
async function lookUp(
	{ settings, state, visit }: Arrival,
	client: RadarClient,
	key: string,
): Promise<RevealResult> {
	const { memory } = state;
	const lookedUp = () => memory.lookedUp(key, state.time ?? client.now);
	const deadline = clock.now() + LONGEST_TURN_MS;
	const { spendingLimit: spendingLimitPerDay, monthlyBudget } = settings;
	const purchases = new Purchases({ spendingLimitPerDay, monthlyBudget }, client, memory.limit);
	const call = async (mayRepeat: () => Promise<boolean>) => {
		// A lookup before this one may have failed meanwhile.
		if (state.pausedBy) throw notLookedUp(state.pausedBy);
		if (clock.now() > deadline) throw notLookedUp('tooMany');
		return await client.call('reveal', { body: { ip: visit.address }, mayRepeat });
	};
	const response = await purchases.lookUp(call).catch((error: unknown) => {
		const isUnknown = error instanceof RadarApiError && error.failure.outcome === 'unknown';
		const isRefused = error instanceof RadarApiError && error.failure.status === 400;
		// The service refuses this address each time, and a lookup that may have been charged isn't repeated.
		if (isUnknown || isRefused) lookedUp();
		throw error;
	});
	lookedUp();
	state.worked();
	return response;
}

/** Made from the API key, so that fingerprints reveal no network to anyone who lacks it. */
async function readFingerprintKey({ context, state }: Arrival): Promise<void> {
	if (state.fingerprintKey) return;
	const { apiKey } = await context.getCredentials<{ apiKey: string }>(CREDENTIAL);
	state.fingerprintKey = createHmac('sha256', apiKey)
		.update(`visitor ${nodeKeyOf(context)}`)
		.digest();
}

/** The fingerprint of the visitor's network; undefined before the API key was read. 64 bits, so that 10,000 take little room. */
function fingerprintOf({ state: { fingerprintKey }, visit }: Arrival): string | undefined {
	if (!fingerprintKey) return undefined;
	const digest = createHmac('sha256', fingerprintKey).update(networkOf(visit.address)).digest();
	return digest.subarray(0, 8).toString('base64url');
}

function itemOf(company: VisitingRow, { settings, visit }: Arrival, visited: Visited): IDataObject {
	const ip = settings.includeIpAddress ? visit.address : undefined;
	return { ...toOutput(company, visit.view, { ...visited, ip }) };
}

const pageThatMatters = ({ settings, visit }: Arrival): string | undefined =>
	startOf(visit.view.path, settings.pagesThatMatter);

/** A visitor who was looked up before, and may have come to a page that matters; undefined for a new one. */
function knownVisitor(arrival: Arrival): Outcome | undefined {
	const { context, settings, state } = arrival;
	const { memory, matches, time: now } = state;
	const key = fingerprintOf(arrival);
	if (now === undefined || key === undefined) return undefined;
	memory.merge(nodeStaticData<SavedMemory>(context, SAVED), now, settings);
	if (state.inFlight.has(key)) return { fate: 'known' };
	if (!memory.isKnown(key, now, settings)) return undefined;
	const company = matches.of(key);
	const isCooling = company && memory.isReported(company.domain, now, settings);
	if (!isCooling || !startsWorkflow(company.domain, settings)) return { fate: 'known' };
	const first_page = matches.lookAgain(company.domain, pageThatMatters(arrival));
	if (first_page === undefined) return { fate: 'known' };
	const visited_at = isoOf(now);
	return { fate: 'lookedAgain', item: itemOf(company, arrival, { visited_at, charged_usd: 0, first_page }) };
}

/** What the answer leads to: a company is reported once in its cooldown, and again for each page that matters. */
function outcomeOfAnswer(arrival: Arrival, key: string, response: RevealResult): Outcome {
	const { settings, state, visit } = arrival;
	const { memory, matches } = state;
	const found = companyToReport(response, settings);
	if (!found) return { fate: response.data.companies.length > 0 ? 'unwantedCompany' : 'noMatch' };
	const { domain } = found;
	const company = { ...companyRow(response.data, found), domain };
	matches.add(key, company);
	const visited = { visited_at: response.timestamp, charged_usd: response.usage.total_usd };
	const isFirst = memory.reportOnce(domain, state.time ?? 0, settings);
	if (isFirst) matches.reported(domain, visit.view.page, pageThatMatters(arrival));
	const first_page = isFirst ? undefined : matches.lookAgain(domain, pageThatMatters(arrival));
	if (!isFirst && first_page === undefined) return { fate: 'reported' };
	return { fate: 'started', item: itemOf(company, arrival, { ...visited, first_page }) };
}

/** Looks the visitor up, unless another page view of the same visitor comes first. @throws as `lookUp` does */
async function newVisitor(arrival: Arrival): Promise<Outcome> {
	const { context, state } = arrival;
	const client = await createRadarClient(context, { longestWaitSeconds: LOOKUP_WAIT_SECONDS });
	await readFingerprintKey(arrival);
	await state.readTime(async () => await client.readTime());
	const known = knownVisitor(arrival);
	if (known) return known;
	const key = fingerprintOf(arrival) ?? '';
	state.inFlight.add(key);
	try {
		return outcomeOfAnswer(arrival, key, await lookUp(arrival, client, key));
	} finally {
		state.inFlight.delete(key);
	}
}

/** What a failure leads to: an answer about one visitor concerns nobody else. */
function outcomeOfFailure({ context, state, visit }: Arrival, error: unknown): Outcome {
	const refusal = withoutAddress(refusalIn(error), visit.address);
	if (refusal.details?.fate) return { fate: refusal.details.fate as Fate };
	if (error instanceof RadarApiError && error.failure.status === 400) {
		logOnce(context, 'the service refused to look up a visitor', `: ${refusal.what}`);
		return { fate: 'refused' };
	}
	if (error instanceof RadarApiError && error.isRateLimited) return { fate: 'tooMany' };
	if (refusal.limit) {
		state.pauseAt(refusal);
		logOnce(context, `${refusal.what}.`, ` ${refusal.todo}`);
		return { fate: 'limit' };
	}
	return { fate: 'failed', item: state.failed(refusal) ? failureItem(refusal) : undefined };
}

async function outcomeFor(arrival: Arrival): Promise<Outcome> {
	const { state } = arrival;
	const known = knownVisitor(arrival);
	if (known) return known;
	if (state.pausedBy) return { fate: state.pausedBy };
	return (await state.inTurn(async () => await newVisitor(arrival))) ?? { fate: 'tooMany' };
}

/** Looks the visitor up, and saves the memory. Never throws. */
export async function report(
	context: IWebhookFunctions,
	settings: VisitorParameters,
	visit: Visit,
): Promise<Outcome> {
	const state = visitorStateOf(context);
	const arrival = { context, settings, state, visit };
	const outcome = await outcomeFor(arrival).catch((error: unknown) => outcomeOfFailure(arrival, error));
	const { time, memory } = state;
	if (time !== undefined)
		await state.save(() => saveFromWebhook(context, SAVED, { ...memory.save(time, settings) }));
	return outcome;
}
