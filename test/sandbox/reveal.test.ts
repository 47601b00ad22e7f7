import { envelope, refusedFor, useSandbox, UUID, type Parsed } from './support';

const service = useSandbox({ balanceUsd: 1 });
const sent = async (body: unknown, contentType = 'application/json', key = service.keys.full) =>
	await service.post('/v1/company-reveal', body, { key, headers: { 'content-type': contentType } });
const reveal = async (ip: string) => await sent({ ip });
const charges = () => service.control.charges().length;

test('a match has the id of its request', async () => {
	const { body, headers } = await reveal('8.8.8.8');
	expect(body.request_id).toMatch(UUID);
	expect(body.request_id).toBe(headers.get('x-request-id'));
	expect(body.data.ip).toBe('8.8.8.8');
});

test.each(Array.from({ length: 11 }, (_, count) => count))('%i companies', async (count) => {
	const { body } = await reveal(`8.8.4.${count + 11}`);
	const domains = body.data.companies.map(({ domain }: { domain: string }) => domain);
	expect(new Set(domains).size).toBe(count);
});

test('companies are charged once a lookup, none is free, and a repeated lookup is charged again', async () => {
	const first = await reveal('8.8.8.10');
	expect(first.body.usage).toEqual({ total_usd: 0.05, balance_remaining_usd: 0.95 });
	const usage = { total_usd: 0, balance_remaining_usd: 0.95 };
	expect((await reveal('8.8.8.11')).body).toMatchObject({ data: { companies: [] }, usage });
	expect(service.control.charges()).toMatchObject([{ kind: 'reveal', amount_usd: 0.05, radar_id: null }]);
	expect((await reveal('8.8.8.10')).body.data).toEqual(first.body.data);
	expect(charges()).toBe(2);
});

test('ip_geo may be null, and so may its city and every member of a company but the domain', async () => {
	expect((await reveal('8.8.8.14')).body.data.ip_geo).toBeNull();
	const partly = { city: null, country: expect.any(String) };
	expect((await reveal('8.8.8.15')).body.data.ip_geo).toMatchObject(partly);
	const companies: Parsed[] = (await reveal('8.8.8.10')).body.data.companies;
	for (const name of ['name', 'profile_url', 'industry', 'employees_count', 'country'])
		expect(companies.some((company) => company[name] === null)).toBe(true);
});

const padded = (bytes: number) => '{"ip":"8.8.8.8"}'.padEnd(bytes, ' ');

test.each<[name: string, code: number, field: string | undefined, send: () => ReturnType<typeof sent>]>([
	['above 2,048 bytes', 413, 'any', async () => await sent(padded(2_049))],
	['of text', 415, 'any', async () => await sent(padded(16), 'text/plain')],
	['of a form', 415, 'any', async () => await sent(padded(16), 'application/x-www-form-urlencoded')],
	['of another JSON', 415, 'any', async () => await sent(padded(16), 'application/jsonp')],
	['of an odd type', 415, 'any', async () => await sent(padded(16), 'banana')],
	[
		'with a read-only key',
		403,
		'permission',
		async () => await sent(padded(16), undefined, service.keys.readOnly),
	],
	[
		'without the feature',
		403,
		undefined,
		async () => await sent(padded(16), undefined, service.keys.withoutReveal),
	],
	[
		'of an account without it',
		403,
		undefined,
		async () => {
			service.control.change({ account: { revealEnabled: false } });
			return await sent(padded(16));
		},
	],
	[
		'with a low balance',
		402,
		'balance',
		async () => {
			service.control.balance(0.04);
			return await sent(padded(16));
		},
	],
	[
		'that takes more than 25 seconds',
		503,
		undefined,
		async () => {
			service.control.change({ speed: 500, latencyMs: { 'POST /v1/company-reveal': 26_000 } });
			return await sent(padded(16));
		},
	],
])('a request %s is refused, and not charged: %d', async (_, code, field, send) => {
	const answer = await send();
	const named = field === undefined ? envelope(code, []) : envelope(code);
	expect(answer).toMatchObject(field === undefined || field === 'any' ? named : refusedFor(code, field));
	expect(answer.headers.get('x-request-id')).toBe(answer.body.error_id);
	expect(charges()).toBe(0);
});

test('2,048 bytes, a charset and 24 seconds are accepted', async () => {
	service.control.change({ speed: 500, latencyMs: { 'POST /v1/company-reveal': 24_000 } });
	expect((await sent(padded(2_048), 'application/json; charset=utf-8')).status).toBe(200);
	expect(charges()).toBe(1);
});
