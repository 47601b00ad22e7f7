import { randomUUID } from 'node:crypto';

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { execute } from '../../../nodes/CompanyRadar/execute';
import { runData } from '../harness/engine';
import { executeContext, NODE, type ContextOptions } from '../client/service';

type Call = () => Promise<INodeExecutionData[][]>;

/** What a tool that charges needs, high enough for every test. */
const LIMITS = { maximumRadars: 1000, spendingLimit: 1000 };

/** The node as an AI agent calls it, once for each item: several runs of one execution, which may go on at once. */
export function agentCalls(
	credential: ContextOptions['credential'],
	parameters: IDataObject,
	items: IDataObject[],
	more: Partial<INode> = {},
): Call[] {
	const run = runData();
	const executionId = randomUUID();
	const limited = { ...parameters, options: { ...LIMITS, ...(parameters.options as object) } };
	const node = { ...NODE, type: `${NODE.type}Tool`, parameters: limited as INode['parameters'], ...more };
	return items.map((json, runIndex) => async () => {
		return await execute.call(
			executeContext({ credential, node, run, runIndex, executionId, items: [{ json }] }),
		);
	});
}
