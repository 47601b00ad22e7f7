import { ENDPOINTS, type EndpointName, type ResponseBody } from '../endpoints';
import { readEnvelope } from './envelope';
import { apiFailure, type ApiFailure, type FailureKind } from '../errors/apiFailure';
import type { Headers } from './headers';
import { isObject, parseJson } from './json';

/** An HTTP response as it came. */
export interface RawResponse {
	status: number;
	headers: Headers;
	text: string;
}

export type Result<T> = { ok: true; body: T } | { ok: false; failure: ApiFailure };

const unreadableKind = (text: string): FailureKind => {
	const start = text.trimStart()[0];
	if (start === undefined) return 'empty';
	return start === '{' || start === '[' ? 'cutJson' : 'notJson';
};

/** Tells a success from an error, and both from what is not a response of this service. Never throws. */
export function parseResponse<Name extends EndpointName>(
	endpoint: Name,
	{ status, headers, text }: RawResponse,
): Result<ResponseBody<Name>> {
	if (status >= 300 && status < 400) {
		return { ok: false, failure: apiFailure(endpoint, 'redirect', 'unknown', { status }) };
	}
	const body = parseJson(text);
	if (body === undefined) {
		return { ok: false, failure: apiFailure(endpoint, unreadableKind(text), 'unknown', { status }) };
	}
	const succeeded = status >= 200 && status < 300;
	if (succeeded && isObject(body) && ENDPOINTS[endpoint].isResponse(body)) return { ok: true, body };
	const envelope = succeeded ? undefined : readEnvelope(endpoint, status, body, headers);
	return { ok: false, failure: envelope ?? apiFailure(endpoint, 'notThisService', 'unknown', { status }) };
}
