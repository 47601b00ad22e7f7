import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isInRanges, addressOf, canBeLookedUp } from './address';
import { readPageView, reasonToIgnore, reasonToSkip, visitorScript } from './pageView';
import { pollingProblem, readParameters, type VisitorParameters } from './parameters';
import { report, type Outcome, type Visit } from './report';
import { logOnce, visitorStateOf } from './state';
import type { Fate } from './viewLog';

const AN_HOUR = 'public, max-age=3600';

const NO_EXECUTION: IWebhookResponseData = { noWebhookResponse: true };

function serveScript(context: IWebhookFunctions): void {
	const url = context.getNodeWebhookUrl('default') ?? '';
	context
		.getResponseObject()
		.status(200)
		.set('cache-control', AN_HOUR)
		.type('application/javascript')
		.send(visitorScript(url, readParameters(context)));
}

/** The visit in the request, or why there is none. */
function visitIn(context: IWebhookFunctions, settings: VisitorParameters): Visit | Fate {
	const request = context.getRequestObject();
	const { headers } = request;
	const view = readPageView(context.getBodyData() as unknown, headers, context.getNodeWebhookUrl('default'));
	if (!view) return 'unreadable';
	const reason = reasonToIgnore(view, settings) ?? reasonToSkip(headers, view.hasConsent, settings);
	if (reason) return reason;
	const { views } = visitorStateOf(context);
	const found = addressOf(request, settings.addressHeader);
	views.sawAddress(found);
	const hint = views.addressHint();
	if (hint) logOnce(context, hint);
	const { address } = found;
	if (address === undefined) return 'noAddress';
	if (!canBeLookedUp(address)) return 'noCompany';
	return isInRanges(address, settings.excludedAddresses) ? 'excludedAddress' : { view, address };
}

/** Judges a page view, and looks its visitor up. An item starts an execution. */
async function takeView(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = readParameters(context);
	const visit = visitIn(context, settings);
	// n8n doesn't ask this trigger when another node is added to a published workflow.
	const problem = pollingProblem(context);
	if (problem) logOnce(context, `${problem.message}. ${problem.description}`);
	const { fate, item }: Outcome =
		typeof visit === 'string' ? { fate: visit } : await report(context, settings, visit);
	visitorStateOf(context).views.add(fate);
	return item ? { ...NO_EXECUTION, workflowData: [[{ json: item }]] } : NO_EXECUTION;
}

/**
 * n8n's webhook(): serves the script, or takes a page view and looks its visitor up, so that only reported companies start an
 * execution. Every page view gets 204 first, so that a sender learns nothing.
 */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const isView = this.getRequestObject().method === 'POST';
	const response = this.getResponseObject();
	// For websites with a Cross-Origin-Embedder-Policy.
	response.set('cross-origin-resource-policy', 'cross-origin');
	if (isView) response.status(204).end();
	try {
		if (isView) return await takeView(this);
		serveScript(this);
	} catch (error) {
		// A thrown error would start an execution.
		logOnce(this, "requests can't be answered", `: ${String(error)}`);
		if (!response.headersSent) response.status(503).end();
	}
	return NO_EXECUTION;
}
