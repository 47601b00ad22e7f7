import type { IExecuteFunctions } from 'n8n-workflow';

type NodeContext = Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>;

/** Stays the same when the node is renamed. */
export const nodeKeyOf = (context: NodeContext): string =>
	`${context.getWorkflow().id}:${context.getNode().id}`;

/** Keeps a separate state for each node, in this process. */
export function perNode<State>(create: () => State): (context: NodeContext) => State {
	/** By workflow and node. */
	const states = new Map<string, State>();
	return (context) => {
		const key = nodeKeyOf(context);
		const state = states.get(key) ?? create();
		states.set(key, state);
		return state;
	};
}
