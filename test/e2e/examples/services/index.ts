import { HubSpot } from './hubspot';
import { Model } from './model';
import { Salesforce } from './salesforce';
import { Services, type Respond } from './services';
import { Spreadsheet } from './spreadsheet';

export interface StandIns {
	services: Services;
	hubspot: HubSpot;
	model: Model;
	salesforce: Salesforce;
	spreadsheet: Spreadsheet;
}

/** Accepts each message and answers with its text, as Slack does, and has one channel. */
const slack: Respond = ({ address, body }) => ({
	ok: true,
	...(address.endsWith('/conversations.list')
		? { channels: [{ id: 'C0SALES', name: 'sales' }] }
		: { ts: '1.0', message: { text: (body as { text?: string }).text } }),
});

/** Whom an enrichment tool finds. One has no email. */
const PEOPLE = [
	{ name: 'Mara Lindt', title: 'Head of Sales', email: 'mara.lindt@cedar.example' },
	{ name: 'Ola Berg', title: 'VP Sales', email: null },
];

/** Everything outside n8n that the examples call, but the radar service. `more` has further hosts. */
export async function startStandIns(more: Readonly<Record<string, Respond>> = {}): Promise<StandIns> {
	const hubspot = new HubSpot();
	const model = new Model();
	const salesforce = new Salesforce();
	const spreadsheet = new Spreadsheet();
	const services = await Services.start({
		...more,
		'api.hubapi.com': hubspot.respond,
		'api.openai.com': model.respond,
		'example.my.salesforce.com': salesforce.respond,
		'sheets.googleapis.com': spreadsheet.respond,
		'slack.com': slack,
		'enrichment.example': ({ query }) => ({ people: query.get('domain') === 'cedar.example' ? PEOPLE : [] }),
		'outreach.example': () => ({ added: 1 }),
		'www.googleapis.com': () => ({ id: '18c0ffee' }),
	});
	return { services, hubspot, model, salesforce, spreadsheet };
}
