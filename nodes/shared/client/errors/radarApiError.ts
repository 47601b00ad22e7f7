import type { IDataObject } from 'n8n-workflow';

import { type ApiFailure, apiFailure, readEnvelope, type FailureKind } from './apiFailure';
import { type EndpointName, endpointOf } from '../../api/endpoints';
import { Refused, type Refusal } from '../../values/basics/refusal';
import { isObject, type JsonBody, known } from '../../values/basics/values';
import { FIELD_NAMES } from '../../api/radarFields';
import { domainInWords } from '../../values/basics/inWords';
import {
	CREATE_AGAIN,
	failureInWords,
	isSetupFailure,
	refundInWords,
} from '../../values/radars/radarInWords';

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

/** What a user reads: what happened (no full stop), and what to do (whole sentences). */
type Told = Pick<Refusal, 'what' | 'todo'>;

/** The Base URL may have a path that the API doesn't have. */
const baseUrlTodo = ({ basePath }: ApiFailure): string =>
	basePath
		? `Remove ${basePath} from the Base URL in the credential.`
		: "Check the Base URL in the credential. It must be the address of the service's API.";
const LATER_TODO = 'Try again later. If it keeps happening, contact support for the service.';

const reasons = ({ errors }: ApiFailure): string =>
	errors
		.map(({ field, reason }) => (field === '' ? reason : `${FIELD_NAMES[field] ?? field}: ${reason}`))
		.join('; ');

const seconds = (count: number): string => {
	const rounded = count < 10 ? Math.round(count * 10) / 10 : Math.round(count);
	return `${rounded} ${rounded === 1 ? 'second' : 'seconds'}`;
};

const because = (failure: ApiFailure, what: string): string => {
	const why = reasons(failure) || failure.serviceMessage;
	return why ? `${what} (${why})` : what;
};

const CHECK_ID = "Check the ID. It must belong to the API key's account.";

/** With a wrong path in the Base URL, every request gets a 404. */
function notFoundTodo(failure: ApiFailure): string {
	const todo = baseUrlTodo(failure);
	if (!endpointOf(failure).path.includes('{id}')) return todo;
	return failure.basePath
		? `${todo} If that path is right: ${CHECK_ID}`
		: `${CHECK_ID} If this happens everywhere: ${todo}`;
}

/** With a detail, the existing radar should have been returned, but couldn't be loaded. */
function existsTodo({ conflictingRadarId, detail }: ApiFailure): string {
	if (conflictingRadarId === undefined) return 'Find it with Radar: Get Many.';
	return detail === undefined
		? "To return it instead, set 'If Radar Exists' to 'Return the Existing One'."
		: 'Try again later.';
}

/** A radar that failed after it had been accepted, as an event of a bulk request tells. */
function setupFailure({ serviceMessage, errors, refundUsd }: ApiFailure): Told | undefined {
	const failure = { reason: errors.map(({ reason }) => reason).join(), refund: refundUsd };
	if (!isSetupFailure(failure)) return undefined;
	return {
		what: failureInWords(serviceMessage, failure),
		todo: [refundInWords(refundUsd), CREATE_AGAIN].filter(Boolean).join(' '),
	};
}

const notCharged = (failure: ApiFailure): string =>
	endpointOf(failure).isCharged ? " This request wasn't charged." : '';

const otherStatus = (failure: ApiFailure): Told => ({
	what: because(failure, `The service returned status ${failure.status}`),
	todo: LATER_TODO,
});

const TOO_LARGE_TODO: Partial<Record<EndpointName, string>> = {
	reveal: 'Send one IP address per item.',
	createRadar: 'Use smaller custom fields.',
	createBulk: 'Use smaller custom fields, or fewer radars per execution.',
};

const wrongValues = (failure: ApiFailure): Told => ({
	what: because(failure, 'The service rejected the values'),
	todo: `Correct the values and try again.${notCharged(failure)}`,
});

/** One entry for each status of docs/contributing/api.md, Errors. */
const BY_STATUS: Record<number, (failure: ApiFailure) => Told> = {
	400: wrongValues,
	422: wrongValues,
	401: () => ({
		what: 'The API key was rejected',
		todo: 'Copy the API key from your account into the credential again, and check that the key is still active.',
	}),
	402: (failure) => ({
		what: 'The account balance is too low',
		todo: `Top up your account and try again.${notCharged(failure)}`,
	}),
	403: (failure) =>
		failure.endpoint === 'reveal' && failure.errors.length === 0
			? {
					what: "Company reveal isn't enabled for this account or API key",
					todo: "Ask support for the service to enable it. This request wasn't charged.",
				}
			: {
					what: "The API key doesn't have permission to do this",
					todo: 'Use a key with this permission, or ask the account owner to grant it.',
				},
	404: (failure) => ({
		what:
			failure.endpoint === 'reveal'
				? "The Base URL doesn't lead to this API"
				: `Couldn't find ${endpointOf(failure).resourceLabel}`,
		todo: notFoundTodo(failure),
	}),
	409: (failure) =>
		failure.endpoint === 'createRadar'
			? {
					what: ['This radar already exists', failure.conflictingRadarId && `(${failure.conflictingRadarId})`]
						.filter(Boolean)
						.join(' '),
					todo: `${existsTodo(failure)}${notCharged(failure)}`,
				}
			: otherStatus(failure),
	413: (failure) => ({
		what: 'The request is too large',
		todo: `${TOO_LARGE_TODO[failure.endpoint] ?? LATER_TODO}${notCharged(failure)}`,
	}),
	415: (failure) => ({
		what: "The service didn't receive the request as JSON",
		todo: `Check for a proxy that changes requests between n8n and the service.${notCharged(failure)}`,
	}),
	429: (failure) => ({
		what: 'The API rate limit was exceeded',
		todo: `${failure.retryAfterSeconds === undefined ? 'Wait a minute' : `Wait ${seconds(failure.retryAfterSeconds)}`} and try again, run fewer workflows with this key at once, or upgrade your plan.${notCharged(failure)}`,
	}),
	500: () => ({ what: 'The service had an internal fault', todo: LATER_TODO }),
	503: () => ({ what: 'The service is temporarily unavailable', todo: LATER_TODO }),
};

const BY_KIND: Record<FailureKind, (failure: ApiFailure) => Told> = {
	status: (failure) => setupFailure(failure) ?? (BY_STATUS[failure.status ?? 0] ?? otherStatus)(failure),
	unreachable: () => ({
		what: "Couldn't connect to the service",
		todo: 'Check the Base URL in the credential, and that n8n can reach it.',
	}),
	timeout: (failure) => ({
		what: `The service timed out after ${seconds(endpointOf(failure).timeoutSeconds)}`,
		todo: LATER_TODO,
	}),
	cut: () => ({ what: 'The connection was lost before the response was complete', todo: LATER_TODO }),
	cutJson: () => ({ what: 'The response is incomplete', todo: LATER_TODO }),
	empty: (failure) => ({ what: 'The response is empty', todo: baseUrlTodo(failure) }),
	notJson: (failure) => ({ what: "The response isn't JSON", todo: baseUrlTodo(failure) }),
	notThisService: (failure) => ({
		what: 'Unexpected response',
		todo: `Is the Base URL correct? ${baseUrlTodo(failure)}`,
	}),
	tooLarge: (failure) => ({
		what: 'The response is too large',
		todo: `Deactivate radars with large custom fields. If there are none: ${baseUrlTodo(failure)}`,
	}),
	incompleteList: (failure) => ({
		what: `The service gave only a part of ${endpointOf(failure).resourceLabel}`,
		todo: LATER_TODO,
	}),
	redirect: () => ({
		what: 'The service redirected the request to another address',
		todo: "Enter the final address as the Base URL in the credential. The API key isn't sent to other addresses.",
	}),
	proxyPassword: () => ({
		what: 'A proxy between n8n and the service asks for a password',
		todo: "Add a user name and password to n8n's proxy setting, such as HTTPS_PROXY=http://user:password@proxy:8080. Nothing was sent to the service.",
	}),
	waitedTooLong: () => ({
		what: 'Timed out waiting for the API rate limit',
		todo: "Try again later, raise 'Retry Timeout (Seconds)', or run fewer workflows with this key at once. Nothing was sent.",
	}),
	cancelled: () => ({ what: 'Stopped before it finished', todo: 'Run it again to finish.' }),
	notSent: () => ({ what: 'The request was not sent', todo: "Check this node's credential." }),
};

const candidateIds = ({ candidates = [] }: ApiFailure): string => {
	const ids = candidates.flatMap(({ radarIds }) => radarIds);
	return ids.length === 0 ? '' : `It may be: ${ids.join(', ')}.`;
};

const tries = ({ attempts, triedForSeconds }: ApiFailure): string =>
	attempts > 1 ? `Failed after ${attempts} attempts in ${seconds(triedForSeconds)}.` : '';

const said = (failure: ApiFailure): string => {
	const parts = [failure.serviceMessage?.replace(/\.+$/, ''), reasons(failure)].filter(Boolean);
	const who = failure.kind === 'status' ? 'The service' : 'The response';
	return parts.length === 0 ? '' : `${who} says: ${parts.join(' – ')}.`;
};

/** The failure as JSON for error items and for n8n's own error. */
function detailsOf(failure: ApiFailure): IDataObject {
	const candidates = failure.candidates?.flatMap(({ radarIds }) => radarIds) ?? [];
	return known({
		kind: failure.kind,
		outcome: failure.outcome,
		status: failure.status,
		errors: failure.errors,
		error_id: failure.errorId,
		conflicting_radar_id: failure.conflictingRadarId,
		refund_amount_usd: failure.refundUsd,
		retry_after_seconds: failure.retryAfterSeconds,
		candidates: candidates.length > 0 ? candidates : undefined,
		attempts: failure.attempts,
	}) as IDataObject;
}

/** What the user reads about a failed call. It holds nothing of the request, so no API key either. */
export function explain(failure: ApiFailure): Refusal {
	// A gateway may also send a 429, in another format than the service's.
	const kind = failure.status === 429 ? 'status' : failure.kind;
	const told = BY_KIND[kind](failure);
	const isUnexpected = kind !== 'status' && failure.status !== undefined;
	const what = isUnexpected ? `${told.what} (status ${failure.status})` : told.what;
	const unknown = failure.outcome === 'unknown' ? endpointOf(failure).unknown : undefined;
	const todo = [
		unknown && `${what}.`,
		said(failure),
		failure.detail,
		unknown && candidateIds(failure),
		// What the account or the key may not do has nothing to do with the ID.
		failure.id && ![401, 402, 403].includes(failure.status ?? 0) && `ID: ${failure.id}.`,
		// A wrong Base URL must be corrected, whatever the first request did.
		failure.kind === 'redirect' && unknown && told.todo,
		unknown?.todo ?? told.todo,
		tries(failure),
		failure.errorId && `Support reference: error_id ${failure.errorId}.`,
	];
	return {
		kind: failure.outcome,
		what: unknown?.what ?? what,
		todo: domainInWords(todo.filter(Boolean).join(' ')),
		details: detailsOf(failure),
	};
}
