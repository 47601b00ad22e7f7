import 'reflect-metadata';

import { ExecuteContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { additionalDataFor } from '../../engine/harness/additionalData';

interface ContextOptions {
	nodeType: INodeType;
	parameters: IDataObject;
	items: IDataObject[];
	credential: ICredentialDataDecryptedObject;
}

const nodeTypesOf = (nodeType: INodeType): INodeTypes => ({
	getByName: () => nodeType,
	getByNameAndVersion: () => nodeType,
	getKnownTypes: () => ({}),
});

/** The context that n8n's engine hands to a node, with real HTTP. */
export function executeContext({
	nodeType,
	parameters,
	items,
	credential,
}: ContextOptions): IExecuteFunctions {
	const { name, version } = nodeType.description;
	const node: INode = {
		id: 'node',
		name: 'Company Radar',
		type: `n8n-nodes-company-radar.${name}`,
		typeVersion: [version].flat()[0] ?? 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		credentials: { companyRadarApi: { id: '1', name: 'Company Radar' } },
	};
	const workflow = new Workflow({
		id: 'bench',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesOf(nodeType),
	});
	const input = items.map((json): INodeExecutionData => ({ json }));
	const data = { main: [input] };
	return new ExecuteContext(
		workflow,
		node,
		{ ...additionalDataFor(credential, {}, 'trigger'), executionId: '1' },
		'trigger',
		createRunExecutionData(),
		0,
		input,
		data,
		{ node, data, source: null },
		[],
	);
}

/** Runs a node as the engine does; resolves with the items of its first output. */
export async function execute(options: ContextOptions): Promise<INodeExecutionData[]> {
	return await executeIn(executeContext(options), options.nodeType);
}

export async function executeIn(
	context: IExecuteFunctions,
	nodeType: INodeType,
): Promise<INodeExecutionData[]> {
	const outputs = (await nodeType.execute?.call(context)) as INodeExecutionData[][] | undefined;
	return outputs?.[0] ?? [];
}
