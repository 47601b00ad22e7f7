import { randomUUID } from 'node:crypto';

import type { Sandbox } from '../../../sandbox';
import { type Execution, itemsOf } from '../../../tools/n8n-host/execution';
import type { SavedWorkflow } from '../../../tools/n8n-host/rest';
import { until } from '../../../tools/shared/until';
import { manualWorkflow, START } from '../manualWorkflow';
import { compared, type Finding } from '../section';
import { credentialInput } from '../stage';
import type { Cluster } from './cluster';

const ACTION = 'Company Radar';
const TRIGGER = 'Company Radar Trigger';

/** What the editor's "Execute step" asks for. */
const step = (nodeName: string, start: string) => ({
	destinationNode: { nodeName, mode: 'inclusive' },
	triggerToStartFrom: { name: start },
});

/** People who work in the editor of n8n in queue mode, where workers run manual executions, as from n8n 3.0 on. */
export async function manualWork({ host, workers }: Cluster, sandbox: Sandbox): Promise<Finding[]> {
	const { rest } = host;
	const { control } = sandbox;
	const input = credentialInput(sandbox);
	const credential = { id: (await rest.createCredential(input)).id, name: input.name };

	const run = async ({ id: workflowId }: SavedWorkflow, how: object): Promise<Execution> => {
		await rest.request('POST', `/workflows/${workflowId}/run`, how);
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
		const trigger = {
			id: TRIGGER,
			name: TRIGGER,
			type: 'n8n-nodes-company-radar.companyRadarTrigger',
			typeVersion: 1,
			webhookId: randomUUID(),
			position: [0, 0],
			parameters,
			credentials: { companyRadarApi: credential },
		};
		const saved = await rest.createWorkflow({ name: TRIGGER, nodes: [trigger], connections: {} });
		const execution = await run(saved, step(TRIGGER, TRIGGER));
		const updates = itemsOf(execution, TRIGGER).map(({ json }) => json.update_id);
		return finding(what, execution, compared('', updates, expected()));
	};

	control.seed({ radars: 2 });
	const newest = control.pushFindings().map(({ update_id: id }) => id);
	const nodes = [{ name: ACTION, parameters: { resource: 'account', operation: 'getSummary' } }];
	const saved = await rest.createWorkflow(manualWorkflow('Account', [{}], nodes, credential));
	const action = await run(saved, step(ACTION, START));
	const active = itemsOf(action, ACTION).map(({ json }) => json.active_radars);
	return [
		finding('an action', action, compared('', active, [2])),
		await triggered('the newest updates', { delivery: 'polling' }, () => newest),
		// The service sends it to the test URL, which only the main process serves.
		await triggered('a real delivery', { delivery: 'webhook', testWith: 'realDelivery' }, () =>
			control.deliveries().map(({ update_id: id }) => id),
		),
	];
}
