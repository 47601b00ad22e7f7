import { once } from 'node:events';
import { createServer } from 'node:http';

/** A website on this computer. Every path is a page with the same content. */
export class Website {
	/** In the head of each page. */
	head = '';

	/** Further scripts, by path. */
	scripts: Record<string, string> = {};

	/** Headers of each page. */
	headers: Record<string, string> = {};

	/** Paths that browsers asked for. */
	readonly requests: string[] = [];

	private readonly server = createServer((incoming, answer) => {
		if (incoming.url === '/favicon.ico') return void answer.writeHead(204).end();
		const script = this.scripts[incoming.url ?? ''];
		if (script !== undefined)
			return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
		this.requests.push(incoming.url ?? '');
		answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...this.headers });
		answer.end(
			`<!doctype html><html lang="en"><head><title>Page</title>${this.head}</head><body><h1>Page</h1><a href="/pricing">Prices</a></body></html>`,
		);
	});

	constructor(readonly port: number) {}

	/** As the browser knows it. */
	get origin(): string {
		return `http://www.website.example:${this.port}`;
	}

	async listen(): Promise<void> {
		this.server.listen(this.port, '127.0.0.1');
		await once(this.server, 'listening');
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}
