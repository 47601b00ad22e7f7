import type { INodeProperties } from 'n8n-workflow';

import { notice, RADAR_JSON_KEYS, type Show } from '../../shared/form/fieldOptions';
import { radarRowFields } from '../../shared/form/radarForm';
import { BULK_EVENTS, POLLING, WEBHOOK_DELIVERIES } from './delivery';

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

export const radarFields: INodeProperties[] = [
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
