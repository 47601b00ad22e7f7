import { createServer, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';

/**
 * What stands before n8n in production: while n8n is not ready it says 503. n8n itself answers 200 to everything
 * for a moment while it starts ("n8n is starting up"), and whoever sent a delivery takes that for an acknowledgement.
 */
export class Gate {
	isOpen = false;

	/** It takes requests, and never answers. */
	isSilent = false;

	/** Headers that it adds, as proxies do. */
	readonly added: Record<string, string> = {};

	/** The start of a path that it takes off, as proxies do where n8n has a base path. */
	basePath = '';

	/** Bodies of what was posted through it. */
	readonly posted: string[] = [];

	private readonly server = createServer((incoming, answer) => {
		if (this.isSilent) return;
		if (!this.isOpen) {
			answer.writeHead(503).end();
			return;
		}
		const { method, url = '', headers } = incoming;
		const path = url.startsWith(this.basePath) ? url.slice(this.basePath.length) : url;
		const onward = request(
			{ host: '127.0.0.1', port: this.target, method, path, headers: { ...headers, ...this.added } },
			(response) => {
				answer.writeHead(response.statusCode ?? 502, response.headers);
				response.pipe(answer);
				response.once('error', () => answer.destroy());
			},
		);
		onward.once('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
		incoming.pipe(onward);
		if (method === 'POST') this.keepBody(incoming);
	});

	constructor(
		readonly port: number,
		private readonly target: number,
	) {}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	async listen(): Promise<void> {
		this.server.listen(this.port, '127.0.0.1');
		await once(this.server, 'listening');
	}

	private keepBody(incoming: IncomingMessage): void {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.once('end', () => this.posted.push(Buffer.concat(chunks).toString()));
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}
