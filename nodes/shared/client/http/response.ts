import { NodeApiError } from 'n8n-workflow';

import { takeTurn } from '../../host/clock';
import type { RateLimitUpdate } from '../rateLimit/budget';
import { asError, nonEmptyText, isObject, parseJson } from '../../values/basics/values';
import { type EndpointName, ENDPOINTS, type ResponseBody, type Request } from '../../api/endpoints';
import {
	apiFailure,
	type ApiFailure,
	type FailureKind,
	isSuccess,
	readEnvelope,
	wordsIn,
} from '../errors/apiFailure';

/** Bulk results have up to 2 MB (docs/contributing/api.md, bulk_completed), and pages of radars with large custom fields are larger. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

class BodyTooLarge extends Error {}

/** Larger bodies take milliseconds to decode and parse. */
const LARGE_BODY_BYTES = 100_000;

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/**
 * Reads the text of a body, which n8n gives as a decompressed stream.
 * @throws BodyTooLarge as soon as more than `MAX_BODY_BYTES` arrived
 */
export async function readText(body: unknown): Promise<string> {
	if (typeof body === 'string') return body;
	if (!isStream(body)) return '';
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		chunks.push(chunk);
		if (bytes > MAX_BODY_BYTES) throw new BodyTooLarge();
	}
	if (bytes >= LARGE_BODY_BYTES) await takeTurn();
	return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The headers by their lower-case names. */
export type Headers = Record<string, unknown>;

const DIGITS = /^\d+(?:\.\d+)?$/;

const numberIn = (header: unknown): number | undefined => {
	const text = nonEmptyText(header)?.trim();
	return text !== undefined && DIGITS.test(text) ? Number(text) : undefined;
};

/** A longer `Retry-After` is cut to this, since the budgets refill within a minute (docs/contributing/api.md, Rate limits). */
const MAX_RETRY_AFTER_SECONDS = 300;

/** A higher `X-RateLimit-Reset` isn't a number of seconds but a Unix time or a mistake. */
const MAX_RESET_SECONDS = 3600;

function retryAfterIn(headers: Headers): number | undefined {
	const seconds = numberIn(headers['retry-after']);
	return seconds === undefined ? undefined : Math.min(seconds, MAX_RETRY_AFTER_SECONDS);
}

const within = (least: number, number: number | undefined, most: number): number | undefined =>
	number !== undefined && number >= least && number <= most ? number : undefined;

/** The X-RateLimit headers, without values that would block a key forever. */
export const rateLimitIn = (headers: Headers): RateLimitUpdate => ({
	limit: within(1, numberIn(headers['x-ratelimit-limit']), Number.MAX_SAFE_INTEGER),
	remaining: numberIn(headers['x-ratelimit-remaining']),
	reset: within(0, numberIn(headers['x-ratelimit-reset']), MAX_RESET_SECONDS),
});

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

/** Statuses that are about the values in any format, so the Base URL is right. */
const WRONG_VALUES = [400, 422];

/** Whether the service didn't answer in its own format, so that something in between may have. A gateway's 429 or 5xx may pass. */
export const isStrange = ({ outcome, status = 500 }: ApiFailure): boolean =>
	outcome === 'unknown' && status < 500 && status !== 429;

/** Returns the body of a success, or a failure for an error or a response that isn't this service's. Never throws. */
export function parseResponse<Name extends EndpointName>(
	endpoint: Name,
	{ status, headers, text }: RawResponse,
): Result<ResponseBody<Name>> {
	const parsed = parseJson(text);
	// A bare list stands for the list of an envelope.
	const body = Array.isArray(parsed) ? { data: parsed } : parsed;
	const unexpected = (kind: FailureKind): ApiFailure => {
		const serviceMessage = status >= 400 ? wordsIn(text, body) : undefined;
		return apiFailure(
			endpoint,
			serviceMessage !== undefined && WRONG_VALUES.includes(status) ? 'status' : kind,
			// Only the service's own format tells that it refused: a firewall's page may hide a success.
			'unknown',
			{ status, retryAfterSeconds: retryAfterIn(headers), serviceMessage },
		);
	};
	if (status >= 300 && status < 400) return { ok: false, failure: unexpected('redirect') };
	if (status === 407)
		return { ok: false, failure: apiFailure(endpoint, 'proxyPassword', 'notDone', { status }) };
	if (body === undefined) return { ok: false, failure: unexpected(unreadableKind(text)) };
	if (isSuccess(status) && isObject(body) && ENDPOINTS[endpoint].isResponse(body))
		return { ok: true, body: body as ResponseBody<Name> };
	const told = isSuccess(status) && isObject(body) ? Number(body.code) : status;
	const envelope = told >= 400 ? readEnvelope(endpoint, told, body, retryAfterIn(headers)) : undefined;
	return { ok: false, failure: envelope ?? unexpected('notThisService') };
}

const BYTES_PER_MB = 1024 * 1024;

/** Codes of connections that failed before a request could be sent. */
const NOT_DELIVERED: Record<string, string> = {
	ECONNREFUSED: 'The connection was refused: nothing listens at this address.',
	ENOTFOUND: "The host name can't be found.",
	EAI_AGAIN: 'The host name could not be looked up.',
	EHOSTUNREACH: "The host can't be reached.",
	ENETUNREACH: "The host's network can't be reached.",
	EADDRNOTAVAIL: "The host's address can't be used from this machine.",
	EPROTO: "The host doesn't use https at this address.",
};

/** Codes of requests that couldn't even be built. */
const NOT_SENDABLE = /^ERR_(INVALID|UNESCAPED|BAD_OPTION|HTTP_INVALID)/;

const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_TLS_|SELF_SIGNED/;

const CERTIFICATE_FAULTS: Record<string, string> = {
	CERT_HAS_EXPIRED: "The host's certificate has expired.",
	CERT_NOT_YET_VALID:
		"The host's certificate isn't valid yet. Check the clock of the computer that n8n runs on.",
	ERR_TLS_CERT_ALTNAME_INVALID: "The host's certificate is for another host name.",
};

const UNTRUSTED =
	"The host's certificate isn't trusted. If your organization has its own certificate authority, set NODE_EXTRA_CA_CERTS to the file with its certificate where n8n runs.";

/**
 * The first `code` in the chain of causes, with the system call that failed. Some versions of n8n drop the cause and only keep its
 * code, as the `httpCode` of their own error. A host with several addresses has one error for each.
 */
interface NetworkCode {
	code: string;
	syscall?: unknown;
	/** What was connected to: the service, or a proxy of n8n's. */
	address?: unknown;
	port?: unknown;
}

function networkCode(error: unknown): NetworkCode | undefined {
	let found: NetworkCode | undefined;
	let current = error;
	for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
		const { code, httpCode, syscall, address, port, cause, errors } = current as Record<string, unknown>;
		if (typeof code === 'string') found ??= { code };
		else if (typeof httpCode === 'string' && cause === undefined) found ??= { code: httpCode };
		if (found && typeof syscall === 'string') return { ...found, syscall, address, port };
		current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
	}
	return found;
}

/** Why the request never reached the service; undefined if it may have. */
function undelivered({ code, syscall, address, port }: NetworkCode): string | undefined {
	if (code === 'ECONNREFUSED' && typeof address === 'string') {
		const host = `${address.includes(':') ? `[${address}]` : address}:${String(port)}`;
		return `${host} refused the connection. If that isn't the service's address, it's the proxy in n8n's HTTP_PROXY, HTTPS_PROXY or ALL_PROXY: check whether it runs.`;
	}
	if (CERTIFICATE.test(code)) return CERTIFICATE_FAULTS[code] ?? UNTRUSTED;
	if (code === 'ETIMEDOUT' && syscall === 'connect') return "The host didn't accept the connection in time.";
	return NOT_DELIVERED[code];
}

/** The failure if the body can't be read. The service has responded, so the request may have worked. */
export const brokenBodyFailure = ({ endpoint }: Request, error: unknown): ApiFailure =>
	error instanceof BodyTooLarge
		? apiFailure(endpoint, 'tooLarge', 'unknown', {
				detail: `It is larger than ${MAX_BODY_BYTES / BYTES_PER_MB} MB.`,
			})
		: apiFailure(endpoint, 'cut', 'unknown');

/** The failure for an error of n8n's request helper. Keeps only a known code or n8n's own message. */
export function networkFailure({ endpoint }: Request, error: unknown): ApiFailure {
	const network = networkCode(error);
	if (network === undefined) {
		// n8n sent the request but doesn't say why it failed, so it may have worked.
		if (error instanceof NodeApiError) return apiFailure(endpoint, 'cut', 'unknown');
		return apiFailure(endpoint, 'notSent', 'notDone', { detail: asError(error).message });
	}
	const { code } = network;
	if (NOT_SENDABLE.test(code)) {
		const detail = "The API Key or the Base URL contains a character that can't be sent.";
		return apiFailure(endpoint, 'notSent', 'notDone', { detail });
	}
	const detail = undelivered(network);
	return detail === undefined
		? apiFailure(endpoint, 'cut', 'unknown')
		: apiFailure(endpoint, 'unreachable', 'notDone', { detail });
}
