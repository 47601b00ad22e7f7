import { randomUUID } from 'node:crypto';

import type { IDataObject, INode } from 'n8n-workflow';

import { execute } from '../../../nodes/CompanyRadar/execute';
import { executeContext, NODE, type ContextOptions } from '../client/service';
import { runData } from '../harness/engine';

/**
 * Runs the action node several times with what an execution stores: with another `runIndex` as a loop does, or with another
 * `executionId` as the Retry button does. Resolves to the output.
 */
export const runsOf = (
	credential: ContextOptions['credential'],
	parameters: IDataObject,
	{ node = {}, run = runData() }: { node?: Partial<INode>; run?: ContextOptions['run'] } = {},
) => {
	const id = randomUUID();
	return async (items: IDataObject[], more: Partial<ContextOptions> = {}): Promise<IDataObject[]> => {
		const context = executeContext({
			credential,
			node: { ...NODE, id, ...node, parameters: parameters as INode['parameters'] },
			items: items.map((json) => ({ json })),
			run,
			...more,
		});
		const [output = []] = await execute.call(context);
		return output.map(({ json }) => json);
	};
};
