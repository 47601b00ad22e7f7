import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { readAnswer, type Answer, type Result } from './answers/answer';
import type { Body } from './answers/json';
import { faultOf } from './answers/networkFault';
import { withoutKey } from './answers/withoutKey';
import { checkBaseUrl } from './baseUrl';
import { callOf } from './calls';
import { ServiceError } from './errors/serviceError';

const CALL = { call: 'getAccount', path: '/v1/account' } as const;

interface FullResponse {
	statusCode: number;
	headers: Answer['headers'];
	body: unknown;
}

async function getAccount(
	this: ICredentialTestFunctions,
	baseUrl: string,
	apiKey: string,
): Promise<Result<Body>> {
	// A declarative test would pass on any 200, even a web page, and can't say what to do. The context of a test function
	// offers no newer helper than `request`, which n8n's rule against it overlooks (n8n-io/n8n#25190).
	const { request } = this.helpers;
	try {
		const { statusCode, headers, body } = (await request({
			method: 'GET',
			uri: `${baseUrl}${CALL.path}`,
			headers: { 'x-api-key': apiKey, accept: 'application/json' },
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
			timeout: callOf(CALL).seconds * 1000,
		})) as FullResponse;
		const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
		return readAnswer(CALL.call, { status: statusCode, headers, text });
	} catch (error) {
		return { ok: false, fault: faultOf(CALL, error) };
	}
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** The Test button of the credential: says in words what is wrong with the key or the address. */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const base = checkBaseUrl(data?.baseUrl);
	if (!base.ok) return failed(base.problems.map(({ reason, fix }) => `${reason} ${fix}`).join(' '));
	const apiKey = String(data?.apiKey ?? '').trim();
	if (apiKey === '') return failed('The API Key is empty. Copy it from your account.');

	const result = withoutKey(await getAccount.call(this, base.value, apiKey), apiKey);
	if (!result.ok) {
		const { message, description } = new ServiceError(result.fault);
		return failed(`${message}. ${description}`);
	}
	return { status: 'OK', message: 'Connection successful!' };
}
