import 'reflect-metadata';

import { ExecuteContext, ExecutionLifecycleHooks, SupplyDataContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';

import { createRadarClient, type RadarClient, type RadarClientOptions } from '../../../nodes/shared/client';
import { InMemoryCredentials } from '../harness/credentials';
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
	const workflow = new Workflow({
		id: 'test',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new TestNodeTypes(),
	});
	const additionalData = {
		credentialsHelper: new InMemoryCredentials({ companyRadarApi: credential }),
		executionId,
		hooks: new ExecutionLifecycleHooks('manual', executionId, {} as never),
	} as unknown as IWorkflowExecuteAdditionalData;
	const input = { main: [items] };
	return new ExecuteContext(
		workflow,
		node,
		additionalData,
		'manual',
		options.run ?? runData(),
		options.runIndex ?? 0,
		items,
		input,
		{ node, data: input, source: null },
		[],
		stop,
	);
}

/** The service as a node gets it in an execution that may wait. */
export const serviceFor = async (
	context: ContextOptions,
	options?: RadarClientOptions,
): Promise<RadarClient> =>
	await createRadarClient(executeContext(context), { longestWaitSeconds: 3600, ...options });

const TOOL = { ...NODE, type: `${NODE.type}Tool` };

const EMPTY_RUN = { version: 1, resultData: { runData: {} } } as unknown as IRunExecutionData;

/** The contexts that n8n 2.41 builds outside of an execution, each for one call. */
export const CALL_CONTEXTS = {
	/** As `ephemeral-node-executor.js` of n8n's Agents does: no saved workflow, and no data of an execution. */
	"n8n's Agents": ({ credential, node, items = [{ json: {} }] }: ContextOptions): IExecuteFunctions => {
		const tool = { ...TOOL, ...node };
		const workflow = new Workflow({
			nodes: [tool],
			connections: {},
			active: false,
			nodeTypes: new TestNodeTypes(),
		});
		const input = { main: [items] };
		const executed = { node: tool, data: input, source: null };
		const run = structuredClone(EMPTY_RUN);
		const data = outsideOfExecutions(credential);
		return new ExecuteContext(workflow, tool, data, 'internal', run, 0, items, input, executed, []);
	},
	/** As `get-input-connection-data.js` does for a webhook: data of an execution that doesn't exist. */
	'MCP Server Trigger': ({ credential, node, items = [{ json: {} }] }: ContextOptions): IExecuteFunctions => {
		const tool = { ...TOOL, ...node };
		const workflow = new Workflow({
			id: 'test',
			nodes: [tool],
			connections: {},
			active: true,
			nodeTypes: new TestNodeTypes(),
		});
		const executed = { node: tool, data: { main: [items] }, source: null };
		const { AiTool } = NodeConnectionTypes;
		const context = new SupplyDataContext(
			workflow,
			tool,
			outsideOfExecutions(credential),
			'webhook',
			runData(),
			0,
			items,
			{},
			AiTool,
			executed,
			[],
		);
		context.addInputData(AiTool, [items]);
		return context as unknown as IExecuteFunctions;
	},
};

const outsideOfExecutions = (credential: ContextOptions['credential']) =>
	({
		credentialsHelper: new InMemoryCredentials({ companyRadarApi: credential }),
		currentNodeExecutionIndex: 0,
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
	}) as unknown as IWorkflowExecuteAdditionalData;

/** Data of an execution that runs, as `workflow-execute.js` has it. */
const ofExecution = (credential: ContextOptions['credential']) =>
	({
		...outsideOfExecutions(credential),
		executionId: '1',
		hooks: new ExecutionLifecycleHooks('manual', '1', {} as never),
	}) as unknown as IWorkflowExecuteAdditionalData;

/** The contexts that n8n 2.41 builds in an execution. */
export const EXECUTION_CONTEXTS = {
	'a workflow': executeContext,
	/** As `get-input-connection-data.js` does for an agent: the input of the tool only. */
	'the AI Agent node': ({ credential, node, items = [{ json: {} }] }: ContextOptions): IExecuteFunctions => {
		const tool = { ...TOOL, ...node };
		const workflow = workflowOf(tool);
		const executed = { node: tool, data: { main: [items] }, source: null };
		const { AiTool } = NodeConnectionTypes;
		const data = ofExecution(credential);
		const run = runData();
		const context = new SupplyDataContext(
			workflow,
			tool,
			data,
			'manual',
			run,
			0,
			items,
			{},
			AiTool,
			executed,
			[],
		);
		context.addInputData(AiTool, [items]);
		return context as unknown as IExecuteFunctions;
	},
	/** As `v1-adapters.js` of n8n's next engine does: no source, no data of other nodes, each step with data of its own. */
	"n8n's next engine": ({ credential, node, items = [{ json: {} }] }: ContextOptions): IExecuteFunctions => {
		const step = { ...NODE, ...node, continueOnFail: false };
		const input = { main: [items] };
		const executed = { node: step, data: input, source: null };
		const run = createRunExecutionData({
			startData: {},
			resultData: { runData: {} },
			executionData: {
				contextData: {},
				nodeExecutionStack: [],
				metadata: {},
				waitingExecution: {},
				waitingExecutionSource: null,
			},
		});
		const data = { ...outsideOfExecutions(credential), executionId: '1' } as IWorkflowExecuteAdditionalData;
		return new ExecuteContext(workflowOf(step), step, data, 'manual', run, 0, items, input, executed, []);
	},
};

const workflowOf = (node: INode) =>
	new Workflow({
		id: 'test',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new TestNodeTypes(),
	});
