import type { IDataObject } from 'n8n-workflow';

import type { Radar } from '../../shared/api/types';
import { isObject, nonEmptyText, type JsonBody } from '../../shared/basics/json';
import { idOf, radarRefOf, timeOf } from '../../shared/updates/update';

/** A notice that a radar failed. If its setup failed, the radar doesn't exist, and only the notice describes it. */
export interface Failure {
	/** In milliseconds since the epoch. */
	time: number | undefined;
	code: number;
	message: string;
	refundUsd: number;
	radar: Radar;
}

/** The codes of notices (docs/contributing/api.md, radar_failure). */
export const NO_FUNDS = 402;
const ALREADY_EXISTS = 409;

const textsIn = (value: unknown): JsonBody =>
	Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([, each]) => nonEmptyText(each)));

/** The radar as far as the notice describes it. What isn't text is left out, since every value in a record is compared as text. */
function radarIn(update: IDataObject): Radar {
	const data = isObject(update.data) ? update.data : {};
	return {
		...textsIn(data),
		// Present even if it's unknown, because only a definition lacks it.
		radar_id: nonEmptyText(data.radar_id),
		radar_type: radarRefOf(update).radarType ?? '',
		custom_fields: textsIn(data.custom_fields ?? update.custom_fields),
	} as Radar;
}

const failureOf = (update: IDataObject): Failure => ({
	time: timeOf(update),
	code: Number(update.code),
	message: nonEmptyText(update.message) ?? 'The service gives no reason',
	refundUsd: Number(update.refund_amount_usd) || 0,
	radar: radarIn(update),
});

/** Which radars found something, and which failed. */
export class Activity {
	/** IDs of the radars that found something. */
	readonly foundBy = new Set<string>();

	/** The last failure of each radar, by its ID. */
	readonly failures = new Map<string, Failure>();

	add(update: IDataObject): void {
		const { radarId } = radarRefOf(update);
		if (update.update_type === 'radar_finding' && radarId !== undefined) this.foundBy.add(radarId);
		if (update.update_type !== 'radar_failure') return;
		const failure = failureOf(update);
		// A failed radar of a bulk request has no ID.
		const id = radarId ?? idOf(update);
		const isLast = (failure.time ?? 0) >= (this.failures.get(id)?.time ?? 0);
		if (isLast && failure.code !== ALREADY_EXISTS) this.failures.set(id, failure);
	}
}
