import { validateEvent, validateExchange } from '../../sandbox';
import { ACME, refusedFor, useSandbox } from './support';

const service = useSandbox({ balanceUsd: 50, settings: { bulk: { itemMs: 1 } } });
const control = (method: string, path: string, body?: unknown) =>
	service.call(method, `/__sandbox${path}`, { key: null, body });

describe('the control API', () => {
	test('settings: read, changed branch by branch, unknown names refused', async () => {
		const changed = await control('POST', '/settings', { updates: { pageSize: 7 }, latencyMs: { '*': 1 } });
		expect(changed.body).toMatchObject({
			updates: { pageSize: 7, order: 'newest-first' },
			latencyMs: { '*': 1 },
		});
		expect((await control('GET', '/settings')).body).toEqual(changed.body);
		expect(await control('POST', '/settings', { updates: { pagesize: 7 } })).toMatchObject({
			status: 400,
			body: { error: 'There is no setting "updates.pagesize".' },
		});
	});

	test('reset: everything as at the start, its options included', async () => {
		await service.created();
		await control('POST', '/settings', { speed: 9 });
		await control('POST', '/clock', { set: '2020-01-01T00:00:00Z', stopped: true });
		await control('POST', '/faults', { kind: 'cut' });
		await control('POST', '/reset');
		expect((await control('GET', '/settings')).body).toMatchObject({
			speed: 1,
			unlimited: true,
			bulk: { itemMs: 1 },
		});
		expect((await control('GET', '/balance')).body).toEqual({ balance_usd: 50 });
		expect((await control('GET', '/clock')).body).toMatchObject({ stopped: false });
		for (const path of ['/radars', '/charges', '/log', '/faults', '/deliveries']) {
			expect((await control('GET', path)).body).toEqual([]);
		}
	});

	test('clock: set, stopped, advanced', async () => {
		const set = await control('POST', '/clock', { set: '2025-05-05T10:00:00+02:00', stopped: true });
		expect(set.body).toEqual({ now: '2025-05-05T08:00:00.000Z', stopped: true });
		expect((await control('POST', '/clock', { advance: 90 })).body.now).toBe('2025-05-05T08:01:30.000Z');
		expect(await service.created()).toMatchObject({ created_at: '2025-05-05T08:01:30.000Z' });
		expect((await control('POST', '/clock', { stopped: false })).body.stopped).toBe(false);
		expect((await control('POST', '/clock', { set: 'noon' })).status).toBe(400);
	});

	test('balance: read and set', async () => {
		expect((await control('POST', '/balance', { balance_usd: 3.5 })).body).toEqual({ balance_usd: 3.5 });
		expect((await service.get('/v1/account')).body.data.balance_remaining_usd).toBe(3.5);
	});

	test('faults: added one or many, listed, cleared', async () => {
		await control('POST', '/faults', [{ kind: 'status' }, { kind: 'cut' }]);
		expect((await control('GET', '/faults')).body).toEqual([{ kind: 'status' }, { kind: 'cut' }]);
		await control('DELETE', '/faults');
		expect((await service.get('/v1/account')).status).toBe(200);
	});

	test('seed, findings, failures, charges, radars', async () => {
		await control('POST', '/seed', { radars: 20, updates: 40 });
		expect((await control('GET', '/radars')).body).toHaveLength(20);
		const radar_id = (await control('GET', '/radars')).body[3].radar_id;
		const pushed = (await control('POST', '/findings', { radar_id, count: 2 })).body;
		expect(pushed).toMatchObject([{ data: { radar_id } }, { data: { radar_id } }]);
		const failed = await control('POST', '/failures', { radar_id, reason: 'setup_failure' });
		expect(failed.body).toMatchObject({ update_type: 'radar_failure', data: { radar_id } });
		expect((await service.get('/v1/account')).body.data.account.total_updates_found).toBe(42);
		await service.created();
		expect((await control('GET', '/charges')).body).toMatchObject([{ kind: 'radar_month', amount_usd: 1 }]);
	});

	test('findings of a radar type, or of the newest radar', async () => {
		await service.created({ ...ACME, radar_type: 'company_reviews' });
		await service.created();
		const types = [{}, { radar_type: 'company_reviews' }].map(async (wanted) => {
			const { body } = await control('POST', '/findings', wanted);
			return body[0].data.radar_type;
		});
		expect(await Promise.all(types)).toEqual(['company_mentions', 'company_reviews']);
		expect((await control('POST', '/findings', { radar_type: 'industry_mentions' })).status).toBe(400);
	});

	test('radars of the same millisecond are in the order of their creation, here and in the list', async () => {
		service.control.clock({ stopped: true });
		const domains = Array.from({ length: 8 }, (_, index) => `c${index}.example.com`);
		for (const domain of domains) await service.created({ ...ACME, domain });
		expect(service.control.radars().map(({ domain }) => domain)).toEqual(domains);
		const listed: Array<{ domain: string }> = (await service.get('/v1/radars')).body.data;
		expect(listed.map(({ domain }) => domain)).toEqual([...domains].reverse());
		const { body } = await control('POST', '/findings', {});
		expect(body[0].data.domain).toBe(domains.at(-1));
	});

	test('idle waits for what is under way', async () => {
		const radars = Array.from({ length: 20 }, (_, index) => ({ ...ACME, domain: `c${index}.example.com` }));
		await service.post('/v1/radars/bulk', { radars });
		await control('GET', '/idle');
		expect(service.control.radars()).toHaveLength(20);
	});

	test('radars that are listed late', async () => {
		service.control.change({ radars: { listDelay: 60 } });
		const { radar_id } = await service.created();
		expect((await service.get('/v1/radars')).body.count).toBe(0);
		expect((await service.get(`/v1/radars/${radar_id}`)).status).toBe(200);
		service.control.clock({ advance: 60 });
		expect((await service.get('/v1/radars')).body.count).toBe(1);
	});

	test('latency by route', async () => {
		service.control.change({ latencyMs: { 'GET /v1/account': 80 } });
		const start = performance.now();
		await service.get('/v1/account');
		expect(performance.now() - start).toBeGreaterThanOrEqual(75);
	});

	test('findings that follow a creation by themselves', async () => {
		service.control.change({ speed: 100, findings: { afterCreation: 3 } });
		await service.created();
		await service.control.idle();
		expect((await service.get('/v1/updates')).body.updates).toHaveLength(3);
	});
});

test('the field and the results of DELETE /v1/radars/bulk may have other names', async () => {
	service.control.change({ bulk: { deactivateField: 'ids', resultsField: 'data' } });
	const { radar_id } = await service.created();
	const refused = await service.delete('/v1/radars/bulk', { radar_ids: [radar_id] });
	expect(refused).toMatchObject(refusedFor(400, 'ids', 'is required'));
	const answer = await service.delete('/v1/radars/bulk', { ids: [radar_id] });
	expect(answer.body.data).toMatchObject([{ radar_id, code: 200 }]);
	service.control.clearLog();
});

describe('the log', () => {
	test('every request with its outcome, status, charge, bodies and headers; the key is masked', async () => {
		await service.post('/v1/radars', ACME);
		await service.post('/v1/radars', ACME, { key: service.keys.readOnly });
		await service.get('/v1/radars?limit=5', { key: 'wrong-key' });
		const { text, body } = await control('GET', '/log');
		expect(text).not.toContain(service.sandbox.apiKey);
		expect(text).not.toContain('wrong-key');
		expect(body).toMatchObject([
			{ key: 'full', method: 'POST', path: '/v1/radars', outcome: 'done', status: 201, chargeUsd: 1 },
			{ key: 'readOnly', outcome: 'refused', status: 403, served: 403, chargeUsd: 0 },
			{ key: null, method: 'GET', path: '/v1/radars', query: { limit: '5' }, status: 401, requestBody: '' },
		]);
		expect(body[0].headers).toMatchObject({ 'x-api-key': '***', 'content-type': 'application/json' });
		expect(JSON.parse(body[0].requestBody)).toEqual(ACME);
		expect(JSON.parse(body[0].responseBody).data.domain).toBe('example.com');
		expect(body[0].responseHeaders).toHaveProperty('x-ratelimit-limit');
		await control('DELETE', '/log');
		expect((await control('GET', '/log')).body).toEqual([]);
	});
});

describe('holding exchanges against the document', () => {
	const problems = async (...sent: Parameters<typeof service.call>) => {
		await service.call(...sent);
		return validateExchange(service.control.log().at(-1)!).request;
	};

	test.each<[what: string, method: string, path: string, body: unknown, problem: string]>([
		['an unknown path', 'GET', '/v1/radar', undefined, 'no operation is GET /v1/radar'],
		['an unknown parameter', 'GET', '/v1/updates?limit=1', undefined, 'limit is not a known query parameter'],
		['a wrong parameter', 'GET', '/v1/radars?limit=x', undefined, 'limit must be integer'],
		['a wrong body', 'POST', '/v1/radars', { radar_type: 'company_reviews' }, 'domain is required'],
		['an extra property', 'POST', '/v1/company-reveal', { ip: '8.8.8.8', x: 1 }, 'x is not allowed'],
	])('a request with %s', async (_what, method, path, body, problem) => {
		expect(await problems(method, path, { body })).toEqual([expect.stringContaining(problem)]);
	});

	test('a request without a key, and one that is not JSON', async () => {
		expect(await problems('GET', '/v1/account', { key: null })).toEqual(['header: x-api-key is missing']);
		const headers = { 'content-type': 'text/plain' };
		expect(await problems('POST', '/v1/radars', { body: ACME, headers })).toEqual([
			'header: content-type is not application/json',
		]);
		service.control.clearLog();
	});

	test('an answer that is not as documented', async () => {
		await service.get('/v1/account');
		const [entry] = service.control.log();
		const responseHeaders = { ...entry!.responseHeaders };
		delete responseHeaders['x-ratelimit-limit'];
		const wrong = { ...entry!, responseHeaders, responseBody: '{"status":"success"}' };
		const { response } = validateExchange(wrong);
		expect(response).toContain('header: X-RateLimit-Limit is missing');
		expect(response).toContain('body: data is required');
		expect(validateExchange({ ...entry!, status: 418 }).response).toEqual([
			'418 is not an answer of getAccount',
		]);
		expect(validateExchange({ ...entry!, fault: 'html', responseBody: '<p>' }).response).toEqual([]);
	});

	test('an event that is not as documented', () => {
		expect(validateEvent({ update_type: 'radar_finding' })).not.toEqual([]);
	});
});
