import { randomUUID } from 'node:crypto';

import { type Sandbox, startSandbox } from '../../sandbox';
import type { Radar } from '../../sandbox/types';
import { type Host, startHost } from '../../tools/n8n-host/host';
import type { CredentialInput } from '../../tools/n8n-host/rest';
import { loopback } from '../../tools/shared/loopback';
import { Gate } from './gate';
import type { E2eContext } from './section';

const PORTS_FROM = 22_000;

/**
 * Settings of n8n for thousands of executions: by default it makes two isolates of its script engine for each delivery
 * to a community node, which takes four fifths of the time.
 */
export const FOR_MANY_EXECUTIONS = { N8N_EXPRESSION_ENGINE: 'legacy' };

const CREDENTIAL_NAME = 'Company Radar account';

interface Started {
	stop(): Promise<void>;
}

/** A fresh n8n with the package and a fresh service, which end with the section. */
export interface Stage extends E2eContext {
	host: Host;
	sandbox: Sandbox;
	/** A way to n8n, closed at first. */
	gate: Gate;
	/** What ends with the section, too. */
	ends<T extends Started>(started: T): T;
}

/** Starts it, runs, and ends it, however it went. `env` has further settings of n8n. */
export async function onStage<T>(
	context: E2eContext,
	run: (stage: Stage) => Promise<T>,
	env: Record<string, string> | ((gate: Gate) => Record<string, string>) = {},
): Promise<T> {
	const all: Started[] = [];
	const ends: Stage['ends'] = (started) => {
		all.unshift(started);
		return started;
	};
	try {
		const sandbox = ends(await startSandbox());
		const gate = ends(await Gate.start(() => host.url));
		const settings = typeof env === 'function' ? env(gate) : env;
		const options = { tarball: context.tarball, port: PORTS_FROM, env: settings };
		const host: Host = ends(await startHost(options, context));
		return await run({ ...context, host, sandbox, gate, ends });
	} finally {
		for (const each of all) await each.stop();
	}
}

/** What a user types into the credential; with the right key and address of the sandbox where nothing else is said. */
export const credentialInput = (
	{ apiKey, baseUrl }: Pick<Sandbox, 'apiKey' | 'baseUrl'>,
	credentialName = CREDENTIAL_NAME,
): CredentialInput => ({
	name: credentialName,
	type: 'companyRadarApi',
	data: { apiKey, baseUrl, requestsPerSecond: 10 },
});

/** A credential for the sandbox, as nodes name it. */
export async function chooseCredential(
	{ rest }: Pick<Host, 'rest'>,
	...input: Parameters<typeof credentialInput>
): Promise<{ companyRadarApi: { id: string; name: string } }> {
	const credential = credentialInput(...input);
	const { id } = await rest.createCredential(credential);
	return { companyRadarApi: { id, name: credential.name } };
}

/** Creates a radar as another program would. */
export async function createRadar({ baseUrl, apiKey }: Sandbox, radar: Partial<Radar>): Promise<void> {
	const headers = { 'x-api-key': apiKey };
	const { status, data } = await loopback.post<unknown>(`${baseUrl}/v1/radars`, radar, { headers });
	if (status >= 400) throw new Error(`The radar was rejected: ${JSON.stringify(data)}`);
}

/** A node as the editor saves it. */
export const nodeOf = (name: string, type: string, parameters: object = {}, more: object = {}) => ({
	id: randomUUID(),
	name,
	type,
	typeVersion: 1,
	position: [200, 0],
	parameters,
	...more,
});

/** A node that does nothing, for what comes after a trigger. */
export const noOperation = (name: string) => nodeOf(name, 'n8n-nodes-base.noOp');

/** A workflow of nodes in a row. */
export const inARow = (name: string, nodes: Array<{ name: string }>, settings: object = {}) => ({
	name,
	nodes: nodes.map((node) => ({ id: randomUUID(), position: [0, 0], ...node })),
	connections: Object.fromEntries(
		nodes
			.slice(1)
			.map((node, index) => [nodes[index]?.name, { main: [[{ node: node.name, type: 'main', index: 0 }]] }]),
	),
	settings: { ...settings },
});
