import type {
	IAllExecuteFunctions,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	INode,
	IRun,
	NodeError,
} from 'n8n-workflow';
import { ACTIONABLE_CAUSES, sleep, WebhookPathTakenError } from 'n8n-workflow';

import { parseUrl } from '../basics/parseUrl';

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

/** n8n marks expressions with a leading equals sign, and has no function to detect them. */
export const holdsExpression = (parameterJson: string | undefined): boolean =>
	parameterJson?.includes('"=') === true;

/** n8n resolves `$fromAI` before the node runs and doesn't mark the value, so only the raw expression shows it. */
export const isFilledByModel = (parameterJson: string | undefined): boolean =>
	/\$fromAI\b/i.test(parameterJson ?? '');

/** n8n keeps no data for a workflow until it is saved. */
export const isUnsavedWorkflow = (execution: IExecuteFunctions, error: unknown): boolean =>
	!execution.getWorkflow().id || /foreign key/i.test(String(error));

/** An AI agent calls the node under a name that n8n makes of its own. */
export const isTool = (execution: IExecuteFunctions): boolean => execution.getNode().type.endsWith('Tool');

/** A URL at which n8n receives webhooks: the one at which the execution could be resumed. n8n gives it to expressions only. */
export const resumeUrlOf = (execution: IExecuteFunctions): string =>
	String(execution.evaluateExpression('{{ $execution.resumeUrl }}', 0));

export const webhookHostOf = (execution: IExecuteFunctions): string | undefined =>
	parseUrl(resumeUrlOf(execution))?.host;

/** Shows a message in the output panel. Older versions of n8n can't. */
export const showHint = (
	execution: IExecuteFunctions,
	message: string,
	type: 'info' | 'warning' = 'info',
): void => execution.addExecutionHints?.({ message, location: 'outputPane', type });

/** Whether an execution got through its trigger. A worker of queue mode reports the end of an execution without its data. */
export function hasPassedTrigger(run: IRun, triggerName: string): boolean {
	if (run.status === 'canceled' || run.status === 'crashed') return false;
	const { error, runData, lastNodeExecuted } = run.data.resultData;
	if (error === undefined) return true;
	const tasks = runData[triggerName];
	if (tasks !== undefined) return tasks.every((task) => task.error === undefined);
	return lastNodeExecuted !== undefined && lastNodeExecuted !== triggerName;
}

/** The response to a delivery, as Node.js sends it. */
interface WebhookResponse {
	statusCode: number;
	destroyed: boolean;
	once(event: 'finish' | 'close', listener: () => void): unknown;
}

/**
 * Whether n8n acknowledges the delivery: it responds when it has created the execution. Resolves when the response is
 * sent, or to false when the connection closes first.
 */
export async function acknowledgementOf(response: WebhookResponse): Promise<boolean> {
	if (response.destroyed) return false;
	return await new Promise((resolve) => {
		response.once('finish', () => resolve(response.statusCode < 300));
		response.once('close', () => resolve(false));
	});
}

/** Names of other nodes of this type in the workflow that have the same node ID, as imported JSON can have them. */
export function nodesWithSameId(context: StaticDataContext): string[] {
	// n8n's contexts have the workflow, and no method that gives its nodes.
	const { workflow } = context as { workflow?: { nodes?: Record<string, INode> } };
	const { id, name, type } = context.getNode();
	return Object.values(workflow?.nodes ?? {})
		.filter((node) => node.id === id && node.type === type && node.name !== name)
		.map((node) => node.name);
}

/** n8n starts, or another main process takes over: nobody is there to read an error, and n8n 2.41 doesn't try again. */
export const isRestart = (context: Pick<IHookFunctions, 'getActivationMode'>): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** n8n 2.41 repeats a failed publish for 15 seconds, whatever failed. This is the only error that it takes as final. */
export const finalPublishError = (node: INode, { message, description }: NodeError): Error =>
	Object.assign(new WebhookPathTakenError(node.name), { message, description });

type StaticDataContext = Pick<IHookFunctions, 'getWorkflowStaticData' | 'getNode'>;

/** A node's own data, under its ID: n8n keeps it under the node's name, and loses it when the node is renamed. */
export function nodeStaticData<T extends IDataObject>(context: StaticDataContext, name: string): T {
	const data = context.getWorkflowStaticData('global');
	const key = `${name} ${context.getNode().id}`;
	// An execution must not change the data: n8n would save it over what a poll saved meanwhile.
	if (!('getActivationMode' in context)) return (data[key] ?? {}) as T;
	const own = (data[key] ??= {}) as T;
	// n8n saves static data only after a member of `data` was set. A change within a member isn't noticed, so each sets it again.
	const setAgain = () => {
		data[key] = own;
		return true;
	};
	return new Proxy(own, {
		set: (target, property, value) => Reflect.set(target, property, value) && setAgain(),
		deleteProperty: (target, property) => Reflect.deleteProperty(target, property) && setAgain(),
	});
}
