import { ok } from 'node:assert/strict';

import type { Execution } from '../../../tools/n8n-host/execution';
import type { Host } from '../../../tools/n8n-host/host';
import type { SavedWorkflow } from '../../../tools/n8n-host/rest';
import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';

type Running = Pick<Host, 'rest' | 'url'>;

/** A person in front of a form of n8n, with as many pages as the workflow has. */
export class FormClient {
	private constructor(
		private readonly host: Running,
		private readonly workflow: SavedWorkflow,
		private address: string,
	) {}

	/** Clicks "Execute workflow", and opens the form. */
	static async open(
		host: Running,
		workflow: SavedWorkflow,
		trigger: string,
		path: string,
	): Promise<FormClient> {
		const body = { triggerToStartFrom: { name: trigger } };
		await host.rest.request('POST', `/workflows/${workflow.id}/run`, body);
		return new FormClient(host, workflow, `${host.url}/${path}`);
	}

	/** Fills in the fields of the page, in their order, and sends it. */
	async submit(values: Array<string | Blob>): Promise<void> {
		const form = new FormData();
		for (const [index, value] of values.entries()) {
			if (value instanceof Blob) form.append(`field-${index}`, value, 'companies.csv');
			else form.append(`field-${index}`, value);
		}
		const { status, data } = await loopback.post<{ formWaitingUrl?: string }>(this.address, form);
		ok(status < 400 && data.formWaitingUrl, `The form answered ${status}: ${JSON.stringify(data)}`);
		this.address = data.formWaitingUrl;
	}

	/** The text of the next page, once the workflow shows it. */
	async page(): Promise<string> {
		const { origin, pathname, search } = new URL(this.address);
		const status = async () =>
			(await loopback.get<string>(`${origin}${pathname}/n8n-execution-status${search}`)).data;
		await until('the next page of the form', async () => {
			const seen = await status();
			ok(!['error', 'crashed'].includes(seen), `The form ended with ${seen}`);
			return seen === 'form-waiting';
		});
		return (await loopback.get<string>(this.address)).data;
	}

	/** The end of the execution behind it: the last page tells n8n that it was shown. */
	async end(): Promise<Execution> {
		await loopback.post(this.address, {});
		const [execution] = await this.host.rest.executions({ workflowId: this.workflow.id });
		return await this.host.rest.executionEnd(String(execution?.id));
	}
}

const PROTOCOL = '2025-06-18';

export interface McpTool {
	name: string;
	description?: string;
}

export interface McpResult {
	content: Array<{ type: string; text?: string }>;
	isError?: boolean;
}

interface Answer<T> {
	id?: number;
	result?: T;
	error?: { message: string };
}

/** A server may answer with JSON or with one event. */
function answerIn<T>(body: unknown): Answer<T> {
	if (typeof body !== 'string') return body as Answer<T>;
	const data = body
		.split('\n')
		.filter((line) => line.startsWith('data:'))
		.map((line) => JSON.parse(line.slice('data:'.length)) as Answer<T>);
	const answer = data.find(({ id }) => id !== undefined);
	if (!answer) throw new Error(`The MCP server answered ${body}`);
	return answer;
}

/** An MCP client as people connect it to n8n: streamable HTTP with a token. */
export class McpClient {
	private session: string | undefined;
	private calls = 0;

	private constructor(
		private readonly url: string,
		private readonly token: string,
	) {}

	static async connect(url: string, token: string): Promise<McpClient> {
		const client = new McpClient(url, token);
		await client.request('initialize', {
			protocolVersion: PROTOCOL,
			capabilities: {},
			clientInfo: { name: 'company-radar-e2e', version: '1.0.0' },
		});
		await client.send({ method: 'notifications/initialized' });
		return client;
	}

	async tools(): Promise<McpTool[]> {
		return (await this.request<{ tools: McpTool[] }>('tools/list', {})).tools;
	}

	/** The text that a tool puts out. */
	async call(name: string, input: object): Promise<string> {
		const { content, isError } = await this.request<McpResult>('tools/call', { name, arguments: input });
		const output = content.map(({ text = '' }) => text).join('\n');
		if (isError) throw new Error(output);
		return output;
	}

	private async request<T>(method: string, params: object): Promise<T> {
		const { data } = await this.send({ id: ++this.calls, method, params });
		const { result, error } = answerIn<T>(data);
		if (error || result === undefined) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
		return result;
	}

	private async send(message: object) {
		const response = await loopback.post<unknown>(
			this.url,
			{ jsonrpc: '2.0', ...message },
			{
				headers: {
					accept: 'application/json, text/event-stream',
					authorization: `Bearer ${this.token}`,
					'mcp-protocol-version': PROTOCOL,
					...(this.session && { 'mcp-session-id': this.session }),
				},
			},
		);
		if (response.status >= 400) throw new Error(`${response.status}: ${JSON.stringify(response.data)}`);
		this.session ??= response.headers['mcp-session-id'] as string | undefined;
		return response;
	}
}
