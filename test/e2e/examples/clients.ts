import { ok } from 'node:assert/strict';
import { createRequire } from 'node:module';

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

	/** Fills in the only field of the page, and sends it. */
	async submit(value: string | Blob): Promise<void> {
		const form = new FormData();
		if (value instanceof Blob) form.append('field-0', value, 'companies.csv');
		else form.append('field-0', value);
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

export interface McpTool {
	name: string;
	description?: string;
}

/** The client of the MCP SDK that comes with n8n: what is used of it. */
interface SdkClient {
	connect(transport: object): Promise<void>;
	close(): Promise<void>;
	listTools(): Promise<{ tools: McpTool[] }>;
	callTool(call: { name: string; arguments: object }): Promise<{
		content: Array<{ type: string; text?: string }>;
		isError?: boolean;
	}>;
}

interface Sdk {
	Client: new (info: { name: string; version: string }) => SdkClient;
	StreamableHTTPClientTransport: new (url: URL, options: object) => object;
}

/** An MCP client as people connect it to n8n: streamable HTTP with a token. */
export class McpClient {
	private constructor(private readonly client: SdkClient) {}

	static async connect(installation: Host['installation'], url: string, token: string): Promise<McpClient> {
		const load = createRequire(installation.n8n);
		const { Client } = load('@modelcontextprotocol/sdk/client/index.js') as Sdk;
		const { StreamableHTTPClientTransport } = load(
			'@modelcontextprotocol/sdk/client/streamableHttp.js',
		) as Sdk;
		const client = new Client({ name: 'company-radar-e2e', version: '1.0.0' });
		const headers = { authorization: `Bearer ${token}` };
		await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
		return new McpClient(client);
	}

	async tools(): Promise<McpTool[]> {
		return (await this.client.listTools()).tools;
	}

	/** The text that a tool puts out. */
	async call(name: string, input: object): Promise<string> {
		const { content, isError } = await this.client.callTool({ name, arguments: input });
		const output = content.map(({ text = '' }) => text).join('\n');
		if (isError) throw new Error(output);
		return output;
	}

	async close(): Promise<void> {
		await this.client.close();
	}
}
