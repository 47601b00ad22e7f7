import type { INodeProperties } from 'n8n-workflow';

import { WEBHOOK_DELIVERIES } from './delivery';

export const LAST_30_DAYS = 'last30Days';
export const NEWEST_UPDATES = 'newestUpdates';
const SAMPLE_DATA = 'sample';
export const REAL_DELIVERY = 'realDelivery';

export const testingFields: INodeProperties[] = [
	{
		displayName: 'Test With',
		name: 'testWith',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Last 30 Days',
				value: LAST_30_DAYS,
				description:
					'Show what would have started this workflow, up to 100 updates, and count the executions',
			},
			{
				name: 'Newest Updates',
				value: NEWEST_UPDATES,
				description: 'Show your newest updates, or a sample if there are none',
			},
			{
				name: 'Real Delivery',
				value: REAL_DELIVERY,
				displayOptions: { show: { delivery: WEBHOOK_DELIVERIES } },
				description: "Have a sample of a selected event sent to this node's test URL. Free.",
			},
			{
				name: 'Sample Data',
				value: SAMPLE_DATA,
				description: 'Show a sample of a selected event. Needs no public URL.',
			},
		],
		default: NEWEST_UPDATES,
		description:
			"What to show when you execute this step. Doesn't affect the published workflow, and creates no radars.",
	},
];
