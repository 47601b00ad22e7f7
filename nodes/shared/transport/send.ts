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

import type { Alarm } from './alarm';
import { readAnswer, type Result } from './answers/answer';
import { readText } from './answers/body';
import { isBurst, rateLimitIn, type Headers } from './answers/headers';
import type { Body } from './answers/json';
import { brokenBody, faultOf } from './answers/networkFault';
import { withoutKey } from './answers/withoutKey';
import { callOf, type Request } from './calls';
import { clock } from './clock';
import { fault } from './errors/fault';
import type { RateLimitUpdate } from './pacing/budget';

export const CREDENTIAL = 'companyRadarApi';

export type ServiceContext =
	IExecuteFunctions | IPollFunctions | IHookFunctions | IWebhookFunctions | ILoadOptionsFunctions;

/** Where requests go, and with which credential. */
export interface Target {
	baseUrl: string;
	credential: ICredentialsDecrypted;
}

const queryString = (query: object = {}): string => {
	const given = Object.entries(query).filter(([, value]) => value !== undefined);
	return given.length === 0 ? '' : `?${new URLSearchParams(given as Array<[string, string]>).toString()}`;
};

const optionsOf = ({ baseUrl }: Target, request: Request): IHttpRequestOptions => ({
	method: callOf(request).method,
	url: `${baseUrl}${request.path}${queryString(request.query)}`,
	// As text: n8n's copy of an object leaves out keys such as `constructor`.
	...(request.body === undefined
		? {}
		: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(request.body) }),
	json: true,
	// As it comes: the transport judges itself what is JSON, and reads no more than such a body can have.
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
});

/** n8n's helper takes the run's stop signal from its context; through this one it takes the given signal instead. */
const withSignal = (context: ServiceContext, signal: AbortSignal): IAllExecuteFunctions =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as IAllExecuteFunctions;

/** Where a 429 does not say how long to wait. */
const PAUSE_SECONDS = 10;

/** What the answer tells of its budget. Where the API names no budget, only a 429 is heeded. */
function toldBy(request: Request, headers: Headers, result: Result<Body>): RateLimitUpdate {
	const limits = rateLimitIn(headers);
	const told = callOf(request).budgetIsAssumed ? {} : limits;
	if (result.ok || result.fault.status !== 429) return told;
	const { retryAfterSeconds = limits.reset ?? PAUSE_SECONDS, errors } = result.fault;
	return { ...told, pauseSeconds: retryAfterSeconds, burst: isBurst(errors) };
}

/** One answer, or what came in place of it. */
export interface Exchange {
	result: Result<Body>;
	told: RateLimitUpdate;
}

/** Sends a request once and reads its answer. Never throws. */
export async function send(
	context: ServiceContext,
	target: Target,
	request: Request,
	stop: Alarm,
): Promise<Exchange> {
	const deadline = clock.deadline(callOf(request).seconds * 1000);
	// What may be paid for is not torn down when the run is stopped: its answer is awaited.
	const tearDown = callOf(request).repeating === 'harmless' ? stop : undefined;
	const apiKey = target.credential.data?.apiKey;
	const abortion = new AbortController();
	let isAnswered = false;
	const abort = () => abortion.abort();
	deadline.add(abort);
	tearDown?.add(abort);
	try {
		const { statusCode, headers, body } = (await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, abortion.signal),
			CREDENTIAL,
			optionsOf(target, request),
			{ credentialsDecrypted: target.credential },
		)) as { statusCode: number; headers: Headers; body: unknown };
		isAnswered = true;
		const text = await readText(body);
		const result = withoutKey(readAnswer(request.call, { status: statusCode, headers, text }), apiKey);
		return { result, told: toldBy(request, headers, result) };
	} catch (error) {
		const why = tearDown?.isRaised
			? fault(request.call, 'cancelled', 'unknown')
			: deadline.isRaised
				? fault(request.call, 'timeout', 'unknown')
				: isAnswered
					? brokenBody(request, error)
					: faultOf(request, error);
		return { result: withoutKey({ ok: false, fault: why }, apiKey), told: {} };
	} finally {
		deadline.remove(abort);
		tearDown?.remove(abort);
	}
}
