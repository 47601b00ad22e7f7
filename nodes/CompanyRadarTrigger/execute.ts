import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asSample } from '../shared/updates/sample';
import { nameContacts } from '../shared/updates/nameContacts';
import { simplifyUpdate } from '../shared/updates/simplifyUpdate';
import type { SimplifiedUpdate } from '../shared/updates/updateColumns';
import { createRadarClient } from '../shared/client';
import { deduplicatorOf, storeOf } from './deduplication/deduplicator';
import { isCompletedBulk, splitBulk, envelopesIn, type Envelope, PROCESS_ID } from './node/event';
import { inSlices } from '../shared/concurrency/timeSlice';
import { idOf } from '../shared/updates/update';
import { verify, type Verified } from './receive/verify';
import { recentDeliveriesOf } from './receive/recentDeliveries';
import { handoversOf } from './polling/poller';
import { replayId } from './polling/planPoll';
import { withNodeErrors } from '../shared/triggers/errors';
import { hint, preview, SAMPLE_HINT } from './preview';
import { reportCreation, unreportedCreation } from './publish/creationNotice';
import { isCancelled } from '../shared/n8n/host';
import { readParameters, type TriggerParameters } from './node/parameters';

export type Output = Pick<SimplifiedUpdate, 'summary'> & {
	/** Only in tests, where no radar found it. */
	sample?: true;
} & SimplifiedUpdate & {
		/** With Verify Events. */
		verified?: boolean;
	};

const recordedId = ({ update, replay }: Envelope): string =>
	replay === undefined ? idOf(update) : replayId(idOf(update), replay);

/** An update with the row that it is output as. */
interface OutputRow extends Envelope {
	json: IDataObject;
}

/** The rows by the ID that is recorded for them, each once. */
async function toRows(updates: Verified[], { simplify }: TriggerParameters): Promise<Map<string, OutputRow>> {
	const rows = new Map<string, OutputRow>();
	for await (const { verified, ...envelope } of inSlices(updates)) {
		const json = simplify ? simplifyUpdate(envelope.update) : { ...envelope.update };
		const row = { ...envelope, json: verified === undefined ? json : { ...json, verified } };
		rows.set(recordedId(envelope), row);
	}
	return rows;
}

/**
 * Drops updates that an earlier delivery passed on. Recording is the last thing that execute() does: an update that is
 * recorded but doesn't leave the node would be lost.
 */
async function filterNew(
	execution: IExecuteFunctions,
	settings: TriggerParameters,
	updates: Map<string, OutputRow>,
	bulkIds: string[],
): Promise<OutputRow[]> {
	const [first] = updates.values();
	if (!first || execution.getMode() === 'manual') return [...updates.values()];
	const deduplicator = deduplicatorOf(execution);
	const creation = unreportedCreation(execution);
	const request = {
		ids: [...new Set([...bulkIds, ...updates.keys(), ...(creation ? [creation.id] : [])])],
		deliveryId: first.deliveryId,
		store: storeOf(execution, settings.remembered),
		isCrossProcess: first.process !== PROCESS_ID,
		onStoreFailure: first.pushed ? ('pass' as const) : ('throw' as const),
	};
	const passed = await deduplicator.filterNew(request);
	if (isCancelled(execution)) {
		// After a stop or a timeout, n8n runs nothing more, not even on Retry.
		await deduplicator.takeBack({ ...request, ids: [...passed] });
		throw new Error('The execution was stopped');
	}
	if (creation) reportCreation(execution, creation, passed);
	return [...updates].filter(([id]) => passed.has(id)).map(([, update]) => update);
}

async function selectUpdates(
	execution: IExecuteFunctions,
	settings: TriggerParameters,
	received: Envelope[],
) {
	const events = settings.splitBulk ? received.flatMap(splitBulk) : received;
	const verified = settings.verifyEvents
		? await withNodeErrors(execution.getNode(), async () => await verify(execution, events))
		: events;
	const isSplit = settings.splitBulk && verified.length === events.length;
	// The ID of a split bulk event is recorded too, so that a second delivery of it starts no execution.
	const bulkIds = isSplit ? received.filter(({ update }) => isCompletedBulk(update)).map(recordedId) : [];
	const rows = await toRows(verified, settings);
	await nameContacts(
		[...rows.values()].map(({ json }) => json),
		async () => await createRadarClient(execution),
	);
	return await filterNew(execution, settings, rows, bulkIds);
}

/** n8n's execute(): runs on what webhook() or poll() received, before anything downstream. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readParameters(this);
	const received = envelopesIn(this.getInputData());
	if (received.length === 0) return this.getMode() === 'manual' ? [await preview(this, settings)] : [[]];
	const deduplicator = deduplicatorOf(this);
	const recentDeliveries = recentDeliveriesOf(this);
	try {
		const updates = await selectUpdates(this, settings, received);
		const deliveryId = received[0]?.deliveryId ?? '';
		if (this.getMode() !== 'manual') {
			for (const each of handoversOf(this).values()) each.confirm(deliveryId);
			return [updates.map(({ json }) => ({ json }))];
		}
		// Radars never get the test URL: only the service's test event comes there.
		hint(this, SAMPLE_HINT);
		return [updates.map(({ json }) => ({ json: asSample(json) }))];
	} finally {
		// Updates that did not pass may be delivered again.
		const ids = received.map(({ update }) => idOf(update));
		for (const id of ids) if (!deduplicator.has(id)) recentDeliveries.delete(id);
	}
}
