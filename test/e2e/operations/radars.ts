import type { Control } from '../../../sandbox';
import { type ResourceWorkflow, shown } from './resource';

const COMPANIES = ['alder', 'birch', 'cedar'].map((name) => ({ domain: `${name}.example`, crm_id: name }));
const PERSON = 'https://profiles.example/in/jane-doe';

const ofType = (control: Control, type: string) =>
	control.radars().filter(({ radar_type: own }) => own === type);

/** In the order of the items: the creates are sent side by side. */
const ofCompanies = (control: Control, type: string) => {
	const radars = ofType(control, type);
	return COMPANIES.flatMap(({ domain }) => radars.filter((each) => each.domain === domain));
};

const locator = { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' };

export const radar: ResourceWorkflow = {
	resource: 'Radar',
	items: COMPANIES,
	nodes: [
		{
			name: 'Create',
			parameters: {
				resource: 'radar',
				operation: 'create',
				radarType: 'company_new_hires',
				domain: '={{ $json.domain }}',
				departments: ['Sales'],
				filterBy: 'expression',
				jobTitles: '"head of sales" OR (marketing AND NOT intern)',
				options: { customFields: { fields: [{ name: 'crm_id', value: '={{ $json.crm_id }}' }] } },
			},
			expected: (control) =>
				ofCompanies(control, 'company_new_hires').map(({ radar_id, domain, custom_fields }) => ({
					radar_id,
					domain,
					custom_fields,
					radar_status: 'active',
					already_existed: false,
				})),
		},
		{
			name: 'Get',
			after: 'Create',
			parameters: { resource: 'radar', operation: 'get', radarId: locator },
			expected: (control) =>
				ofCompanies(control, 'company_new_hires').map(({ radar_id, domain, custom_fields, created_at }) => ({
					radar_id,
					domain,
					custom_fields,
					created_at,
					radar_status: 'active',
				})),
		},
		{
			name: 'Deactivate',
			after: 'Get',
			parameters: { resource: 'radar', operation: 'deactivate', radarId: locator },
			expected: (control) => ofCompanies(control, 'company_new_hires').map(shown),
		},
		{
			name: 'Create for a Contact',
			parameters: {
				resource: 'radar',
				operation: 'create',
				radarType: 'contact_job_changes',
				domain: '={{ $json.domain }}',
				profileUrl: PERSON,
				options: { webhookUrl: 'https://n8n.example.com/webhook/old' },
			},
			settings: { executeOnce: true },
			expected: (control) => ofType(control, 'contact_job_changes'),
		},
		{
			name: 'Create for an Industry',
			parameters: {
				resource: 'radar',
				operation: 'create',
				radarType: 'industry_job_openings',
				keyword: 'industrial robots',
				countries: ['Germany', 'France'],
			},
			settings: { executeOnce: true },
			expected: (control) => ofType(control, 'industry_job_openings'),
		},
		{
			name: 'Sync List',
			parameters: {
				resource: 'radar',
				operation: 'syncList',
				listName: 'Companies',
				syncMode: 'apply',
				radarsFrom: 'fields',
				radarType: 'company_promotions',
				domain: '={{ $json.domain }}',
			},
			expected: (control) =>
				ofCompanies(control, 'company_promotions').map((each) => ({ ...each, change: 'created' })),
		},
		{
			name: 'Check Health',
			parameters: {
				resource: 'radar',
				operation: 'checkHealth',
				knownUrls: 'https://n8n.example.com/webhook/radar',
			},
			settings: { executeOnce: true },
			expected: (control) =>
				ofType(control, 'contact_job_changes').map(({ radar_id, domain, webhook_url, custom_fields }) => ({
					problem: 'Unknown webhook URL',
					radar: `${domain}, https://profiles.example/in/jane-doe – Contact: Job Changes`,
					webhook_url,
					custom_fields,
					radar_id,
				})),
		},
		{
			name: 'Get Many',
			parameters: { resource: 'radar', operation: 'getMany', returnAll: true },
			settings: { executeOnce: true },
			expected: (control) => control.radars().reverse().map(shown),
		},
	],
};

const IN_BULK = ['iris', 'juniper', 'kite'].map((name) => ({ domain: `${name}.example`, crm_id: name }));

const radars = (control: Control) =>
	IN_BULK.flatMap((company) => control.radars().filter(({ domain }) => domain === company.domain));

export const bulkRequest: ResourceWorkflow = {
	resource: 'Radars in Bulk',
	items: IN_BULK,
	nodes: [
		{
			name: 'Create',
			parameters: {
				resource: 'bulkRequest',
				operation: 'create',
				radarType: 'company_reviews',
				domain: '={{ $json.domain }}',
				options: { customFields: { fields: [{ name: 'crm_id', value: '={{ $json.crm_id }}' }] } },
			},
			expected: (control) =>
				radars(control).map(({ radar_id, domain, custom_fields }, item_index) => ({
					radar_id,
					domain,
					custom_fields,
					already_existed: false,
					item_index,
				})),
		},
		{
			name: 'Get Results',
			after: 'Create',
			parameters: { resource: 'bulkRequest', operation: 'getResults', bulkId: '={{ $json.bulk_id }}' },
			settings: { executeOnce: true },
			expected: (control) =>
				radars(control).map(({ radar_id, domain }, item_index) => ({
					status: 'created',
					summary: `Radar created for ${domain}`,
					radar_id,
					item_index,
				})),
		},
		{
			name: 'Deactivate',
			after: 'Create',
			parameters: {
				resource: 'bulkRequest',
				operation: 'deactivate',
				radarId: { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' },
			},
			expected: (control) => radars(control).map(shown),
		},
	],
};
