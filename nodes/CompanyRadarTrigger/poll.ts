import type { IPollFunctions } from 'n8n-workflow';

import { memoryOf, type NodeMemory } from './memory';
import { pollErrorPolicy } from './polling/pollErrorPolicy';
import { pollUpdates } from './polling/pollUpdates';
import { refuseSettings } from './refuseSettings';
import { readSettings } from './settings';

/** n8n makes a new context for each activation; hosts that make one for each poll call that an update. */
function isActivation(context: IPollFunctions, memory: NodeMemory): boolean {
	const isFirst = memory.pollContext !== context;
	memory.pollContext = context;
	return isFirst && (context.getActivationMode() !== 'update' || memory.lastErrorMessage === undefined);
}

/**
 * The node's poll(). n8n calls it whatever the delivery, once on activation and then at the poll times; polls may overlap.
 * It hands over by itself, since only then n8n tells whether the execution was created.
 */
export async function pollNode(this: IPollFunctions): Promise<null> {
	if (!readSettings(this).polls) return null;
	const memory = memoryOf(this);
	if (memory.isPolling) return null;
	memory.isPolling = true;
	const activates = isActivation(this, memory);
	try {
		refuseSettings(this.getNode());
		await pollUpdates(this, memory);
		memory.lastSuccess = Date.now();
		memory.lastErrorMessage = undefined;
	} catch (error) {
		const shown = pollErrorPolicy(this, memory, error, activates);
		if (shown) throw shown;
	} finally {
		memory.isPolling = false;
	}
	return null;
}
