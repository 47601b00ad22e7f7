import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';

import { CompanyRadarApi } from '../../credentials/CompanyRadarApi.credentials';
import { CompanyRadar } from '../../nodes/CompanyRadar/CompanyRadar.node';
import { watched } from './client/service';
import { useSandbox } from './support/sandbox';

const service = useSandbox();

/** What the Test button says. */
async function press(data: Record<string, string | number>) {
	const [credential] = new CompanyRadar().description.credentials ?? [];
	const test = new CompanyRadar().methods.credentialTest[credential?.testedBy as 'companyRadarApiTest'];
	const lacking: string[] = [];
	const context = watched(
		new CredentialTestContext({} as never),
		lacking,
	) as unknown as ICredentialTestFunctions;
	const credentials: ICredentialsDecrypted = { id: '1', name: 'Test', type: 'companyRadarApi', data };
	const result = await test.call(context, credentials);
	expect(lacking).toEqual([]);
	return result;
}

test.each(['', '/', '/v1', '/v1/', '  '])(
	'is content with the right key and the address followed by "%s"',
	async (end) => {
		const { apiKey, baseUrl } = service.running;
		expect(await press({ apiKey, baseUrl: baseUrl + end })).toMatchObject({ status: 'OK' });
		expect(service.requests()).toEqual(['GET /v1/account']);
	},
);

test.each<[string, () => Record<string, string | number>, expected: string]>([
	['a wrong key', () => ({ apiKey: 'wrong' }), 'The API key was rejected'],
	['an inactive key', () => ({ apiKey: service.running.keys.inactive }), 'The API key was rejected'],
	...['"key"', "'key'", 'Bearer key', 'x-api-key: key', '“key”'].map(
		(apiKey): [string, () => { apiKey: string }, string] => [
			`a key as ${apiKey}`,
			() => ({ apiKey }),
			'The API key was rejected. Enter the key alone',
		],
	),
	['no requests at all', () => ({ requestsPerSecond: 0 }), 'Requests per Second'],
	['no key', () => ({ apiKey: ' ' }), 'API Key is empty'],
	['no address', () => ({ baseUrl: '' }), 'Base URL is empty'],
	['http', () => ({ baseUrl: 'http://radar.example.com' }), 'https'],
	['a dead address', () => ({ baseUrl: 'http://127.0.0.1:9' }), "Couldn't connect"],
])('says in words what is wrong with %s', async (_, data, expected) => {
	const result = await press({ apiKey: 'k', baseUrl: service.running.baseUrl, ...data() });
	expect(result).toEqual({ status: 'Error', message: expect.stringContaining(expected) });
});

/** What the Test button says of a server that answers so. */
async function pressWhere(listener: http.RequestListener) {
	const server = http.createServer(listener);
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const result = await press({ apiKey: 'k', baseUrl });
	server.closeAllConnections();
	server.close();
	return result;
}

test('says that another service answers', async () => {
	const result = await pressWhere((_, response) =>
		response.setHeader('content-type', 'application/json').end('{"ok":true}'),
	);
	expect(result).toEqual({ status: 'Error', message: expect.stringContaining('Base URL') });
});

test('does not wait for a response that never ends', async () => {
	const { timeout } = AbortSignal;
	jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 100));
	expect(await pressWhere((_, response) => response.writeHead(200).write('{'))).toMatchObject({
		status: 'Error',
	});
	jest.restoreAllMocks();
});

describe('The key', () => {
	const credential = { apiKey: ' secret ', baseUrl: 'https://radar.example.org/' };
	const authenticate = async (url: string, data: Record<string, string> = credential) =>
		await new CompanyRadarApi().authenticate(data, { url });

	test('goes along to the Base URL, trimmed, and redirects are not followed', async () => {
		expect(await authenticate('https://radar.example.org/v1/account')).toMatchObject({
			headers: { 'x-api-key': 'secret' },
			disableFollowRedirect: true,
		});
	});

	test('goes along in an HTTP Request node too, which names the address and redirects in another way', async () => {
		const asHttpRequest = (uri: string) =>
			new CompanyRadarApi().authenticate(credential, {
				uri,
				followRedirect: true,
				followAllRedirects: true,
			} as never);
		expect(await asHttpRequest('https://radar.example.org/v1/account')).toMatchObject({
			headers: { 'x-api-key': 'secret' },
			followRedirect: false,
			followAllRedirects: false,
		});
		await expect(asHttpRequest('https://radar.example.com/v1/account')).rejects.toThrow('Base URL');
	});

	test.each([
		['another host', 'https://radar.example.com/v1/account'],
		['another port', 'https://radar.example.org:8443/v1/account'],
		['http', 'http://radar.example.org/v1/account'],
	])('does not go to %s', async (_, url) => {
		await expect(authenticate(url)).rejects.toThrow('Base URL');
	});

	test('does not go anywhere without https', async () => {
		const baseUrl = 'http://radar.example.org';
		await expect(authenticate(`${baseUrl}/v1/account`, { ...credential, baseUrl })).rejects.toThrow('https');
	});
});
