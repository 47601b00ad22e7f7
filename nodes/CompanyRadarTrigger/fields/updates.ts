import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ALL_RADAR_TYPE_OPTIONS } from '../../shared/radarTypeOptions';
import { POLLING, WEBHOOK_DELIVERIES } from './delivery';

const FAILURES: INodePropertyOptions = {
	name: 'Failures',
	value: 'radar_failure',
	description: "A radar couldn't be set up, or stopped because the balance ran out",
};
const FINDINGS: INodePropertyOptions = {
	name: 'Findings',
	value: 'radar_finding',
	description: 'A radar found something',
};

const updateTypes = (deliveries: string[], options: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Update Types',
	name: 'updateTypes',
	type: 'multiOptions',
	displayOptions: { show: { delivery: deliveries } },
	options,
	default: ['radar_finding', 'radar_failure'],
	description: 'Which updates start the workflow. Types not listed here always do.',
});

export const updateFields: INodeProperties[] = [
	// The list of updates does not promise the events of bulk submissions.
	updateTypes([POLLING], [FAILURES, FINDINGS]),
	updateTypes(WEBHOOK_DELIVERIES, [
		{
			name: 'Bulk Requests Completed',
			value: 'bulk_completed',
			description: 'A bulk request has processed all its radars',
		},
		FAILURES,
		FINDINGS,
		{
			name: 'Radars Created',
			value: 'radar_created',
			description: 'A radar from a bulk request was created',
		},
	]),
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Radar IDs',
				name: 'radarIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01',
				description:
					'Only updates from these radars. Separate IDs with commas, or use an expression that returns a list. Updates without a radar ID always pass.',
			},
			{
				displayName: 'Radar Types',
				name: 'radarTypes',
				type: 'multiOptions',
				options: ALL_RADAR_TYPE_OPTIONS,
				default: [],
				description: 'Only updates from these radar types. Updates without a type always pass.',
			},
		],
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
];
