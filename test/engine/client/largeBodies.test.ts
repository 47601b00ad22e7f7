import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';

import { serviceFor } from './service';

const MB = 1024 * 1024;

let server: Server;
/** Of the body, before it is packed. */
let sent = 0;

beforeEach(() => (sent = 0));
afterEach(async () => {
	server.closeAllConnections();
	await once(server.close(), 'close');
});

/** A client of a server that answers so. */
async function clientOf(listener: RequestListener) {
	server = createServer(listener);
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return await serviceFor({ credential: { apiKey: randomUUID(), baseUrl, requestsPerSecond: 10 } });
}

const begin = (response: ServerResponse, headers: object = {}) =>
	response.writeHead(200, { 'content-type': 'application/json', ...headers });

function packed(response: ServerResponse) {
	begin(response, { 'content-encoding': 'gzip' });
	const gzip = createGzip({ level: 1 });
	gzip.on('error', () => undefined).pipe(response);
	response.on('close', () => gzip.destroy());
	return gzip;
}

/** Writes as long as somebody reads. */
function write(target: NodeJS.WritableStream & { destroyed?: boolean }, megabytes: number): void {
	const chunk = Buffer.alloc(MB, ' ');
	const goOn = () => {
		while (sent < megabytes * MB && !target.destroyed) if (((sent += MB), !target.write(chunk))) return;
		target.end();
	};
	target.on('drain', goOn);
	goOn();
}

const LARGE = { outcome: 'unknown', kind: 'tooLarge' };

test.each<[string, RequestListener, failure: object]>([
	['of 200 MB is not read to its end', (_, response) => write(begin(response), 200), LARGE],
	['that unpacks to 500 MB is not read to its end', (_, response) => write(packed(response), 500), LARGE],
	[
		'that breaks off',
		(_, response) => {
			begin(response, { 'content-length': '1000' }).write('{"status":', () => response.destroy());
		},
		{ outcome: 'unknown', kind: 'cut' },
	],
])('an answer %s, and its outcome is unknown', async (name, listener, failure) => {
	const client = await clientOf(listener);
	const revealing = client.call('reveal', { body: { ip: '8.8.8.8' } });
	const words = failure === LARGE ? 'larger than 32 MB' : '';
	await expect(revealing).rejects.toMatchObject({ failure, description: expect.stringContaining(words) });
	// What is packed fits into the buffers of the connection.
	if (name.includes('200 MB')) expect(sent).toBeLessThan(150 * MB);
});

test('an answer of 200 MB to a call that costs nothing says that it is too large', async () => {
	const client = await clientOf((_, response) => write(begin(response), 200));
	const what = expect.stringContaining('The response is too large');
	await expect(client.call('getAccount', {})).rejects.toMatchObject({ refusal: { what } });
});

test('an answer that is packed is read', async () => {
	const data = { balance_remaining_usd: 1, note: 'Zürich' };
	const client = await clientOf((_, response) =>
		packed(response).end(JSON.stringify({ status: 'success', data })),
	);
	expect(await client.call('getAccount', {})).toMatchObject({ data });
});
