import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { withTimeout } from '../host/clock';
import {
	parseResponse,
	type RawResponse,
	type Result,
	readText,
	brokenBodyFailure,
	networkFailure,
} from './http/response';
import { keyRedactor, withBasePath } from './http/send';
import { checkBaseUrl, problemsInWords } from './http/baseUrl';
import { endpointOf, type ResponseBody } from '../api/endpoints';
import { withTexts } from './errors/apiFailure';
import { explain } from './errors/radarApiError';
import { inOneLine } from '../values/basics/refusal';

const CALL = { endpoint: 'getAccount' } as const;

interface FullResponse {
	statusCode: number;
	headers: RawResponse['headers'];
	body: unknown;
}

async function getAccount(
	this: ICredentialTestFunctions,
	baseUrl: string,
	apiKey: string,
): Promise<Result<ResponseBody<'getAccount'>>> {
	// A declarative test would pass on any 200, even a web page, and can't say what to do. A test function has no newer helper than
	// `request`, although n8n's lint rule demands one (n8n-io/n8n#25190).
	const { request } = this.helpers;
	const { path, timeoutSeconds } = endpointOf(CALL);
	const milliseconds = timeoutSeconds * 1000;
	const redact = keyRedactor(apiKey);
	let response: FullResponse | undefined;
	try {
		response = (await request({
			method: 'GET',
			uri: `${baseUrl}${path}`,
			headers: { 'x-api-key': apiKey, accept: 'application/json' },
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
			timeout: milliseconds,
			// So that a response that is too large, or never ends, is not read in full.
			useStream: true,
		})) as FullResponse;
		const { statusCode, headers, body } = response;
		const text = redact(await withTimeout(readText(body), milliseconds));
		return withBasePath(parseResponse(CALL.endpoint, { status: statusCode, headers, text }), baseUrl);
	} catch (error) {
		const failure = response ? brokenBodyFailure(CALL, error) : networkFailure(CALL, error);
		return { ok: false, failure: withTexts(failure, redact) };
	}
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** What only is in a key if more than the key was copied. */
const NOT_IN_KEYS = /[\s"'“”„‘’`]/;

/** The Test button of the credential: says in words what is wrong with the key or the address. */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const base = checkBaseUrl(data?.baseUrl);
	if (!base.ok) return failed(problemsInWords(base.problems));
	const apiKey = String(data?.apiKey ?? '').trim();
	if (apiKey === '') return failed('The API Key is empty. Copy it from your account.');

	const { requestsPerSecond = 1 } = data ?? {};
	if (!(Number(requestsPerSecond) >= 1)) return failed('Requests per Second must be 1 or more.');

	const result = await getAccount.call(this, base.value, apiKey);
	if (!result.ok) {
		const told = explain(result.failure);
		if (result.failure.status !== 401 || !NOT_IN_KEYS.test(apiKey)) return failed(inOneLine(told));
		return failed(`${told.what}. Enter the key alone, without quotes, blanks or a word such as Bearer.`);
	}
	return { status: 'OK', message: 'Connection successful!' };
}
