import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { IConnections, INode, INodeParameters, IPinData } from 'n8n-workflow';

import type { WorkflowInput } from '../../../tools/n8n-host/rest';
import { withCredential, type Chosen } from './credentials';

const FOLDER = path.resolve(__dirname, '../../../examples');

/** Nodes that work with a chat model of the user's choice. */
const TAKES_MODEL = ['@n8n/n8n-nodes-langchain.agent', '@n8n/n8n-nodes-langchain.chainLlm'];

/** An example as its file has it. */
export interface Example extends WorkflowInput {
	nodes: INode[];
	connections: IConnections;
	pinData?: IPinData;
}

/** Their paths in the folder, without the ending: `sync-a-list/hubspot`. */
export const EXAMPLE_NAMES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''))
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
		position: [0, 600],
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
	/** Nodes that keep their samples: what a user would type or send. */
	keepPins: string[];
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
	{ keepPins, parameters = {}, settings = {} }: Changes,
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
