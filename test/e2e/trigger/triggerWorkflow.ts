import { parse } from 'flatted';
import { randomUUID } from 'node:crypto';

import type { Sandbox } from '../../../sandbox';
import type { Host } from '../../../tools/n8n-host/host';
import { itemsOf } from '../../../tools/n8n-host/execution';
import type { N8nRest, SavedWorkflow } from '../../../tools/n8n-host/rest';
import { inARow, nodeOf, noOperation, type Stage } from '../stage';
import { type Database, sqliteOf } from './database';
import { TRIGGER, VISITOR_TRIGGER } from '../../../tools/shared/nodeTypes';
import { until } from '../../../tools/shared/until';

/** An execution of a workflow with the trigger, as n8n's database keeps it. */
export interface TriggerExecution {
	id: string;
	mode: string;
	/** `success`, `error`, `crashed`, `running`, `new`, ... */
	status: string;
	retryOf: string | null;
	/** `update_id`s that reached the trigger's execute(), where n8n kept them. */
	handed: string[];
	/** `update_id`s that the trigger put out. */
	output: string[];
	/** All that it put out. */
	items: Array<Item['json']>;
}

interface Row {
	id: number | string;
	mode: string;
	status: string;
	retryOf: string | null;
	data: string;
}

interface Item {
	json: Record<string, unknown> & {
		update_id?: string;
		/** What the trigger's webhook() and poll() pass on. */
		update?: { update_id?: string };
		/** What n8n's Webhook node puts out. */
		body?: { update_id?: string };
	};
}

interface Items {
	main?: Array<Item[] | null>;
}

interface Run {
	startTime: number;
	data?: Items;
}

interface RunData {
	executionData?: { nodeExecutionStack?: Array<{ data?: Items }> };
	resultData?: { runData?: Record<string, Run[]> };
}

/** The node after the trigger. */
const NEXT = 'Next';

const jsonIn = (items: Items | undefined) => (items?.main ?? []).flatMap((output) => output ?? []);

const present = (ids: Array<string | undefined>) => ids.filter((id) => id !== undefined);

function read({ data, ...row }: Row): TriggerExecution {
	const { executionData, resultData } = (parse(data) as RunData | undefined) ?? {};
	const waiting = executionData?.nodeExecutionStack ?? [];
	const [runs = []] = Object.entries(resultData?.runData ?? {}).flatMap(([name, run]) =>
		name === NEXT ? [] : [run],
	);
	const items = runs.flatMap((run) => jsonIn(run.data)).map(({ json }) => json);
	return {
		...row,
		items,
		id: String(row.id),
		handed: present(waiting.flatMap((each) => jsonIn(each.data)).map(({ json }) => json.update?.update_id)),
		output: present(items.map(({ update_id: id }) => id)),
	};
}

const rowsOf = async ({ query }: Database, workflowId: string): Promise<Row[]> =>
	await query<Row>(
		`SELECT e.id AS id, e.mode AS mode, e.status AS status, e."retryOf" AS "retryOf", d.data AS data
		FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
		WHERE e."workflowId" = '${workflowId}' ORDER BY e.id`,
	);

export const outputOf = (executions: TriggerExecution[]): string[] =>
	executions.flatMap(({ output }) => output);

/** A retry may fail too: on a busy machine a worker loses its job again. */
const ROUNDS = 3;

const FAILED = ['crashed', 'error', 'canceled'];

const UNDER_WAY = ['new', 'running', 'unknown'];

export const isUnderWay = (statuses: Record<string, number>): boolean =>
	UNDER_WAY.some((status) => statuses[status]);

/** Where a workflow runs and is looked at. */
export interface TriggerPlace {
	rest: N8nRest;
	database: Database;
	/** Where deliveries go, if not to the process that `rest` talks to. */
	webhooksAt?: string;
	/** Id of the credential for the sandbox. */
	credential: string;
}

/** A workflow of nodes in a row, the last of which does nothing, on a running n8n. */
export class TriggerWorkflow {
	private constructor(
		private readonly place: TriggerPlace,
		private saved: SavedWorkflow,
		private readonly webhookPath: string,
	) {}

	/** With the trigger. */
	static async create(
		place: TriggerPlace,
		name: string,
		parameters: object,
		settings: object = {},
	): Promise<TriggerWorkflow> {
		const webhookId = randomUUID();
		const own = { webhookId, credentials: credentialsOf(place) };
		const trigger = nodeOf('Company Radar Trigger', TRIGGER, parameters, own);
		return await TriggerWorkflow.ofNodes(place, name, [trigger], `${webhookId}/webhook`, settings);
	}

	/** With the visitor trigger, which takes page views. */
	static async ofVisitors(place: TriggerPlace, parameters: object = {}): Promise<TriggerWorkflow> {
		const webhookId = randomUUID();
		const given = { allowedWebsites: 'website.example', ...parameters };
		const own = { webhookId, credentials: credentialsOf(place) };
		const trigger = nodeOf('Company Radar Visitor Trigger', VISITOR_TRIGGER, given, own);
		return await TriggerWorkflow.ofNodes(place, webhookId, [trigger], `${webhookId}/visitor.js`);
	}

	/** Of other nodes, of which the first takes deliveries at the path. */
	static async ofNodes(
		place: TriggerPlace,
		name: string,
		nodes: Array<{ name: string }>,
		webhookPath: string,
		settings: object = {},
	): Promise<TriggerWorkflow> {
		const saved = await place.rest.createWorkflow(inARow(name, [...nodes, noOperation(NEXT)], settings));
		return new TriggerWorkflow(place, saved, webhookPath);
	}

	get id(): string {
		return this.saved.id;
	}

	/** Where n8n itself takes deliveries and page views, and serves the visitors' script. */
	get path(): string {
		return `/webhook/${this.webhookPath}`;
	}

	get webhookUrl(): string {
		return `${this.place.webhooksAt ?? this.place.rest.url}${this.path}`;
	}

	/** When the node after the trigger started on each update, by `update_id`, in milliseconds since the epoch. */
	async starts(): Promise<Map<string, number>> {
		const starts = new Map<string, number>();
		for (const { data } of await rowsOf(this.place.database, this.id)) {
			const { resultData } = (parse(data) as RunData | undefined) ?? {};
			for (const run of resultData?.runData?.[NEXT] ?? []) {
				for (const { json } of jsonIn(run.data)) {
					const id = json.update_id ?? json.body?.update_id ?? '';
					starts.set(id, Math.min(run.startTime, starts.get(id) ?? Number.POSITIVE_INFINITY));
				}
			}
		}
		return starts;
	}

	/** n8n publishes in the background after its answer. Killed meanwhile, it takes the workflow up only minutes later. */
	async activate(): Promise<void> {
		await this.place.rest.publish(this.saved);
	}

	async isPublished(): Promise<boolean> {
		return await this.place.rest.isPublished(this.saved);
	}

	async deactivate(): Promise<void> {
		await this.place.rest.deactivate(this.saved);
	}

	/** As in the editor: saves the workflow with another name of the trigger. */
	async renameTrigger(name: string): Promise<void> {
		const { nodes, connections } = this.saved;
		const [trigger, ...others] = nodes as [{ name: string }, ...object[]];
		await this.save([{ ...trigger, name }, ...others], { [name]: connections[trigger.name] });
	}

	/** Saves a version with one more node. */
	async add(node: object): Promise<void> {
		await this.save([...this.saved.nodes, node], this.saved.connections);
	}

	private async save(nodes: unknown[], connections: object): Promise<void> {
		const { id, versionId } = this.saved;
		const body = { versionId, nodes, connections };
		this.saved = await this.place.rest.request('PATCH', `/workflows/${id}`, body);
	}

	/** Presses Execute step on the trigger; resolves with the items that come out. */
	async executeStep(): Promise<Array<Record<string, unknown>>> {
		const { rest } = this.place;
		const { name } = this.saved.nodes[0] as { name: string };
		const execution = await rest.executionEnd(await rest.runManually(this.saved, name));
		return itemsOf(execution, name).map(({ json }) => json);
	}

	/** Oldest first. */
	async executions(): Promise<TriggerExecution[]> {
		return (await rowsOf(this.place.database, this.id)).map(read);
	}

	/** `update_id`s that the trigger put out, over all executions. */
	async outputIds(): Promise<string[]> {
		return outputOf(await this.executions());
	}

	/** What the trigger put out in each production execution, once nothing is under way. */
	async outputs(): Promise<Array<Array<Record<string, unknown>>>> {
		await this.settled();
		const executions = await this.executions();
		return executions.filter(({ mode }) => mode !== 'manual').map(({ items }) => items);
	}

	/** How many executions there are in each status. */
	async statuses(): Promise<Record<string, number>> {
		const rows = await this.place.database.query<{ status: string; count: number }>(
			`SELECT status, COUNT(*) AS count FROM execution_entity WHERE "workflowId" = '${this.id}' GROUP BY status`,
		);
		return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
	}

	/** Waits until no execution is under way and the trigger has put out at least `updates`, which may share executions. */
	async settled(updates = 0): Promise<Record<string, number>> {
		let statuses: Record<string, number> = {};
		await until(
			`the executions of ${this.saved.name} end`,
			async () => {
				statuses = await this.statuses();
				if (isUnderWay(statuses)) return false;
				return updates === 0 || (await this.outputIds()).length >= updates;
			},
			{ everyMs: 250 },
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
			const begun = new Set((await this.executions()).map(({ retryOf }) => retryOf));
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

const credentialsOf = ({ credential: id }: TriggerPlace) => ({
	companyRadarApi: { id, name: 'Company Radar API' },
});

/** An n8n with SQLite, and a credential for the sandbox. */
export const placeOf = async ({ host, sandbox }: Pick<Stage, 'host' | 'sandbox'>): Promise<TriggerPlace> => ({
	rest: host.rest,
	database: sqliteOf(host),
	credential: await credentialFor(host, sandbox),
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
