import type { TestEventResponse } from '../../../../nodes/shared/api/types';
import { served } from '../served';
import type { ResourceWorkflow } from './resource';

export const webhook: ResourceWorkflow = {
	resource: 'Webhook',
	items: [{ radar_type: 'company_promotions' }, { radar_type: 'industry_funding_rounds' }],
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
			expected: (control) =>
				served<TestEventResponse>(control, 'POST', /^\/v1\/webhooks\/test$/).map(({ payload }) => ({
					sample: true,
					sent_to: null,
					payload,
				})),
		},
	],
};
