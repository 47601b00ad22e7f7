import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Parsed } from './support';

/** A webhook receiver on loopback that keeps what it gets. */
export class Receiver {
	readonly events: Parsed[] = [];
	readonly headers: Array<Record<string, unknown>> = [];
	/** Statuses to answer with, one after the other; 200 once they are used up. */
	statuses: number[] = [];
	private server!: Server;

	async start(): Promise<void> {
		this.server = createServer((request, response) => {
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => parts.push(part));
			request.on('end', () => {
				this.events.push(JSON.parse(Buffer.concat(parts).toString()));
				this.headers.push(request.headers);
				response.writeHead(this.statuses.shift() ?? 200).end();
			});
		});
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
	}

	clear(): void {
		this.events.length = 0;
		this.headers.length = 0;
		this.statuses = [];
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

/** A receiver for the tests of a file. */
export function useReceiver(): Receiver {
	const receiver = new Receiver();
	beforeAll(() => receiver.start());
	beforeEach(() => receiver.clear());
	afterAll(() => receiver.stop());
	return receiver;
}
