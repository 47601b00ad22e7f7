import type { IExecuteFunctions } from 'n8n-workflow';
import { ACTIONABLE_CAUSES } from 'n8n-workflow';

/** Before n8n 2.37, an error item with details could leave through the success output. This constant came with 2.37. */
export const KEEPS_ERROR_DETAILS = ACTIONABLE_CAUSES !== undefined;

/** Older versions of n8n have no cancel signal, and its type doesn't say so. */
export const isCancelled = (execution: IExecuteFunctions): boolean =>
	execution.getExecutionCancelSignal?.()?.aborted === true;

/** n8n stores an expression as a text that begins with an equals sign, and has no function that tells it from a value. */
export const holdsExpression = (parameterJson: string | undefined): boolean =>
	parameterJson?.includes('"=') === true;

/** n8n resolves `$fromAI` before the node runs and doesn't mark the value, so only the raw expression shows it. */
export const isFilledByModel = (parameterJson: string | undefined): boolean =>
	/\$fromAI\b/i.test(parameterJson ?? '');

/** An AI agent calls the node under a name that n8n makes of its own. */
export const isTool = (execution: IExecuteFunctions): boolean => execution.getNode().type.endsWith('Tool');
