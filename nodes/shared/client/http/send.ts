import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL, withSignal } from '../../host/host';
import { takeTurn, throttleStart, AbortGroup, clock } from '../../host/clock';
import { isBurst, apiFailure, withTexts } from '../errors/apiFailure';
import {
	parseResponse,
	type Result,
	rateLimitIn,
	type Headers,
	readText,
	brokenBodyFailure,
	networkFailure,
} from './response';
import {
	ENDPOINTS,
	endpointOf,
	type EndpointName,
	type Request,
	type ResponseBody,
} from '../../api/endpoints';
import type { RateLimitUpdate } from '../rateLimit/budget';

/** Redacting a shorter key would also hide other text. */
const MIN_KEY_LENGTH = 6;

/** Returns a function that removes the API key from a text: as it is, and as JSON writes it. */
export function keyRedactor(apiKey: unknown): (text: string) => string {
	const key = String(apiKey ?? '').trim();
	if (key.length < MIN_KEY_LENGTH) return (text) => text;
	const inJson = JSON.stringify(key).slice(1, -1);
	return (text) => text.replaceAll(inJson, '***').replaceAll(key, '***');
}

export type ServiceContext =
	IExecuteFunctions | IPollFunctions | IHookFunctions | IWebhookFunctions | ILoadOptionsFunctions;

/** Where requests go, and with which credential. */
export interface Target {
	baseUrl: string;
	credential: ICredentialsDecrypted;
	/** Removes the API key from a text of the service. */
	redact(text: string): string;
}

const queryString = (query: object = {}): string => {
	const given = Object.entries(query).filter(([, value]) => value !== undefined);
	return given.length === 0 ? '' : `?${new URLSearchParams(given as Array<[string, string]>).toString()}`;
};

const urlOf = ({ baseUrl }: Target, { endpoint, id = '', query }: Request): string =>
	`${baseUrl}${ENDPOINTS[endpoint].path.replace('{id}', encodeURIComponent(id))}${queryString(query)}`;

const optionsOf = (target: Target, request: Request): IHttpRequestOptions => ({
	method: endpointOf(request).method,
	url: urlOf(target, request),
	// As text: n8n's copy of an object leaves out keys such as `constructor`.
	...(request.body === undefined
		? {}
		: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(request.body) }),
	json: true,
	// A stream, so that a response of the wrong size or kind is never read in full.
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
});

/** The pause after a 429 that doesn't say how long to wait. */
const DEFAULT_PAUSE_SECONDS = 10;

/** The state of the budget that a response reports. If the endpoint's budget is an assumption, only a 429 counts. */
function rateLimitUpdateOf(request: Request, headers: Headers, result: Result<unknown>): RateLimitUpdate {
	const limits = rateLimitIn(headers);
	const reported = endpointOf(request).budgetIsAssumed ? {} : limits;
	if (result.ok || result.failure.status !== 429) return reported;
	const { retryAfterSeconds = limits.reset ?? DEFAULT_PAUSE_SECONDS, errors } = result.failure;
	return { ...reported, pauseSeconds: retryAfterSeconds, burst: isBurst(errors) };
}

/** The result of one attempt. */
interface Exchange<Name extends EndpointName> {
	result: Result<ResponseBody<Name>>;
	rateLimitUpdate: RateLimitUpdate;
}

/** Adds the path of the Base URL to a failure, since a wrong path may be the cause. */
export function withBasePath<T>(result: Result<T>, baseUrl: string): Result<T> {
	const basePath = new URL(baseUrl).pathname;
	return result.ok || basePath === '/' ? result : { ok: false, failure: { ...result.failure, basePath } };
}

/** Calls with a signal that aborts with any of the groups. */
async function withAbortion<T>(groups: AbortGroup[], call: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const abortion = new AbortController();
	const abort = () => abortion.abort();
	for (const group of groups) group.add(abort);
	try {
		return await call(abortion.signal);
	} finally {
		for (const group of groups) group.remove(abort);
	}
}

/** The status, the headers and the unread body. @throws the error of n8n's HTTP client */
async function respond(
	context: ServiceContext,
	target: Target,
	request: Request,
	signal: AbortSignal,
): Promise<{ statusCode: number; headers: Headers; body: unknown }> {
	const { hasLargeBody } = endpointOf(request);
	await (hasLargeBody ? takeTurn() : throttleStart());
	const options = optionsOf(target, request);
	// n8n's HTTP client parses the text, which takes milliseconds, too.
	if (hasLargeBody) await takeTurn();
	return (await context.helpers.httpRequestWithAuthentication.call(
		withSignal(context, signal),
		CREDENTIAL,
		options,
		{ credentialsDecrypted: target.credential },
	)) as { statusCode: number; headers: Headers; body: unknown };
}

/** Sends a request once and reads its response. Never throws. */
export async function send<Name extends EndpointName>(
	context: ServiceContext,
	target: Target,
	request: Request<Name>,
	stop: AbortGroup,
): Promise<Exchange<Name>> {
	const { timeoutSeconds, isHarmless } = endpointOf(request);
	const deadline = clock.deadline(timeoutSeconds * 1000);
	// Stopping the run aborts only harmless requests. Others may be charged, so their responses are awaited.
	const tearDown = isHarmless ? stop : new AbortGroup();
	let status: number | undefined;
	try {
		return await withAbortion([deadline, tearDown], async (signal) => {
			const { statusCode, headers, body } = await respond(context, target, request, signal);
			status = statusCode;
			const text = target.redact(await readText(body));
			const result = parseResponse(request.endpoint, { status: statusCode, headers, text });
			const rateLimitUpdate = rateLimitUpdateOf(request, headers, result);
			return { result: withBasePath(result, target.baseUrl), rateLimitUpdate };
		});
	} catch (error) {
		const why = tearDown.isAborted
			? apiFailure(request.endpoint, 'cancelled', 'unknown')
			: deadline.isAborted
				? apiFailure(request.endpoint, 'timeout', 'unknown')
				: status !== undefined
					? brokenBodyFailure(request, error)
					: networkFailure(request, error);
		return {
			result: { ok: false, failure: withTexts({ ...why, status }, target.redact) },
			rateLimitUpdate: {},
		};
	}
}
