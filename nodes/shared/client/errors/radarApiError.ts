import { type ApiFailure, apiFailure, readEnvelope } from './apiFailure';
import { explain } from './messages';
import type { EndpointName } from '../../api/endpoints';
import { Refused } from '../../values/basics/refusal';
import { isObject, type JsonBody } from '../../values/basics/values';

/** A failed call to the service. It holds nothing of the request, so no API key either. */
export class RadarApiError extends Refused {
	constructor(readonly failure: ApiFailure) {
		super(explain(failure));
		this.name = 'RadarApiError';
	}

	get isRateLimited(): boolean {
		return this.failure.status === 429 || this.failure.kind === 'waitedTooLong';
	}

	/** The same call may succeed a little later. */
	get isTransient(): boolean {
		const { kind, status = 0 } = this.failure;
		if (status === 429 || status >= 500) return true;
		// Retrying doesn't help if the service rejected the request, or if the Base URL or the credential is wrong.
		return !['status', 'redirect', 'notSent', 'notJson', 'notThisService', 'incompleteList'].includes(kind);
	}

	/** Every further call would fail in the same way (docs/contributing/api.md, Errors). */
	get isFatal(): boolean {
		return [401, 402, 403].includes(this.failure.status ?? 0);
	}
}

const UNNAMED = "The response doesn't include a result for this radar.";

/** The error of one entry of a bulk response. An entry has the same format as the error of a single call. */
export const errorOfEntry = (endpoint: EndpointName, item: unknown, id?: string): RadarApiError => {
	const status = isObject(item) ? Number(item.code) || 0 : 0;
	const failure = readEnvelope(endpoint, status, item);
	const unnamed = () => apiFailure(endpoint, 'notThisService', 'unknown', { detail: UNNAMED });
	return new RadarApiError({ ...(failure ?? unnamed()), id });
};

/** Defaults for a failed bulk item, which may leave out what an error envelope needs. */
const FAILED = { status: 'error', code: 400, message: 'The radar was not created' };

/**
 * The error of one item of a bulk create, which has the same format as that of a single create (docs/contributing/api.md,
 * radar_failure).
 * @param item undefined if the response has no result for it
 */
export function errorOfBulkItem(item: JsonBody | undefined): RadarApiError {
	const error = errorOfEntry('createRadar', item && { ...FAILED, ...item, status: 'error' });
	const { kind, outcome } = error.failure;
	// Whatever its code, this event says that there is no radar.
	const isCertain = item?.update_type === 'radar_failure' && kind === 'status' && outcome === 'unknown';
	return isCertain ? new RadarApiError({ ...error.failure, outcome: 'notDone' }) : error;
}
