import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { PollState } from './polling/types';

/** What n8n saves for the node. Activation and poll() write it, each its own part; webhook() only reads. */
export interface StaticData {
	poll?: PollState;
	/** Hours of the last replay, until the option is removed. */
	replayed?: number;
	/** The production URL of the node without a secret. poll() can't ask n8n for it. */
	ownUrl?: string;
	/** Secrets that a delivery may carry; an empty one stands for a radar whose URL has none. */
	secrets?: string[];
	/** Radars that were created here, by definition: they may show up in the list late. */
	created?: Record<string, string>;
}

/** Under the node's ID: n8n keeps a node's own data under its name, and loses it when the node is renamed. */
export function staticDataOf(context: IHookFunctions | IPollFunctions | IWebhookFunctions): StaticData {
	const data = context.getWorkflowStaticData('global');
	const key = `companyRadarTrigger ${context.getNode().id}`;
	// webhook() must not change the data: n8n would save it over what a poll saved meanwhile.
	if ('getBodyData' in context) return (data[key] ?? {}) as StaticData;
	data[key] ??= {};
	return data[key] as StaticData;
}
