import { NodeApiError } from 'n8n-workflow';

import type { Request } from '../../api/endpoints';
import { apiFailure, type ApiFailure } from '../errors/apiFailure';
import { BodyTooLarge, MAX_BODY_BYTES } from './parseResponse';

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
 * The first `code` in the chain of causes, with its system call. Some versions of n8n drop the cause and only keep its code, as
 * the `httpCode` of their own error.
 */
function networkCode(error: unknown): { code: string; syscall?: unknown } | undefined {
	let current = error;
	for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
		const { code, httpCode, syscall, cause } = current as Record<string, unknown>;
		if (typeof code === 'string') return { code, syscall };
		if (typeof httpCode === 'string' && cause === undefined) return { code: httpCode };
		current = cause;
	}
	return undefined;
}

/** Why the request never reached the service; undefined if it may have. */
function undelivered(code: string, syscall: unknown): string | undefined {
	if (CERTIFICATE.test(code)) return CERTIFICATE_FAULTS[code] ?? UNTRUSTED;
	if (code === 'ETIMEDOUT' && syscall === 'connect') return "The host didn't accept the connection in time.";
	return NOT_DELIVERED[code];
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The failure if the body can't be read. The service has responded, so the request may have worked. */
export const brokenBodyFailure = ({ endpoint }: Request, error: unknown): ApiFailure =>
	error instanceof BodyTooLarge
		? apiFailure(endpoint, 'tooLarge', 'unknown', {
				detail: `It is larger than ${MAX_BODY_BYTES / BYTES_PER_MB} MB.`,
				largestRadars: error.largestRadars,
			})
		: apiFailure(endpoint, 'cut', 'unknown');

/** The failure for an error of n8n's request helper. Keeps only a known code or n8n's own message. */
export function networkFailure({ endpoint }: Request, error: unknown): ApiFailure {
	const network = networkCode(error);
	if (network === undefined) {
		// n8n sent the request but doesn't say why it failed, so it may have worked.
		if (error instanceof NodeApiError) return apiFailure(endpoint, 'cut', 'unknown');
		return apiFailure(endpoint, 'notSent', 'notDone', { detail: messageOf(error) });
	}
	const { code, syscall } = network;
	if (NOT_SENDABLE.test(code)) {
		const detail = "The API Key or the Base URL contains a character that can't be sent.";
		return apiFailure(endpoint, 'notSent', 'notDone', { detail });
	}
	const detail = undelivered(code, syscall);
	return detail === undefined
		? apiFailure(endpoint, 'cut', 'unknown')
		: apiFailure(endpoint, 'unreachable', 'notDone', { detail });
}
