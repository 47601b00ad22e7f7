import type { INodeProperties } from 'n8n-workflow';
import { cronNodeOptions } from 'n8n-workflow';

export const POLLING = 'polling';
export const WEBHOOK = 'webhook';
export const CATCH_UP = 'webhookWithCatchUp';

export const WEBHOOK_DELIVERIES = [WEBHOOK, CATCH_UP];
export const POLLING_DELIVERIES = [POLLING, CATCH_UP];

const delivery: INodeProperties = {
	displayName: 'Delivery',
	name: 'delivery',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Polling',
			value: POLLING,
			description: 'Ask the service regularly for the updates of all your radars. Works behind a firewall.',
		},
		{
			name: 'Webhook',
			value: WEBHOOK,
			description: 'The service sends the updates of the radars that have the URL of this node',
		},
		{
			name: 'Webhook With Catch-Up',
			value: CATCH_UP,
			description: 'Like Webhook, and now and then ask for what did not arrive',
		},
	],
	default: POLLING,
	description: 'How the updates come to this workflow',
};

const pollTimes = (deliveryValue: string, mode: string): INodeProperties => ({
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Poll Time' },
	displayOptions: { show: { delivery: [deliveryValue] } },
	default: { item: [{ mode }] },
	placeholder: 'Add Poll Time',
	description: 'When to ask the service for updates',
	options: cronNodeOptions,
});

export const deliveryFields: INodeProperties[] = [
	delivery,
	pollTimes(POLLING, 'everyMinute'),
	pollTimes(CATCH_UP, 'everyHour'),
	{
		// n8n reads it on activation whatever the delivery.
		displayName: 'Poll Times',
		name: 'pollTimes',
		type: 'hidden',
		displayOptions: { show: { delivery: [WEBHOOK] } },
		default: {},
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { delivery: [POLLING] } },
		options: [
			{
				name: 'Date',
				value: 'date',
				description: 'Begin with what was found since a date',
			},
			{
				name: 'Everything Available',
				value: 'everything',
				description: 'Begin with all updates that the service still has, which may be very many',
			},
			{
				name: 'Now',
				value: 'now',
				description:
					'Begin with what the service finds from the activation on. A radar with Updates Since may also find older events then.',
			},
		],
		default: 'now',
		description: 'Where to begin when the workflow is switched on for the first time',
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		required: true,
		displayOptions: { show: { delivery: [POLLING], startFrom: ['date'] } },
		default: '',
		description:
			'Begin with what was found since then. A date without a time zone means the one of the workflow.',
	},
];
