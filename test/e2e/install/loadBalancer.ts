import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const FOR_WEBHOOK_PROCESSES = /^\/webhook(-waiting)?\//;

/** What stands before n8n in queue mode: published webhooks go to the process for webhooks, all else to the main one. */
export async function startLoadBalancer(targets: () => { main: string; webhooks: string }) {
	const server = createServer((message, response) => {
		const { main, webhooks } = targets();
		const { method, url = '', headers } = message;
		const target = FOR_WEBHOOK_PROCESSES.test(url) ? webhooks : main;
		const forwarded = request(target + url, { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		forwarded.once('error', () => response.writeHead(502).end());
		message.pipe(forwarded);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const stop = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { url: `http://127.0.0.1:${port}`, stop };
}
