import type { CredentialInput, N8nRest } from '../../../tools/n8n-host/rest';
import { manualWorkflow, START } from '../operations/manualWorkflow';
import { compared, type Finding } from '../section';
import { credentialInput, type Stage } from '../stage';
import { record } from '../recordingServer';
import { deadUrl, redirectTo, repeatKey } from './servers';

/** What can't work must be reported at once. */
const OPTIONS = { longestWait: 0 };

const READ = { resource: 'account', operation: 'getSummary', month: '', options: OPTIONS };
const CREATE = {
	resource: 'radar',
	operation: 'create',
	radarType: 'company_reviews',
	domain: 'cedar.example',
	ifRadarExists: 'returnExisting',
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
