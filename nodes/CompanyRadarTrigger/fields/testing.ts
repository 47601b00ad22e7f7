import type { INodeProperties } from 'n8n-workflow';

import { POLLING, WEBHOOK_DELIVERIES } from './delivery';

export const NEWEST_UPDATES = 'newestUpdates';
const SAMPLE = 'sample';
export const REAL_DELIVERY = 'realDelivery';

const sample = {
	name: 'Sample Data',
	value: SAMPLE,
	description: 'Show a sample of a selected event. Needs no public URL.',
};

export const testingFields: INodeProperties[] = [
	{
		displayName: 'Test With',
		name: 'testWith',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { delivery: [POLLING] } },
		options: [
			{
				name: 'Newest Updates',
				value: NEWEST_UPDATES,
				description: 'Show your newest updates, or a sample if there are none',
			},
			sample,
		],
		default: NEWEST_UPDATES,
		description: "What to show when you execute this step. Doesn't affect the published workflow.",
	},
	{
		displayName: 'Test With',
		name: 'testWith',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { delivery: WEBHOOK_DELIVERIES } },
		options: [
			{
				name: 'Real Delivery',
				value: REAL_DELIVERY,
				description: "Have a sample of a selected event sent to this node's test URL. Free.",
			},
			sample,
		],
		default: SAMPLE,
		description: 'What to do when you execute this step. Creates no radars.',
	},
];
