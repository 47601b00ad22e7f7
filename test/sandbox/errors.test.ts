import { ACME, envelope, refusedFor, useSandbox, type Parsed } from './support';

const service = useSandbox({ settings: { unlimited: false } });

describe('the envelope', () => {
	test.each<[line: string, method: string, path: string, body: unknown, code: number, field: string]>([
		['400 missing fields', 'POST', '/v1/radars', {}, 400, 'radar_type'],
		['400 invalid UUID', 'GET', '/v1/radars/17', undefined, 400, 'id'],
		['400 invalid domain', 'POST', '/v1/radars', { ...ACME, domain: 'x' }, 400, 'domain'],
		['400 updates_since', 'POST', '/v1/radars', { ...ACME, updates_since: 'x' }, 400, 'updates_since'],
		['400 job_titles', 'POST', '/v1/radars', { ...ACME, job_titles: '(' }, 400, 'job_titles'],
		['400 unknown list query', 'GET', '/v1/radars?x=1', undefined, 400, 'x'],
		['400 list limit', 'GET', '/v1/radars?limit=501', undefined, 400, 'limit'],
		['404 an unknown resource', 'GET', '/v1/nothing', undefined, 404, 'path'],
		['404 an unknown method', 'PUT', '/v1/radars', undefined, 404, 'path'],
	])('%s', async (_line, method, path, body, code, field) => {
		const answer = await service.call(method, path, { body });
		expect(answer).toMatchObject(refusedFor(code, field));
		expect(answer.headers.get('content-type')).toContain('application/json');
	});

	test.each([
		['POST', '/v1/radars', '{"radar_type": '],
		['POST', '/v1/radars', ''],
		['POST', '/v1/radars/bulk', '{radars: []}'],
		['DELETE', '/v1/radars/bulk', 'null,'],
		['POST', '/v1/webhooks/test', '<a/>'],
	])('400 malformed JSON: empty errors: %s %s', async (method, path, body) => {
		const answer = await service.call(method, path, { body });
		expect(answer).toMatchObject(envelope(400, []));
		expect(answer.body.message).toContain('Malformed JSON');
	});

	test.each([['GET'], ['DELETE']])('%s of a path that cannot be decoded', async (method) => {
		expect(await service.call(method, '/v1/radars/%zz')).toMatchObject(envelope(400));
	});
});

describe('500 and 503, as faults give them', () => {
	test.each([
		[500, 'An internal server error occurred'],
		[503, expect.any(String)],
	])('%i: empty errors, nothing done', async (status, message) => {
		service.control.addFaults({ kind: 'status', status });
		const answer = await service.post('/v1/radars', ACME);
		expect(answer).toMatchObject(envelope(status, []));
		expect(answer.body.message).toEqual(message);
		expect(service.control.radars()).toEqual([]);
	});
});

describe('429', () => {
	beforeEach(() => service.control.clock({ stopped: true }));

	const burst = async (count: number, send: () => Promise<Parsed>) => {
		const answers = await Promise.all(Array.from({ length: count }, send));
		return answers.filter(({ status }) => status === 429);
	};
	const budget = { second: { perMinute: 1_000, perSecond: 3 }, minute: { perMinute: 2, perSecond: null } };

	test('burst: errors[0] is rate_limit / burst, retry in 1 second', async () => {
		service.control.change({ limits: { read: budget.second } });
		const refused = await burst(8, () => service.get('/v1/account'));
		expect(refused).toHaveLength(5);
		expect(refused[0]).toMatchObject(envelope(429, [{ field: 'rate_limit', reason: 'burst' }]));
		expect(refused[0].headers.get('retry-after')).toBe('1');
	});

	test('minute: Retry-After until enough budget, named in the message; nothing is done', async () => {
		service.control.change({ limits: { write: budget.minute } });
		const domains = ['one.example.com', 'two.example.com', 'three.example.com'];
		for (const domain of domains) await service.post('/v1/radars', { ...ACME, domain });
		const { headers, body } = await service.post('/v1/company-reveal', { ip: '8.8.8.8' });
		expect(body).toMatchObject(envelope(429, [{ field: 'rate_limit', reason: 'minute' }]).body);
		expect(headers.get('x-ratelimit-limit')).toBe('2');
		expect(headers.get('x-ratelimit-remaining')).toBe('0');
		expect(headers.get('retry-after')).toBe('30');
		expect(body.message).toContain(headers.get('retry-after'));
		expect(service.control.charges()).toHaveLength(2);
	});

	test('bulk: the three headers, a fixed text, reason minute', async () => {
		service.control.change({ limits: { bulk: { perMinute: 1 } } });
		await service.submitted({ radars: [ACME] });
		const { headers, body } = await service.post('/v1/radars/bulk', { radars: [ACME] });
		expect(body).toMatchObject(envelope(429, [{ field: 'rate_limit', reason: 'minute' }]).body);
		expect(body.message).not.toMatch(/\d/);
		for (const name of ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining']) {
			expect(headers.get(name)).toMatch(/^\d+$/);
		}
	});

	test('after Retry-After there is enough budget', async () => {
		service.control.change({ limits: { read: budget.minute } });
		await burst(2, () => service.get('/v1/account'));
		const refused = await service.get('/v1/account');
		service.control.clock({ advance: Number(refused.headers.get('retry-after')) });
		expect((await service.get('/v1/account')).status).toBe(200);
	});
});
