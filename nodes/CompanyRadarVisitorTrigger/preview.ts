import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { resumeUrlOf, showHint } from '../shared/n8n/host';
import { asSample } from '../shared/updates/sample';
import { snippetFor } from './page/script';
import { visitorStateOf } from './visitor/state';
import { ADDRESS_HINTS } from './visitor/address';
import { readParameters } from './visitor/parameters';
import { LOCATION_LICENSE, type VisitingCompany } from './visitor/toOutput';

const SAMPLE: VisitingCompany = {
	summary: 'Blue Harbor (blueharbor.com, 120 people, Logistics) looked at /pricing',
	name: 'Blue Harbor',
	domain: 'blueharbor.com',
	link: 'https://blueharbor.com',
	industry: 'Logistics',
	employees_count: 120,
	country: 'Germany',
	page: 'https://www.example.com/pricing',
	referrer: 'search.example',
	utm_source: 'newsletter',
	utm_medium: 'email',
	utm_campaign: 'spring',
	visitor_city: 'Hamburg',
	visitor_country: 'Germany',
	location_license: LOCATION_LICENSE,
	visited_at: '2026-01-15T09:30:00.000Z',
	charged_usd: 0.1,
	profile_url: 'https://profiles.example/company/blue-harbor',
};

/** An execution only knows its resume URL, which begins like the URLs of n8n's webhooks. */
function scriptUrl(execution: IExecuteFunctions): string {
	const base = resumeUrlOf(execution).replace(/\/[^/]*\/[^/]*$/, '');
	return `${base}/webhook/${execution.getNode().webhookId}/visitor.js`;
}

/**
 * The output of Execute step: the line to paste, and a sample. Doesn't call the service.
 * @throws InputError for parameters that can't be published
 */
export function preview(execution: IExecuteFunctions): IDataObject {
	readParameters(execution);
	const { addressProblem } = visitorStateOf(execution);
	if (addressProblem) showHint(execution, ADDRESS_HINTS[addressProblem], 'warning');
	showHint(
		execution,
		'Paste the snippet into your website. The company is a sample, and nothing was charged.',
	);
	return { snippet: snippetFor(scriptUrl(execution)), ...asSample({ ...SAMPLE }) };
}
