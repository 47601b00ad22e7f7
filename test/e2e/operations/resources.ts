import type { RevealResult, TestEventResponse } from '../../../nodes/shared/api/types';
import { usd } from '../../../tools/demo/checks';
import { served } from './manualWorkflow';
import { bulkRequest, radar } from './radars';
import type { ResourceWorkflow } from './resource';

/** One of them twice, and one without a match. */
const VISITORS = ['8.8.8.13', '9.9.9.12', '8.8.8.13', '8.8.4.11'].map((ip) => ({ ip }));

const company: ResourceWorkflow = {
	resource: 'Company',
	items: VISITORS,
	nodes: [
		{
			name: 'Reveal',
			parameters: { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' },
			expected: (control) => {
				const answers = served<RevealResult>(control, 'POST', /^\/v1\/company-reveal$/);
				return VISITORS.map(({ ip }) => {
					const companies = answers.find(({ data }) => data.ip === ip)?.data.companies;
					return { ip, matches: companies?.length, domain: companies?.[0]?.domain ?? null };
				});
			},
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
			expected: () => VISITORS.map(({ ip }) => ({ ip, skipped: true })),
		},
	],
};

const EXPRESSION = '"head of sales" OR (marketing AND NOT intern)';

const titleFilter: ResourceWorkflow = {
	resource: 'Title Filter',
	items: [{ title: 'Senior Head of Sales' }, { title: 'Marketing Intern' }],
	nodes: [
		{
			name: 'Preview Matches',
			parameters: {
				resource: 'titleFilter',
				operation: 'previewMatches',
				expression: EXPRESSION,
				title: '={{ $json.title }}',
			},
			expected: () => [
				{ title: 'Senior Head of Sales', matches: true },
				{ title: 'Marketing Intern', matches: false },
			],
		},
	],
};

/** More than two pages. */
const FINDINGS = 120;

interface Page {
	updates: Array<{ update_id: string; data: { radar_id: string; radar_type: string } }>;
}

const update: ResourceWorkflow = {
	resource: 'Radar Update',
	items: [{}],
	prepare: (control) => {
		control.pushFindings({ count: FINDINGS });
	},
	nodes: [
		{
			name: 'Get Many',
			parameters: { resource: 'update', operation: 'getMany', returnAll: true, simplify: true },
			expected: (control) =>
				served<Page>(control, 'GET', /^\/v1\/updates$/)
					.flatMap(({ updates }) => updates)
					.map(({ update_id, data: { radar_id, radar_type } }) => ({ update_id, radar_id, radar_type })),
		},
	],
};

const ITEMS = [{ radar_type: 'company_promotions' }, { radar_type: 'industry_funding_rounds' }];

const webhook: ResourceWorkflow = {
	resource: 'Webhook',
	items: ITEMS,
	nodes: [
		{
			name: 'Get Schema',
			parameters: { resource: 'webhook', operation: 'getSchema' },
			settings: { executeOnce: true },
			expected: (control) => served<object>(control, 'GET', /^\/v1\/webhooks\/schema$/),
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
			// The calls are sent side by side.
			expected: (control) => {
				const answers = served<TestEventResponse>(control, 'POST', /^\/v1\/webhooks\/test$/);
				return ITEMS.map(({ radar_type: type }) => {
					const payload = answers
						.map((answer) => answer.payload)
						.find((each) => JSON.stringify(each).includes(type));
					return { sample: true, sent_to: null, payload };
				});
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
			expected: (control) => [
				{
					balance_remaining_usd: control.balance().balance_usd,
					month: control.clock().now.slice(0, 7),
					radars_activated: control.radars().length,
					balance_used_usd: usd(control.charges().map(({ amount_usd: amount }) => amount)),
					radars_deactivated: control.radars().filter(({ deactivated_at: at }) => at !== null).length,
					radars_failed: 0,
					updates_found: FINDINGS,
				},
			],
		},
	],
};

/** In this order: the updates and the account are those of what was created before. */
export const RESOURCE_WORKFLOWS: readonly ResourceWorkflow[] = [
	titleFilter,
	radar,
	bulkRequest,
	company,
	update,
	webhook,
	account,
];
