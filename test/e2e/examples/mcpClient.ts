import { loopback } from '../../../tools/shared/loopback';

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
