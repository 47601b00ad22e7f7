import type { WorkflowInput } from '../../tools/n8n-host/rest';

export const START = 'Start';

const COLUMN = 220;
const ROW = 160;

/** A node of the package in a workflow that a click starts. */
export interface ActionNode {
	name: string;
	/** The node before it; the start if left out. */
	after?: string;
	parameters: object;
	/** Settings of the node next to its parameters, as in an exported workflow. */
	settings?: object;
}

/** A workflow as the editor exports it: the items go into each node that has no other before it, top to bottom. */
export function manualWorkflow(
	name: string,
	items: object[],
	nodes: readonly ActionNode[],
	credential: { id: string; name: string },
): WorkflowInput {
	const start = {
		id: START,
		name: START,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const others = nodes.map(({ name, after, parameters, settings }, row) => ({
		id: name,
		name,
		type: 'n8n-nodes-company-radar.companyRadar',
		typeVersion: 1,
		position: [after ? 2 * COLUMN : COLUMN, row * ROW],
		parameters,
		credentials: { companyRadarApi: credential },
		...settings,
	}));
	const targets = (source: string) =>
		nodes
			.filter(({ after = START }) => after === source)
			.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const sources = [START, ...nodes.map(({ name }) => name)].filter((source) => targets(source).length > 0);
	return {
		name,
		nodes: [start, ...others],
		connections: Object.fromEntries(sources.map((source) => [source, { main: [targets(source)] }])),
		settings: { executionOrder: 'v1' },
		pinData: { [START]: items.map((json) => ({ json })) },
	} as WorkflowInput;
}
