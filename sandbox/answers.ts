import { timestamp } from './rules/timestamp';
import type { ErrorEnvelope, Issue, Json } from './types';

/** What a route gives back. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: object;
}

/** A request that is answered with the error envelope (docs/contributing/api.md, Errors). */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly issues: Issue[] = [],
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

const refusal = (status: number, message: string, field?: string, reason = '') =>
	new Refusal(status, message, field === undefined ? [] : [{ field, reason }]);

/** The refusals (docs/contributing/api.md, Errors), in the words of the service. */
export const refusals = {
	invalid: (issues: Issue[]) => new Refusal(400, 'Validation failed', issues),
	malformedJson: () => refusal(400, 'Malformed JSON body'),
	bodyTooLarge: (bytes: number) =>
		refusal(400, 'Validation failed', 'body', `must have at most ${bytes} bytes`),
	missingKey: () => refusal(401, 'Missing API key', 'x-api-key', 'key required'),
	invalidKey: () => refusal(401, 'Invalid or inactive API key', 'x-api-key', 'invalid or inactive key'),
	lowBalance: () => refusal(402, 'Insufficient balance', 'balance', 'balance too low for this charge'),
	noPermission: () => refusal(403, 'Insufficient permissions', 'permission', 'the key may not do this'),
	revealDisabled: () => refusal(403, 'Company reveal is not enabled'),
	notFound: (field: string, what: string) => refusal(404, `${what} not found`, field, 'not found'),
	conflict: (field: string, radarId: string) =>
		new Refusal(409, 'Radar already exists', [
			{ field, reason: `already monitored by radar ${radarId}`, conflicting_radar_id: radarId },
		]),
	tooLarge: (bytes: number) => refusal(413, `The body must have at most ${bytes} bytes`),
	unsupportedMediaType: () => refusal(415, 'Content-Type must be application/json'),
	internal: () => refusal(500, 'An internal server error occurred'),
	unavailable: () => refusal(503, 'The service is temporarily unavailable'),
};

/** The refusal of a call whose budget is used up (docs/contributing/api.md, Rate limits). */
export function rateLimited(bulk: boolean, reason: 'minute' | 'burst', retryAfter: number): Refusal {
	const message = bulk
		? 'Too many bulk requests. Wait as long as Retry-After says, then retry.'
		: `Rate limit exceeded. Retry in ${retryAfter} seconds.`;
	return new Refusal(429, message, [{ field: 'rate_limit', reason }], { 'retry-after': String(retryAfter) });
}

/** The envelope of a refusal. */
export const envelopeOf = (
	{ status, message, issues }: Refusal,
	now: number,
	errorId: string,
): ErrorEnvelope => ({
	status: 'error',
	code: status,
	message,
	errors: issues,
	timestamp: timestamp(now),
	error_id: errorId,
});

/** A success in its envelope (docs/contributing/api.md, Endpoints). */
export function success(status: number, message: string, now: number, rest: Json): Answer {
	const body = { status: 'success', code: status, timestamp: timestamp(now), message, ...rest };
	return { status, headers: {}, body };
}
