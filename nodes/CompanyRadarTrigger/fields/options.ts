import type { INodeProperties } from 'n8n-workflow';

import { POLLING_DELIVERIES, WEBHOOK_DELIVERIES } from './delivery';

export const REMEMBERED_DEFAULT = 5000;
export const REMEMBERED_MAX = 20_000;

const show = (deliveries: string[]) => ({ show: { '/delivery': deliveries } });

export const optionFields: INodeProperties[] = [
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Alert After (Hours)',
				name: 'alertAfterHours',
				type: 'number',
				typeOptions: { minValue: 1 },
				displayOptions: show(POLLING_DELIVERIES),
				default: 6,
				description:
					'Fail an execution when no poll has succeeded for so long, and again after the same time. Without it only the first failure of an outage shows.',
			},
			{
				displayName: 'One Execution per Update',
				name: 'oneExecutionEach',
				type: 'boolean',
				displayOptions: show(WEBHOOK_DELIVERIES),
				default: false,
				description:
					'Whether every delivery starts an execution of its own, also in a flood. Without it, from the sixth delivery within three seconds, up to 100 come as the items of one execution. With Verify Events each has its own. A poll hands over all that is new in one execution.',
			},
			{
				displayName: 'Remembered Updates',
				name: 'rememberedUpdates',
				type: 'number',
				typeOptions: { minValue: 100, maxValue: REMEMBERED_MAX },
				default: REMEMBERED_DEFAULT,
				description:
					'How many updates n8n remembers for this node to keep repeats out. More of them cost time at each update.',
			},
			{
				displayName: 'Replay (Hours)',
				name: 'replayHours',
				type: 'number',
				typeOptions: { minValue: 1 },
				displayOptions: show(POLLING_DELIVERIES),
				default: 24,
				description:
					'Once, after the next activation, hand over again what was found in the last hours. To do it again, change the number, or remove the option, activate, and add it again.',
			},
			{
				displayName: 'Split Bulk Submissions',
				name: 'splitBulk',
				type: 'boolean',
				displayOptions: show(WEBHOOK_DELIVERIES),
				default: false,
				description:
					'Whether to make one item of each radar of a completed bulk submission. It is the same event that Radars Created brings for the radar, so only the first of the two comes through.',
			},
			{
				displayName: 'Verify Events',
				name: 'verifyEvents',
				type: 'boolean',
				displayOptions: show(WEBHOOK_DELIVERIES),
				default: false,
				description:
					'Whether to look up each received event at the service. Events of your radars that the service does not know are dropped, and each item says in verified whether it was found. Test events and notices of radars that do not exist cannot be found and pass.',
			},
		],
	},
];
