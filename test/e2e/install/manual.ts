import { randomUUID } from 'node:crypto';

import type { Sandbox } from '../../../sandbox';
import { itemsOf, type Execution } from '../../../tools/n8n-host/execution';
import type { SavedWorkflow } from '../../../tools/n8n-host/rest';
import { until } from '../../../tools/shared/until';
import { manualWorkflow, START } from '../operations/manualWorkflow';
import type { Cluster } from '../queueMode/cluster';
import { compared, type Finding } from '../section';
import { credentialInput } from '../stage';
import { createOnActivation } from '../trigger/triggerWorkflow';

const ACTION = 'Company Radar';
const TRIGGER = 'Company Radar Trigger';

/** People who work in the editor of n8n in queue mode, where workers run manual executions, as from n8n 3.0 on. */
export class ManualWork {
	private constructor(
		private readonly cluster: Cluster,
		private readonly sandbox: Sandbox,
		private readonly credential: { id: string; name: string },
	) {}

	static async start(cluster: Cluster, sandbox: Sandbox): Promise<ManualWork> {
		const input = credentialInput(sandbox);
		const { id } = await cluster.host.rest.createCredential(input);
		return new ManualWork(cluster, sandbox, { id, name: input.name });
	}

	async findings(): Promise<Finding[]> {
		this.sandbox.control.seed({ radars: 2 });
		const radars = this.sandbox.control.radars().map(({ radar_id: id }) => id);
		const newest = this.sandbox.control.pushFindings().map(({ update_id: id }) => id);
		return [
			await this.action(),
			await this.picker(radars),
			await this.trigger('Polling, Newest Updates', { delivery: 'polling' }, newest),
			await this.sample(),
			await this.realDelivery(),
			await this.published(),
		];
	}

	private async action(): Promise<Finding> {
		const nodes = [{ name: ACTION, parameters: { resource: 'account', operation: 'getSummary' } }];
		const saved = await this.cluster.host.rest.createWorkflow(
			manualWorkflow('Account', [{}], nodes, this.credential),
		);
		const execution = await this.executed(saved, {
			destinationNode: step(ACTION),
			triggerToStartFrom: { name: START },
		});
		const active = itemsOf(execution, ACTION).map(({ json }) => json.active_radars);
		return this.finding('"Execute step" of an action', execution, compared('', active, [2]));
	}

	private async picker(radars: string[]): Promise<Finding> {
		const { results } = await this.cluster.host.rest.request<{ results: Array<{ value: string }> }>(
			'POST',
			'/dynamic-node-parameters/resource-locator-results',
			{
				path: 'parameters.radarId',
				methodName: 'searchRadars',
				nodeTypeAndVersion: { name: 'n8n-nodes-company-radar.companyRadar', version: 1 },
				currentNodeParameters: { resource: 'radar', operation: 'get' },
				credentials: { companyRadarApi: this.credential },
			},
		);
		const picked = results.map(({ value }) => value);
		return compared('queue mode: the picker lists the radars', picked.sort(), radars.sort());
	}

	private async trigger(what: string, parameters: object, expected: string[]): Promise<Finding> {
		const saved = await this.triggerWorkflow(parameters);
		const execution = await this.executed(saved, {
			triggerToStartFrom: { name: TRIGGER },
			destinationNode: step(TRIGGER),
		});
		return this.finding(
			`"Execute step" of the trigger, ${what}`,
			execution,
			compared('', updatesIn(execution), expected),
		);
	}

	private async sample(): Promise<Finding> {
		const saved = await this.triggerWorkflow({
			delivery: 'webhook',
			testWith: 'sample',
			events: ['contact_job_changes'],
		});
		const execution = await this.executed(saved, {
			triggerToStartFrom: { name: TRIGGER },
			destinationNode: step(TRIGGER),
		});
		const types = itemsOf(execution, TRIGGER).map(({ json }) => json.radar_type);
		return this.finding('Test With: Sample Data', execution, compared('', types, ['contact_job_changes']));
	}

	/** The service sends a sample to the test URL, which only the main process serves. */
	private async realDelivery(): Promise<Finding> {
		const { rest } = this.cluster.host;
		const saved = await this.triggerWorkflow({ delivery: 'webhook', testWith: 'realDelivery' });
		this.sandbox.control.clearDeliveries();
		await rest.request('POST', `/workflows/${saved.id}/run`, {
			triggerToStartFrom: { name: TRIGGER },
			destinationNode: step(TRIGGER),
		});
		const execution = await this.firstExecution(saved);
		const sent = this.sandbox.control.deliveries().map(({ update_id: update }) => update);
		return this.finding('Test With: Real Delivery', execution, compared('', updatesIn(execution), sent));
	}

	/** The process for webhooks receives it, so it has the package too. */
	private async published(): Promise<Finding> {
		const { rest } = this.cluster.host;
		const { control } = this.sandbox;
		const parameters = { delivery: 'webhook', ...createOnActivation('acme.example') };
		const saved = await this.triggerWorkflow(parameters);
		await rest.activate(saved);
		let radarId: string | undefined;
		await until('publishing creates the radar', () => {
			radarId = control.radars().find(({ domain }) => domain === 'acme.example')?.radar_id;
			return radarId !== undefined;
		});
		const [found] = control.pushFindings({ radar_id: radarId });
		await control.idle();
		const execution = await this.firstExecution(saved);
		return this.finding('published', execution, compared('', updatesIn(execution), [found?.update_id]));
	}

	private async firstExecution({ id: workflowId }: SavedWorkflow): Promise<Execution> {
		const { rest } = this.cluster.host;
		let id: string | undefined;
		await until('an execution starts', async () => {
			[{ id } = { id: undefined }] = await rest.executions({ workflowId });
			return id !== undefined;
		});
		return await rest.executionEnd(id ?? '');
	}

	private async triggerWorkflow(parameters: object): Promise<SavedWorkflow> {
		const trigger = {
			id: TRIGGER,
			name: TRIGGER,
			type: 'n8n-nodes-company-radar.companyRadarTrigger',
			typeVersion: 1,
			webhookId: randomUUID(),
			position: [0, 0],
			parameters,
			credentials: { companyRadarApi: this.credential },
		};
		return await this.cluster.host.rest.createWorkflow({ name: TRIGGER, nodes: [trigger], connections: {} });
	}

	private async executed({ id }: SavedWorkflow, how: object): Promise<Execution> {
		const { rest } = this.cluster.host;
		const { executionId } = await rest.request<{ executionId: string }>('POST', `/workflows/${id}/run`, how);
		return await rest.executionEnd(executionId);
	}

	private finding(what: string, { id, status, error }: Execution, { seen, ok }: Finding): Finding {
		const onWorker = this.cluster.workers.some((worker) =>
			worker.log().includes(`Worker started execution ${id} `),
		);
		const where = onWorker ? 'on a worker' : 'not on a worker';
		return {
			what: `queue mode: ${what}`,
			seen: [where, status === 'success' ? seen : (error?.message ?? status)].join(': '),
			ok: ok && onWorker && status === 'success',
		};
	}
}

/** What the editor's "Execute step" asks for. */
const step = (nodeName: string) => ({ nodeName, mode: 'inclusive' });

const updatesIn = (execution: Execution) => itemsOf(execution, TRIGGER).map(({ json }) => json.update_id);
