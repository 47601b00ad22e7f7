import type { FieldError } from '../../interface/types';
import { isObject, textOf } from './json';
import type { CallName } from '../calls';
import { fault, type Fault, type Outcome } from '../errors/fault';
import { isBurst, retryAfterIn, type Headers } from './headers';

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** Statuses below 500 with an envelope say that nothing was done; what others say depends on the call. */
const outcomeOf = (call: CallName, status: number, errorId: string | undefined): Outcome => {
	if (status === 429) return 'notDone';
	if (status < 500) return 'refused';
	if (status === 503 && errorId !== undefined) return 'notDone';
	// Not charged (docs/api.md, Reveal).
	return call === 'reveal' && (status === 500 || status === 503) ? 'notDone' : 'unknown';
};

const fieldErrors = (value: unknown): FieldError[] =>
	Array.isArray(value)
		? value
				.filter(isObject)
				.map((entry) => ({ field: textOf(entry.field) ?? '', reason: textOf(entry.reason) ?? '' }))
		: [];

/** `errors[].conflicting_radar_id`, else the id in a reason (docs/api.md, Create a radar). */
const conflictingRadarId = (errors: unknown): string | undefined => {
	const entries = Array.isArray(errors) ? errors.filter(isObject) : [];
	const named = entries.map((entry) => textOf(entry.conflicting_radar_id)).find((id) => id !== undefined);
	return (
		named ?? entries.map((entry) => UUID.exec(textOf(entry.reason) ?? '')?.[0]).find((id) => id !== undefined)
	);
};

/** Reads an error envelope (docs/api.md, Errors); undefined if this is none. */
export function readEnvelope(
	call: CallName,
	status: number,
	body: unknown,
	headers: Headers = {},
): Fault | undefined {
	if (!isObject(body) || body.status !== 'error' || typeof body.message !== 'string') return undefined;
	const errorId = textOf(body.error_id);
	const errors = fieldErrors(body.errors);
	return fault(call, 'status', outcomeOf(call, status, errorId), {
		status,
		serviceMessage: body.message,
		errors,
		errorId,
		conflictingRadarId: status === 409 ? conflictingRadarId(body.errors) : undefined,
		retryAfterSeconds: retryAfterIn(headers) ?? (isBurst(errors) ? 1 : undefined),
	});
}
