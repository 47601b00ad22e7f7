import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { type IConnections, type INode, type INodeParameters, type IPinData } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import type { CredentialInput, N8nRest, WorkflowInput } from '../../../tools/n8n-host/rest';
import { credentialInput } from '../stage';
import type { ServiceRequest } from './services';

/** The secret in every credential of the stand-ins. */
export const TOKEN = 'token-of-stand-in';

/** Whether it has its credential. */
export const isAuthorized = ({ authorization }: ServiceRequest): boolean =>
	authorization === `Bearer ${TOKEN}`;

/** What n8n has kept after a user signed in at the service. */
const signedIn = (more: object = {}) => ({
	clientId: 'client',
	clientSecret: 'secret',
	oauthTokenData: { access_token: TOKEN, token_type: 'Bearer', ...more },
});

const CREDENTIALS: Readonly<Record<string, CredentialInput['data']>> = {
	gmailOAuth2: signedIn(),
	googleSheetsOAuth2Api: signedIn(),
	httpBearerAuth: { token: TOKEN },
	httpHeaderAuth: { name: 'Authorization', value: `Bearer ${TOKEN}` },
	hubspotAppToken: { appToken: TOKEN },
	openAiApi: { apiKey: TOKEN },
	salesforceOAuth2Api: signedIn({ instance_url: 'https://example.my.salesforce.com' }),
	slackApi: { accessToken: TOKEN },
};

/** The credential that each node takes with the settings of the examples. */
const TYPES: Readonly<Record<string, string>> = {
	'n8n-nodes-base.gmail': 'gmailOAuth2',
	'n8n-nodes-base.googleSheets': 'googleSheetsOAuth2Api',
	'n8n-nodes-base.hubspot': 'hubspotAppToken',
	'n8n-nodes-base.salesforce': 'salesforceOAuth2Api',
	'n8n-nodes-base.slack': 'slackApi',
	'n8n-nodes-base.slackHitlTool': 'slackApi',
	'@n8n/n8n-nodes-langchain.mcpTrigger': 'httpBearerAuth',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

/** The ids of the credentials that a user chooses after the import, by their type. */
export type Chosen = Readonly<Record<string, string>>;

export async function createCredentials(rest: N8nRest, sandbox: Sandbox): Promise<Chosen> {
	const inputs = Object.entries(CREDENTIALS).map(([type, data]) => ({ name: type, type, data }));
	const created = [credentialInput(sandbox), ...inputs].map(
		async (input) => [input.type, (await rest.createCredential(input)).id] as const,
	);
	return Object.fromEntries(await Promise.all(created));
}

function typeFor({ type, parameters }: INode): string | undefined {
	if (parameters.resource === 'titleFilter') return undefined;
	if (type.startsWith('n8n-nodes-company-radar.')) return 'companyRadarApi';
	const { nodeCredentialType, genericAuthType } = parameters as Partial<Record<string, string>>;
	return TYPES[type] ?? nodeCredentialType ?? genericAuthType;
}

/** The node with its credential chosen, if it takes one. */
function withCredential(node: INode, chosen: Chosen): INode {
	const type = typeFor(node);
	return type ? { ...node, credentials: { [type]: { id: chosen[type] ?? null, name: type } } } : node;
}

const FOLDER = path.resolve(__dirname, '../../../examples');

/** Nodes that work with a chat model of the user's choice. */
const TAKES_MODEL = ['@n8n/n8n-nodes-langchain.agent', '@n8n/n8n-nodes-langchain.chainLlm'];

/** An example as its file has it. */
export interface Example extends WorkflowInput {
	nodes: INode[];
	connections: IConnections;
	pinData?: IPinData;
}

/** Beginnings of names to look at only these, while one writes them. */
const CHOSEN = process.env.EXAMPLES?.split(',');

export const ARE_ALL = CHOSEN === undefined;

/** Their paths in the folder, without the ending: `sync-a-list/hubspot`. */
export const EXAMPLE_NAMES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''))
	.filter((name) => CHOSEN?.some((start) => name.startsWith(start)) ?? true)
	.sort();

export function readExample(name: string): Example {
	return JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as Example;
}

/** The nodes that start it with a sample. */
export function startsOf({ connections, pinData = {} }: Example): string[] {
	const targets = Object.values(connections).flatMap(({ main = [] }) => main.flatMap((links) => links ?? []));
	return Object.keys(pinData).filter((name) => !targets.some(({ node }) => node === name));
}

/** With the credentials chosen. */
export function withCredentials(example: Example, chosen: Chosen): Example {
	return { ...example, nodes: example.nodes.map((node) => withCredential(node, chosen)) };
}

function withModel(example: Example): Example {
	const taker = example.nodes.find(({ type }) => TAKES_MODEL.includes(type));
	if (!taker) return example;
	const model: INode = {
		id: 'model',
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		position: [taker.position[0], taker.position[1] + 230],
		parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' } },
	};
	const link = { node: taker.name, type: 'ai_languageModel', index: 0 } as const;
	return {
		...example,
		nodes: [...example.nodes, model],
		connections: { ...example.connections, Model: { ai_languageModel: [[link]] } },
	};
}

export interface Changes {
	/** Nodes that keep their samples. */
	keepPins?: string[];
	/** Parameters of nodes that the steps under "Set up" change. */
	parameters?: Readonly<Record<string, INodeParameters>>;
	/** Values of the node Settings. */
	settings?: Readonly<Record<string, boolean | number | string>>;
}

type Assignments = { assignments: Array<{ name: string; value: unknown }> };

/** The node Settings with other values; other nodes as they are. */
function withSettings(node: INode, settings: NonNullable<Changes['settings']>): INode {
	if (node.name !== 'Settings') return node;
	const { assignments } = node.parameters.assignments as unknown as Assignments;
	const changed = assignments.map((row) => ({ ...row, value: settings[row.name] ?? row.value }));
	return { ...node, parameters: { ...node.parameters, assignments: { assignments: changed } as never } };
}

/** All that a user does before it runs for real: chooses the credentials and the chat model, and unpins the samples. */
export function setUp(
	example: Example,
	chosen: Chosen,
	{ keepPins = [], parameters = {}, settings = {} }: Changes = {},
): Example {
	const complete = withCredentials(withModel(example), chosen);
	const pins = Object.entries(example.pinData ?? {}).filter(([node]) => keepPins.includes(node));
	return {
		...complete,
		nodes: complete.nodes
			.map((each) => withSettings(each, settings))
			.map((node) => ({
				...node,
				parameters: { ...node.parameters, ...parameters[node.name] },
			})),
		pinData: Object.fromEntries(pins),
	};
}
