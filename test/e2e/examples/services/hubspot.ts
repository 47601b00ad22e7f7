import type { Respond } from './services';

const company = (companyId: number, domain: string, isTarget: boolean) => ({
	companyId,
	properties: {
		domain: { value: domain },
		hs_is_target_account: { value: String(isTarget) },
		hubspot_owner_id: { value: '77' },
	},
});

const COMPANIES = [
	company(501, 'cedar.example', true),
	company(502, 'birch.example', false),
	company(504, 'blueharbor.example', false),
];

/** A CRM with two companies and one contact, as the HubSpot node asks for them. */
export class HubSpot {
	/** Whether the list of companies has any. */
	hasCompanies = true;
	/** What a search for contacts finds. */
	contacts: object[] = [];

	readonly respond: Respond = ({ method, address }) => {
		if (method === 'PATCH') return { id: '2101' };
		if (address.endsWith('/contacts/search')) return { results: this.contacts, total: this.contacts.length };
		if (address.endsWith('/objects/contacts')) return { id: '2201' };
		if (address.includes('/engagements')) return { engagement: { id: 9001, type: 'TASK' } };
		if (address.includes('/contact/vid/')) {
			return {
				vid: 2101,
				properties: {
					firstname: { value: 'Priya' },
					lastname: { value: 'Nair' },
					email: { value: 'priya.nair@cedar.example' },
				},
			};
		}
		const [, domain] = /\/domains\/([^/]+)\/companies$/.exec(address) ?? [];
		if (domain) return { results: COMPANIES.filter(({ properties }) => properties.domain.value === domain) };
		if (method === 'POST' && address.endsWith('/companies')) return { companyId: 503 };
		const found = COMPANIES.find(({ companyId }) => address.endsWith(`/companies/${companyId}`));
		return found ?? (method === 'GET' ? { companies: this.hasCompanies ? COMPANIES : [] } : {});
	};
}
