import type { IPollFunctions, NodeError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { RadarApiError } from '../shared/client';
import { runtimeStateOf, type TriggerRuntimeState } from './runtimeState';
import { pollUpdates } from './polling/pollUpdates';
import { assertNodeSettings, triggerError } from './errors';
import { readParameters } from './parameters';

const HOUR_MS = 3_600_000;

/** It may be over at the next poll. */
const isTransient = (error: unknown): boolean => {
	if (!(error instanceof RadarApiError)) return false;
	const { status, kind } = error;
	if (status === 429 || (status ?? 0) >= 500) return true;
	// Another website, or none of this service's responses: the Base URL is wrong.
	return !['status', 'redirect', 'notSent', 'notJson', 'notThisService'].includes(kind);
};

function alert(context: IPollFunctions, memory: TriggerRuntimeState, error: unknown): NodeError | undefined {
	const { alertAfterHours } = readParameters(context);
	if (alertAfterHours === undefined) return undefined;
	const now = Date.now();
	const since = Math.max(memory.lastSuccess, memory.lastAlert);
	if (now - since < alertAfterHours * HOUR_MS) return undefined;
	memory.lastAlert = now;
	const hours = Math.floor((now - memory.lastSuccess) / HOUR_MS);
	const { message, description } = triggerError(context.getNode(), error);
	return new NodeOperationError(context.getNode(), `No poll has succeeded for ${hours} hours`, {
		description: `The last one said: ${message}. ${description ?? ''} Nothing is lost: the updates are fetched when the service is back.`,
	});
}

/**
 * What a failing poll throws; undefined where it keeps quiet. An outage does not prevent the activation, and says so once.
 * @param isActivation the workflow is being published
 */
function pollErrorPolicy(
	context: IPollFunctions,
	memory: TriggerRuntimeState,
	error: unknown,
	isActivation: boolean,
): NodeError | undefined {
	const shown = triggerError(context.getNode(), error);
	if (isActivation) return isTransient(error) ? undefined : shown;
	const repeated = memory.lastErrorMessage === shown.message;
	memory.lastErrorMessage = shown.message;
	return repeated ? alert(context, memory, error) : shown;
}

/** n8n makes a new context for each activation; hosts that make one for each poll call that an update. */
function isActivation(context: IPollFunctions, memory: TriggerRuntimeState): boolean {
	const isFirst = memory.pollContext !== context;
	memory.pollContext = context;
	return isFirst && (context.getActivationMode() !== 'update' || memory.lastErrorMessage === undefined);
}

/**
 * The node's poll(). n8n calls it whatever the delivery, once on activation and then at the poll times; polls may overlap.
 * It hands over by itself, since only then n8n tells whether the execution was created.
 */
export async function pollNode(this: IPollFunctions): Promise<null> {
	if (!readParameters(this).polls) return null;
	const memory = runtimeStateOf(this);
	if (memory.isPolling) return null;
	memory.isPolling = true;
	const activates = isActivation(this, memory);
	try {
		assertNodeSettings(this.getNode());
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
