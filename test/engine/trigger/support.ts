import type { IDataObject, INode } from 'n8n-workflow';

import { loopback } from '../../../tools/shared/loopback';
import { processedItems, type ProcessedItems } from '../harness/processedItems';
import { TRIGGER, TriggerHost, type TriggerOptions } from '../harness/triggerHost';
import type { RunResult } from '../harness';
import { useSandbox, type TestService } from '../support/sandbox';

export { TRIGGER, TriggerHost };

/** A sandbox without limits, n8n's table of processed items, and hosts that end with the test. */
export class TriggerTest {
	readonly service: TestService = useSandbox({ settings: { unlimited: true } });

	store!: ProcessedItems;

	private readonly hosts: TriggerHost[] = [];

	constructor() {
		beforeAll(async () => {
			this.store = await processedItems();
		});
		beforeEach(() => this.store.clear());
		afterEach(async () => {
			for (const host of this.hosts.splice(0)) await host.close();
		});
	}

	get control() {
		return this.service.control;
	}

	/** Of a plan with a high limit: what is tested here is not the pace. */
	get credential() {
		return { ...this.service.credential, requestsPerSecond: 1000 };
	}

	/** A workflow that is not active yet. */
	host(parameters: IDataObject, node: Partial<INode> = {}, more: Partial<TriggerOptions> = {}): TriggerHost {
		const host = new TriggerHost({ credential: this.credential, parameters, node, ...more });
		this.hosts.push(host);
		return host;
	}

	/** Listens on loopback, so that the sandbox can deliver to it. */
	async listening(parameters: IDataObject, node: Partial<INode> = {}): Promise<TriggerHost> {
		const host = this.host(parameters, node);
		await host.listen();
		return host;
	}

	/** Ids of new findings. */
	find(count = 1, radarId?: string, discoveredAt?: string): string[] {
		return this.control
			.pushFindings({ count, radar_id: radarId, discovered_at: discoveredAt })
			.map(({ update_id: id }) => id);
	}

	async createRadar(body: IDataObject): Promise<string> {
		return (await this.post<{ data: { radar_id: string } }>('/v1/radars', body)).data.radar_id;
	}

	/** Deactivates the radar that was created first. */
	async deactivateFirst(): Promise<void> {
		const [{ radar_id: value } = {}] = this.control.radars();
		const radarId = { __rl: true, mode: 'id', value };
		await this.service.run({ resource: 'radar', operation: 'deactivate', radarId } as IDataObject);
	}

	/** The ID of the request. */
	async createInBulk(webhookUrl: string, radars: IDataObject[]): Promise<string> {
		const body = { webhook_url: webhookUrl, radars };
		return (await this.post<{ bulk_id: string }>('/v1/radars/bulk', body)).bulk_id;
	}

	private async post<Answer>(path: string, body: IDataObject): Promise<Answer> {
		const { apiKey, baseUrl } = this.service.credential;
		const headers = { 'x-api-key': apiKey };
		return (await loopback.post<Answer>(`${baseUrl}${path}`, body, { headers })).data;
	}
}

/** The error of an activation that fails, as n8n shows it. */
export const failure = async (activation: Promise<void>): Promise<{ message: string; description: string }> =>
	await activation.then(
		() => {
			throw new Error('The activation should have failed');
		},
		(reason: { message: string; description: string }) => reason,
	);

export const idsOf = (items: IDataObject[]): string[] => items.map(({ update_id: id }) => String(id));

export const idsIn = (execution: RunResult | null): string[] =>
	execution ? idsOf(execution.json(TRIGGER)) : [];

/** What went on to the next node, over all executions; ids in order. */
export const outputIds = (host: TriggerHost): string[] => idsOf(host.outputs()).sort();
