import { randomUUID } from 'node:crypto';

import type { Host } from '../../../tools/n8n-host/host';
import { itemsOf, type Execution } from '../../../tools/n8n-host/execution';
import type { SavedWorkflow } from '../../../tools/n8n-host/rest';
import { until } from '../../../tools/shared/until';
import { noOperation } from '../noOperation';
import { credentialInput, CREDENTIAL_NAME, type Stage } from '../stage';

const TRIGGER = 'Company Radar Visitor Trigger';

const NEXT = 'Next';

/** After the error output, if the trigger has one. */
const FAILED = 'Failed';

/** A company as the node after the trigger gets it. */
export type Visitor = Record<string, unknown> & { domain: string; path: string };

/** A workflow with the visitor trigger on a running n8n. */
export class VisitorWorkflow {
	private constructor(
		private readonly host: Host,
		private readonly saved: SavedWorkflow,
		private readonly webhookId: string,
	) {}

	static async create(
		{ host, sandbox }: Pick<Stage, 'host' | 'sandbox'>,
		parameters: object = {},
		settings: object = {},
	): Promise<VisitorWorkflow> {
		const { id } = await host.rest.createCredential(credentialInput(sandbox));
		const webhookId = randomUUID();
		const saved = await host.rest.createWorkflow({
			name: `Visitors ${webhookId}`,
			nodes: [
				{
					id: randomUUID(),
					name: TRIGGER,
					type: 'n8n-nodes-company-radar.companyRadarVisitorTrigger',
					typeVersion: 1,
					position: [0, 0],
					webhookId,
					parameters: { allowedWebsites: 'website.example', ...parameters },
					credentials: { companyRadarApi: { id, name: CREDENTIAL_NAME } },
					...settings,
				},
				noOperation(NEXT),
				noOperation(FAILED),
			],
			connections: {
				[TRIGGER]: { main: [NEXT, FAILED].map((node) => [{ node, type: 'main', index: 0 }]) },
			},
		});
		return new VisitorWorkflow(host, saved, webhookId);
	}

	get id(): string {
		return this.saved.id;
	}

	/** Where n8n itself serves the script and takes page views. */
	get path(): string {
		return `/webhook/${this.webhookId}/visitor.js`;
	}

	async publish(): Promise<void> {
		const { rest } = this.host;
		await rest.activate(this.saved);
		await until('the workflow is published', async () => {
			const path = `/workflows/${this.saved.id}/publication-status`;
			return (await rest.request<{ status: string }>('GET', path)).status === 'published';
		});
	}

	/** Why n8n doesn't publish it. */
	async refusal(): Promise<string> {
		const { rest } = this.host;
		const refused = await rest.activate(this.saved).then(
			() => '',
			(error: Error) => error.message,
		);
		if (refused) return refused;
		let reason = '';
		await until('the workflow is refused', async () => {
			const path = `/workflows/${this.saved.id}/publication-status`;
			const answer = await rest.request<{ status: string }>('GET', path);
			reason = JSON.stringify(answer);
			return answer.status === 'failed';
		});
		return reason;
	}

	async unpublish(): Promise<void> {
		await this.host.rest.deactivate(this.saved);
	}

	/** Presses Execute step; resolves with the items that come out. */
	async executeStep(): Promise<Array<Record<string, unknown>>> {
		const id = await this.host.rest.runManually(this.saved, TRIGGER);
		const execution = await this.host.rest.executionEnd(id);
		return itemsOf(execution, TRIGGER).map(({ json }) => json);
	}

	/** Production executions, oldest first, once nothing is under way. */
	async executions(): Promise<Execution[]> {
		const { rest } = this.host;
		const executions = await rest.executions({ workflowId: this.saved.id });
		const production = executions.filter(({ mode }) => mode !== 'manual').reverse();
		return await Promise.all(production.map(async ({ id }) => await rest.executionEnd(id)));
	}

	/** Companies that went on to the next node, oldest first. */
	async visitors(): Promise<Visitor[]> {
		const ended = await this.executions();
		return ended.flatMap((execution) => itemsOf(execution, NEXT)).map(({ json }) => json as Visitor);
	}

	/** Items that went on to the node after the error output. */
	async failures(): Promise<Array<Record<string, unknown>>> {
		const ended = await this.executions();
		return ended.flatMap((execution) => itemsOf(execution, FAILED)).map(({ json }) => json);
	}
}
