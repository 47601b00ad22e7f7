import { randomUUID } from 'node:crypto';

import type { Sandbox } from '../../../sandbox';
import { type Execution, itemsOf } from '../../../tools/n8n-host/execution';
import type { SavedWorkflow } from '../../../tools/n8n-host/rest';
import { ACTION, TRIGGER } from '../../../tools/shared/nodeTypes';
import { until } from '../../../tools/shared/until';
import { START } from '../manualWorkflow';
import { compared, type Finding } from '../section';
import { chooseCredential, inARow, nodeOf } from '../stage';
import type { Cluster } from './cluster';

/** An action or a trigger. */
const NODE = 'Company Radar';

/** What the editor's "Execute step" asks for. */
const stepFrom = (start: string) => ({
	destinationNode: { nodeName: NODE, mode: 'inclusive' },
	triggerToStartFrom: { name: start },
});

/** People who work in the editor of n8n in queue mode, where workers run manual executions, as from n8n 3.0 on. */
export async function manualWork({ host, workers }: Cluster, sandbox: Sandbox): Promise<Finding[]> {
	const { rest } = host;
	const { control } = sandbox;
	const credentials = await chooseCredential(host, sandbox);

	const run = async ({ id: workflowId }: SavedWorkflow, start: string): Promise<Execution> => {
		await rest.request('POST', `/workflows/${workflowId}/run`, stepFrom(start));
		let id: string | undefined;
		await until('an execution starts', async () => {
			[{ id } = { id: undefined }] = await rest.executions({ workflowId });
			return id !== undefined;
		});
		return await rest.executionEnd(id ?? '');
	};
	const finding = (what: string, { id, status, error }: Execution, { seen, ok }: Finding): Finding => {
		const onWorker = workers.some((worker) => worker.log().includes(`Worker started execution ${id} `));
		return {
			what: `in the editor: ${what}, on a worker`,
			seen: `${onWorker}: ${status === 'success' ? seen : (error?.message ?? status)}`,
			ok: ok && onWorker && status === 'success',
		};
	};
	const triggered = async (what: string, parameters: object, expected: () => string[]) => {
		const trigger = nodeOf(NODE, TRIGGER, parameters, { webhookId: randomUUID(), credentials });
		const execution = await run(await rest.createWorkflow(inARow(NODE, [trigger])), NODE);
		const updates = itemsOf(execution, NODE).map(({ json }) => json.update_id);
		return finding(what, execution, compared('', updates, expected()));
	};

	control.seed({ radars: 2 });
	const newest = control.pushFindings().map(({ update_id: id }) => id);
	const start = nodeOf(START, 'n8n-nodes-base.manualTrigger');
	const summary = nodeOf(NODE, ACTION, { resource: 'account', operation: 'getSummary' }, { credentials });
	const action = await run(await rest.createWorkflow(inARow('Account', [start, summary])), START);
	const active = itemsOf(action, NODE).map(({ json }) => json.active_radars);
	return [
		finding('an action', action, compared('', active, [2])),
		await triggered('the newest updates', { delivery: 'polling' }, () => newest),
		// The service sends it to the test URL, which only the main process serves.
		await triggered('a real delivery', { delivery: 'webhook', testWith: 'realDelivery' }, () =>
			control.deliveries().map(({ update_id: id }) => id),
		),
	];
}
