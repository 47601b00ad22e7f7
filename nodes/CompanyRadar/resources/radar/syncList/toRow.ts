import type { IDataObject } from 'n8n-workflow';

import type { Change } from './planSync';

/** What people read comes first, and IDs last. */
const FIRST = ['domain', 'full_name', 'keyword', 'radar_type', 'radar_status'];
const LAST = ['radar_id', 'bulk_id', 'item_index'];

/** An output item: what changes and why, then the radar. */
export function toRow(change: Change['change'], reason: string, radar: IDataObject): IDataObject {
	const columns = Object.keys(radar);
	const rest = columns.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
	const inOrder = [...FIRST, ...rest, ...LAST].filter((name) => columns.includes(name));
	return { change, reason, ...Object.fromEntries(inOrder.map((name) => [name, radar[name]])) };
}

/** The output item of a change that is planned, or needs nothing to be done. */
export function plannedRow({ change, reason, radar, desired, differs }: Change): IDataObject {
	const shown = change === 'create' ? desired?.definition : (radar ?? desired?.definition);
	return toRow(change, reason, {
		...shown,
		...(differs && differs.length > 0 ? { differs_in: differs } : {}),
		...(change === 'create' && radar ? { replaces: radar.radar_id } : {}),
	});
}
