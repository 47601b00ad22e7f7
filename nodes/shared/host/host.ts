import {
	type IAllExecuteFunctions,
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type INode,
	type IRun,
	type NodeError,
	ACTIONABLE_CAUSES,
	NodeHelpers,
	sleep,
	WebhookPathTakenError,
	type ICheckProcessedOptions,
} from 'n8n-workflow';

/** Before n8n 2.37, an error item with details could leave through the success output. ACTIONABLE_CAUSES came with 2.37. */
export const KEEPS_ERROR_DETAILS = ACTIONABLE_CAUSES !== undefined;

export const CREDENTIAL = 'companyRadarApi';

/** Hooks and polls have no cancel signal. */
export const cancelSignalOf = (context: object): AbortSignal | undefined =>
	(context as Partial<IExecuteFunctions>).getExecutionCancelSignal?.();

export const isCancelled = (context: object): boolean => cancelSignalOf(context)?.aborted === true;

/** n8n's request helper only takes its context's signal, which would also abort requests that must be awaited. */
export const withSignal = (context: object, signal: AbortSignal): IAllExecuteFunctions =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as IAllExecuteFunctions;

/** Before n8n 2.35, sleep() takes no signal, so it continues in the background. */
export async function sleepUntilAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
	const aborted = new Promise<void>((resolve) => {
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
	await Promise.race([sleep(milliseconds, signal).catch(() => undefined), aborted]);
}

/** n8n marks expressions with a leading equals sign, and has no function to detect them. A quote after a backslash is part of a text. */
export const holdsExpression = (parameterJson: string | undefined): boolean =>
	/(?<!\\)"=/.test(parameterJson ?? '');

/** n8n resolves `$fromAI` before the node runs and doesn't mark the value, so only the raw expression shows it. */
export const isFilledByModel = (parameterJson: string | undefined): boolean =>
	/\$fromAI\b/i.test(parameterJson ?? '');

/** n8n keeps no data for a workflow until it is saved. */
export const isUnsavedWorkflow = (execution: IExecuteFunctions, error: unknown): boolean =>
	!execution.getWorkflow().id || /foreign key/i.test(String(error));

/** Undefined where n8n's Agents or the MCP Server Trigger call a tool: there, no execution is running. */
export const executionIdOf = (context: object): string | undefined =>
	(context as Partial<IExecuteFunctions>).getExecutionId?.();

/** Whether n8n keeps nothing between this call of a tool and the next one. */
export const isSingleCall = (context: object): boolean => executionIdOf(context) === undefined;

/** What n8n stores with the execution for this node, or for the workflow; for a single call, an object that is thrown away. */
export const keptWith = (execution: IExecuteFunctions, scope: 'node' | 'flow'): IDataObject =>
	isSingleCall(execution) ? {} : (execution.getContext(scope) as IDataObject);

/** For AI agents, n8n adds a node type of its own, with "Tool" at the end of the name. */
export const isTool = (source: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	source.getNode().type.endsWith('Tool');

/** Whether the node's output comes back to the node. n8n doesn't list a node among its own descendants. */
export function isInLoop(execution: IExecuteFunctions): boolean {
	const { name: own } = execution.getNode();
	const before = new Set(execution.getParentNodes(own).map(({ name }) => name));
	return execution.getChildNodes(own).some(({ name }) => before.has(name));
}

/** Shows a message in the output panel. */
export const showHint = (
	execution: IExecuteFunctions,
	message: string,
	type: 'info' | 'warning' = 'info',
): void => execution.addExecutionHints({ message, location: 'outputPane', type });

/** Whether an execution got past its trigger. In queue mode, a worker reports the end of an execution without its run data. */
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

/** The other nodes of the workflow that aren't deactivated. */
export function otherNodesOf(context: Pick<IHookFunctions, 'getNode'>): INode[] {
	// n8n's contexts hold the workflow, but have no method that returns its nodes.
	const { workflow } = context as { workflow?: { nodes?: Record<string, INode> } };
	const { name } = context.getNode();
	return Object.values(workflow?.nodes ?? {}).filter((node) => node.name !== name && !node.disabled);
}

/** Nodes of the workflow that poll. With their state, n8n saves the static data of the whole workflow as it was when it was published. */
export function pollNodesOf(context: object): INode[] {
	const { workflow } = context as { workflow?: { getPollNodes(): INode[] } };
	return workflow?.getPollNodes() ?? [];
}

/** Whether n8n starts or another main process takes over: nobody would see an error, and n8n 2.41 doesn't retry. */
export const isRestart = (context: Pick<IHookFunctions, 'getActivationMode'>): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** n8n 2.41 retries a failed publish for 15 seconds, except after a WebhookPathTakenError. */
export const finalPublishError = (node: INode, { message, description }: NodeError): Error =>
	Object.assign(new WebhookPathTakenError(node.name), { message, description });

type StaticDataContext = Pick<IHookFunctions, 'getWorkflowStaticData' | 'getNode'>;

/** Where the static data of the workflow have those of a node. n8n would keep them under the node's name, and lose them when it's renamed. */
const ownKey = (context: StaticDataContext, name: string): string => `${name} ${context.getNode().id}`;

/** An object in the static data. n8n saves them only after a member was set, so each change inside the object sets it again. */
function savedOnChange<T extends IDataObject>(data: IDataObject, key: string): T {
	const own = (data[key] ??= {}) as T;
	const setAgain = () => Reflect.set(data, key, own);
	return new Proxy(own, {
		set: (target, property, value) => Reflect.set(target, property, value) && setAgain(),
		deleteProperty: (target, property) => Reflect.deleteProperty(target, property) && setAgain(),
	});
}

/** A node's own data. Only publishing and polling may change them: an execution would overwrite what a poll saved meanwhile. */
export function nodeStaticData<T extends IDataObject>(context: StaticDataContext, name: string): T {
	const data = context.getWorkflowStaticData('global');
	const key = ownKey(context, name);
	return 'getActivationMode' in context ? savedOnChange<T>(data, key) : ((data[key] ?? {}) as T);
}

/** Replaces what `nodeStaticData` returns from webhook(). n8n saves it when webhook() returns, also if that starts no execution. */
export function saveFromWebhook(context: StaticDataContext, name: string, value: IDataObject): void {
	context.getWorkflowStaticData('global')[ownKey(context, name)] = value;
}

/** What the URLs of n8n's webhooks begin with. An execution has no method for it. */
export function webhookBaseOf(execution: IExecuteFunctions): string {
	const { additionalData } = execution as { additionalData?: { webhookBaseUrl?: string } };
	// Only expressions can read the resume URL, which is at the address where n8n receives webhooks.
	const resumeUrl = () => String(execution.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	return additionalData?.webhookBaseUrl ?? resumeUrl().replace(/-waiting\/[^/]*$/, '');
}

/** The URL of the node's webhook, with n8n's own paths. */
export const webhookUrlOf = (execution: IExecuteFunctions, path: string): string =>
	NodeHelpers.getNodeWebhookUrl(
		webhookBaseOf(execution),
		execution.getWorkflow().id ?? '',
		execution.getNode(),
		path,
	);

/** n8n's table of processed items: one row per node, shared by all processes, read and rewritten without a lock. */
export interface Store {
	/** Writes the entries and returns those that were not there. */
	record(entries: string[]): Promise<Set<string>>;
	forget(entries: string[]): Promise<void>;
}

/** @param kept number of entries to keep */
export function processedItemsOf(execution: IExecuteFunctions, kept: number): Store {
	const { checkProcessedAndRecord, removeProcessed } = execution.helpers;
	// The entries of a call may be removed again, so they must not push out older ones.
	const optionsFor = (entries: string[]): ICheckProcessedOptions => ({
		mode: 'entries',
		maxEntries: kept + entries.length,
	});
	return {
		record: async (entries) => {
			const { new: added } = await checkProcessedAndRecord(entries, 'node', optionsFor(entries));
			return new Set(added.map(String));
		},
		forget: async (entries) => await removeProcessed(entries, 'node', optionsFor(entries)),
	};
}

type NodeContext = Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>;

/** Stays the same when the node is renamed. */
export const nodeKeyOf = (context: NodeContext): string =>
	`${context.getWorkflow().id}:${context.getNode().id}`;

/** Keeps a separate state for each node, in this process. */
export function perNode<State>(create: () => State): (context: NodeContext) => State {
	/** By workflow and node. */
	const states = new Map<string, State>();
	return (context) => {
		const key = nodeKeyOf(context);
		const state = states.get(key) ?? create();
		states.set(key, state);
		return state;
	};
}
