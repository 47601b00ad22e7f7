import type { Envelope } from '../update';
import { isObject } from '../update';

/**
 * One envelope for each radar of a `bulk_completed` (interface section 6.5): the event of that radar, under its own `update_id`.
 * Any other update stays as it is.
 */
export function splitBulk(envelope: Envelope): Envelope[] {
	const { update } = envelope;
	if (update.update_type !== 'bulk_completed' || !Array.isArray(update.radars)) return [envelope];
	return update.radars.filter(isObject).map((radar, index) => ({
		...envelope,
		update: {
			bulk_id: update.bulk_id,
			...radar,
			update_id: radar.update_id ?? `${String(update.update_id)} ${index}`,
		},
	}));
}
