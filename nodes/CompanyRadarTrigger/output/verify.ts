import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { createService, ServiceError, type RadarService } from '../../shared/transport';
import { triggerError } from '../triggerError';
import { radarOf, timeOf, type Envelope } from '../update';

/** `verified` is undefined where nothing was looked up. */
export interface Verified extends Envelope {
	verified?: boolean;
}

type Finding = 'found' | 'forged' | 'unknown';

/** The list may show an event later than it was sent: it is looked up again after so many milliseconds. */
const LOOK_AGAIN = [1000, 4000];

/** So many updates of a radar are looked through. */
const MOST_UPDATES = 1000;

async function exists(call: Promise<unknown>): Promise<boolean> {
	const answer = await call.catch((error: unknown) => error as Error);
	if (answer instanceof ServiceError && (answer.status === 404 || answer.status === 400)) return false;
	if (answer instanceof Error) throw answer;
	return true;
}

/** `more`: the radar has more updates than were looked through. */
async function lookFor(
	service: RadarService,
	update: IDataObject,
	radarId: string,
): Promise<'found' | 'absent' | 'more'> {
	const time = timeOf(update) ?? Number.NEGATIVE_INFINITY;
	let seen = 0;
	let last: number | undefined;
	for await (const each of service.allUpdates({ radar_id: radarId }, MOST_UPDATES)) {
		if (each.update_id === update.update_id) return 'found';
		const at = timeOf({ ...each });
		// Newest first, and older than what is looked for: it would have been met by now.
		if (at !== undefined && last !== undefined && at < last && at < time) return 'absent';
		last = at;
		seen++;
	}
	return seen >= MOST_UPDATES ? 'more' : 'absent';
}

/** Test events and refund notices belong to radars that do not exist (interface sections 3 and 4.10): they cannot be judged. */
async function check(service: RadarService, update: IDataObject): Promise<Finding> {
	const { radarId } = radarOf(update);
	if (typeof update.bulk_id === 'string') {
		return (await exists(service.getBulk(update.bulk_id))) ? 'found' : 'forged';
	}
	if (radarId === undefined || !(await exists(service.getRadar(radarId)))) return 'unknown';
	for (const wait of [0, ...LOOK_AGAIN]) {
		await sleep(wait);
		const result = await lookFor(service, update, radarId);
		if (result !== 'absent') return result === 'found' ? 'found' : 'unknown';
	}
	return 'forged';
}

async function verifyAll(execution: IExecuteFunctions, envelopes: Envelope[]): Promise<Verified[]> {
	const service = await createService(execution, { interactive: true });
	const kept: Verified[] = [];
	let dropped = 0;
	for (const envelope of envelopes) {
		const finding = envelope.pushed ? await check(service, envelope.update) : 'found';
		if (finding === 'forged') dropped++;
		else kept.push({ ...envelope, verified: finding === 'found' });
	}
	if (dropped > 0) {
		const message = `${dropped} received events were dropped: the service does not know them.`;
		execution.addExecutionHints?.({ message, location: 'outputPane', type: 'warning' });
	}
	return kept;
}

/**
 * Looks up what was pushed and drops what the service does not know, since deliveries carry no signature.
 * @throws NodeApiError if the service cannot be asked: the execution can be retried
 */
export async function verify(execution: IExecuteFunctions, envelopes: Envelope[]): Promise<Verified[]> {
	try {
		return await verifyAll(execution, envelopes);
	} catch (error) {
		throw triggerError(execution.getNode(), error);
	}
}
