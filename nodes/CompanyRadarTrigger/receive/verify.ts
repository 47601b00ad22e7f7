import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { attempt } from '../../shared/basics/attempt';
import { canonicalJson, isListOfObjects } from '../../shared/basics/json';
import { counted } from '../../shared/basics/listed';
import { createRadarClient, findEventRecords } from '../../shared/client';
import { showHint } from '../../shared/n8n/host';
import type { DeliveredUpdate } from '../deliveredUpdate';
import { idOf, radarRefOf, timeOf } from '../../shared/updates/update';

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

const isSame = (received: IDataObject, record: IDataObject): boolean =>
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
			return record !== undefined && isSame(event, record);
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
		const same = record && attempt(() => isSame(each.update, record));
		return same === false ? [] : [{ ...each, verified: same === true }];
	});
	const dropped = delivered.length - kept.length;
	if (dropped > 0) {
		const message = `${counted(dropped, 'received event', 'received events')} dropped: not the same as in the service's records.`;
		showHint(execution, message, 'warning');
	}
	return kept;
}
