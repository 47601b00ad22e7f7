import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { INode, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { version } from '../../../package.json';
import type { WorkflowInput } from '../../../tools/n8n-host/rest';
import { DESCRIPTIONS } from '../../docs/workflow/nodeTypes';
import { manualWorkflow } from '../../e2e/manualWorkflow';
import { RESOURCE_WORKFLOWS } from '../support/resourceWorkflows';
import { noOperation } from '../../e2e/stage';

const FOLDER = path.join(__dirname, version);
const CREDENTIAL = { id: '1', name: 'Company Radar account' };
const TRIGGERS: Record<string, INodeParameters> = {
	Polling: { startFrom: 'everything' },
	Webhook: { delivery: 'webhook', radars: 'elsewhere' },
};

const triggerWorkflow = (name: string, parameters: INodeParameters): WorkflowInput => ({
	name,
	nodes: [
		{
			id: 'trigger',
			name: 'Company Radar Trigger',
			type: 'n8n-nodes-company-radar.companyRadarTrigger',
			typeVersion: 1,
			position: [0, 0],
			webhookId: '4cd1a5fc-3f05-4bb9-9e0d-9c5f4a0f1a5e',
			parameters,
			credentials: { companyRadarApi: CREDENTIAL },
		},
		{ ...noOperation('Next'), id: 'next' },
	],
	connections: { 'Company Radar Trigger': { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

function withoutDefaults(node: INode): INode {
	const description = DESCRIPTIONS[node.type];
	if (!description) return node;
	const { properties } = description;
	const parameters = NodeHelpers.getNodeParameters(
		properties,
		node.parameters,
		false,
		false,
		node,
		description,
	);
	return { ...node, parameters: parameters ?? {} };
}

/** Writes workflows as the editor exports them from this version: without the values that are defaults. */
export function exportWorkflows(): void {
	mkdirSync(FOLDER, { recursive: true });
	for (const workflow of [
		...RESOURCE_WORKFLOWS.map(({ resource, items, nodes }) =>
			manualWorkflow(resource, items, nodes, CREDENTIAL),
		),
		...Object.entries(TRIGGERS).map(([name, parameters]) => triggerWorkflow(`Trigger: ${name}`, parameters)),
	]) {
		const file = `${workflow.name.toLowerCase().replace(/\W+/g, '-')}.json`;
		const exported = { ...workflow, nodes: (workflow.nodes as INode[]).map(withoutDefaults) };
		writeFileSync(path.join(FOLDER, file), `${JSON.stringify(exported, null, '\t')}\n`);
	}
}
