import { randomUUID } from 'node:crypto';

import { type Execution, itemsOf } from '../../../tools/n8n-host/execution';
import type { Host } from '../../../tools/n8n-host/host';
import type { SavedWorkflow } from '../../../tools/n8n-host/rest';
import { loopback } from '../../../tools/shared/loopback';
import { VISITOR_TRIGGER } from '../../../tools/shared/nodeTypes';
import { chooseCredential, inARow, nodeOf, noOperation, type Stage } from '../stage';
import { USER_AGENT, type World } from './world';

const TRIGGER = 'Company Radar Visitor Trigger';

const NEXT = 'Next';

/** A company as the node after the trigger gets it. */
export type Visitor = Record<string, unknown> & { domain: string; path: string };

/** A workflow with the visitor trigger on a running n8n. */
export class VisitorWorkflow {
	private constructor(
		private readonly host: Host,
		private saved: SavedWorkflow,
		private readonly webhookId: string,
	) {}

	static async create(
		{ host, sandbox }: Pick<Stage, 'host' | 'sandbox'>,
		parameters: object = {},
	): Promise<VisitorWorkflow> {
		const credentials = await chooseCredential(host, sandbox);
		const webhookId = randomUUID();
		const given = { allowedWebsites: 'website.example', ...parameters };
		const trigger = nodeOf(TRIGGER, VISITOR_TRIGGER, given, { webhookId, credentials });
		const nodes = [trigger, noOperation(NEXT)];
		const saved = await host.rest.createWorkflow(inARow(`Visitors ${webhookId}`, nodes));
		return new VisitorWorkflow(host, saved, webhookId);
	}

	get id(): string {
		return this.saved.id;
	}

	/** Where n8n itself serves the script and takes page views. */
	get path(): string {
		return `/webhook/${this.webhookId}/visitor.js`;
	}

	/** Saves a version with one more node. */
	async add(node: object): Promise<void> {
		const { id, versionId, nodes, connections } = this.saved;
		const body = { versionId, nodes: [...nodes, node], connections };
		this.saved = await this.host.rest.request('PATCH', `/workflows/${id}`, body);
	}

	async publish(): Promise<void> {
		await this.host.rest.publish(this.saved);
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
}

const WEBSITE = 'https://www.website.example';

export interface View {
	/** Of the visitor, as the proxy before n8n passes it on. */
	address: string;
	path?: string;
	headers?: Record<string, string | undefined>;
	/** Members of the body. */
	body?: object;
	/** The process of n8n that takes it, if not the main one. */
	at?: string;
}

/** A page view as a program would forge it; resolves with n8n's status. */
export async function view(
	{ host }: Pick<World, 'host'>,
	workflow: VisitorWorkflow,
	{ address, path = '/pricing', headers, body, at = host.url }: View,
): Promise<number> {
	const { status } = await loopback.post(
		`${at}${workflow.path}`,
		JSON.stringify({ o: WEBSITE, p: path, r: '', u: {}, ...body }),
		{
			headers: {
				'content-type': 'text/plain;charset=UTF-8',
				'user-agent': USER_AGENT,
				origin: WEBSITE,
				'x-forwarded-for': address,
				...headers,
			},
		},
	);
	return status;
}

const AT_ONCE = 50;

/** Sends the views, many at a time; resolves with how many got each status. */
export async function flood(
	world: Pick<World, 'host'>,
	workflow: VisitorWorkflow,
	views: View[],
): Promise<Record<number, number>> {
	const queue = [...views];
	const statuses: Record<number, number> = {};
	const sender = async () => {
		for (let next = queue.pop(); next; next = queue.pop()) {
			const status = await view(world, workflow, next);
			statuses[status] = (statuses[status] ?? 0) + 1;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, sender));
	return statuses;
}

/** The addresses that the service looked up, in order. */
export const lookedUp = ({ sandbox }: Pick<World, 'sandbox'>): string[] =>
	sandbox.control
		.log()
		.filter(({ path }) => path === '/v1/company-reveal')
		.map(({ requestBody }) => (JSON.parse(requestBody) as { ip: string }).ip);

/** What lookups cost so far, in cents. */
export const spentCents = ({ sandbox }: Pick<World, 'sandbox'>): number =>
	Math.round(sandbox.control.charges().reduce((sum, { amount_usd: amount }) => sum + amount * 100, 0));
