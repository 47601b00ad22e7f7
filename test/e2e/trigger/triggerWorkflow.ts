import { randomUUID } from 'node:crypto';

import type { Sandbox } from '../../../sandbox';
import { itemsOf, type Execution } from '../../../tools/n8n-host/execution';
import type { Host } from '../../../tools/n8n-host/host';
import type { N8nRest, SavedWorkflow } from '../../../tools/n8n-host/rest';

const TRIGGER = 'Company Radar Trigger';

const UNDER_WAY = new Set(['new', 'running', 'waiting', 'unknown']);

/** A workflow with the trigger and a node behind it, on a running n8n. */
export class TriggerWorkflow {
	readonly webhookId = randomUUID();

	private saved!: SavedWorkflow;

	constructor(
		private readonly rest: N8nRest,
		readonly name: string,
		private readonly parameters: object,
		/** Where the node behind the trigger sends each update; without it, it does nothing. */
		private readonly reportTo?: string,
	) {}

	async create(credentialId: string): Promise<this> {
		this.saved = await this.rest.createWorkflow({
			name: this.name,
			nodes: [
				{
					id: randomUUID(),
					name: TRIGGER,
					type: 'n8n-nodes-company-radar.companyRadarTrigger',
					typeVersion: 1,
					position: [0, 0],
					webhookId: this.webhookId,
					parameters: this.parameters,
					credentials: { companyRadarApi: { id: credentialId, name: 'Company Radar API' } },
				},
				{
					id: randomUUID(),
					name: 'Next',
					position: [200, 0],
					...(this.reportTo
						? { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: { url: this.reportTo } }
						: { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }),
				},
			],
			connections: { [TRIGGER]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		});
		return this;
	}

	/** n8n publishes in the background: `isReady` tells when it is done. */
	async activate(isReady: () => Promise<boolean> | boolean): Promise<void> {
		this.saved = { ...this.saved, ...(await this.rest.activate(this.saved)) };
		await until(`${this.name} is active`, isReady);
	}

	async deactivate(): Promise<void> {
		await this.rest.deactivate(this.saved);
	}

	/** Presses "Execute step" in the editor's way; undefined where n8n waits for a test delivery. */
	async executeStep(): Promise<string | undefined> {
		const { executionId } = await this.rest.request<{ executionId?: string }>(
			'POST',
			`/workflows/${this.saved.id}/run`,
			{ triggerToStartFrom: { name: TRIGGER } },
		);
		return executionId;
	}

	/** Those that have ended, well or not; one that was killed before it began may never end. */
	async executions(): Promise<Execution[]> {
		const list = await this.rest.executions({ workflowId: this.saved.id });
		const all = await Promise.all(list.map(async ({ id }) => await this.rest.execution(id)));
		return all.filter(({ status }) => !UNDER_WAY.has(status));
	}

	/** How many executions failed or crashed; at most 100. */
	async failedCount(): Promise<number> {
		const filter = { workflowId: this.saved.id, status: ['error', 'crashed'] };
		return (await this.rest.executions(filter)).length;
	}

	/** Presses Retry on every execution that crashed or failed. */
	async retryFailed(): Promise<void> {
		for (const { id, status } of await this.executions()) {
			if (status !== 'crashed' && status !== 'error') continue;
			const retried = await this.rest.request<{ id?: string } | undefined>(
				'POST',
				`/executions/${id}/retry`,
				{
					loadWorkflow: false,
				},
			);
			if (retried?.id) await this.rest.executionEnd(retried.id);
		}
	}

	/** `update_id`s that came out of the trigger and went into the next node, over all executions. */
	async outputIds(): Promise<string[]> {
		const executions = await this.executions();
		return executions.flatMap((execution) =>
			itemsOf(execution, 'Next').map(({ json }) => String(json.update_id)),
		);
	}

	webhookPath(): string {
		return `/webhook/${this.webhookId}/webhook`;
	}
}

/** A credential for the sandbox. */
export async function credentialFor(host: Host, sandbox: Sandbox): Promise<string> {
	const { id } = await host.rest.createCredential({
		name: 'Company Radar API',
		type: 'companyRadarApi',
		data: { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl, requestsPerSecond: 500 },
	});
	return id;
}

/** Looks again until it is so. */
export async function until(
	what: string,
	isSo: () => Promise<boolean> | boolean,
	seconds = 120,
): Promise<void> {
	const deadline = Date.now() + seconds * 1000;
	while (!(await isSo())) {
		if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

/** How often each id came, against how often it should: once. */
export function tally(expected: string[], actual: string[]) {
	const times = new Map<string, number>();
	for (const id of actual) times.set(id, (times.get(id) ?? 0) + 1);
	return {
		expected: expected.length,
		lost: expected.filter((id) => !times.has(id)).length,
		repeated: [...times.values()].reduce((sum, count) => sum + count - 1, 0),
		unexpected: [...times.keys()].filter((id) => !expected.includes(id)).length,
	};
}
