import type { INodeProperties } from 'n8n-workflow';

import { withToolDescription } from '../../shared/parameters/fieldOptions';
import { radarsField } from '../../shared/parameters/radarPicker';

export const radarLocator = (
	description: string,
	mode: 'list' | 'id' = 'list',
	hint?: string,
): INodeProperties => ({
	displayName: 'Radar',
	name: 'radarId',
	type: 'resourceLocator',
	required: true,
	default: { mode, value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchRadars', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 6f1c9c52-4e0b-4d39-9a5e-…',
		},
	],
	description,
	hint,
});

/** The picker of several radars. An AI model enters their IDs instead. */
export const radarsFields = (description: string): INodeProperties[] =>
	withToolDescription(radarsField(description), `${description}: their IDs (radar_id), separated by commas`);
