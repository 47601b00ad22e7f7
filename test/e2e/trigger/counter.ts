import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Counts what workflows send to it: a request each, with the `update_id` in the query. */
export class Counter {
	readonly ids: string[] = [];

	lastAt = 0;

	private readonly server = createServer((request, response) => {
		const id = new URL(request.url ?? '/', 'http://localhost').searchParams.get('id');
		if (id) this.ids.push(id);
		this.lastAt = Date.now();
		// Kept-alive connections that end just when they are used again would look like lost updates.
		response.writeHead(200, { connection: 'close' }).end('{}');
	});

	/** Listens on loopback; resolves with the URL that an HTTP Request node is to call. */
	async listen(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return `=http://127.0.0.1:${(this.server.address() as AddressInfo).port}/?id={{ $json.update_id }}`;
	}

	/** Waits until nothing has come for so many seconds. */
	async quiet(seconds: number): Promise<void> {
		this.lastAt = Date.now();
		while (Date.now() - this.lastAt < seconds * 1000) {
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}
