import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { useSandbox } from '../support/sandbox';
import { EVERY_CALL } from './everyCall';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox();
fasterWaits();

/** A server of someone else, which notes what it is sent. */
let elsewhere: Server;
const received: IncomingHttpHeaders[] = [];
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
	elsewhere = createServer((request, response) => {
		received.push(request.headers);
		response.writeHead(401).end();
	});
	await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
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
