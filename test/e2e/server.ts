import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Serving {
	server: Server;
	/** On loopback. */
	url: string;
	port: number;
	stop(): Promise<void>;
}

/** A server on loopback, on a free port. */
export async function serve(listener?: RequestListener): Promise<Serving> {
	const server = createServer(listener).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const stop = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { server, url: `http://127.0.0.1:${port}`, port, stop };
}
