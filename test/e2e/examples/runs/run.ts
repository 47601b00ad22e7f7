import { deepEqual, equal, match, ok } from 'node:assert/strict';

import { simplifyUpdate } from '../../../../nodes/shared/updates/simplifyUpdate';
import type { SimplifiedUpdate } from '../../../../nodes/shared/updates/updateColumns';
import type { Sandbox } from '../../../../sandbox';
import type { Radar, RadarType } from '../../../../sandbox/types';
import type { Execution } from '../../../../tools/n8n-host/execution';
import type { N8nRest, SavedWorkflow } from '../../../../tools/n8n-host/rest';
import { QUESTIONS } from '../../../../tools/exampleResults';
import { loopback } from '../../../../tools/shared/loopback';
import type { Stage } from '../../stage';
import type { Changes } from '../example';
import type { Met } from '../met';
import type { ServiceRequest } from '../services';
import type { StandIns } from '../standIns';

export type Row = Record<string, unknown>;

/** n8n's data tables, as the editor reaches them. */
export class Tables {
	private constructor(
		private readonly rest: N8nRest,
		private readonly path: string,
	) {}

	static async open(rest: N8nRest): Promise<Tables> {
		const { id } = await rest.request<{ id: string }>('GET', '/projects/personal');
		return new Tables(rest, `/projects/${id}/data-tables`);
	}

	async insert(table: string, rows: Row[]): Promise<void> {
		const body = { data: rows, returnType: 'count' };
		await this.rest.request('POST', `${await this.of(table)}/insert`, body);
	}

	/** None if no example has made the table yet. */
	async rows(table: string): Promise<Row[]> {
		if ((await this.idOf(table)) === undefined) return [];
		const { data } = await this.rest.request<{ data: Row[] }>('GET', `${await this.of(table)}/rows`);
		return data;
	}

	async create(name: string, columns: string[], rows: Row[]): Promise<void> {
		const ofText = columns.map((column) => ({ name: column, type: 'string' }));
		await this.rest.request('POST', this.path, { name, columns: ofText });
		if (rows.length > 0) await this.insert(name, rows);
	}

	async drop(table: string): Promise<void> {
		await this.rest.request('DELETE', await this.of(table));
	}

	async remove(table: string, columnName: string, value: string): Promise<void> {
		const filters = [{ columnName, condition: 'eq', value }];
		const filter = JSON.stringify({ type: 'and', filters });
		await this.rest.request('DELETE', `${await this.of(table)}/rows?${new URLSearchParams({ filter })}`);
	}

	async idOf(table: string): Promise<string | undefined> {
		const { data } = await this.rest.request<{ data: Array<{ id: string; name: string }> }>('GET', this.path);
		return data.find(({ name }) => name === table)?.id;
	}

	private async of(table: string): Promise<string> {
		return `${this.path}/${await this.idOf(table)}`;
	}
}

export interface World extends StandIns {
	sandbox: Sandbox;
	tables: Tables;
}

export type Ended = Pick<Execution, 'status' | 'error' | 'runs'>;

/** An example that runs, and what it then has done. */
export interface Run extends Pick<Changes, 'parameters'> {
	example: string;
	/** What it meets besides what it is for. */
	meets?: readonly Met[];
	/** The node that starts it. */
	from: string;
	/** Values of the node Settings that a user changes. */
	settings?: Readonly<Record<string, boolean | number | string>>;
	/** Starts with its sample: what a user typed. */
	keepPin?: true;
	/** What it starts with, in place of what the start finds. */
	starts?: Row[];
	/** What a user does if it isn't only "Execute workflow". */
	execute?(saved: SavedWorkflow, world: World, stage: Stage): Promise<Ended>;
	before?(world: World): Promise<unknown> | void;
	/** The error that it ends with. */
	fails?: RegExp;
	/** What can be seen after it, in words. Throws if it isn't. */
	after(world: World, ended: Ended): Promise<string> | string;
}

export async function createRadar({ sandbox }: World, body: Partial<Radar>): Promise<void> {
	const headers = { 'x-api-key': sandbox.apiKey };
	const { status, data } = await loopback.post<unknown>(`${sandbox.baseUrl}/v1/radars`, body, { headers });
	if (status >= 400) throw new Error(`The radar was rejected: ${JSON.stringify(data)}`);
}

/** A fresh service with one radar that found something. */
export async function find(
	world: World,
	radar: Partial<Radar> & { radar_type: RadarType },
	content?: Record<string, unknown>,
): Promise<SimplifiedUpdate> {
	world.sandbox.control.reset();
	await createRadar(world, radar);
	const [finding] = world.sandbox.control.pushFindings({ content: content as never });
	if (!finding) throw new Error('The service found nothing.');
	return simplifyUpdate(finding);
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The only request that came to this endpoint. */
export function onlyRequest({ services }: World, endpoint: string): ServiceRequest {
	const [request, ...more] = services.sent(endpoint);
	ok(request, `Nothing came to ${endpoint}`);
	deepEqual(more, []);
	return request;
}

/** The texts that came to Slack, with their channels. */
export const slackMessages = ({ services }: World): Array<[channel: string, text: string]> =>
	services
		.sent('POST slack.com/api/chat.postMessage')
		.map(({ body }) => body as { channel: string; text: string })
		.map(({ channel, text }) => [channel, text]);

/** The only text that came to Slack. */
export function onlyMessage(world: World): string {
	const [message, ...more] = slackMessages(world);
	ok(message, 'Nothing came to Slack');
	deepEqual(more, []);
	return message[1];
}

/** An example after which Slack has one message. */
export const posts = (
	run: Omit<Run, 'after'>,
	says: string | RegExp,
	after?: (world: World) => Promise<void> | void,
): Run => ({
	...run,
	after: async (world) => {
		const text = onlyMessage(world);
		if (typeof says === 'string') equal(text, says);
		else match(text, says);
		await after?.(world);
		return `"${text}" in Slack`;
	},
});

/** What a node put out, in all its runs. */
export const outputOf = ({ runs }: Ended, node: string): Array<Record<string, unknown>> =>
	(runs[node] ?? []).flatMap(({ outputs }) => (outputs[0] ?? []).map(({ json }) => json));

/** An example whose trigger gets an update of this radar. */
export function findingRun(
	run: Omit<Run, 'after'>,
	radar: Parameters<typeof find>[1],
	after: (world: World, update: SimplifiedUpdate, ended: Ended) => string,
	content?: Record<string, unknown>,
): Run {
	let update: SimplifiedUpdate | undefined;
	return {
		...run,
		before: async (world) => {
			await run.before?.(world);
			update = await find(world, radar, content);
		},
		after: (world, ended) => after(world, update as SimplifiedUpdate, ended),
	};
}

/** n8n ignores programs that only preview a link. */
const BROWSER = {
	'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** Presses a button of the first message to Slack that has this text. */
export async function pressButton({ services }: World, text: string, answer: 'true' | 'false') {
	const messages = services
		.sent('POST slack.com/api/chat.postMessage')
		.map(({ body }) => JSON.stringify(body))
		.filter((message) => message.includes(text));
	const [, address] = new RegExp(`"url":"([^"]+approved=${answer}[^"]*)"`).exec(messages[0] ?? '') ?? [];
	ok(address, `No button with ${text} in ${messages.join()}`);
	await loopback.get(address, { headers: BROWSER });
}

/** Slack's stand-in was asked what the page about the examples says, with the buttons there. */
export function isAskedAsShown({ services }: World, example: string): void {
	const [question] = services.sent('POST slack.com/api/chat.postMessage');
	const asked = JSON.stringify(question?.body);
	const { text = '', buttons = [] } = QUESTIONS[example] ?? {};
	for (const shown of [text, ...buttons])
		ok(shown !== '' && asked.includes(shown), `No ${shown} in ${asked}`);
}
