import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { PollState } from './polling/types';

/** What n8n keeps for the node between runs. The lifecycle and poll() write it, each its own part; webhook() only reads. */
export interface StaticData {
	poll?: PollState;
	/** Hours of the last replay, until the option is taken away. */
	replayed?: number;
	/** The production URL of the node without a secret. poll() cannot ask n8n for it. */
	ownUrl?: string;
	/** Hashes of the secrets that a delivery may carry; that of an empty one stands for a radar whose URL has none. */
	secrets?: string[];
	/** Radars that were created here, by definition: they may show up in the list late. */
	created?: Record<string, string>;
}

export const staticDataOf = (context: IHookFunctions | IPollFunctions | IWebhookFunctions): StaticData =>
	context.getWorkflowStaticData('node') as StaticData;
