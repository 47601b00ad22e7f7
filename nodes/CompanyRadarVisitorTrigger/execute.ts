import type { IExecuteFunctions, INodeExecutionData, IDataObject } from 'n8n-workflow';

import { counted, usd } from '../shared/values/basics/inWords';
import { isLoopbackHost, toUsd } from '../shared/values/basics/values';
import { showHint, webhookUrlOf } from '../shared/host/host';
import { LOCATION_LICENSE } from '../shared/updates/companyRow';
import { withNodeErrors } from '../shared/run/nodeErrors';
import { asSample } from '../shared/updates/update';
import { pollingProblem, readParameters } from './parameters';
import { reportedError } from './report';
import { PATH, snippetFor } from './pageView';
import { type VisitorState, visitorStateOf } from './state';
import type { VisitingCompany } from './toOutput';
import { inOneLine } from '../shared/values/basics/refusal';

const SAMPLE: VisitingCompany = {
	summary: 'Blue Harbor (blueharbor.example, 120 people, Logistics) looked at /pricing',
	name: 'Blue Harbor',
	domain: 'blueharbor.example',
	link: 'https://blueharbor.example',
	industry: 'Logistics',
	employees_count: 120,
	headquarters_country: 'Germany',
	page: 'https://www.example.com/pricing',
	referrer: 'search.example',
	utm_source: 'newsletter',
	utm_medium: 'email',
	utm_campaign: 'spring',
	visitor_city: 'Hamburg',
	visitor_state: 'Hamburg',
	visitor_country: 'Germany',
	location_license: LOCATION_LICENSE,
	visited_at: '2026-01-15T09:30:00.000Z',
	charged_usd: 0.1,
	profile_url: 'https://profiles.example/company/blue-harbor',
	other_domains: null,
};

/** Why visitors of these websites can't reach n8n at this address; undefined if they can. */
function whyUnreachable(url: string, websites: readonly string[]): string | undefined {
	const { protocol, hostname } = new URL(url);
	if ([hostname, ...websites].every(isLoopbackHost)) return undefined;
	const isPublicName = hostname.includes('.') && !/^[\d.]+$|\.(?:local|internal|lan|home)$/.test(hostname);
	if (protocol === 'https:' && isPublicName) return undefined;
	return `n8n's address isn't a public https address, so your website can't send page views to it. Set N8N_WEBHOOK_URL to n8n's public address, such as https://n8n.example.com, and restart n8n. Then execute this step again.`;
}

/** Why the last lookup failed; undefined if it didn't. */
function whyFailed({ lastFailure, minutesPaused }: VisitorState): string | undefined {
	if (!lastFailure) return undefined;
	const next =
		minutesPaused > 0 ? ` Nobody is looked up for ${counted(minutesPaused, 'minute', 'minutes')}.` : '';
	return `The last lookup failed: ${inOneLine(lastFailure)}${next}`;
}

/**
 * The output of Execute step: the line to paste, and a sample. Doesn't call the service.
 * @throws Refused for parameters that can't be published
 */
function preview(execution: IExecuteFunctions): IDataObject {
	const { allowedWebsites } = readParameters(execution);
	const url = webhookUrlOf(execution, PATH);
	const state = visitorStateOf(execution);
	const { views, memory, limitReached } = state;
	const totals = views.totals();
	const unreachable = totals.size > 0 ? undefined : whyUnreachable(url, allowedWebsites);
	const limit = totals.has('limit') && limitReached && inOneLine(limitReached);
	const polling = pollingProblem(execution);
	const memoryProblem = polling && inOneLine(polling.refusal);
	for (const problem of [memoryProblem, unreachable, views.addressHint(1), limit, whyFailed(state)])
		if (problem) showHint(execution, problem, 'warning');
	const spent = memory.limit.spentMicros;
	showHint(
		execution,
		`Paste the snippet into your website. The company is a sample, and this step is free. ${views.summary()}${spent > 0 ? ` ${usd(toUsd(spent))} was spent on lookups in the last 24 hours.` : ''}`,
	);
	return { snippet: snippetFor(url), ...asSample({ ...SAMPLE }) };
}

export type Output = VisitingCompany;

/** n8n's execute(): passes on the company that webhook() found, or throws why it couldn't look. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	return await withNodeErrors(node, async () => {
		if (this.getMode() === 'manual') return [[{ json: preview(this) }]];
		const items = this.getInputData();
		const { json = {} } = items[0] ?? {};
		const failure = reportedError(json);
		if (!failure) return [items];
		const { message: error, description: message } = failure;
		// n8n moves such an item to the error output, but would pass the input on if this threw.
		if (node.onError === 'continueErrorOutput') return [[{ json: { error, message } }]];
		// A workflow that was published with this setting gets no item without a company.
		if (node.onError === 'continueRegularOutput') return [[]];
		throw failure;
	});
}
