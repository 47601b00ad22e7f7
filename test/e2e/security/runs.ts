import type { RequestListener } from 'node:http';

import type { CredentialInput, N8nRest } from '../../../tools/n8n-host/rest';
import { type ActionNode, manualWorkflow, START } from '../manualWorkflow';
import { compared, type Finding } from '../section';
import { serve } from '../server';
import { credentialInput, type Stage } from '../stage';

/** A server that counts what came. */
async function counting(answer: RequestListener) {
	const came: string[] = [];
	const { url, stop } = await serve((request, response) => {
		came.push(request.url ?? '');
		request.resume();
		answer(request, response);
	});
	return { url, came, stop };
}

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
const options = { longestWait: 0 };

const READ = { resource: 'account', operation: 'getSummary', month: '', options };
const CREATE = {
	...{ resource: 'radar', operation: 'create', options },
	...{ radarType: 'company_reviews', domain: 'cedar.example' },
};

/** How a workflow of these nodes ends. */
async function endOf(
	rest: N8nRest,
	name: string,
	nodes: ActionNode[],
	credential: { id: string; name: string },
): Promise<string> {
	const workflow = await rest.createWorkflow(manualWorkflow(name, [{}], nodes, credential));
	const execution = await rest.executionEnd(await rest.runManually(workflow, START));
	return execution.error?.message ?? execution.status;
}

/** In one run each call fails on its item, in the other the first failure ends the execution. */
async function run(rest: N8nRest, what: string, apiKey: string, baseUrl: string): Promise<string> {
	const input = credentialInput({ apiKey, baseUrl }, what);
	const { id } = await rest.createCredential(input);
	await rest.testCredential({ ...input, id });
	const ends: string[] = [];
	for (const settings of [{ onError: 'continueRegularOutput' }, {}]) {
		const nodes = [
			{ name: 'Create', parameters: CREATE, settings },
			{ name: 'Read', parameters: READ, settings },
		];
		ends.push(await endOf(rest, what, nodes, { id, name: what }));
	}
	return ends.join(', ');
}

/** n8n's HTTP Request node may use the credential too. */
async function runHttpRequest(rest: N8nRest, input: CredentialInput, url: string): Promise<string> {
	const credential = { id: (await rest.createCredential(input)).id, name: input.name };
	const parameters = {
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'companyRadarApi',
	};
	const settings = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 };
	return await endOf(rest, input.name, [{ name: input.name, parameters, settings }], credential);
}

/** Runs that work and that fail, so that the key has every chance to be left behind somewhere. */
export async function runAll({ sandbox, host: { rest } }: Stage, wrongKey: string): Promise<Finding[]> {
	const { apiKey, baseUrl } = sandbox;
	const second = await counting((_, response) => response.end('{}'));
	const repeating = await counting(repeatKey);
	const redirecting = await counting((request, response) => {
		response.writeHead(307, { location: `${second.url}${request.url}` }).end();
	});
	const dead = await counting(() => {});
	await dead.stop();
	const withHttpRequest = async (own: string, url = `${own}/v1/account`) =>
		await runHttpRequest(rest, credentialInput({ apiKey, baseUrl: own }, 'HTTP Request'), url);
	try {
		const findings: Finding[] = [];
		for (const [what, key, url, works = false] of [
			['the right key', apiKey, baseUrl, true],
			['a wrong key', wrongKey, baseUrl],
			['a dead service', apiKey, dead.url],
			['a service that repeats the key', apiKey, repeating.url],
			['a service that redirects', apiKey, redirecting.url],
		] as const) {
			const seen = await run(rest, what, key, url);
			findings.push({ what: `Runs with ${what}`, seen, ok: (seen === 'success, success') === works });
		}
		const http = [
			await withHttpRequest(baseUrl),
			await withHttpRequest(baseUrl, second.url),
			await withHttpRequest(redirecting.url),
		];
		return [
			...findings,
			{
				what: 'The HTTP Request node with the credential, at the service, at another host, and redirected',
				seen: http.join(', '),
				ok: http.map((end) => end === 'success').join() === 'true,false,false',
			},
			compared(
				'Requests that came to the redirecting service, and that the second server got',
				[redirecting.came.length > 0, second.came.length],
				[true, 0],
			),
		];
	} finally {
		for (const { stop } of [second, repeating, redirecting]) await stop();
	}
}
