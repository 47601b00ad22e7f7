import type { CallName } from '../calls';
import { readEnvelope } from '../answers/envelope';
import { fault } from './fault';
import { isObject } from '../answers/json';
import { ServiceError } from './serviceError';

const UNNAMED = 'The answer of the service does not tell what became of this radar.';

/** The error of one entry of a bulk answer, which has the form of the error of a single call. */
export const errorOfEntry = (call: CallName, item: unknown): ServiceError => {
	const status = isObject(item) && typeof item.code === 'number' ? item.code : 0;
	const told = readEnvelope(call, status, item);
	return new ServiceError(told ?? fault(call, 'notThisService', 'unknown', { detail: UNNAMED }));
};

/** What the form of an error asks for, where a failure leaves it out. */
const FAILED = { status: 'error', code: 400, message: 'The radar was not created' };

/** The failure of one item of a bulk create: it has the same form as the error of a single one (docs/api.md, radar_failure). */
export const errorOfBulkItem = (item: object, isFailure = true): ServiceError =>
	errorOfEntry('createRadar', isFailure ? { ...FAILED, ...item, status: 'error' } : item);
