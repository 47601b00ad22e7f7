import type { IDataObject } from 'n8n-workflow';

import { isObject, type Envelope } from '../event';

export const isCompletedBulk = (update: IDataObject): boolean =>
	update.update_type === 'bulk_completed' && Array.isArray(update.radars);

/**
 * One envelope per radar of a `bulk_completed`: that radar's own event with its own `update_id`. Any other update stays as
 * it is.
 */
export function splitBulk(envelope: Envelope): Envelope[] {
	const { update } = envelope;
	if (!isCompletedBulk(update)) return [envelope];
	const radars = update.radars as unknown[];
	return radars.filter(isObject).map((radar, index) => ({
		...envelope,
		update: {
			bulk_id: update.bulk_id,
			...radar,
			update_id: radar.update_id ?? `${String(update.update_id)} ${index}`,
		},
	}));
}
