import { createHmac } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { createRadarClient, CREDENTIAL, RadarApiError } from '../../shared/client';
import { LimitReached } from '../../shared/money/purchases';
import { nodeStaticData, saveFromWebhook, nodeKeyOf } from '../../shared/n8n/host';
import { networkOf } from './ipRange';
import type { SavedMemory } from '../memory/visitorMemory';
import type { PageView } from '../page/pageView';
import { failureItem } from './failure';
import { lookUp, NotLookedUp } from './lookUp';
import type { VisitorParameters } from './parameters';
import { logOnce, visitorStateOf, type VisitorState } from './state';
import { companyToReport, toOutput } from './toOutput';
import type { Fate } from './viewLog';

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
	if (memory.isKnown(key, now, settings)) return { fate: 'known', item: state.lost(key) };
	if (!state.mayStart()) return { fate: 'tooMany' };
	state.inFlight.add(key);
	try {
		const visitor = { settings, state, client: await client(), address, key };
		const response = await lookUp(visitor);
		const company = companyToReport(response, settings.excludedCompanies);
		if (!company) return { fate: response.data.companies.length > 0 ? 'excludedCompany' : 'noMatch' };
		const isNew = memory.reportOnce(company.domain, state.time ?? now, settings);
		if (!isNew) return { fate: 'reported' };
		const item = { ...toOutput(response, company, view, settings.includeIpAddress ? address : undefined) };
		state.handOver(key, item);
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
