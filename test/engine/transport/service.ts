import 'reflect-metadata';

import { ExecuteContext, ExecutionLifecycleHooks } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INode,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { createService, type RadarService, type ServiceOptions } from '../../../nodes/shared/transport';
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
}

/** The context that n8n's engine hands to a node, with real HTTP. */
export function executeContext({ credential, stop, executionId = '1' }: ContextOptions): IExecuteFunctions {
	const workflow = new Workflow({
		id: 'test',
		nodes: [NODE],
		connections: {},
		active: false,
		nodeTypes: new TestNodeTypes(),
	});
	const additionalData = {
		credentialsHelper: new InMemoryCredentials({ companyRadarApi: credential }),
		executionId,
		hooks: new ExecutionLifecycleHooks('manual', executionId, {} as never),
	} as unknown as IWorkflowExecuteAdditionalData;
	const input = { main: [[{ json: {} }]] };
	return new ExecuteContext(
		workflow,
		NODE,
		additionalData,
		'manual',
		runData(),
		0,
		input.main[0] ?? [],
		input,
		{ node: NODE, data: input, source: null },
		[],
		stop,
	);
}

/** The service as a node gets it in an execution. */
export const serviceFor = async (context: ContextOptions, options?: ServiceOptions): Promise<RadarService> =>
	await createService(executeContext(context), options);
