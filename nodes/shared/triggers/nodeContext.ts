import type { IExecuteFunctions, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ParameterSource } from '../parameters/parameterReader';

export type TriggerContext = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

/** Only executions have items, so getNodeParameter() of other contexts takes no item index. */
export const sourceOf = (context: TriggerContext): ParameterSource =>
	'getInputData' in context
		? context
		: {
				getNodeParameter: (name, _item, fallback, options) =>
					context.getNodeParameter(name, fallback, options),
				getTimezone: () => context.getTimezone(),
				getNode: () => context.getNode(),
			};

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
