import type { INodeProperties } from 'n8n-workflow';

import { ALL_RADAR_TYPE_OPTIONS } from '../../shared/radarTypeOptions';
import { POLLING, WEBHOOK_DELIVERIES } from './delivery';

export const NEWEST_UPDATES = 'newestUpdates';
export const SAMPLE = 'sample';
export const REAL_DELIVERY = 'realDelivery';

const sample = {
	name: 'Sample Shown Here',
	value: SAMPLE,
	description: 'Show a sample from the service. Nothing is delivered, and no public URL is needed.',
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
				description: 'Show the newest updates of your account, or a sample if there are none',
			},
			sample,
		],
		default: NEWEST_UPDATES,
		description:
			'What the editor shows when you execute this step. It changes nothing for the active workflow.',
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
				description: 'Let the service send a sample to the test URL of this node. It costs nothing.',
			},
			sample,
		],
		default: SAMPLE,
		description: 'What happens when you execute this step in the editor. It creates no radar.',
	},
	{
		displayName: 'Sample Radar Type',
		name: 'sampleRadarType',
		type: 'options',
		displayOptions: { show: { testWith: [SAMPLE, REAL_DELIVERY] } },
		options: ALL_RADAR_TYPE_OPTIONS,
		default: 'company_new_hires',
		description: 'The type of radar that the sample comes from',
	},
];
