import type { IConnections, INode } from 'n8n-workflow';

const LOOP = 'n8n-nodes-base.splitInBatches';

/** The nodes after which nothing follows: the results of a workflow. A loop ends with its last step. */
export function lastNodes({ nodes, connections }: { nodes: INode[]; connections: IConnections }): INode[] {
	const loops = nodes.filter(({ type }) => type === LOOP).map(({ name }) => name);
	const targetsOf = (name: string) =>
		(connections[name]?.main ?? []).flatMap((links) => links ?? []).map(({ node }) => node);
	const reached = new Set(nodes.flatMap(({ name }) => targetsOf(name)));
	return nodes.filter(
		({ name }) =>
			reached.has(name) && !loops.includes(name) && targetsOf(name).every((target) => loops.includes(target)),
	);
}
