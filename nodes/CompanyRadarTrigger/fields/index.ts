import type { INodeProperties } from 'n8n-workflow';
import {
	EVENT_OPTIONS,
	allowDoubtfulOption,
	collectionField,
	filtersField,
	monthlyBudgetOption,
	simplifyField,
} from '../../shared/form/fieldOptions';
import { radarsField } from '../../shared/form/radarPicker';
import { domainsFilter, levelsFilter, titlesFilter } from '../../shared/form/updateFilter';
import { deliveryFields, POLLING_DELIVERIES, WEBHOOK_DELIVERIES } from './delivery';
import { radarFields, CREATE_ON_PUBLISH } from './radars';

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
