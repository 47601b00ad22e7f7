import type { IDataObject } from 'n8n-workflow';

import type { Change } from './planSync';

/** IDs come last: people read the other columns first. */
const IDS = ['radar_id', 'bulk_id', 'item_index'];

/** An output item: what changes and why, then the radar. */
export function toRow(change: Change['change'], reason: string, radar: IDataObject): IDataObject {
	const { radar_type: type, ...rest } = radar;
	const columns = Object.entries(rest);
	return {
		change,
		reason,
		radar_type: type,
		...Object.fromEntries(columns.filter(([name]) => !IDS.includes(name))),
		...Object.fromEntries(columns.filter(([name]) => IDS.includes(name))),
	};
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
