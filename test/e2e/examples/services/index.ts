import { Model } from './model';
import { Services, type Respond } from './services';
import { Spreadsheet } from './spreadsheet';

export interface StandIns {
	services: Services;
	spreadsheet: Spreadsheet;
	model: Model;
}

const company = (companyId: number, domain: string, isTarget: boolean) => ({
	companyId,
	properties: {
		domain: { value: domain },
		hs_is_target_account: { value: String(isTarget) },
		radar_score: { value: '30' },
	},
});

const HUBSPOT_COMPANIES = [company(501, 'cedar.example', true), company(502, 'birch.example', false)];

const hubspot: Respond = ({ address }) =>
	HUBSPOT_COMPANIES.find(({ companyId }) => address.endsWith(`/companies/${companyId}`)) ?? {
		companies: HUBSPOT_COMPANIES,
	};

/** Accepts each message, and has one channel. */
const slack: Respond = ({ address }) => ({
	ok: true,
	...(address.endsWith('/conversations.list')
		? { channels: [{ id: 'C0SALES', name: 'sales' }] }
		: { ts: '1.0' }),
});

/** Everything outside n8n that the examples call, but the radar service. */
export async function startStandIns(): Promise<StandIns> {
	const spreadsheet = new Spreadsheet();
	const model = new Model();
	const services = await Services.start({
		'api.hubapi.com': hubspot,
		'api.openai.com': model.respond,
		'chat.example.com': () => ({}),
		// The only thing that the CRM is asked is how far it has got with an account.
		'crm.example.com': () => ({ stage: 'customer', owner: 'ada@example.com' }),
		'example.my.salesforce.com': () => ({ id: '00TA000001abcDEIAY', success: true, errors: [] }),
		'sheets.googleapis.com': spreadsheet.respond,
		'slack.com': slack,
		'www.googleapis.com': () => ({ id: '18c0ffee' }),
	});
	return { services, spreadsheet, model };
}
