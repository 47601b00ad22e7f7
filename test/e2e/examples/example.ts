import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INode, IPinData } from 'n8n-workflow';

import type { WorkflowInput } from '../../../tools/n8n-host/rest';

const FOLDER = path.resolve(__dirname, '../../../examples');

/** An example as its file has it. */
export interface Example extends WorkflowInput {
	nodes: INode[];
	pinData?: IPinData;
}

export const EXAMPLE_NAMES = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => path.basename(file, '.json'));

export function readExample(name: string): Example {
	return JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as Example;
}

/** Ids of the credentials that a user chooses after the import. */
export interface Chosen {
	companyRadarApi: string;
	httpHeaderAuth: string;
}

/** With the credentials chosen. */
export function withCredentials(example: Example, chosen: Chosen): Example {
	const choice = (type: keyof Chosen) => ({ [type]: { id: chosen[type], name: type } });
	const nodes = example.nodes.map((node): INode => {
		if (node.type.startsWith('n8n-nodes-company-radar.'))
			return { ...node, credentials: choice('companyRadarApi') };
		if (JSON.stringify(node.parameters).includes('eaderAuth"'))
			return { ...node, credentials: choice('httpHeaderAuth') };
		return node;
	});
	return { ...example, nodes };
}

/** Without samples, and with the addresses of the CRM and the chat put in: all that a user does before it runs. */
export function setUp(example: Example, chosen: Chosen, standIn: string, keepPins: string[]): Example {
	const { nodes, ...rest } = withCredentials(example, chosen);
	const text = JSON.stringify(nodes).replaceAll(/https:\/\/(chat|crm)\.example\.com/g, standIn);
	const pins = Object.entries(example.pinData ?? {}).filter(([node]) => keepPins.includes(node));
	return { ...rest, nodes: JSON.parse(text) as INode[], pinData: Object.fromEntries(pins) };
}
