import { operations } from '../../sandbox/document/document';
import { ACME, refusedFor, UNKNOWN_ID, useSandbox } from './support';

const service = useSandbox({ settings: { unlimited: false } });
const CALLS = operations.map(({ method, path }) => [
	`${method} ${path}`,
	method,
	path.replace(/\{\w+\}/, UNKNOWN_ID),
]);

describe.each(CALLS)('5 %s', (_name, method, path) => {
	test.each([
		['missing key', () => null, 'Missing API key', 'key required'],
		['empty key', () => '', 'Missing API key', 'key required'],
		['invalid key', () => 'wrong', 'Invalid or inactive API key', expect.any(String)],
		['inactive key', () => service.keys.inactive, 'Invalid or inactive API key', expect.any(String)],
	])('401 %s', async (_case, key, message, reason) => {
		const answer = await service.call(method, path, {
			key: key(),
			headers: { 'content-type': 'application/json' },
		});
		expect(answer).toMatchObject(refusedFor(401, 'x-api-key', reason));
		expect(answer.body.message).toBe(message);
	});
});

test.each([
	['POST', '/v1/radars', ACME],
	['DELETE', `/v1/radars/${UNKNOWN_ID}`, undefined],
	['POST', '/v1/radars/bulk', { radars: [ACME] }],
	['DELETE', '/v1/radars/bulk', { radar_ids: [UNKNOWN_ID] }],
	['POST', '/v1/company-reveal', { ip: '8.8.8.8' }],
])('a valid key without permission: 403, field permission: %s %s', async (method, path, body) => {
	const answer = await service.call(method, path, { body, key: service.keys.readOnly });
	expect(answer).toMatchObject(refusedFor(403, 'permission'));
});

test.each([['/v1/radars'], ['/v1/account'], ['/v1/updates'], ['/v1/webhooks/schema']])(
	'a read-only key may read %s',
	async (path) => {
		expect((await service.get(path, { key: service.keys.readOnly })).status).toBe(200);
	},
);

test('the key identifies the account', async () => {
	await service.created();
	expect((await service.get('/v1/radars')).body.count).toBe(1);
	const other = await service.get('/v1/radars', { key: service.keys.other });
	expect(other.body.data).toMatchObject([{ domain: 'elsewhere.example.com' }]);
});

test('rate limits are enforced per API key', async () => {
	service.control.clock({ stopped: true });
	const first = await service.get('/v1/account');
	const same = await service.get('/v1/account');
	const other = await service.get('/v1/account', { key: service.keys.readOnly });
	const remaining = [first, same, other].map(({ headers }) => headers.get('x-ratelimit-remaining'));
	expect(remaining).toEqual(['199', '198', '199']);
});
