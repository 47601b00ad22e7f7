import { randomUUID } from 'node:crypto';

import type { Sandbox } from '../../../sandbox';
import type { Host } from '../../../tools/n8n-host/host';
import type { N8nRest, SavedWorkflow } from '../../../tools/n8n-host/rest';
import { noOperation } from '../noOperation';
import { executionsOf, outputOf, retriesOf, statusesOf, TRIGGER, type TriggerExecution } from './executions';
import type { Database } from './database';
import { until } from './until';

/** A retry may fail too: on a busy machine a worker loses its job once more. */
const ROUNDS = 3;

const FAILED = ['crashed', 'error', 'canceled'];

const UNDER_WAY = ['new', 'running', 'unknown'];

interface PublicationStatus {
	status: string;
	triggers: Array<{ errorMessage: string | null }>;
}

/** Where a workflow runs and is looked at. */
export interface TriggerPlace {
	rest: N8nRest;
	database: Database;
	/** Where deliveries go, if not to the process that `rest` talks to. */
	webhooksAt?: string;
	/** Id of the credential for the sandbox. */
	credential: string;
}

/** A workflow with the trigger and a node that does nothing behind it, on a running n8n. */
export class TriggerWorkflow {
	private constructor(
		private readonly place: TriggerPlace,
		private readonly saved: SavedWorkflow,
		private readonly webhookId: string,
	) {}

	static async create(place: TriggerPlace, name: string, parameters: object): Promise<TriggerWorkflow> {
		const webhookId = randomUUID();
		const saved = await place.rest.createWorkflow({
			name,
			nodes: [
				{
					id: randomUUID(),
					name: TRIGGER,
					type: 'n8n-nodes-company-radar.companyRadarTrigger',
					typeVersion: 1,
					position: [0, 0],
					webhookId,
					parameters,
					credentials: { companyRadarApi: { id: place.credential, name: 'Company Radar API' } },
				},
				noOperation('Next'),
			],
			connections: { [TRIGGER]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		});
		return new TriggerWorkflow(place, saved, webhookId);
	}

	get id(): string {
		return this.saved.id;
	}

	get webhookUrl(): string {
		return `${this.place.webhooksAt ?? this.place.rest.url}/webhook/${this.webhookId}/webhook`;
	}

	/** n8n publishes in the background after its answer. Killed meanwhile, it takes the workflow up only minutes later. */
	async activate(): Promise<void> {
		await this.place.rest.activate(this.saved);
		await until(`${this.saved.name} is published`, () => this.isPublished());
	}

	async isPublished(): Promise<boolean> {
		const path = `/workflows/${this.saved.id}/publication-status`;
		const { status, triggers } = await this.place.rest.request<PublicationStatus>('GET', path);
		if (status === 'failed') throw new Error(`${this.saved.name}: ${triggers[0]?.errorMessage}`);
		return status === 'published';
	}

	async deactivate(): Promise<void> {
		await this.place.rest.deactivate(this.saved);
	}

	async executions(): Promise<TriggerExecution[]> {
		return await executionsOf(this.place.database, this.saved.id);
	}

	/** `update_id`s that the trigger put out, over all executions. */
	async outputIds(): Promise<string[]> {
		return outputOf(await this.executions());
	}

	/** How many executions there are in each status. */
	async statuses(): Promise<Record<string, number>> {
		return await statusesOf(this.place.database, this.saved.id);
	}

	/** Waits until no execution is under way, and there are so many at least. */
	async settled(atLeast = 0, seconds = 300): Promise<Record<string, number>> {
		let statuses: Record<string, number> = {};
		await until(
			`the executions of ${this.saved.name} end`,
			async () => {
				statuses = await this.statuses();
				const underWay = UNDER_WAY.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
				const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
				return all >= atLeast && underWay === 0;
			},
			{ seconds, everyMs: 1000 },
		);
		return statuses;
	}

	/** Presses Stop on every execution that n8n takes for under way; resolves with how many. */
	async stopUnderWay(): Promise<number> {
		const executions = await this.executions();
		const underWay = executions.filter(({ status }) => UNDER_WAY.includes(status));
		let stopped = 0;
		for (const { id } of underWay) {
			// n8n refuses where the execution has ended meanwhile.
			const stop = this.place.rest.request('POST', `/executions/${id}/stop`);
			await stop.then(() => stopped++).catch(() => undefined);
		}
		return stopped;
	}

	/**
	 * Presses Retry on every execution that crashed, failed or was stopped, on retries that did, and again where n8n refused;
	 * resolves with how many of the first.
	 */
	async retryFailed(): Promise<number> {
		let count = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const executions = await this.executions();
			const retried = new Set(executions.map(({ retryOf }) => retryOf));
			const failed = executions
				.filter(({ id, status }) => FAILED.includes(status) && !retried.has(id))
				.map(({ id }) => id);
			if (round === 0) count = failed.length;
			await this.retry(failed);
			await this.settled();
		}
		return count;
	}

	/** n8n answers when the retry has ended, or never if it failed in a worker: what counts is what it wrote down. */
	private async retry(ids: string[]): Promise<void> {
		const refused = new Set<string>();
		for (const id of ids) {
			this.place.rest
				.request('POST', `/executions/${id}/retry`, { loadWorkflow: false })
				.catch(() => refused.add(id));
		}
		const isAnswered = async () => {
			const begun = new Set(await retriesOf(this.place.database, this.saved.id));
			return ids.every((id) => begun.has(id) || refused.has(id));
		};
		await until('the retries begin', isAnswered, { everyMs: 1000 });
	}
}

/** Parameters with which the trigger creates a radar. */
export const createOnActivation = (domain: string) => ({
	radars: 'create',
	defineRadars: 'below',
	radarsToCreate: { radar: [{ radarType: 'company_mentions', domain }] },
});

/** A credential for the sandbox; resolves with its id. */
export async function credentialFor(host: Host, sandbox: Sandbox): Promise<string> {
	const { id } = await host.rest.createCredential({
		name: 'Company Radar API',
		type: 'companyRadarApi',
		data: { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl, requestsPerSecond: 500 },
	});
	return id;
}
