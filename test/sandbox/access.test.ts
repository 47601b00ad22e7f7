import { operations } from '../../sandbox/document/document';
import { ACME, envelope, refusedFor, UNKNOWN_ID, useSandbox, UUID } from './support';

const service = useSandbox();
const REVEAL = '/v1/company-reveal';
const IP = { ip: '8.8.8.8' };
const CALLS = operations.map(({ method, path }) => [method, path.replace(/\{\w+\}/, UNKNOWN_ID)] as const);

test.each(CALLS)('401 without a key that is active: %s %s', async (method, path) => {
	for (const [key, message] of [
		[null, 'Missing API key'],
		['wrong', 'Invalid or inactive API key'],
		[service.keys.inactive, 'Invalid or inactive API key'],
	] as const) {
		const answer = await service.call(method, path, { key, headers: { 'content-type': 'application/json' } });
		expect(answer).toMatchObject(refusedFor(401, 'x-api-key'));
		expect(answer.body.message).toBe(message);
	}
});

test.each([
	['POST', '/v1/radars', ACME, 403],
	['DELETE', `/v1/radars/${UNKNOWN_ID}`, undefined, 403],
	['POST', '/v1/radars/bulk', { radars: [ACME] }, 403],
	['DELETE', '/v1/radars/bulk', { radar_ids: [UNKNOWN_ID] }, 403],
	['POST', REVEAL, IP, 403],
	['GET', '/v1/radars', undefined, 200],
	['GET', '/v1/account', undefined, 200],
	['GET', '/v1/updates', undefined, 200],
])('a read-only key: %s %s', async (method, path, body, status) => {
	const answer = await service.call(method, path, { body, key: service.keys.readOnly });
	expect(answer).toMatchObject(status === 403 ? refusedFor(403, 'permission') : { status });
});

test('a key has its own account', async () => {
	const { radar_id } = await service.created();
	const bulkId = await service.submitted({ radars: [ACME] });
	const key = service.keys.other;
	const { body } = await service.get('/v1/radars', { key });
	expect(body.data).toMatchObject([{ domain: 'elsewhere.example.com' }]);
	for (const path of [`/v1/radars/${radar_id}`, `/v1/radars/bulk/${bulkId}`])
		expect(await service.get(path, { key })).toMatchObject(envelope(404));
});

const padded = (bytes: number) => JSON.stringify(IP).padEnd(bytes, ' ');
const lookUp = async (body = padded(16), type = 'application/json', key = service.keys.full) =>
	await service.post(REVEAL, body, { key, headers: { 'content-type': type } });

test.each<[name: string, code: number, errors: unknown, send: () => ReturnType<typeof lookUp>]>([
	['above 2,048 bytes', 413, expect.any(Array), async () => await lookUp(padded(2_049))],
	['of text', 415, expect.any(Array), async () => await lookUp(undefined, 'text/plain')],
	['of another JSON', 415, expect.any(Array), async () => await lookUp(undefined, 'application/jsonp')],
	[
		'without the feature',
		403,
		[],
		async () => await lookUp(undefined, undefined, service.keys.withoutReveal),
	],
	[
		'of an account without it',
		403,
		[],
		async () => {
			service.control.change({ account: { revealEnabled: false } });
			return await lookUp();
		},
	],
	[
		'that takes more than 25 seconds',
		503,
		[],
		async () => {
			service.control.change({ speed: 500, latencyMs: { [`POST ${REVEAL}`]: 26_000 } });
			return await lookUp();
		},
	],
])('a lookup %s is refused, and not charged: %d', async (_, code, errors, send) => {
	const answer = await send();
	expect(answer).toMatchObject(envelope(code, errors));
	expect(answer.headers.get('x-request-id')).toBe(answer.body.error_id);
	expect(service.control.charges()).toEqual([]);
});

test('a lookup of 2,048 bytes, with a charset, in 24 seconds has the ID of its request', async () => {
	service.control.change({ speed: 500, latencyMs: { [`POST ${REVEAL}`]: 24_000 } });
	const { body, headers } = await lookUp(padded(2_048), 'application/json; charset=utf-8');
	expect(body.request_id).toMatch(UUID);
	expect(body.request_id).toBe(headers.get('x-request-id'));
});
