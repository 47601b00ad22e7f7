import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { memoryOf, type NodeMemory } from './memory';
import { complaintOf } from './polling/outage';
import { pollUpdates } from './polling/pollUpdates';
import { refuseSettings } from './refuseSettings';
import { readSettings } from './settings';

/** n8n makes a new context for each activation; hosts that make one for each poll call that an update. */
function isActivation(context: IPollFunctions, memory: NodeMemory): boolean {
	const isFirst = memory.pollContext !== context;
	memory.pollContext = context;
	return isFirst && (context.getActivationMode() !== 'update' || memory.complaint === undefined);
}

class Failed {
	constructor(readonly error: unknown) {}
}

async function tryPoll(context: IPollFunctions, memory: NodeMemory) {
	refuseSettings(context.getNode());
	return await pollUpdates(context, memory);
}

/** The node's poll(). n8n calls it in every delivery, once on activation and then at the poll times; polls may overlap. */
export async function pollNode(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (!readSettings(this).polls) return null;
	const memory = memoryOf(this);
	if (memory.isPolling) return null;
	memory.isPolling = true;
	const activates = isActivation(this, memory);
	const result = await tryPoll(this, memory)
		.catch((error: unknown) => new Failed(error))
		.finally(() => {
			memory.isPolling = false;
		});
	if (result instanceof Failed) {
		const complaint = complaintOf(this, memory, result.error, activates);
		if (complaint) throw complaint;
		return null;
	}
	memory.lastSuccess = Date.now();
	memory.complaint = undefined;
	return result;
}
