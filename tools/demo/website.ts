import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The header in which the visitor's address comes to n8n, as from a proxy. On this computer, all have the same one. */
const ADDRESS_HEADER = 'x-visitor';

/** Each visit has another address; the sandbox knows companies for most. */
const addressOf = (visit: number) => `93.184.215.${(visit % 250) + 1}`;

/** A website with one page, and the proxy before n8n. */
export class Website {
	/** Of the script, on n8n. */
	scriptPath = '';

	private visits = 0;

	private readonly server = createServer((incoming, answer) => {
		if (incoming.url?.startsWith('/webhook/')) return this.pass(incoming, answer);
		this.visits++;
		answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
		answer.end(this.page());
	});

	constructor(private readonly n8n: string) {}

	get url(): string {
		return `http://localhost:${(this.server.address() as AddressInfo).port}`;
	}

	async listen(): Promise<void> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private page(): string {
		const script = this.scriptPath && `<script async src="${this.url}${this.scriptPath}"></script>`;
		return `<!doctype html><html lang="en"><head><title>A website</title>${script}</head><body><h1>A website</h1><p>You came from ${addressOf(this.visits)}. Reload the page to come from elsewhere, and look at the executions in n8n. Nothing starts if the address has no company, or one of the 10 companies that came already.</p></body></html>`;
	}

	/** Passes a request on to n8n with an address, and the script on to the browser with this website's URL. */
	private pass(incoming: IncomingMessage, answer: ServerResponse): void {
		const { method, url = '', headers } = incoming;
		const address = addressOf(this.visits);
		const onward = request(
			this.n8n + url,
			{ method, headers: { ...headers, 'accept-encoding': 'identity', [ADDRESS_HEADER]: address } },
			(response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.once('end', () => {
					const body = Buffer.concat(chunks).toString().replaceAll(this.n8n, this.url);
					const type = response.headers['content-type'] ?? 'text/plain';
					answer.writeHead(response.statusCode ?? 502, { 'content-type': type }).end(body);
				});
			},
		);
		onward.once('error', () => answer.writeHead(502).end());
		incoming.pipe(onward);
	}
}
