import type { EndpointName } from '../endpoints';
import { readEnvelope } from '../response/envelope';
import { apiFailure } from './apiFailure';
import { isObject } from '../response/json';
import { RadarApiError } from './radarApiError';

const UNNAMED = "The response doesn't include a result for this radar.";

/** The error of one entry of a bulk response, which has the form of the error of a single call. */
export const errorOfEntry = (endpoint: EndpointName, item: unknown): RadarApiError => {
	const status = isObject(item) && typeof item.code === 'number' ? item.code : 0;
	const told = readEnvelope(endpoint, status, item);
	return new RadarApiError(told ?? apiFailure(endpoint, 'notThisService', 'unknown', { detail: UNNAMED }));
};

/** What the form of an error asks for, where a failure leaves it out. */
const FAILED = { status: 'error', code: 400, message: 'The radar was not created' };

/** The failure of one item of a bulk create: it has the same form as the error of a single one (docs/api.md, radar_failure). */
export const errorOfBulkItem = (item: object, isFailure = true): RadarApiError =>
	errorOfEntry('createRadar', isFailure ? { ...FAILED, ...item, status: 'error' } : item);
