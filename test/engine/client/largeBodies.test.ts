import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createGzip } from 'node:zlib';

import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';
import { serviceFor } from './service';

const MB = 1024 * 1024;

let server: Server;
/** Of the body, before it is packed. */
let sent = 0;

async function serve(listener: RequestListener): Promise<void> {
	server = createServer(listener);
	await once(server.listen(0, '127.0.0.1'), 'listening');
}

beforeEach(() => (sent = 0));
afterEach(async () => {
	server.closeAllConnections();
	await once(server.close(), 'close');
});

async function write(target: NodeJS.WritableStream, megabytes: number): Promise<void> {
	const chunk = Buffer.alloc(MB, ' ');
	for (let count = 0; count < megabytes && (target as { destroyed?: boolean }).destroyed !== true; count++) {
		sent += MB;
		if (!target.write(chunk)) {
			const over = new AbortController();
			const event = async (name: string) => await once(target, name, { signal: over.signal });
			await Promise.race([event('drain'), event('close')]).catch(() => undefined);
			over.abort();
		}
	}
	target.end();
}

const BODIES: Array<[string, RequestListener]> = [
	[
		'200 MB',
		(_, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			void write(response, 200);
		},
	],
	[
		'a small one that unpacks to 500 MB',
		(_, response) => {
			response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
			const gzip = createGzip({ level: 1 });
			gzip.on('error', () => undefined).pipe(response);
			response.on('close', () => gzip.destroy());
			void write(gzip, 500);
		},
	],
];

const service = async () =>
	await serviceFor({
		credential: {
			apiKey: randomUUID(),
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			requestsPerSecond: 10,
		},
	});

test.each(BODIES)(
	'an answer of %s is not read to its end, and its outcome is unknown',
	async (_, listener) => {
		await serve(listener);
		const radars = await service();
		const revealing = radars.call('reveal', { body: { ip: '8.8.8.8' } });
		const error: unknown = await revealing.catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(RadarApiError);
		expect(error).toMatchObject({
			failure: { outcome: 'unknown' },
			description: expect.stringContaining('larger than 32 MB'),
		});
	},
);

test('the connection of an answer that is too large is closed', async () => {
	const [[, unpacked] = []] = BODIES;
	if (unpacked) await serve(unpacked);
	await (await service()).call('getAccount', {}).catch(() => undefined);
	expect(sent).toBeLessThan(150 * MB);
});

test('an answer that breaks off is an unknown outcome', async () => {
	await serve((_, response) => {
		response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
		response.write('{"status":', () => response.destroy());
	});
	const radars = await service();
	const revealing = radars.call('reveal', { body: { ip: '8.8.8.8' } });
	const error: unknown = await revealing.catch((reason: unknown) => reason);
	expect(error).toMatchObject({ failure: { outcome: 'unknown', kind: 'cut' } });
});

test('an answer that is packed is read', async () => {
	await serve((_, response) => {
		response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
		const gzip = createGzip();
		gzip.pipe(response);
		gzip.end(JSON.stringify({ status: 'success', data: { balance_remaining_usd: 1, note: 'Zürich' } }));
	});
	expect(await (await service()).call('getAccount', {})).toMatchObject({ data: { note: 'Zürich' } });
});
