import 'reflect-metadata';

import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';

import {
	createRadarClient,
	type RadarClient,
	type RadarClientOptions,
} from '../../../nodes/shared/client/radarClient';
import { additionalDataFor, outsideOfExecutions } from '../harness/additionalData';
import { runData } from '../harness/engine';
import { TestNodeTypes } from '../harness/nodeTypes';

export const NODE: INode = {
	id: 'node',
	name: 'Company Radar',
	type: 'n8n-nodes-company-radar.companyRadar',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	credentials: { companyRadarApi: { id: '1', name: 'Company Radar' } },
};

export interface ContextOptions {
	credential: ICredentialDataDecryptedObject;
	/** The stop button. */
	stop?: AbortSignal;
	executionId?: string;
	node?: INode;
	items?: INodeExecutionData[];
	/** What calls of one execution share. */
	run?: IRunExecutionData;
	runIndex?: number;
}

/** The context that n8n's engine hands to a node, with real HTTP. */
export function executeContext(options: ContextOptions): IExecuteFunctions {
	const { credential, stop, executionId = '1', items = [{ json: {} }] } = options;
	const node = { ...NODE, ...options.node };
	const { run = runData(), runIndex = 0 } = options;
	const data = { ...ofExecution(credential), executionId };
	const input = { main: [items] };
	const executed = { node, data: input, source: null };
	const workflow = workflowOf(node);
	return new ExecuteContext(workflow, node, data, 'manual', run, runIndex, items, input, executed, [], stop);
}

/** The service as a node gets it in an execution that may wait. */
export const serviceFor = async (
	context: ContextOptions,
	options?: RadarClientOptions,
): Promise<RadarClient> =>
	await createRadarClient(executeContext(context), { longestWaitSeconds: 3600, ...options });

const TOOL = { ...NODE, type: `${NODE.type}Tool` };

const EMPTY_RUN = { version: 1, resultData: { runData: {} } } as unknown as IRunExecutionData;

export type ContextOf = (options: ContextOptions) => IExecuteFunctions;

type Data = IWorkflowExecuteAdditionalData;

/** As `get-input-connection-data.js` does for an agent and for an MCP server: the input of the tool only. */
function toolContext(
	{ node, items = [{ json: {} }] }: ContextOptions,
	data: Data,
	mode: WorkflowExecuteMode,
) {
	const tool = { ...TOOL, ...node };
	const executed = { node: tool, data: { main: [items] }, source: null };
	const { AiTool } = NodeConnectionTypes;
	const [workflow, run] = [workflowOf(tool), runData()];
	const context = new SupplyDataContext(workflow, tool, data, mode, run, 0, items, {}, AiTool, executed, []);
	context.addInputData(AiTool, [items]);
	return context as unknown as IExecuteFunctions;
}

/** The contexts that n8n 2.41 builds outside of an execution, each for one call. */
export const CALL_CONTEXTS: Record<string, ContextOf> = {
	/** As `ephemeral-node-executor.js` of n8n's Agents does: no saved workflow, and no data of an execution. */
	"n8n's Agents": ({ credential, node, items = [{ json: {} }] }) => {
		const tool = { ...TOOL, ...node };
		const input = { main: [items] };
		const executed = { node: tool, data: input, source: null };
		const run = structuredClone(EMPTY_RUN);
		const data = outsideOfExecutions(credential);
		const workflow = workflowOf(tool, null);
		return new ExecuteContext(workflow, tool, data, 'internal', run, 0, items, input, executed, []);
	},
	/** Data of an execution that doesn't exist. */
	'MCP Server Trigger': (options) => toolContext(options, outsideOfExecutions(options.credential), 'webhook'),
};

/** Data of an execution that runs. */
const ofExecution = (credential: ContextOptions['credential']) => additionalDataFor(credential, {}, 'manual');

/** The contexts that n8n 2.41 builds in an execution. */
export const EXECUTION_CONTEXTS: Record<string, ContextOf> = {
	'a workflow': executeContext,
	'the AI Agent node': (options) => toolContext(options, ofExecution(options.credential), 'manual'),
	/** From version 3 on, the agent asks the engine to run the node of the tool. */
	'the AI Agent node, version 3': (options) =>
		executeContext({ ...options, node: { ...TOOL, ...options.node } }),
	/** As `chat-hub-execution.service.js` does for the tools of a chat. */
	'a chat': (options) => toolContext(options, ofExecution(options.credential), 'chat'),
	/** As `v1-adapters.js` of n8n's next engine does: no source, no data of other nodes, each step with data of its own. */
	"n8n's next engine": ({ credential, node, items = [{ json: {} }], executionId = '1' }) => {
		const step = { ...NODE, ...node, continueOnFail: false };
		const input = { main: [items] };
		const executed = { node: step, data: input, source: null };
		const run = createRunExecutionData({});
		const data = { ...outsideOfExecutions(credential), executionId } as Data;
		return new ExecuteContext(workflowOf(step), step, data, 'manual', run, 0, items, input, executed, []);
	},
};

const workflowOf = (node: INode, id: string | null = 'test') =>
	new Workflow({
		id: id ?? undefined,
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new TestNodeTypes(),
	});

/** Only the one place that knows the hosts may look for what a host lacks. */
const KNOWS_HOSTS = /[\\/]shared[\\/]host[\\/]host\.ts/;

function isReadByOurCode(): boolean {
	const [, , , reader = ''] = new Error().stack?.split('\n') ?? [];
	return /[\\/]nodes[\\/](?:shared|CompanyRadar)/.test(reader) && !KNOWS_HOSTS.test(reader);
}

/** The context as it is; `lacking` gets the names that our code reads and it doesn't have. */
export function watched<Context extends object>(context: Context, lacking: string[]): Context {
	return new Proxy(context, {
		get(target, name, receiver) {
			const value: unknown = Reflect.get(target, name, receiver);
			// Promises look for `then`.
			if (value === undefined && name !== 'then' && isReadByOurCode()) lacking.push(String(name));
			return name === 'helpers' || name === 'additionalData' ? watched(value as object, lacking) : value;
		},
	});
}
