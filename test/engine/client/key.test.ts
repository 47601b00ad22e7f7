import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';
import { toNodeError } from '../../../nodes/shared/run/nodeErrors';
import { useSandbox } from '../support/sandbox';
import { EVERY_CALL } from './everyCall';
import { everythingIn } from './everythingIn';
import { NODE, serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox();
fasterWaits();

const KEY = 'a-key-that-must-not-be-seen';

/** A server of someone else, which notes what it is sent. */
let elsewhere: Server;
const received: IncomingHttpHeaders[] = [];
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
	elsewhere = createServer((request, response) => {
		received.push(request.headers);
		const told = { status: 'error', code: 401, message: `Unknown key ${KEY}`, timestamp: '', error_id: 'x' };
		response.writeHead(401, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ ...told, errors: [{ field: 'x-api-key', reason: `got ${KEY}` }] }));
	});
	await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => received.splice(0));
afterAll(async () => await new Promise((resolve) => elsewhere.close(resolve)));

test.each([301, 302, 303, 307, 308])('a redirect (%i) takes the key nowhere', async (status) => {
	const service = await serviceFor({ credential: sandbox.credential });
	sandbox.control.addFaults({
		kind: 'redirect',
		status,
		location: `${urlOf(elsewhere)}/v1/account`,
		count: 99,
	});
	for (const run of Object.values(EVERY_CALL)) {
		await expect(run(service)).rejects.toMatchObject({ failure: { kind: 'redirect' } });
	}
	expect(received).toEqual([]);
});

test('a service that repeats the key does not put it into an error', async () => {
	const credential = { ...sandbox.credential, baseUrl: urlOf(elsewhere), apiKey: KEY };
	const service = await serviceFor({ credential });
	const error: unknown = await service.call('getAccount', {}).catch((reason: unknown) => reason);
	expect(received).toEqual([expect.objectContaining({ 'x-api-key': KEY })]);
	expect(error).toMatchObject({
		failure: { status: 401, errors: [{ field: 'x-api-key', reason: 'got ***' }] },
	});
	const shown = toNodeError(NODE, (error as RadarApiError).refusal);
	expect(everythingIn([error, shown, (error as RadarApiError).refusal.details])).not.toContain(KEY);
	expect(JSON.stringify(shown)).not.toContain(KEY);
});

test.each(['cut', 'timeout', 'html', 'status'] as const)('no error holds the key: %s', async (kind) => {
	sandbox.control.addFaults({ kind, count: 20 });
	const service = await serviceFor({ credential: sandbox.credential });
	const revealing = service.call('reveal', { body: { ip: '9.9.9.9' } });
	const error = (await revealing.catch((reason: unknown) => reason)) as RadarApiError;
	expect(error).toBeInstanceOf(RadarApiError);
	expect(everythingIn([error, toNodeError(NODE, error.refusal)])).not.toContain(sandbox.credential.apiKey);
});
