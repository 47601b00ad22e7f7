import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asSample, idOf } from '../shared/updates/update';
import { alignRows, nameContacts } from '../shared/updates/simplifyUpdate';
import type { SimplifiedUpdate } from '../shared/updates/updateColumns';
import { createRadarClient } from '../shared/client/radarClient';
import type { RawUpdate } from '../shared/api/types';
import { deduplicatorOf, ENTRIES_PER_UPDATE } from './deduplicator';
import { deliveredIn, PROCESS_ID, splitBulk, type DeliveredUpdate } from './deliveredUpdate';
import { inSlices } from '../shared/host/clock';
import { verify, type Verified } from './verify';
import { recentDeliveriesOf } from './webhook';
import { progressOf } from './polling/poller';
import { withNodeErrors } from '../shared/run/nodeErrors';
import { processedItemsOf, isCancelled, showHint } from '../shared/host/host';
import { preview, SAMPLE_HINT, toJson } from './preview';
import { readParameters, type TriggerParameters } from './parameters';

export type Output = Pick<SimplifiedUpdate, 'summary'> & {
	/** Only in test data, which no radar found. */
	sample?: true;
} & SimplifiedUpdate & {
		/** With filters: those that the update says nothing about and passed. */
		not_judged?: string;
		/** With Verify Events: false if the service doesn't list the event yet. */
		verified?: boolean;
	};

/** With Simplify off. */
export type RawOutput = RawUpdate;

/** The output rows by ID, without duplicates. */
async function toRows(updates: Verified[], settings: TriggerParameters): Promise<Map<string, IDataObject>> {
	const rows = new Map<string, IDataObject>();
	for await (const each of inSlices(updates)) {
		const json = toJson(each.update, settings);
		rows.set(idOf(each.update), each.verified === undefined ? json : { ...json, verified: each.verified });
	}
	return rows;
}

/**
 * Drops updates that an earlier delivery passed on. execute() calls this last: an update that is recorded but doesn't leave
 * the node would be lost.
 */
async function dropPassed(
	execution: IExecuteFunctions,
	{ remembered }: TriggerParameters,
	{ deliveryId, process }: DeliveredUpdate,
	rows: Map<string, IDataObject>,
): Promise<IDataObject[]> {
	if (rows.size === 0) return [];
	const deduplicator = deduplicatorOf(execution);
	const request = {
		ids: [...rows.keys()],
		deliveryId,
		store: processedItemsOf(execution, remembered * ENTRIES_PER_UPDATE),
		isCrossProcess: process !== PROCESS_ID,
	};
	const passed = await deduplicator.filterNew(request);
	if (isCancelled(execution)) {
		// After a stop or a timeout, n8n runs no further nodes, not even on Retry.
		await deduplicator.takeBack({ ...request, ids: [...passed] });
		throw new Error('The execution was stopped');
	}
	return [...rows].filter(([id]) => passed.has(id)).map(([, json]) => json);
}

/** The output rows of received updates by ID. */
async function readRows(
	execution: IExecuteFunctions,
	settings: TriggerParameters,
	received: DeliveredUpdate[],
) {
	const events = settings.splitBulk ? received.flatMap((each) => splitBulk(each, settings)) : received;
	const verified = settings.verifyEvents
		? await withNodeErrors(execution.getNode(), async () => await verify(execution, events))
		: events;
	const rows = await toRows(verified, settings);
	await nameContacts([...rows.values()], async () => await createRadarClient(execution));
	if (!settings.simplify || rows.size < 2) return rows;
	const aligned = await alignRows([...rows.values()]);
	return new Map([...rows.keys()].map((id, index) => [id, aligned[index] ?? {}]));
}

/** n8n's execute(): outputs the updates that webhook() or poll() received. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readParameters(this);
	const received = deliveredIn(this.getInputData());
	// All updates of an execution belong to one delivery.
	const [first] = received;
	const isManual = this.getMode() === 'manual';
	if (!first) return isManual ? [await preview(this, settings)] : [[]];
	const deduplicator = deduplicatorOf(this);
	const recentDeliveries = recentDeliveriesOf(this);
	try {
		const rows = await readRows(this, settings, received);
		if (isManual) {
			// Radars never get the test URL, so this is the service's test event.
			showHint(this, SAMPLE_HINT);
			return [[...rows.values()].map((json) => ({ json: asSample(json) }))];
		}
		const updates = await dropPassed(this, settings, first, rows);
		for (const each of progressOf(this).values()) each.confirm(first.deliveryId);
		return [updates.map((json) => ({ json }))];
	} finally {
		// Updates that did not pass may be delivered again.
		const ids = received.map(({ update }) => idOf(update));
		for (const id of ids) if (!deduplicator.has(id)) recentDeliveries.delete(id);
	}
}
