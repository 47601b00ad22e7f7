import type { IConnections, INode } from 'n8n-workflow';

const LOOP = 'n8n-nodes-base.splitInBatches';

/** The nodes after which nothing follows: the results of a workflow. A loop ends with its last step. */
export function lastNodes({ nodes, connections }: { nodes: INode[]; connections: IConnections }): INode[] {
	const targetsOf = (name: string) =>
		(connections[name]?.main ?? []).flatMap((links) => links ?? []).map(({ node }) => node);
	const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
		targetsOf(from).some((target) => {
			if (target === to) return true;
			if (seen.has(target)) return false;
			return leadsTo(target, to, seen.add(target));
		});
	const isLoopOf = (target: string, name: string) =>
		nodes.some((node) => node.name === target && node.type === LOOP) && leadsTo(target, name);
	const reached = new Set(nodes.flatMap(({ name }) => targetsOf(name)));
	return nodes.filter(
		({ name, type }) =>
			reached.has(name) && type !== LOOP && targetsOf(name).every((target) => isLoopOf(target, name)),
	);
}
