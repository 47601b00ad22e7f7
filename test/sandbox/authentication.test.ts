import { operations } from '../../sandbox/document/document';
import { ACME, refusedFor, UNKNOWN_ID, useSandbox } from './support';

const service = useSandbox({ settings: { unlimited: false } });
const CALLS = operations.map(({ method, path }) => [method, path.replace(/\{\w+\}/, UNKNOWN_ID)] as const);

test.each(CALLS)('401 without a key that is active: %s %s', async (method, path) => {
	for (const [key, message] of [
		[null, 'Missing API key'],
		['', 'Missing API key'],
		['wrong', 'Invalid or inactive API key'],
		[service.keys.inactive, 'Invalid or inactive API key'],
	] as const) {
		const answer = await service.call(method, path, { key, headers: { 'content-type': 'application/json' } });
		const reason = key ? expect.any(String) : 'key required';
		expect(answer).toMatchObject(refusedFor(401, 'x-api-key', reason));
		expect(answer.body.message).toBe(message);
	}
	const { headers } = await service.get('/v1/account');
	expect(headers.get('x-ratelimit-remaining')).toBe('199');
});

test.each([
	['POST', '/v1/radars', ACME, 403],
	['DELETE', `/v1/radars/${UNKNOWN_ID}`, undefined, 403],
	['POST', '/v1/radars/bulk', { radars: [ACME] }, 403],
	['DELETE', '/v1/radars/bulk', { radar_ids: [UNKNOWN_ID] }, 403],
	['POST', '/v1/company-reveal', { ip: '8.8.8.8' }, 403],
	['GET', '/v1/radars', undefined, 200],
	['GET', '/v1/account', undefined, 200],
	['GET', '/v1/updates', undefined, 200],
	['GET', '/v1/webhooks/schema', undefined, 200],
])('a read-only key: %s %s', async (method, path, body, status) => {
	const answer = await service.call(method, path, { body, key: service.keys.readOnly });
	expect(answer).toMatchObject(status === 403 ? refusedFor(403, 'permission') : { status });
});

test('a key has its own account, and its own limits', async () => {
	service.control.clock({ stopped: true });
	await service.created();
	const first = await service.get('/v1/radars');
	expect(first.body.count).toBe(1);
	const other = await service.get('/v1/radars', { key: service.keys.other });
	expect(other.body.data).toMatchObject([{ domain: 'elsewhere.example.com' }]);
	const same = await service.get('/v1/radars', { key: service.keys.readOnly });
	const remaining = [first, other, same].map(({ headers }) => headers.get('x-ratelimit-remaining'));
	expect(remaining).toEqual(['199', '199', '199']);
});
