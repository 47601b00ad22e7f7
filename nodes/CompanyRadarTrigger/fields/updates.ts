import type { INodeProperties } from 'n8n-workflow';

export const updateFields: INodeProperties[] = [
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
