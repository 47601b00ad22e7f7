import type { EndpointName } from '../../api/endpoints';
import type { FieldError } from '../../api/types';
import { isObject, nonEmptyText, type JsonBody } from '../../basics/json';
import { oneLine, shortened } from '../../basics/plainText';
import { apiFailure, type ApiFailure, type Certainty } from './apiFailure';

/** Whether a 429 is for the limit per second (docs/contributing/api.md, Rate limits). */
export const isBurst = (errors: FieldError[]): boolean =>
	errors.some(({ field, reason }) => field === 'rate_limit' && reason === 'burst');

const ID_IN_TEXT = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** With an error envelope, a status below 500 or a 503 with an `error_id` means that nothing was done. Others depend on the endpoint. */
const certaintyOf = (endpoint: EndpointName, status: number, errorId: string | undefined): Certainty => {
	if (status === 429) return 'notDone';
	if (status < 500) return 'refused';
	if (status === 503 && errorId !== undefined) return 'notDone';
	// Reveal doesn't charge for errors (docs/contributing/api.md, Reveal).
	return endpoint === 'reveal' && (status === 500 || status === 503) ? 'notDone' : 'unknown';
};

/** `errors[].conflicting_radar_id`, else the id in a reason (docs/contributing/api.md, Create a radar). */
const conflictingRadarId = (entries: JsonBody[]): string | undefined => {
	const named = entries.map((entry) => nonEmptyText(entry.conflicting_radar_id));
	const mentioned = entries.map((entry) => ID_IN_TEXT.exec(nonEmptyText(entry.reason) ?? '')?.[0]);
	return [...named, ...mentioned].find((id) => id !== undefined);
};

/** Reads an error envelope (docs/contributing/api.md, Errors); undefined if the body isn't one. */
export function readEnvelope(
	endpoint: EndpointName,
	status: number,
	body: unknown,
	retryAfterSeconds?: number,
): ApiFailure | undefined {
	if (!isObject(body) || body.status !== 'error' || typeof body.message !== 'string') return undefined;
	const errorId = nonEmptyText(body.error_id);
	const entries = Array.isArray(body.errors) ? body.errors.filter(isObject) : [];
	const errors = entries.map(({ field, reason }) => ({
		field: nonEmptyText(field) ?? '',
		reason: nonEmptyText(reason) ?? '',
	}));
	return apiFailure(endpoint, 'status', certaintyOf(endpoint, status, errorId), {
		status,
		serviceMessage: body.message,
		errors,
		errorId,
		conflictingRadarId: status === 409 ? conflictingRadarId(entries) : undefined,
		retryAfterSeconds: retryAfterSeconds ?? (isBurst(errors) ? 1 : undefined),
	});
}

/** Enough for any reason. Pages can be megabytes. */
const READ_CHARACTERS = 10_000;

/** Where gateways and frameworks put their reason. */
const REASONS = ['message', 'detail', 'error_description', 'reason', 'title', 'error', 'errors'];

function reasonIn(body: unknown): string | undefined {
	if (typeof body === 'string') return nonEmptyText(body);
	const values = Array.isArray(body) ? body : isObject(body) ? REASONS.map((name) => body[name]) : [];
	for (const value of values) {
		const reason = reasonIn(value);
		if (reason !== undefined) return reason;
	}
	return undefined;
}

/** The reason in a response that isn't the service's own, such as a gateway's, in one short line. */
export function wordsIn(text: string, body: unknown): string | undefined {
	const start = text.slice(0, READ_CHARACTERS);
	const withoutTags = start.replace(/<(script|style|head)\b[^]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
	const words = body === undefined ? withoutTags : reasonIn(body);
	return words === undefined ? undefined : nonEmptyText(shortened(oneLine(words).trim()));
}
