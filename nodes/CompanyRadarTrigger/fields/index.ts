import type { INodeProperties } from 'n8n-workflow';
import { EVENT_OPTIONS } from '../../shared/parameters/fieldOptions';
import { deliveryFields } from './delivery';
import { optionFields, updateFields, testingFields } from './options';
import { radarFields } from './radars';

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
				'Select the events the user asked for (radar_finding means all findings), and radar_failure to report radars that stop.',
		},
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
