import { type INodeProperties, cronNodeOptions } from 'n8n-workflow';

import {
	EVENT_OPTIONS,
	allowDoubtfulOption,
	collectionField,
	filtersField,
	monthlyBudgetOption,
	simplifyField,
	notice,
	RADAR_JSON_KEYS,
	type Show,
	type RadarEvent,
} from '../shared/form/fieldOptions';
import { radarsField } from '../shared/form/radarPicker';
import { domainsFilter, levelsFilter, titlesFilter } from '../shared/form/updateFilter';
import { radarRowFields } from '../shared/form/radarForm';

export const POLLING = 'polling';
export const WEBHOOK = 'webhook';
export const CATCH_UP = 'webhookWithCatchUp';

const WEBHOOK_DELIVERIES = [WEBHOOK, CATCH_UP];
const POLLING_DELIVERIES = [POLLING, CATCH_UP];

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

const deliveryFields: INodeProperties[] = [
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

const CREATED_ELSEWHERE = 'elsewhere';
export const CREATE_ON_PUBLISH = 'create';

/** Bulk events, and no others, end like this. The condition holds if all selected events do. */
const ONLY_BULK_EVENTS = [{ _cnd: { endsWith: 'ted' } }];

/** Hidden if there are only bulk events, since radars created by this node cause none. */
const forRadars = (show: Show = {}): INodeProperties['displayOptions'] => ({
	show: { delivery: WEBHOOK_DELIVERIES, ...show },
	hide: { events: ONLY_BULK_EVENTS },
});

const SHOW_CREATION = { radars: [CREATE_ON_PUBLISH] };

const showForCreating = (defineAs: string): INodeProperties['displayOptions'] => ({
	show: { ...SHOW_CREATION, defineRadars: [defineAs] },
});

const setUrlOf = (radars: string): string =>
	`Set this node's production URL as the Webhook URL of your ${radars}. Others don't start this workflow.`;

const radarFields: INodeProperties[] = [
	{
		displayName: 'Radars',
		name: 'radars',
		type: 'options',
		noDataExpression: true,
		displayOptions: forRadars(),
		options: [
			{
				name: 'Create When Published',
				value: CREATE_ON_PUBLISH,
				description: 'Create missing radars when you publish the workflow. Each new radar may be charged.',
			},
			{
				name: 'Existing Radars',
				value: CREATED_ELSEWHERE,
				description: "Use radars that already send to this node's production URL",
			},
		],
		default: CREATED_ELSEWHERE,
		description: 'Which radars to receive updates from',
	},
	notice(
		'creationNotice',
		'Publishing creates these radars. Each new one may be charged until you deactivate it, also after you unpublish.',
		forRadars(SHOW_CREATION),
	),
	notice('existingRadarsNotice', setUrlOf('radars'), forRadars({ radars: [CREATED_ELSEWHERE] })),
	notice('bulkDeliveryNotice', 'Bulk events need a webhook delivery: set Delivery to Webhook.', {
		show: { events: BULK_EVENTS, delivery: [POLLING] },
	}),
	notice('bulkEventsNotice', setUrlOf('bulk requests'), {
		show: { events: ONLY_BULK_EVENTS, delivery: WEBHOOK_DELIVERIES },
	}),
	{
		displayName: 'Define Radars',
		name: 'defineRadars',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: SHOW_CREATION },
		options: [
			{ name: 'Using Fields Below', value: 'below' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'below',
	},
	{
		displayName: 'Radars to Create',
		name: 'radarsToCreate',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: showForCreating('below'),
		placeholder: 'Add Radar',
		default: { radar: [{}] },
		description: "Radars to create, in this order, unless one already sends to this node's URL",
		options: [{ displayName: 'Radars', name: 'radar', values: radarRowFields }],
	},
	{
		displayName: 'Radars to Create (JSON)',
		name: 'radarsJson',
		type: 'json',
		displayOptions: showForCreating('json'),
		default: '[]',
		hint: 'e.g. [{ "radar_type": "company_new_hires", "domain": "example.com" }]',
		description: `JSON array of radars to create. Keys: ${RADAR_JSON_KEYS}. Leave out webhook_url: it's this node's URL.`,
	},
];

const eventFields: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		noDataExpression: true,
		options: EVENT_OPTIONS,
		default: ['radar_finding', 'radar_failure'],
		description: 'Which events start the workflow',
		builderHint: {
			propertyHint:
				'The events the user asked for (radar_finding means all findings), and radar_failure for radars that stop',
		},
	},
];

const updateFields: INodeProperties[] = [
	filtersField([
		domainsFilter,
		radarsField('Only updates from these radars, and updates without a radar ID'),
		titlesFilter,
		levelsFilter,
	]),
	simplifyField,
];

export const REMEMBERED_MIN = 1000;
export const REMEMBERED_DEFAULT = 10_000;
export const REMEMBERED_MAX = 20_000;

const SHOW_FOR_CREATING = { show: { '/delivery': WEBHOOK_DELIVERIES, '/radars': [CREATE_ON_PUBLISH] } };

const show = (deliveries: string[]) => ({ show: { '/delivery': deliveries } });

const optionFields: INodeProperties[] = [
	collectionField('Options', 'options', 'Add option', [
		{
			displayName: 'Alert After (Hours)',
			name: 'alertAfterHours',
			type: 'number',
			typeOptions: { minValue: 1 },
			displayOptions: show(POLLING_DELIVERIES),
			default: 6,
			description:
				'Report an error every X hours while checks keep failing. By default, only the first failed check is reported.',
		},
		allowDoubtfulOption,
		{
			...monthlyBudgetOption('Fail publishing instead of creating radars'),
			displayOptions: SHOW_FOR_CREATING,
		},
		{
			displayName: 'One Execution per Update',
			name: 'oneExecutionEach',
			type: 'boolean',
			displayOptions: show(WEBHOOK_DELIVERIES),
			default: false,
			description:
				'Whether to run once per update, even during bursts. By default, bursts are grouped, up to 100 items per execution.',
		},
		{
			displayName: 'Remembered Updates',
			name: 'rememberedUpdates',
			type: 'number',
			typeOptions: { minValue: REMEMBERED_MIN, maxValue: REMEMBERED_MAX },
			default: REMEMBERED_DEFAULT,
			description: 'How many updates to remember, to skip duplicates',
		},
		{
			displayName: 'Split Bulk Results',
			name: 'splitBulk',
			type: 'boolean',
			displayOptions: { show: { '/events': ['bulk_completed'] } },
			default: false,
			description:
				'Whether to return one item per radar of a completed bulk request. Skips radars already reported by Radar Created in Bulk.',
		},
		{
			displayName: 'Verify Events',
			name: 'verifyEvents',
			type: 'boolean',
			displayOptions: show(WEBHOOK_DELIVERIES),
			default: false,
			description:
				"Whether to check each received event against the service's records, and drop those that differ",
		},
	]),
];

export const LAST_30_DAYS = 'last30Days';
export const NEWEST_UPDATES = 'newestUpdates';
const SAMPLE_DATA = 'sample';
export const REAL_DELIVERY = 'realDelivery';

const testingFields: INodeProperties[] = [
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

export const fields: INodeProperties[] = [
	...eventFields,
	...deliveryFields,
	...radarFields,
	...updateFields,
	...testingFields,
	...optionFields,
];
