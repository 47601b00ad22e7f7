import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { HOUR_MS } from '../shared/basics/durations';
import { CREDENTIAL } from '../shared/client';
import { clock } from '../shared/concurrency/clock';
import { isInRanges, networkOf } from '../shared/validation/ipRange';
import { countsPageView, isWelcome, readPageView } from './page/pageView';
import { visitorScript } from './page/script';
import { readParameters, type VisitorParameters } from './visitor/parameters';
import { logOnce, visitorStateOf } from './visitor/state';
import { addressOf, ADDRESS_HINTS, type AddressProblem } from './visitor/address';
import { seal } from './visitor/seal';
import type { Visit } from './visitor/visit';

const A_DAY = 'public, max-age=86400';

const NOTHING: IWebhookResponseData = { noWebhookResponse: true };

function serveScript(context: IWebhookFunctions): undefined {
	const url = context.getNodeWebhookUrl('default') ?? '';
	context
		.getResponseObject()
		.status(200)
		.set('cache-control', A_DAY)
		.type('application/javascript')
		.send(visitorScript(url, readParameters(context)));
}

function logProblem(context: IWebhookFunctions, problem: AddressProblem): undefined {
	// Addresses may be forged.
	if (problem === 'tooManyHops') visitorStateOf(context).traffic.pause(clock.now() + HOUR_MS);
	logOnce(context, ADDRESS_HINTS[problem]);
}

/** The address of a visitor who may be looked up. */
function visitorAddress(context: IWebhookFunctions, settings: VisitorParameters): string | undefined {
	const found = addressOf(context.getRequestObject(), settings.addressHeader);
	visitorStateOf(context).sawAddress(found);
	if ('problem' in found) return logProblem(context, found.problem);
	return isInRanges(found.address, settings.excludedAddresses) ? undefined : found.address;
}

/** The visit to start an execution with; undefined if the page view starts none. */
async function visitOf(context: IWebhookFunctions): Promise<Visit | undefined> {
	const settings = readParameters(context);
	const { headers } = context.getRequestObject();
	const view = readPageView(context.getBodyData() as unknown, headers.origin);
	if (!view || !countsPageView(view, settings) || !isWelcome(headers, settings)) return undefined;
	const address = visitorAddress(context, settings);
	if (address === undefined) return undefined;
	if (!visitorStateOf(context).traffic.mayStart(networkOf(address), clock.now())) return undefined;
	const { apiKey } = await context.getCredentials<{ apiKey: string }>(CREDENTIAL);
	return { ...view, address: seal(address, apiKey) };
}

/** n8n's webhook(): serves the script, or takes a page view. Every page view gets 204, so that a sender learns nothing. */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const isView = this.getRequestObject().method === 'POST';
	const response = this.getResponseObject();
	if (isView) response.status(204).end();
	try {
		const visit = isView ? await visitOf(this) : serveScript(this);
		return visit ? { ...NOTHING, workflowData: [[{ json: { visit } }]] } : NOTHING;
	} catch (error) {
		// A thrown error would start an execution.
		logOnce(this, "requests can't be answered", `: ${String(error)}`);
		if (!response.headersSent) response.status(503).end();
		return NOTHING;
	}
}
