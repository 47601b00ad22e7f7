import { randomUUID } from 'node:crypto';

import type { INode } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import type { Json, Radar, RadarType } from '../../../sandbox/types';
import type { SavedWorkflow } from '../../../tools/n8n-host/rest';
import { loopback } from '../../../tools/shared/loopback';
import { TRIGGER, VISITOR_TRIGGER } from '../../../tools/shared/nodeTypes';
import { until } from '../../../tools/shared/until';
import { type Chosen, withCredentials } from '../examples/example';
import { BROWSER, type Row, Tables } from '../examples/runs/run';
import { mailsIn, type StandIns } from '../examples/standIns';
import { credentialInput, type Stage } from '../stage';
import { USER_AGENT } from '../visitor/world';
import type { Step } from './nodes';

const SCHEDULE = 'Schedule';

const STARTS = [TRIGGER, VISITOR_TRIGGER, 'n8n-nodes-base.scheduleTrigger'];

const OTHER_ACCOUNT = 'Other Account';

interface Accounts {
	stage: Stage;
	standIns: StandIns;
	chosen: Chosen;
	otherAccount: Sandbox;
}

/** The steps as the editor saves them: each runs after the one before, except for triggers. */
async function saveSteps(steps: Step[], channel: string, accounts: Accounts): Promise<SavedWorkflow> {
	const { stage, chosen, otherAccount } = accounts;
	const { rest } = stage.host;
	const { id: own } = await rest.createCredential(credentialInput(stage.sandbox));
	const { id: other } = await rest.createCredential(credentialInput(otherAccount));
	const written = JSON.parse(JSON.stringify(steps).replaceAll('#sales', channel)) as Step[];
	const nodes = written.map((node, index): INode => {
		const [id, webhookId] = [randomUUID(), randomUUID()];
		return { id, webhookId, position: [index * 200, 0], ...node } as INode;
	});
	const links = nodes.slice(1).flatMap(({ name, type }, index) => {
		const before = nodes[index]?.name ?? '';
		return STARTS.includes(type) ? [] : [[before, { main: [[{ node: name, type: 'main', index: 0 }]] }]];
	});
	const connections = Object.fromEntries(links) as SavedWorkflow['connections'];
	const complete = withCredentials(
		{ name: channel, nodes, connections: {} },
		{ ...chosen, companyRadarApi: own },
	);
	const ofOther = { companyRadarApi: { id: other, name: OTHER_ACCOUNT } };
	return await rest.createWorkflow({
		name: channel,
		nodes: complete.nodes.map((node) =>
			node.name === OTHER_ACCOUNT ? { ...node, credentials: ofOther } : node,
		),
		connections,
	});
}

/** A sentence's workflow with accounts of its own, and what a person and the world do around it. */
export class SentenceWorld {
	private readonly noted: string[] = [];

	private constructor(
		private readonly accounts: Accounts,
		private readonly saved: SavedWorkflow,
		private readonly channel: string,
		private readonly tables: Tables,
	) {}

	static async create(steps: Step[], accounts: Accounts): Promise<SentenceWorld> {
		const channel = `#${randomUUID()}`;
		const tables = await Tables.open(accounts.stage.host.rest);
		return new SentenceWorld(accounts, await saveSteps(steps, channel, accounts), channel, tables);
	}

	get sandbox(): Sandbox {
		return this.accounts.stage.sandbox;
	}

	get otherAccount(): Sandbox {
		return this.accounts.otherAccount;
	}

	get spreadsheet() {
		return this.accounts.standIns.spreadsheet;
	}

	private get rest() {
		return this.accounts.stage.host.rest;
	}

	readonly publish = async (): Promise<void> => await this.rest.publish(this.saved);

	/** Runs the workflow once, as its schedule would. A person answers what it asks. */
	readonly click = async (approved?: boolean): Promise<void> => {
		const nodes = this.saved.nodes as INode[];
		const start = nodes.find(({ name }) => name === SCHEDULE) ?? nodes[0];
		const id = await this.rest.runManually(this.saved, start?.name ?? '');
		const isWaiting = async () => (await this.rest.execution(id)).status === 'waiting';
		if (approved !== undefined) {
			await until('n8n waits for a person', isWaiting);
			const question = JSON.stringify(this.messages().at(-1));
			const [, button = ''] = new RegExp(`"url":"([^"]+approved=${approved}[^"]*)"`).exec(question) ?? [];
			await loopback.get(button, { headers: BROWSER });
			await until('n8n goes on', async () => !(await isWaiting()));
		}
		const { status, error } = await this.rest.executionEnd(id);
		if (status !== 'success') throw new Error(error?.message ?? status);
	};

	/** A radar that finds this. */
	readonly find = async (radar: Partial<Radar> & { radar_type: RadarType }, contents: Json[] = []) => {
		const { baseUrl, apiKey, control } = this.sandbox;
		const headers = { 'x-api-key': apiKey };
		const { status, data } = await loopback.post<unknown>(`${baseUrl}/v1/radars`, radar, { headers });
		if (status >= 400) throw new Error(JSON.stringify(data));
		for (const content of contents)
			control.pushFindings({ radar_id: control.radars().at(-1)?.radar_id, content });
	};

	/** What the workflow's own radar of the company finds. */
	readonly findings = async (domain: string, contents: Json[]): Promise<void> => {
		const { control } = this.sandbox;
		const own = control.radars().find((radar) => radar.domain === domain);
		for (const content of contents) control.pushFindings({ radar_id: own?.radar_id, content });
	};

	readonly deactivate = async (domain: string): Promise<void> => {
		const { baseUrl, apiKey, control } = this.sandbox;
		const id = control.radars().find((radar) => radar.domain === domain)?.radar_id;
		await loopback.delete(`${baseUrl}/v1/radars/${id}`, { headers: { 'x-api-key': apiKey } });
	};

	/** Somebody at this address looks at a page of example.com. */
	readonly visit = async (address: string, page: string): Promise<void> => {
		const { webhookId } = (this.saved.nodes as INode[]).find(({ type }) => type === VISITOR_TRIGGER) ?? {};
		const origin = 'https://example.com';
		const headers = {
			'content-type': 'text/plain;charset=UTF-8',
			'user-agent': USER_AGENT,
			'x-forwarded-for': address,
			origin,
		};
		const body = JSON.stringify({ o: origin, p: page, r: '', u: {} });
		await loopback.post(`${this.rest.url}/webhook/${webhookId}/visitor.js`, body, { headers });
	};

	readonly table = async (name: string, rows: Row[], columns = Object.keys(rows[0] ?? {})) => {
		await this.tables.create(name, columns, rows);
		return { remove: async (column: string, value: string) => await this.tables.remove(name, column, value) };
	};

	/** Waits until this many executions of the published workflow have ended. */
	readonly ended = async (count: number): Promise<void> => {
		await until(`${count} executions`, async () => {
			const all = await this.rest.executions({ workflowId: this.saved.id });
			const production = all.filter(({ mode }) => mode !== 'manual');
			return production.length >= count && all.every(({ status }) => ['success', 'error'].includes(status));
		});
	};

	/** Something to read with the texts. */
	readonly note = (texts: string[]): void => void this.noted.push(...texts);

	private messages(): Array<{ text?: string; blocks?: unknown }> {
		const sent = this.accounts.standIns.services.sent('POST slack.com/api/chat.postMessage');
		const bodies = sent.map(({ body }) => body as { channel: string; text?: string });
		return bodies.filter(({ channel }) => channel === this.channel);
	}

	/** What arrived in Slack, and what was noted. A question is a block. */
	readonly texts = (): string[] => {
		const blockOf = (blocks: unknown) => /"text":"([^"]*\?)"/.exec(JSON.stringify(blocks))?.[1] ?? '';
		return [...this.messages().map(({ text, blocks }) => text ?? blockOf(blocks)), ...this.noted];
	};

	readonly mails = (): string[] => mailsIn(this.accounts.standIns.services).map(({ text }) => text);

	/** Names of the deals that came to HubSpot. */
	readonly deals = (): string[] =>
		this.accounts.standIns.services
			.sent('POST api.hubapi.com/deals/v1/deal')
			.flatMap(({ body }) => (body as { properties: Array<{ name: string; value: string }> }).properties)
			.filter(({ name }) => name === 'dealname')
			.map(({ value }) => value);

	async close(): Promise<void> {
		if ((await this.rest.request<SavedWorkflow>('GET', `/workflows/${this.saved.id}`)).active)
			await this.rest.deactivate(this.saved);
	}
}
