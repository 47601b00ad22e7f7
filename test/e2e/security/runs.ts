import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { CredentialInput, N8nRest } from '../../../tools/n8n-host/rest';
import { manualWorkflow, START } from '../operations/manualWorkflow';
import { compared, type Finding } from '../section';
import { credentialInput, type Stage } from '../stage';

/** A server on loopback that keeps what came. */
export interface RecordingServer {
	url: string;
	/** Oldest first. */
	requests: Array<{ method: string; path: string; headers: IncomingHttpHeaders }>;
	stop(): Promise<void>;
}

async function record(answer: RequestListener): Promise<RecordingServer> {
	const requests: RecordingServer['requests'] = [];
	const server = createServer((request, response) => {
		const { method = '', url = '', headers } = request;
		requests.push({ method, path: url.split('?', 1)[0] ?? '', headers });
		request.resume();
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Where nothing listens. */
async function deadUrl(): Promise<string> {
	const server = await record(() => {});
	await server.stop();
	return server.url;
}

/** Sends everybody on to the same path at another address. */
const redirectTo =
	(url: string, status: number): RequestListener =>
	(request, response) => {
		response.writeHead(status, { location: `${url}${request.url}` }).end();
	};

/** A service that repeats the key in its error, as careless ones do. */
const repeatKey: RequestListener = (request, response) => {
	const key = String(request.headers['x-api-key']);
	const body = {
		status: 'error',
		code: 400,
		message: `Request with key ${key} refused`,
		errors: [{ field: 'x-api-key', reason: `${key} may not do this` }],
		timestamp: new Date().toISOString(),
		error_id: '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01',
	};
	response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** What can't work must be reported at once. */
const OPTIONS = { longestWait: 0 };

const READ = { resource: 'account', operation: 'getSummary', month: '', options: OPTIONS };
const CREATE = {
	resource: 'radar',
	operation: 'create',
	radarType: 'company_reviews',
	domain: 'cedar.example',
	options: OPTIONS,
};

/** In one run each call fails on its item, in the other the first failure ends the execution. */
async function run(rest: N8nRest, what: string, apiKey: string, baseUrl: string): Promise<string> {
	const input = credentialInput({ apiKey, baseUrl }, what);
	const { id } = await rest.createCredential(input);
	await rest.testCredential({ ...input, id });
	const goingOn = { onError: 'continueRegularOutput' };
	const ends: string[] = [];
	for (const settings of [goingOn, {}]) {
		const nodes = [
			{ name: 'Create', parameters: CREATE, settings },
			{ name: 'Read', parameters: READ, settings },
		];
		const workflow = await rest.createWorkflow(manualWorkflow(what, [{}], nodes, { id, name: what }));
		const execution = await rest.executionEnd(await rest.runManually(workflow, START));
		ends.push(execution.error?.message ?? execution.status);
	}
	return ends.join(', ');
}

/** n8n's HTTP Request node may use the credential too. */
async function runHttpRequest(rest: N8nRest, input: CredentialInput, url: string): Promise<string> {
	const { name } = input;
	const { id } = await rest.createCredential(input);
	const workflow = await rest.createWorkflow({
		name,
		nodes: [
			{
				id: START,
				name: START,
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: name,
				name,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [220, 0],
				parameters: {
					url,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'companyRadarApi',
				},
				credentials: { companyRadarApi: { id, name } },
			},
		],
		connections: { [START]: { main: [[{ node: name, type: 'main', index: 0 }]] } },
	});
	const execution = await rest.executionEnd(await rest.runManually(workflow, START));
	return execution.error?.message ?? execution.status;
}

/** Runs that work and that fail, so that the key has every chance to be left behind somewhere. */
export async function runAll(stage: Stage, wrongKey: string): Promise<Finding[]> {
	const { sandbox, host } = stage;
	const second = await record((_, response) => response.end('{}'));
	const repeating = await record(repeatKey);
	const redirecting = await Promise.all(
		[302, 307, 308].map(async (status) => ({
			what: `a service that redirects with ${status}`,
			server: await record(redirectTo(second.url, status)),
		})),
	);
	const runs = [
		{ what: 'the right key', apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl },
		{ what: 'a wrong key', apiKey: wrongKey, baseUrl: sandbox.baseUrl },
		{ what: 'a dead service', apiKey: sandbox.apiKey, baseUrl: await deadUrl() },
		{ what: 'a service that repeats the key', apiKey: sandbox.apiKey, baseUrl: repeating.url },
		...redirecting.map(({ what, server: { url } }) => ({ what, apiKey: sandbox.apiKey, baseUrl: url })),
	];
	try {
		const findings: Finding[] = [];
		for (const { what, apiKey, baseUrl } of runs) {
			const seen = await run(host.rest, what, apiKey, baseUrl);
			const works = what === 'the right key';
			findings.push({ what: `Runs with ${what}`, seen, ok: (seen === 'success, success') === works });
		}
		sandbox.control.change({ echoKey: true });
		const echoed = await run(host.rest, 'every response repeats the key', sandbox.apiKey, sandbox.baseUrl);
		sandbox.control.change({ echoKey: false });
		findings.push(
			compared('Runs with a service that repeats the key everywhere', echoed, 'success, success'),
		);
		const withHttpRequest = async (baseUrl: string, url = `${baseUrl}/v1/account`) =>
			await runHttpRequest(host.rest, credentialInput({ ...sandbox, baseUrl }, 'HTTP Request'), url);
		const atTheService = await withHttpRequest(sandbox.baseUrl);
		const elsewhere = await withHttpRequest(sandbox.baseUrl, second.url);
		const redirected = await Promise.all(
			redirecting.map(async ({ server }) => await withHttpRequest(server.url)),
		);
		const arrived = redirecting.map(({ server }) => server.requests.length);
		return [
			...findings,
			{
				what: 'Requests that came to redirecting services, and that the second server got',
				seen: `${arrived.join(', ')}; ${second.requests.length}`,
				ok: arrived.every((count) => count > 0) && second.requests.length === 0,
			},
			compared('The HTTP Request node with the credential, at the service', atTheService, 'success'),
			{
				what: 'The same at another host, and at redirecting services',
				seen: [elsewhere, ...redirected].join(', '),
				ok: ![elsewhere, ...redirected].includes('success'),
			},
		];
	} finally {
		for (const { stop } of [second, repeating, ...redirecting.map(({ server }) => server)]) await stop();
	}
}
