import type { Control } from '../../../sandbox';
import type { ActionNode } from '../../e2e/manualWorkflow';

/** A resource of the action node with all its operations, as one workflow. */
export interface ResourceWorkflow {
	resource: string;
	items: object[];
	/** What the service is to have before. */
	prepare?(control: Control): void;
	nodes: ActionNode[];
}

const companies = (...names: string[]) => names.map((name) => ({ domain: `${name}.example`, crm_id: name }));

const RADAR_ID = { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' };
const CUSTOM_FIELDS = { fields: [{ name: 'crm_id', value: '={{ $json.crm_id }}' }] };
const ONCE = { executeOnce: true };

const radar: ResourceWorkflow = {
	resource: 'Radar',
	items: companies('alder', 'birch', 'cedar'),
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
				options: { customFields: CUSTOM_FIELDS },
			},
		},
		{
			name: 'Get',
			after: 'Create',
			parameters: { resource: 'radar', operation: 'get', radarId: RADAR_ID },
		},
		{
			name: 'Deactivate',
			after: 'Get',
			parameters: { resource: 'radar', operation: 'deactivate', radarId: RADAR_ID },
		},
		{
			name: 'Create for a Contact',
			parameters: {
				resource: 'radar',
				operation: 'create',
				radarType: 'contact_job_changes',
				domain: '={{ $json.domain }}',
				profileUrl: 'https://profiles.example/in/jane-doe',
				options: { webhookUrl: 'https://n8n.example.com/webhook/old' },
			},
			settings: ONCE,
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
			settings: ONCE,
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
		},
		{
			name: 'Check Health',
			parameters: {
				resource: 'radar',
				operation: 'checkHealth',
				knownUrls: 'https://n8n.example.com/webhook/radar',
			},
			settings: ONCE,
		},
		{
			name: 'Get Many',
			parameters: { resource: 'radar', operation: 'getMany', returnAll: true },
			settings: ONCE,
		},
	],
};

const bulkRequest: ResourceWorkflow = {
	resource: 'Radars in Bulk',
	items: companies('iris', 'juniper', 'kite'),
	nodes: [
		{
			name: 'Create',
			parameters: {
				resource: 'bulkRequest',
				operation: 'create',
				radarType: 'company_reviews',
				domain: '={{ $json.domain }}',
				options: { customFields: CUSTOM_FIELDS },
			},
		},
		{
			name: 'Get Results',
			after: 'Create',
			parameters: { resource: 'bulkRequest', operation: 'getResults', bulkId: '={{ $json.bulk_id }}' },
			settings: ONCE,
		},
		{
			name: 'Deactivate',
			after: 'Create',
			parameters: { resource: 'bulkRequest', operation: 'deactivate', radarId: RADAR_ID },
		},
	],
};

const company: ResourceWorkflow = {
	resource: 'Company',
	/** One of them twice, and one without a match. */
	items: ['8.8.8.13', '9.9.9.12', '8.8.8.13', '8.8.4.11'].map((ip) => ({ ip })),
	nodes: [
		{
			name: 'Reveal',
			parameters: { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' },
		},
		{
			name: 'Reveal Within Budget',
			after: 'Reveal',
			parameters: {
				resource: 'company',
				operation: 'reveal',
				ipAddress: '={{ $json.ip }}',
				options: { monthlyBudget: 0.01 },
			},
		},
	],
};

const titleFilter: ResourceWorkflow = {
	resource: 'Title Filter',
	items: [{ title: 'Senior Head of Sales' }, { title: 'Marketing Intern' }],
	nodes: [
		{
			name: 'Preview Matches',
			parameters: {
				resource: 'titleFilter',
				operation: 'previewMatches',
				expression: '"head of sales" OR (marketing AND NOT intern)',
				title: '={{ $json.title }}',
			},
		},
	],
};

const update: ResourceWorkflow = {
	resource: 'Radar Update',
	items: [{}],
	// More than two pages.
	prepare: (control) => void control.pushFindings({ count: 120 }),
	nodes: [
		{
			name: 'Get Many',
			parameters: { resource: 'update', operation: 'getMany', returnAll: true, simplify: true },
		},
	],
};

const webhook: ResourceWorkflow = {
	resource: 'Webhook',
	items: [{ radar_type: 'company_promotions' }, { radar_type: 'industry_funding_rounds' }],
	nodes: [
		{
			name: 'Get Schema',
			parameters: { resource: 'webhook', operation: 'getSchema' },
			settings: ONCE,
		},
		{
			name: 'Send Test Event',
			parameters: {
				resource: 'webhook',
				operation: 'sendTestEvent',
				radarType: '={{ $json.radar_type }}',
				updateType: 'radar_finding',
				webhookUrl: '',
			},
		},
	],
};

const account: ResourceWorkflow = {
	resource: 'Account',
	items: [{}],
	nodes: [
		{
			name: 'Get Summary',
			parameters: { resource: 'account', operation: 'getSummary', month: '', options: {} },
		},
	],
};

export const RESOURCE_WORKFLOWS: readonly ResourceWorkflow[] = [
	titleFilter,
	radar,
	bulkRequest,
	company,
	update,
	webhook,
	account,
];
