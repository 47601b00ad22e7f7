import { envelope, refusedFor, useSandbox, UUID, type Parsed } from './support';

const service = useSandbox({ balanceUsd: 1 });
const reveal = (ip: unknown, path = '/v1/company-reveal') => service.post(path, { ip });
const charges = () => service.control.charges().length;

describe('a match', () => {
	test('every field of the table; request_id equals X-Request-ID', async () => {
		const { status, body, headers } = await reveal('8.8.8.8');
		expect({ status, body }).toEqual({
			status: 200,
			body: {
				status: 'success',
				code: 200,
				timestamp: expect.stringMatching(/Z$/),
				request_id: headers.get('x-request-id'),
				data: {
					ip: '8.8.8.8',
					ip_geo: { city: expect.anything(), state: expect.anything(), country: expect.anything() },
					companies: expect.any(Array),
				},
				usage: { total_usd: 0.05, balance_remaining_usd: 0.95 },
			},
		});
		expect(body.request_id).toMatch(UUID);
	});

	test.each(Array.from({ length: 11 }, (_, count) => count))('%i companies', async (count) => {
		const { body } = await reveal(`8.8.4.${count + 11}`);
		const domains = body.data.companies.map(({ domain }: { domain: string }) => domain);
		expect(new Set(domains).size).toBe(count);
	});

	test('1 to 10 companies are charged once, none is free', async () => {
		expect((await reveal('8.8.8.10')).body.usage).toEqual({ total_usd: 0.05, balance_remaining_usd: 0.95 });
		expect((await reveal('8.8.8.11')).body).toMatchObject({
			data: { companies: [] },
			usage: { total_usd: 0, balance_remaining_usd: 0.95 },
		});
		expect(service.control.charges()).toMatchObject([{ kind: 'reveal', amount_usd: 0.05, radar_id: null }]);
	});

	test('4 repeating an IP is charged again, and gives the same companies', async () => {
		const [first, second] = [await reveal('8.8.8.8'), await reveal('8.8.8.8')];
		expect(second.body.data).toEqual(first.body.data);
		expect(charges()).toBe(2);
	});

	test('ip_geo is null when unavailable; its city and every member of a company but the domain may be', async () => {
		expect((await reveal('8.8.8.14')).body.data.ip_geo).toBeNull();
		expect((await reveal('8.8.8.15')).body.data.ip_geo).toMatchObject({
			city: null,
			country: expect.any(String),
		});
		const companies: Parsed[] = (await reveal('8.8.8.10')).body.data.companies;
		for (const name of ['name', 'profile_url', 'industry', 'employees_count', 'country']) {
			expect(companies.some((company) => company[name] === null)).toBe(true);
		}
	});

	test.each([
		['2001:4860:4860:0000:0000:0000:0000:8888', '2001:4860:4860::8888'],
		['2001:4860:4860:0:0:0:0:ABCD', '2001:4860:4860::abcd'],
		['::ffff:8.8.8.8', '8.8.8.8'],
		['1.1.1.1', '1.1.1.1'],
	])('data.ip is in canonical form: %s', async (ip, canonical) => {
		expect((await reveal(ip)).body.data.ip).toBe(canonical);
	});
});

describe('not charged', () => {
	test.each([
		['private', '10.0.0.1'],
		['private', '172.16.0.1'],
		['private', '192.168.1.1'],
		['private', 'fd00::1'],
		['shared', '100.64.0.1'],
		['reserved', '0.0.0.0'],
		['reserved', '240.0.0.1'],
		['reserved', '255.255.255.255'],
		['reserved, documentation', '192.0.2.1'],
		['reserved, documentation', '2001:db8::1'],
		['reserved, benchmarking', '198.18.0.1'],
		['reserved, unspecified', '::'],
		['reserved, not global', '4000::1'],
		['loopback', '127.0.0.1'],
		['loopback', '::1'],
		['link-local', '169.254.1.1'],
		['link-local', 'fe80::1'],
		['multicast', '224.0.0.1'],
		['multicast', 'ff02::1'],
		['mapped private', '::ffff:10.0.0.1'],
		['port', '8.8.8.8:80'],
		['port', '[2001:4860:4860::8888]:80'],
		['URL', 'http://8.8.8.8/'],
		['CIDR', '8.8.8.0/24'],
		['zone ID', 'fe80::1%eth0'],
		['zone ID', '2001:4860:4860::8888%eth0'],
		['octal', '010.8.8.8'],
		['hex', '0x08.8.8.8'],
		['short form', '8.8'],
		['number', '134744072'],
		['space', ' 8.8.8.8'],
		['two', '8.8.8.8,1.1.1.1'],
		['name', 'example.org'],
		['empty', ''],
		['over 45 characters', '2001:4860:4860:0000:0000:0000:0000:0000:000000'],
		['not a string', 134744072],
		['null', null],
	])('%s: %s', async (_class, ip) => {
		expect(await reveal(ip)).toMatchObject(refusedFor(400, 'ip'));
		expect(charges()).toBe(0);
	});

	test.each<[line: string, body: unknown, field: string]>([
		['ip is required', {}, 'ip'],
		['extra properties', { ip: '8.8.8.8', domain: 'example.com' }, 'domain'],
		['an object', ['8.8.8.8'], 'body'],
	])('%s', async (_line, body, field) => {
		expect(await service.post('/v1/company-reveal', body)).toMatchObject(refusedFor(400, field));
	});

	test('malformed JSON: empty errors', async () => {
		const answer = await service.post('/v1/company-reveal', '{"ip": ');
		expect(answer).toMatchObject(envelope(400, []));
		expect(answer.body.message).toContain('Malformed JSON');
	});

	test('exactly this path: no query parameters, no trailing slash', async () => {
		expect(await reveal('8.8.8.8', '/v1/company-reveal?x=1')).toMatchObject(refusedFor(400, 'x'));
		expect(await reveal('8.8.8.8', '/v1/company-reveal/')).toMatchObject(envelope(404));
		expect(charges()).toBe(0);
	});
});

describe('other refusals, not charged', () => {
	const padded = (bytes: number) => '{"ip":"8.8.8.8"}'.padEnd(bytes, ' ');

	test('413: body over 2048 bytes', async () => {
		expect(await service.post('/v1/company-reveal', padded(2_049))).toMatchObject(envelope(413));
		expect(charges()).toBe(0);
		expect(await service.post('/v1/company-reveal', padded(2_048))).toMatchObject({ status: 200 });
	});

	test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/jsonp'], ['banana']])(
		'415: %s',
		async (type) => {
			const sent = { headers: { 'content-type': type } };
			expect(await service.post('/v1/company-reveal', padded(16), sent)).toMatchObject(envelope(415));
			expect(charges()).toBe(0);
		},
	);

	test('application/json with a charset is application/json', async () => {
		const sent = { headers: { 'content-type': 'application/json; charset=utf-8' } };
		expect((await service.post('/v1/company-reveal', padded(16), sent)).status).toBe(200);
	});

	test.each<[line: string, code: number, errors: unknown, prepare: () => string | null]>([
		[
			'503 in an outage',
			503,
			[],
			() => {
				service.control.addFaults({ kind: 'status', status: 503 });
				return service.keys.full;
			},
		],
		['401 without a key', 401, expect.any(Array), () => null],
		[
			'402 balance too low',
			402,
			[expect.objectContaining({ field: 'balance' })],
			() => {
				service.control.balance(0.04);
				return service.keys.full;
			},
		],
		['403 without the feature: empty errors', 403, [], () => service.keys.withoutReveal],
		[
			'403 not enabled for the account: empty errors',
			403,
			[],
			() => {
				service.control.change({ account: { revealEnabled: false } });
				return service.keys.full;
			},
		],
		[
			'403 without permission: field permission',
			403,
			[expect.objectContaining({ field: 'permission' })],
			() => service.keys.readOnly,
		],
	])('%s; error_id equals X-Request-ID', async (_line, code, errors, prepare) => {
		const answer = await service.post('/v1/company-reveal', { ip: '8.8.8.8' }, { key: prepare() });
		expect(answer).toMatchObject(envelope(code, errors));
		expect(answer.headers.get('x-request-id')).toBe(answer.body.error_id);
		expect(charges()).toBe(0);
	});

	test('1 a final answer within 25 seconds: a lookup that would take longer ends as 503, not charged', async () => {
		service.control.change({ speed: 500, latencyMs: { 'POST /v1/company-reveal': 26_000 } });
		expect(await reveal('8.8.8.8')).toMatchObject(envelope(503, []));
		service.control.change({ latencyMs: { 'POST /v1/company-reveal': 24_000 } });
		expect(await reveal('8.8.8.8')).toMatchObject({ status: 200 });
		expect(charges()).toBe(1);
	});
});
