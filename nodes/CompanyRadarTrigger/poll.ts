import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { pollUpdates } from './polling/pollUpdates';
import { readSettings } from './settings';

/** The node's poll(). n8n calls it in every delivery, once on activation and then at the poll times. */
export async function pollNode(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (!readSettings(this).polls) return null;
	return await pollUpdates(this);
}
