import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../shared/canonicalJson';
import { createRadarClient, RadarApiError, type RadarClient } from '../../shared/client';
import { triggerError } from '../errors';
import { idOf, isObject, radarOf, timeOf, type Envelope } from '../event';

/** `verified` is undefined where nothing was looked up. */
export interface Verified extends Envelope {
	verified?: boolean;
}

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

/** What a forged event would have to get right. Other fields are compared where both have them. */
const compared = (update: IDataObject): unknown[] => [
	radarOf(update),
	timeOf(update),
	update.update_type,
	update.content,
	update.code,
	update.errors,
	update.refund_amount_usd,
];

const isEqual = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

const isSame = (received: IDataObject, record: IDataObject): boolean =>
	isEqual(compared(received), compared(record)) &&
	Object.keys(received).every((key) => !(key in record) || isEqual(received[key], record[key]));

/** Bulk events are in the results of their submission, others in the list of their radar's updates. */
async function findRecords(service: RadarClient, updates: IDataObject[]): Promise<Records> {
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

async function verifyAll(execution: IExecuteFunctions, envelopes: Envelope[]): Promise<Verified[]> {
	const service = await createRadarClient(execution, { interactive: true });
	const received = envelopes.filter(({ pushed }) => pushed).map(({ update }) => update);
	const records = await findRecords(service, received);
	const kept = envelopes.flatMap((envelope): Verified[] => {
		if (!envelope.pushed) return [{ ...envelope, verified: true }];
		const record = records.get(idOf(envelope.update));
		if (record && !isSame(envelope.update, record)) return [];
		return [{ ...envelope, verified: record !== undefined }];
	});
	const dropped = envelopes.length - kept.length;
	if (dropped > 0) {
		const message = `Dropped ${dropped} received events: they differ from the service's records.`;
		execution.addExecutionHints?.({ message, location: 'outputPane', type: 'warning' });
	}
	return kept;
}

/**
 * Compares received events with the service's records, since deliveries carry no signature. Drops events that differ, and
 * passes events that are not listed (yet) as not verified.
 * @throws NodeApiError if the service can't be reached: the execution can be retried
 */
export async function verify(execution: IExecuteFunctions, envelopes: Envelope[]): Promise<Verified[]> {
	try {
		return await verifyAll(execution, envelopes);
	} catch (error) {
		throw triggerError(execution.getNode(), error);
	}
}
