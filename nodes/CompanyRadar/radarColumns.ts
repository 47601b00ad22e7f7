import type { FieldType, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { ALL_RADAR_TYPE_OPTIONS } from '../shared/fieldOptions';
import { FIELD_NAMES } from './resources/radar/readDefinition';

const TYPES: Record<string, FieldType> = { radar_type: 'options', custom_fields: 'object' };

/** The fields of a radar, to map columns to. */
export async function getRadarColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return {
		fields: Object.entries(FIELD_NAMES).map(([id, displayName]) => ({
			id,
			displayName,
			required: id === 'radar_type',
			defaultMatch: false,
			display: true,
			removed: !['radar_type', 'domain'].includes(id),
			type: TYPES[id] ?? 'string',
			...(id === 'radar_type' ? { options: ALL_RADAR_TYPE_OPTIONS } : {}),
		})),
	};
}
