import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { serve, type Serving } from './server';

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

	private serving!: Serving;

	private constructor(private readonly targetOf: (path: string) => string) {}

	/** `targetOf` gives the address of the process that serves a path. */
	static async start(targetOf: (path: string) => string): Promise<Gate> {
		const gate = new Gate(targetOf);
		gate.serving = await serve((incoming, answer) => {
			gate.pass(incoming, answer).catch(() => answer.destroy());
		});
		return gate;
	}

	get url(): string {
		return this.serving.url;
	}

	get port(): number {
		return this.serving.port;
	}

	async stop(): Promise<void> {
		await this.serving.stop();
	}

	private async pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
		if (this.isSilent) return;
		if (!this.isOpen) return void answer.writeHead(503).end();
		const { method, url = '', headers } = incoming;
		const path = url.startsWith(this.basePath) ? url.slice(this.basePath.length) : url;
		const body = await buffer(incoming);
		if (method === 'POST') this.posted.push(body.toString());
		const options = { method, headers: { ...headers, ...this.added } };
		const onward = request(this.targetOf(path) + path, options, (response) => {
			answer.writeHead(response.statusCode ?? 502, response.headers);
			response.pipe(answer);
			response.once('error', () => answer.destroy());
		});
		onward.once('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
		onward.end(body);
	}
}
