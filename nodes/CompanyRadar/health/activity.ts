import type { IDataObject } from 'n8n-workflow';

import type { Radar } from '../../shared/api/types';
import { isObject, nonEmptyText } from '../../shared/basics/json';
import { idOf, radarRefOf, timeOf } from '../../shared/updates/update';

/** A notice that a radar failed. If its setup failed, the radar doesn't exist, and only the notice describes it. */
export interface Failure {
	/** In milliseconds since the epoch. */
	time: number;
	code: number;
	message: string;
	refundUsd: number;
	radar: Partial<Radar>;
}

/** The codes of notices (docs/contributing/api.md, radar_failure). */
export const NO_FUNDS = 402;
const ALREADY_EXISTS = 409;

const failureOf = ({
	data,
	custom_fields,
	code,
	message,
	refund_amount_usd,
	...update
}: IDataObject): Failure => ({
	time: timeOf(update) ?? 0,
	code: Number(code),
	message: nonEmptyText(message) ?? 'The service gives no reason',
	refundUsd: Number(refund_amount_usd) || 0,
	radar: isObject(data) ? data : ({ custom_fields } as Partial<Radar>),
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
		const isLast = failure.time >= (this.failures.get(id)?.time ?? 0);
		if (isLast && failure.code !== ALREADY_EXISTS) this.failures.set(id, failure);
	}
}
