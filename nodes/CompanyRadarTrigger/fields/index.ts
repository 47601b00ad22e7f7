import type { INodeProperties } from 'n8n-workflow';

import { EVENT_OPTIONS, notice, type RadarEvent } from '../../shared/parameters/fieldOptions';
import { deliveryFields } from './delivery';
import { optionFields, updateFields } from './options';
import { radarFields } from './radars';
import { testingFields } from './testing';

/** The list of updates, which polling reads, doesn't promise them. */
export const WEBHOOK_ONLY_EVENTS: readonly RadarEvent[] = ['bulk_completed', 'radar_created'];

const DEFAULT_EVENTS: RadarEvent[] = ['radar_finding', 'radar_failure'];

const eventFields: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: EVENT_OPTIONS,
		default: [...DEFAULT_EVENTS],
		description: 'Which events start the workflow',
		builderHint: {
			propertyHint:
				'Select the events the user asked for, and radar_failure to report radars that stop. bulk_completed and radar_created need a webhook delivery.',
		},
	},
	notice(
		'failuresNotice',
		"Add 'Radar Failed' to find out when a radar stops, for example because the balance ran out.",
		{ hide: { events: ['radar_failure'] } },
	),
];

export const fields: INodeProperties[] = [
	...eventFields,
	...deliveryFields,
	...radarFields,
	...updateFields,
	...testingFields,
	...optionFields,
];
