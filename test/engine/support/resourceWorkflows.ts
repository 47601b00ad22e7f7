import type { Control } from '../../../sandbox';
import type { ActionNode } from '../../e2e/manualWorkflow';

/** A resource of the action node with all its operations, as one workflow. */
interface ResourceWorkflow {
	resource: string;
	items: object[];
	/** What the service is to have before. */
	prepare?(control: Control): void;
	nodes: ActionNode[];
}

const companies = (...names: string[]) => names.map((name) => ({ domain: `${name}.example`, crm_id: name }));

const RADAR_ID = { radarId: { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' } };
const CUSTOM_FIELDS = { customFields: { fields: [{ name: 'crm_id', value: '={{ $json.crm_id }}' }] } };
const DOMAIN = { domain: '={{ $json.domain }}' };
const IP = { ipAddress: '={{ $json.ip }}' };
const ONCE = { settings: { executeOnce: true } };
const TITLES = '"head of sales" OR (marketing AND NOT intern)';

const after = (name: string) => ({ after: name });

/** Makes nodes of a resource. */
const nodesOf =
	(resource: string) =>
	(name: string, operation: string, parameters: object = {}, more: Partial<ActionNode> = {}): ActionNode => ({
		name,
		...more,
		parameters: { resource, operation, ...parameters },
	});

const radar = nodesOf('radar');
const bulk = nodesOf('bulkRequest');
const company = nodesOf('company');
const webhook = nodesOf('webhook');

export const RESOURCE_WORKFLOWS: readonly ResourceWorkflow[] = [
	{
		resource: 'Title Filter',
		items: [{ title: 'Senior Head of Sales' }, { title: 'Marketing Intern' }],
		nodes: [
			nodesOf('titleFilter')('Preview Matches', 'previewMatches', {
				expression: TITLES,
				title: '={{ $json.title }}',
			}),
		],
	},
	{
		resource: 'Radar',
		items: companies('alder', 'birch', 'cedar'),
		nodes: [
			radar('Create', 'create', {
				radarType: 'company_new_hires',
				...DOMAIN,
				departments: ['Sales'],
				filterBy: 'expression',
				jobTitles: TITLES,
				options: CUSTOM_FIELDS,
			}),
			radar('Get', 'get', RADAR_ID, after('Create')),
			radar('Deactivate', 'deactivate', RADAR_ID, after('Get')),
			radar(
				'Create for a Contact',
				'create',
				{
					radarType: 'contact_job_changes',
					...DOMAIN,
					profileUrl: 'https://profiles.example/in/jane-doe',
					options: { webhookUrl: 'https://n8n.example.com/webhook/old' },
				},
				ONCE,
			),
			radar(
				'Create for an Industry',
				'create',
				{
					radarType: 'industry_job_openings',
					keyword: 'industrial robots',
					countries: ['Germany', 'France'],
				},
				ONCE,
			),
			radar('Sync List', 'syncList', {
				listName: 'Companies',
				syncMode: 'apply',
				radarsFrom: 'fields',
				radarType: 'company_promotions',
				...DOMAIN,
			}),
			radar('Check Health', 'checkHealth', { knownUrls: 'https://n8n.example.com/webhook/radar' }, ONCE),
			radar('Get Many', 'getMany', { returnAll: true }, ONCE),
		],
	},
	{
		resource: 'Radars in Bulk',
		items: companies('iris', 'juniper', 'kite'),
		nodes: [
			bulk('Create', 'create', { radarType: 'company_reviews', ...DOMAIN, options: CUSTOM_FIELDS }),
			bulk('Get Results', 'getResults', { bulkId: '={{ $json.bulk_id }}' }, { ...after('Create'), ...ONCE }),
			bulk('Deactivate', 'deactivate', RADAR_ID, after('Create')),
		],
	},
	{
		resource: 'Company',
		/** One of them twice, and one without a match. */
		items: ['8.8.8.13', '9.9.9.12', '8.8.8.13', '8.8.4.11'].map((ip) => ({ ip })),
		nodes: [
			company('Reveal', 'reveal', IP),
			company('Reveal Within Budget', 'reveal', { ...IP, options: { monthlyBudget: 0.01 } }, after('Reveal')),
		],
	},
	{
		resource: 'Radar Update',
		items: [{}],
		// More than two pages.
		prepare: (control) => void control.pushFindings({ count: 120 }),
		nodes: [nodesOf('update')('Get Many', 'getMany', { returnAll: true, simplify: true })],
	},
	{
		resource: 'Webhook',
		items: [{ radar_type: 'company_promotions' }, { radar_type: 'industry_funding_rounds' }],
		nodes: [
			webhook('Get Schema', 'getSchema', {}, ONCE),
			webhook('Send Test Event', 'sendTestEvent', {
				radarType: '={{ $json.radar_type }}',
				updateType: 'radar_finding',
				webhookUrl: '',
			}),
		],
	},
	{
		resource: 'Account',
		items: [{}],
		nodes: [nodesOf('account')('Get Summary', 'getSummary', { month: '', options: {} })],
	},
];
