import type { INodeProperties } from 'n8n-workflow';
import { cronNodeOptions } from 'n8n-workflow';

import type { RadarEvent } from '../../shared/form/fieldOptions';

export const POLLING = 'polling';
export const WEBHOOK = 'webhook';
export const CATCH_UP = 'webhookWithCatchUp';

export const WEBHOOK_DELIVERIES = [WEBHOOK, CATCH_UP];
export const POLLING_DELIVERIES = [POLLING, CATCH_UP];

/** Polling can't receive these: the API doesn't promise them in the list of updates. */
export const BULK_EVENTS: RadarEvent[] = ['bulk_completed', 'radar_created'];

const delivery: INodeProperties = {
	displayName: 'Delivery',
	name: 'delivery',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Polling',
			value: POLLING,
			description: "Check for new updates on a schedule. Works behind a firewall. Can't receive bulk events.",
		},
		{
			name: 'Webhook',
			value: WEBHOOK,
			description: 'Receive updates as they happen, from radars that send to this node',
		},
		{
			name: 'Webhook With Catch-Up',
			value: CATCH_UP,
			description: 'Webhook, plus a scheduled check for missed updates',
		},
	],
	default: POLLING,
	description: 'How to receive updates',
	builderHint: {
		propertyHint:
			'Use polling unless the user asks for a webhook: it needs no public URL. bulk_completed and radar_created need a webhook delivery.',
	},
};

/** In place of n8n's, which n8n's assistant would read at length. */
const POLL_TIME_DESCRIPTIONS: Record<string, string> = {
	hour: '0 to 23',
	minute: '0 to 59',
	dayOfMonth: '1 to 31',
	value: 'How many minutes or hours',
	cronExpression: 'Such as 0 9 * * 1-5 for 9:00 on weekdays',
};

const pollTimes = cronNodeOptions.map((group) => ({
	...group,
	values: group.values.map((field) => ({ ...field, description: POLL_TIME_DESCRIPTIONS[field.name] })),
}));

export const deliveryFields: INodeProperties[] = [
	delivery,
	{
		displayName: 'Poll Times',
		name: 'pollTimes',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Poll Time' },
		displayOptions: { show: { delivery: POLLING_DELIVERIES } },
		default: { item: [{ mode: 'everyMinute' }] },
		placeholder: 'Add Poll Time',
		description: 'When to check for new updates',
		options: pollTimes,
	},
	{
		// n8n reads Poll Times when publishing, for every delivery.
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
				description: 'Start with updates found since a date',
			},
			{
				name: 'Everything Available',
				value: 'everything',
				description: 'Start with every update still available (can be a lot)',
			},
			{
				name: 'Now',
				value: 'now',
				description:
					'Only updates found after you publish. Radars with Updates Since can still report older events.',
			},
		],
		default: 'now',
		description: 'Where to start when you first publish the workflow',
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		displayOptions: { show: { delivery: [POLLING], startFrom: ['date'] } },
		default: '',
		description:
			"Start with updates found since this time. Needed for Start From: Date. Uses the workflow's time zone if none is given.",
	},
];
