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
