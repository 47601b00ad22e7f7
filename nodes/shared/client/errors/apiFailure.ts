import type { FieldError, Radar } from '../../api/types';
import { ENDPOINTS, type EndpointName } from '../../api/endpoints';
import { isObject, nonEmptyText, type JsonBody } from '../../values/basics/values';
import { oneLine, shortened } from '../../values/basics/inWords';

export type FailureKind =
	/** An error response in the service's own format (docs/contributing/api.md, Errors). */
	| 'status'
	/** The request never reached the service. */
	| 'unreachable'
	/** No response, or not all of it. */
	| 'timeout'
	| 'cut'
	/** A response that isn't valid for this service. */
	| 'empty'
	| 'notJson'
	| 'cutJson'
	| 'notThisService'
	/** Larger than any response of this service, so it isn't read in full. */
	| 'tooLarge'
	/** A list that promises more pages but doesn't give them. */
	| 'incompleteList'
	/** Redirects aren't followed, so the API key isn't sent to another address. */
	| 'redirect'
	/** A proxy wants a password. */
	| 'proxyPassword'
	/** The rate limit didn't allow the request before its deadline. */
	| 'waitedTooLong'
	/** The run was stopped before the request was sent, or before a response arrived. */
	| 'cancelled'
	/** n8n couldn't send it, for example because of a broken credential. */
	| 'notSent';

/** `refused`: the service said no. `notDone`: nothing was done. `unknown`: it may have been done. */
export type Certainty = 'refused' | 'notDone' | 'unknown';

/** Radars that a call with an unknown outcome may have created. */
export interface Candidates {
	/** Position in the request; 0 for a single create. */
	itemIndex: number;
	radarIds: string[];
}

/** How to find the radars of a create with an unknown outcome. */
export interface LostCreate {
	/** In the custom fields of the radar; in a bulk request, with the position of each. */
	tag: string;
	/** Undefined for a bulk request, which may have several types. */
	radarType?: string;
	/** A day before the create, by the earlier of the service's clock and n8n's; undefined if the service gave no time. */
	createdSince?: string;
}

/** A radar of a bulk request whose response was lost. */
export interface FoundRadar {
	/** Position in the request. */
	itemIndex: number;
	radar: Radar;
}

/** Why a call failed, as plain data. Of the request, it only holds the name of the endpoint and the ID in its path. */
export interface ApiFailure {
	endpoint: EndpointName;
	id?: string;
	kind: FailureKind;
	outcome: Certainty;
	status?: number;
	/** The envelope's `message`. */
	serviceMessage?: string;
	/** The envelope's `errors`; empty where there is none. */
	errors: FieldError[];
	errorId?: string;
	conflictingRadarId?: string;
	/** Of a radar that failed after it was charged. */
	refundUsd?: number;
	retryAfterSeconds?: number;
	/** The path of the Base URL, if it has one. */
	basePath?: string;
	/** More about the cause, as a whole sentence. */
	detail?: string;
	/** The number of attempts, and the time from the start of the call to the end of the last one. */
	attempts: number;
	triedForSeconds: number;
	candidates?: Candidates[];
	/** Of a create with an unknown outcome. */
	lost?: LostCreate;
	/** Of a bulk request with an unknown outcome: the radars that are there. */
	found?: FoundRadar[];
}

/** The failure of one attempt. A GET changes nothing, so its outcome is never unknown. */
export const apiFailure = (
	endpoint: EndpointName,
	kind: FailureKind,
	outcome: Certainty,
	more: Partial<ApiFailure> = {},
): ApiFailure => ({
	endpoint,
	kind,
	outcome: outcome === 'unknown' && ENDPOINTS[endpoint].method === 'GET' ? 'notDone' : outcome,
	errors: [],
	attempts: 1,
	triedForSeconds: 0,
	...more,
});

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether a success was announced, though its body can't be used. */
export const saysDone = ({ outcome, status = 0 }: ApiFailure): boolean =>
	outcome === 'unknown' && isSuccess(status);

/** Whether the entry of one radar in a bulk response is an error. */
export const isErrorEntry = ({ status, code }: JsonBody): boolean =>
	status === 'error' || Number(code) >= 400;

/** Changes the texts of a failure, all at once as JSON. */
export const withTexts = (failure: ApiFailure, change: (json: string) => string): ApiFailure =>
	JSON.parse(change(JSON.stringify(failure))) as ApiFailure;

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

/** The entries of `errors`. Frameworks give texts, or an object of texts by field. */
function errorEntries(errors: unknown): JsonBody[] {
	if (Array.isArray(errors))
		return errors.map((entry) => (isObject(entry) ? entry : { reason: reasonIn(entry) }));
	return isObject(errors)
		? Object.entries(errors).map(([field, reason]) => ({ field, reason: reasonIn(reason) }))
		: [];
}

/** Reads an error envelope (docs/contributing/api.md, Errors); undefined if the body isn't one. */
export function readEnvelope(
	endpoint: EndpointName,
	status: number,
	body: unknown,
	retryAfterSeconds?: number,
): ApiFailure | undefined {
	if (!isObject(body) || body.status !== 'error' || typeof body.message !== 'string') return undefined;
	const errorId = nonEmptyText(body.error_id);
	const refundUsd = Number(body.refund_amount_usd) || undefined;
	const entries = errorEntries(body.errors);
	const errors = entries.map(({ field, reason }) => ({
		field: nonEmptyText(field) ?? '',
		reason: nonEmptyText(reason) ?? '',
	}));
	return apiFailure(endpoint, 'status', refundUsd ? 'refused' : certaintyOf(endpoint, status, errorId), {
		status,
		refundUsd,
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
	const byField = isObject(body) && isObject(body.errors) ? errorEntries(body.errors) : [];
	const texts = byField.flatMap(({ field, reason }) =>
		reason ? [`${String(field)}: ${String(reason)}`] : [],
	);
	return nonEmptyText(texts.join('; '));
}

/** The reason in a response that isn't the service's own, such as a gateway's, in one short line. */
export function wordsIn(text: string, body: unknown): string | undefined {
	const start = text.slice(0, READ_CHARACTERS);
	const withoutTags = start.replace(/<(script|style|head)\b[^]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
	const words = body === undefined ? withoutTags : reasonIn(body);
	return words === undefined ? undefined : nonEmptyText(shortened(oneLine(words).trim()));
}
