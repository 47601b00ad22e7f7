import type { TestEventResponse } from '../../../../nodes/shared/api/types';
import { served } from '../manualWorkflow';
import type { ResourceWorkflow } from './resource';

const ITEMS = [{ radar_type: 'company_promotions' }, { radar_type: 'industry_funding_rounds' }];

export const webhook: ResourceWorkflow = {
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
