import type { IAllExecuteFunctions, IExecuteFunctions } from 'n8n-workflow';
import { ACTIONABLE_CAUSES, sleep } from 'n8n-workflow';

/** Before n8n 2.37, an error item with details could leave through the success output. This constant came with 2.37. */
export const KEEPS_ERROR_DETAILS = ACTIONABLE_CAUSES !== undefined;

/** Hooks and polls have no cancel signal. */
export const cancelSignalOf = (context: object): AbortSignal | undefined =>
	(context as Partial<IExecuteFunctions>).getExecutionCancelSignal?.();

export const isCancelled = (context: object): boolean => cancelSignalOf(context)?.aborted === true;

/** n8n's request helper takes no signal but the one of its context, which also ends what must be awaited. */
export const withSignal = (context: object, signal: AbortSignal): IAllExecuteFunctions =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as IAllExecuteFunctions;

/** Before n8n 2.35, sleep takes no signal: then it goes on, and nobody waits for it. */
export async function sleepUntilAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
	const aborted = new Promise<void>((resolve) => {
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
	await Promise.race([sleep(milliseconds, signal).catch(() => undefined), aborted]);
}

/** n8n stores an expression as a text that begins with an equals sign, and has no function that tells it from a value. */
export const holdsExpression = (parameterJson: string | undefined): boolean =>
	parameterJson?.includes('"=') === true;

/** n8n resolves `$fromAI` before the node runs and doesn't mark the value, so only the raw expression shows it. */
export const isFilledByModel = (parameterJson: string | undefined): boolean =>
	/\$fromAI\b/i.test(parameterJson ?? '');

/** An AI agent calls the node under a name that n8n makes of its own. */
export const isTool = (execution: IExecuteFunctions): boolean => execution.getNode().type.endsWith('Tool');
