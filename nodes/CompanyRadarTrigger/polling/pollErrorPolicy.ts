import type { IPollFunctions, NodeError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { ServiceError } from '../../shared/transport';
import type { NodeMemory } from '../memory';
import { readSettings } from '../settings';
import { triggerError } from '../triggerError';

const HOUR_MS = 3_600_000;

/** It may be over at the next poll. */
const isTransient = (error: unknown): boolean => {
	if (!(error instanceof ServiceError)) return false;
	const { status, kind } = error;
	if (status === 429 || (status ?? 0) >= 500) return true;
	// Another website, or none of this service's answers: the Base URL is wrong.
	return !['status', 'redirect', 'notSent', 'notJson', 'notThisService'].includes(kind);
};

function alert(context: IPollFunctions, memory: NodeMemory, error: unknown): NodeError | undefined {
	const { alertAfterHours } = readSettings(context);
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
 * @param isActivation the workflow is being switched on
 */
export function pollErrorPolicy(
	context: IPollFunctions,
	memory: NodeMemory,
	error: unknown,
	isActivation: boolean,
): NodeError | undefined {
	const shown = triggerError(context.getNode(), error);
	if (isActivation) return isTransient(error) ? undefined : shown;
	const repeated = memory.lastErrorMessage === shown.message;
	memory.lastErrorMessage = shown.message;
	return repeated ? alert(context, memory, error) : shown;
}
