import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';

import type { WorkflowJson } from '../engine/harness';
import { ROOT } from './markdown';

const FOLDER = path.join(ROOT, 'examples');

export interface Example {
	/** Its path in the folder: `sync-a-list/hubspot.json`. */
	file: string;
	workflow: WorkflowJson & { name: string };
}

export const EXAMPLES: Example[] = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.json'))
	.sort()
	.map((file) => ({ file, workflow: JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) }));

/** The items that are pinned to a node. */
export const pinned = ({ workflow }: Example, node: string): IDataObject[] =>
	(workflow.pinData?.[node] ?? []).map(({ json }) => json);

/** Every node of a type in all examples. */
export const nodesOf = (type: string): Array<{ example: Example; node: INode }> =>
	EXAMPLES.flatMap((example) =>
		example.workflow.nodes.filter((node) => node.type === type).map((node) => ({ example, node })),
	);

/** The nodes whose items reach a node's first input. */
export const nodesBefore = ({ workflow }: Example, node: string): string[] =>
	Object.entries(workflow.connections)
		.filter(([, { main = [] }]) => main.flat().some((target) => target?.node === node && target.index === 0))
		.map(([name]) => name);
