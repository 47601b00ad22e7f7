import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { bulkResultsIn } from '../shared/api/endpoints';
import { counted } from '../shared/values/basics/inWords';
import {
	isObject,
	nonEmptyText,
	canonicalJson,
	isListOfObjects,
	attempt,
} from '../shared/values/basics/values';
import { createRadarClient, type RadarClient } from '../shared/client/radarClient';
import { RadarApiError } from '../shared/client/errors/radarApiError';
import { showHint } from '../shared/host/host';
import { FoundBetween, idOf, isUuid, radarRefOf, timeOf } from '../shared/updates/update';
import type { DeliveredUpdate } from './deliveredUpdate';

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
	const { results = [], status } = bulkResultsIn(await client.call('getBulk', { id: bulkId }));
	const radars = results.filter(isObject);
	const completed = status === 'completed' ? wanted.filter(({ radars: own }) => own !== undefined) : [];
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
async function findEventRecords(client: RadarClient, updates: IDataObject[]): Promise<Records> {
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

/** `verified` is undefined if nothing was looked up. */
export interface Verified extends DeliveredUpdate {
	verified?: boolean;
}

/** Compared even if one event lacks them. Other fields are compared only if both events have them. */
const compared = (update: IDataObject): unknown[] => [
	radarRefOf(update),
	timeOf(update),
	update.update_type,
	update.content,
	update.code,
	update.errors,
	update.refund_amount_usd,
];

const haveSameJson = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

const agreesWithRecord = (received: IDataObject, record: IDataObject): boolean =>
	haveSameJson(compared(received), compared(record)) &&
	Object.keys(received).every(
		(key) =>
			!(key in record) ||
			haveSameJson(received[key], record[key]) ||
			areSameEvents(received[key], record[key]),
	);

/** Whether both are lists of the same events, such as those of a completed bulk request. Results have more fields than events. */
function areSameEvents(received: unknown, records: unknown): boolean {
	if (!isListOfObjects(received) || !isListOfObjects(records)) return false;
	const byId = new Map(records.map((record) => [idOf(record), record]));
	return (
		received.length === records.length &&
		received.every((event) => {
			const record = byId.get(idOf(event));
			return record !== undefined && agreesWithRecord(event, record);
		})
	);
}

/**
 * Compares received events with the service's records, since deliveries carry no signature. Drops events that differ, and
 * marks events that aren't listed (yet), or can't be looked up, as not verified.
 * @throws RadarApiError if no lookup succeeds: the execution can be retried
 */
export async function verify(
	execution: IExecuteFunctions,
	delivered: DeliveredUpdate[],
): Promise<Verified[]> {
	const client = await createRadarClient(execution);
	const received = delivered.filter(({ pushed }) => pushed).map(({ update }) => update);
	const records = await findEventRecords(client, received);
	const kept = delivered.flatMap((each): Verified[] => {
		if (!each.pushed) return [{ ...each, verified: true }];
		const record = records.get(idOf(each.update));
		const same = record && attempt(() => agreesWithRecord(each.update, record));
		return same === false ? [] : [{ ...each, verified: same === true }];
	});
	const dropped = delivered.length - kept.length;
	if (dropped > 0) {
		const message = `${counted(dropped, 'received event', 'received events')} dropped: not the same as in the service's records.`;
		showHint(execution, message, 'warning');
	}
	return kept;
}
