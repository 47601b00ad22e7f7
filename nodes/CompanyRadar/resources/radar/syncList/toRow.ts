import type { IDataObject } from 'n8n-workflow';

import type { BulkPlace } from '../../bulkSubmission/outcomes';
import { radarRow, type GracePeriod, type RadarRow } from '../radarRow';
import type { Change } from './planSync';

interface SyncColumns extends Partial<GracePeriod> {
	/** Of a radar that is kept: what is not as the list wants it. */
	differs_in?: string[];
	/** Of a new radar: the one it takes the place of. */
	replaces?: string;
	status?: 'processing';
}

export type SyncRow = Pick<Change, 'change' | 'reason'> & RadarRow<SyncColumns, Partial<BulkPlace>>;

/** An output item: what changes and why, then the radar. */
export function toRow(change: Change['change'], reason: string, radar: IDataObject): IDataObject {
	const { bulk_id, item_index, ...shown } = radar;
	const place = bulk_id === undefined ? {} : { bulk_id, item_index };
	return { change, reason, ...radarRow(shown as RadarRow, {}, place) };
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
