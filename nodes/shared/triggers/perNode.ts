import type { IExecuteFunctions } from 'n8n-workflow';

type NodeContext = Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>;

/** Beyond this, the least recently used nodes are forgotten. */
const MAX_NODES = 1000;

/** Stays the same when the node is renamed. */
export const nodeKeyOf = (context: NodeContext): string =>
	`${context.getWorkflow().id}:${context.getNode().id}`;

/** Keeps a separate state for each node, in this process. */
export function perNode<State>(create: () => State): (context: NodeContext) => State {
	/** By workflow and node, the least recently used first. */
	const states = new Map<string, State>();
	return (context) => {
		const key = nodeKeyOf(context);
		const state = states.get(key) ?? create();
		states.delete(key);
		states.set(key, state);
		const [oldest] = states.keys();
		if (states.size > MAX_NODES && oldest !== undefined) states.delete(oldest);
		return state;
	};
}
