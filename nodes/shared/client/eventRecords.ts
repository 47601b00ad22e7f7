import type { IDataObject } from 'n8n-workflow';

import { isObject, nonEmptyText } from '../basics/json';
import { FoundBetween } from '../updates/foundBetween';
import { idOf, isUuid, radarRefOf, timeOf } from '../updates/update';
import { RadarApiError } from './errors/radarApiError';
import type { RadarClient } from './radarClient';

const MAX_UPDATES_PER_RADAR = 1000;

/** The service's own records of events, by update ID. */
type Records = Map<string, IDataObject>;

/** The records of a radar's events that the service lists so far. */
async function findUpdates(client: RadarClient, radarId: string, wanted: IDataObject[]): Promise<Records> {
	const missing = new Set(wanted.map(idOf));
	const oldest = Math.min(...wanted.map((update) => timeOf(update) ?? Number.NEGATIVE_INFINITY));
	const found: Records = new Map();
	const range = new FoundBetween({ after: oldest, before: Number.POSITIVE_INFINITY });
	for await (const record of client.allUpdates({ radar_id: radarId }, MAX_UPDATES_PER_RADAR)) {
		if (missing.delete(idOf(record))) found.set(idOf(record), record);
		if (missing.size === 0 || range.judge(record) === 'end') break;
	}
	return found;
}

/** The records of a bulk request's events, from its results. */
async function findBulkEvents(client: RadarClient, bulkId: string, wanted: IDataObject[]): Promise<Records> {
	const results = await client.getBulk(bulkId);
	const radars = (results.radars as unknown[]).filter(isObject);
	const completed =
		results.status === 'completed' ? wanted.filter(({ radars: own }) => own !== undefined) : [];
	return new Map(
		[...radars, ...completed.map((update) => ({ ...update, radars }))].map((event) => [idOf(event), event]),
	);
}

/** Whether other lookups would fail, too. */
const isOutage = ({ failure: { kind }, isFatal, isTransient }: RadarApiError): boolean =>
	!['incompleteList', 'tooLarge'].includes(kind) && (kind !== 'status' || isFatal || isTransient);

/**
 * The service's own records of events: bulk events from the results of their request, others from the list of their radar's
 * updates. An event that can't be looked up has no record.
 * @throws RadarApiError if every lookup fails, at least one because of an outage
 */
export async function findEventRecords(client: RadarClient, updates: IDataObject[]): Promise<Records> {
	const lookups = new Map<string, { find: typeof findUpdates; id: string; wanted: IDataObject[] }>();
	for (const update of updates) {
		const isBulk = update.bulk_id !== undefined;
		const id = isBulk ? nonEmptyText(update.bulk_id) : radarRefOf(update).radarId;
		if (!isUuid(id)) continue;
		const key = `${isBulk} ${id}`;
		const lookup = lookups.get(key) ?? { find: isBulk ? findBulkEvents : findUpdates, id, wanted: [] };
		lookup.wanted.push(update);
		lookups.set(key, lookup);
	}
	const records: Records = new Map();
	const failures: RadarApiError[] = [];
	for (const { find, id, wanted } of lookups.values()) {
		const found = await find(client, id, wanted).catch((error: unknown) => error as Error);
		if (found instanceof RadarApiError) failures.push(found);
		else if (found instanceof Error) throw found;
		else for (const record of found) records.set(...record);
	}
	const outage = failures.find(isOutage);
	if (outage && failures.length === lookups.size) throw outage;
	return records;
}
