import type { IDataObject } from 'n8n-workflow';

import type { Radar, RadarDefinition } from '../../../shared/api/types';

const FIRST_COLUMNS = ['domain', 'full_name', 'keyword', 'radar_type', 'radar_status'];

/** A radar as an output row: what it watches first, then what the operation adds, its IDs last. */
export function radarRow(
	radar: Radar | RadarDefinition,
	added: IDataObject = {},
	ids: IDataObject = {},
): IDataObject {
	const { radar_id, ...others } = { ...radar } as IDataObject;
	const first = FIRST_COLUMNS.filter((name) => name in others).map((name) => [name, others[name]]);
	const lastIds = { ...(radar_id === undefined ? {} : { radar_id }), ...ids };
	return Object.assign(Object.fromEntries(first), added, others, lastIds);
}
