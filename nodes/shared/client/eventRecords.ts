import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../json';
import { idOf, radarOf, timeOf } from '../update';
import { RadarApiError } from './errors/radarApiError';
import type { RadarClient } from './radarClient';

/** A radar's updates are searched this far. */
const MAX_UPDATES = 1000;

/** The service's own records of events, by update ID. */
type Records = Map<string, IDataObject>;

/** The records of a radar's events, as far as the service lists them yet. */
async function findUpdates(service: RadarClient, radarId: string, wanted: IDataObject[]): Promise<Records> {
	const missing = new Set(wanted.map(idOf));
	const oldest = Math.min(...wanted.map((update) => timeOf(update) ?? Number.NEGATIVE_INFINITY));
	const found: Records = new Map();
	let previous: number | undefined;
	for await (const listed of service.allUpdates({ radar_id: radarId }, MAX_UPDATES)) {
		const record = { ...listed };
		if (missing.delete(idOf(record))) found.set(idOf(record), record);
		const time = timeOf(record);
		// In a list that is newest first, older updates follow.
		const isPastOldest = time !== undefined && previous !== undefined && time < previous && time < oldest;
		if (missing.size === 0 || isPastOldest) break;
		previous = time;
	}
	return found;
}

/** The records of a bulk submission's events, from its results. */
async function findBulkEvents(service: RadarClient, bulkId: string, wanted: IDataObject[]): Promise<Records> {
	const results = await service.getBulk(bulkId).catch((error: unknown) => error as Error);
	if (results instanceof RadarApiError && (results.status === 404 || results.status === 400))
		return new Map();
	if (results instanceof Error) throw results;
	const radars = (results.radars ?? []).filter(isObject);
	const completed =
		results.status === 'completed' ? wanted.filter(({ radars: own }) => own !== undefined) : [];
	return new Map(
		[...radars, ...completed.map((update) => ({ ...update, radars }))].map((event) => [idOf(event), event]),
	);
}

/** The service's own records of events. Bulk events are in the results of their submission, others in the list of their radar's updates. */
export async function findEventRecords(service: RadarClient, updates: IDataObject[]): Promise<Records> {
	const bySource = new Map<string, { find: typeof findUpdates; id: string; wanted: IDataObject[] }>();
	for (const update of updates) {
		const isBulk = typeof update.bulk_id === 'string';
		const id = isBulk ? String(update.bulk_id) : radarOf(update).radarId;
		if (id === undefined) continue;
		const source = bySource.get(id) ?? { find: isBulk ? findBulkEvents : findUpdates, id, wanted: [] };
		source.wanted.push(update);
		bySource.set(id, source);
	}
	const records: Records = new Map();
	for (const { find, id, wanted } of bySource.values()) {
		for (const [eventId, record] of await find(service, id, wanted)) records.set(eventId, record);
	}
	return records;
}
