import type { IExecuteFunctions } from 'n8n-workflow';

type NodeContext = Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>;

/** Beyond this, the nodes that were quiet longest are forgotten. */
const MAX_NODES = 1000;

/** The same for a node that was renamed. */
export const nodeKeyOf = (context: NodeContext): string =>
	`${context.getWorkflow().id}:${context.getNode().id}`;

/** Keeps a state of its own for each node, in this process. */
export function perNode<State>(create: () => State): (context: NodeContext) => State {
	/** By workflow and node; the last one used is last. */
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
