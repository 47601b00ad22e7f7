import type {
	IAllExecuteFunctions,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { readAnswer, type Result } from './answer';
import { callOf, type Request } from './calls';
import { clock } from './clock';
import { fault, type Fault } from './fault';
import { isBurst, rateLimitIn, type Headers } from './headers';
import type { Body } from './json';
import type { Told } from './pacer';

export const CREDENTIAL = 'companyRadarApi';

export type ServiceContext =
	IExecuteFunctions | IPollFunctions | IHookFunctions | IWebhookFunctions | ILoadOptionsFunctions;

/** Where requests go, and with which credential. */
export interface Target {
	baseUrl: string;
	credential: ICredentialsDecrypted;
}

/** Codes of connections that failed before a request could be sent. */
const NOT_DELIVERED: Record<string, string> = {
	ECONNREFUSED: 'The connection was refused: nothing listens at this address.',
	ENOTFOUND: 'The host name is not known.',
	EAI_AGAIN: 'The host name could not be looked up.',
	EHOSTUNREACH: 'There is no way to the host.',
	ENETUNREACH: 'There is no way to the network of the host.',
	EADDRNOTAVAIL: 'The address of the host cannot be used from here.',
	EPROTO: 'The host does not speak https at this address.',
};

const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_TLS_|SELF_SIGNED/;

/** The first `code` on the way down the chain of causes, with the system call it belongs to. */
function networkCode(error: unknown): { code: string; syscall?: unknown } | undefined {
	let current = error;
	for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
		const { code, syscall, cause } = current as { code?: unknown; syscall?: unknown; cause?: unknown };
		if (typeof code === 'string') return { code, syscall };
		current = cause;
	}
	return undefined;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a thrown error of n8n's request helper means. Nothing of it but a known code or n8n's own words is kept. */
export function faultOf({ call }: Request, error: unknown): Fault {
	const network = networkCode(error);
	if (network === undefined) return fault(call, 'notSent', 'notDone', { detail: messageOf(error) });
	const { code, syscall } = network;
	const detail = NOT_DELIVERED[code];
	if (detail !== undefined) return fault(call, 'unreachable', 'notDone', { detail });
	if (CERTIFICATE.test(code)) {
		return fault(call, 'unreachable', 'notDone', { detail: 'The certificate of the host is not trusted.' });
	}
	if (code === 'ETIMEDOUT' && syscall === 'connect') {
		return fault(call, 'unreachable', 'notDone', { detail: 'The host did not take the connection in time.' });
	}
	return fault(call, 'cut', 'unknown');
}

const queryString = (query: object = {}): string => {
	const given = Object.entries(query).filter(([, value]) => value !== undefined);
	return given.length === 0 ? '' : `?${new URLSearchParams(given as Array<[string, string]>).toString()}`;
};

const optionsOf = ({ baseUrl }: Target, request: Request): IHttpRequestOptions => ({
	method: callOf(request).method,
	url: `${baseUrl}${request.path}${queryString(request.query)}`,
	body: request.body,
	json: true,
	// The text as it came: the transport judges itself what is JSON and what is not.
	encoding: 'text',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
});

/** n8n's helper takes the run's stop signal from its context; through this one it takes the given signal instead. */
const withSignal = (context: ServiceContext, signal: AbortSignal): IAllExecuteFunctions =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as IAllExecuteFunctions;

/** Where a 429 does not say how long to wait. */
const PAUSE_SECONDS = 10;

/** What the answer tells of its budget. Where the interface names no budget, only a 429 is heeded. */
function toldBy(request: Request, headers: Headers, result: Result<Body>): Told {
	const limits = rateLimitIn(headers);
	const told = callOf(request).budgetIsAssumed ? {} : limits;
	if (result.ok || result.fault.status !== 429) return told;
	const { retryAfterSeconds = limits.reset ?? PAUSE_SECONDS, errors } = result.fault;
	return { ...told, pauseSeconds: retryAfterSeconds, burst: isBurst(errors) };
}

/** One answer, or what came in place of it. */
export interface Exchange {
	result: Result<Body>;
	told: Told;
}

/** Sends a request once and reads its answer. Never throws. */
export async function send(
	context: ServiceContext,
	target: Target,
	request: Request,
	stop?: AbortSignal,
): Promise<Exchange> {
	const deadline = clock.deadline(callOf(request).seconds * 1000);
	// What may be paid for is not torn down when the run is stopped: its answer is awaited.
	const tearDown = callOf(request).repeating === 'harmless' ? stop : undefined;
	const signal = tearDown ? AbortSignal.any([tearDown, deadline]) : deadline;
	try {
		const { statusCode, headers, body } = (await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, signal),
			CREDENTIAL,
			optionsOf(target, request),
			{ credentialsDecrypted: target.credential },
		)) as { statusCode: number; headers: Headers; body: unknown };
		const text = typeof body === 'string' ? body : '';
		const result = readAnswer(request.call, { status: statusCode, headers, text });
		return { result, told: toldBy(request, headers, result) };
	} catch (error) {
		const why = tearDown?.aborted
			? fault(request.call, 'cancelled', 'notDone')
			: deadline.aborted
				? fault(request.call, 'timeout', 'unknown')
				: faultOf(request, error);
		return { result: { ok: false, fault: why }, told: {} };
	}
}
