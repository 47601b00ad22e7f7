import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback that keeps what came. */
export interface RecordingServer {
	url: string;
	/** Oldest first. */
	requests: Array<{ method: string; path: string; headers: IncomingHttpHeaders }>;
	stop(): Promise<void>;
}

export async function record(answer: RequestListener): Promise<RecordingServer> {
	const requests: RecordingServer['requests'] = [];
	const server = createServer((request, response) => {
		const { method = '', url = '', headers } = request;
		requests.push({ method, path: url.split('?', 1)[0] ?? '', headers });
		request.resume();
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
