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
		expect(service.control.settings()).toMatchObject({ speed: 1, unlimited: true, bulk: { itemMs: 1 } });
		expect((await control('GET', '/balance')).body).toEqual({ balance_usd: 50 });
		expect((await control('GET', '/clock')).body).toMatchObject({ stopped: false });
		for (const path of ['/radars', '/charges', '/log', '/faults', '/deliveries'])
			expect((await control('GET', path)).body).toEqual([]);
	});

	test('clock: set, stopped, advanced', async () => {
		const set = await control('POST', '/clock', { set: '2025-05-05T10:00:00+02:00', stopped: true });
		expect(set.body).toEqual({ now: '2025-05-05T08:00:00.000Z', stopped: true });
		expect((await control('POST', '/clock', { advance: 90 })).body.now).toBe('2025-05-05T08:01:30.000Z');
		expect(await service.created()).toMatchObject({ created_at: '2025-05-05T08:01:30.000Z' });
		expect((await control('POST', '/clock', { set: 'noon' })).status).toBe(400);
	});

	test('balance, faults, seed, findings, failures', async () => {
		expect((await control('POST', '/balance', { balance_usd: 3.5 })).body).toEqual({ balance_usd: 3.5 });
		expect(service.control.balance()).toEqual({ balance_usd: 3.5 });
		await control('POST', '/faults', [{ kind: 'status' }, { kind: 'cut' }]);
		expect((await control('GET', '/faults')).body).toEqual([{ kind: 'status' }, { kind: 'cut' }]);
		expect((await control('POST', '/faults', { kind: 'fire' })).status).toBe(400);
		await control('DELETE', '/faults');
		await control('POST', '/seed', { radars: 20, updates: 40 });
		const { radar_id } = (await control('GET', '/radars')).body[3];
		const pushed = await control('POST', '/findings', { radar_id, content: { mention_content: 'Ours' } });
		expect(pushed.body).toMatchObject([{ data: { radar_id }, content: { mention_content: 'Ours' } }]);
		const failed = await control('POST', '/failures', { radar_id, reason: 'setup_failure' });
		expect(failed.body).toMatchObject({ update_type: 'radar_failure', data: { radar_id } });
		expect((await service.get('/v1/account')).body.data.account.total_updates_found).toBe(41);
	});

	test('findings are of a radar type, or of the newest radar, or follow a creation by themselves', async () => {
		service.control.clock({ stopped: true });
		service.control.change({ speed: 100, findings: { afterCreation: 3 } });
		await service.created({ ...ACME, radar_type: 'company_reviews' });
		await service.created();
		await service.created({ ...ACME, radar_type: 'company_promotions', job_titles: 'sales AND NOT sales' });
		await control('GET', '/idle');
		expect((await service.get('/v1/updates')).body.updates).toHaveLength(6);
		const typeOf = async (wanted: object) =>
			(await control('POST', '/findings', wanted)).body[0].data.radar_type;
		expect(await typeOf({ radar_type: 'company_reviews' })).toBe('company_reviews');
		await service.created({ ...ACME, domain: 'newest.example.com' });
		expect(await typeOf({})).toBe('company_mentions');
		expect((await control('POST', '/findings', { radar_type: 'industry_mentions' })).status).toBe(400);
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

test('the log has each request with its outcome, status, charge, bodies and headers; the key is masked', async () => {
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
});

describe('held against the document', () => {
	const problems = async (...sent: Parameters<typeof service.call>) => {
		await service.call(...sent);
		return validateExchange(service.control.log().at(-1)!).request;
	};

	test.each<[what: string, method: string, path: string, sent: object, problem: string]>([
		['an unknown path', 'GET', '/v1/radar', {}, 'no operation is GET /v1/radar'],
		['an unknown parameter', 'GET', '/v1/updates?limit=1', {}, 'limit is not a known query parameter'],
		['a wrong parameter', 'GET', '/v1/radars?limit=x', {}, 'limit must be integer'],
		['a wrong body', 'POST', '/v1/radars', { body: { radar_type: 'company_reviews' } }, 'domain is required'],
		[
			'an extra property',
			'POST',
			'/v1/company-reveal',
			{ body: { ip: '8.8.8.8', x: 1 } },
			'x is not allowed',
		],
		['no key', 'GET', '/v1/account', { key: null }, 'header: x-api-key is missing'],
		[
			'no JSON',
			'POST',
			'/v1/radars',
			{ body: ACME, headers: { 'content-type': 'text/plain' } },
			'header: content-type is not application/json',
		],
	])('a request with %s is found', async (_what, method, path, sent, problem) => {
		expect(await problems(method, path, sent)).toEqual([expect.stringContaining(problem)]);
		service.control.clearLog();
	});

	test('an answer that is not as documented is found, unless it is that of a fault; and so is an event', async () => {
		await service.get('/v1/account');
		const [entry] = service.control.log();
		const responseHeaders = { ...entry!.responseHeaders };
		delete responseHeaders['x-ratelimit-limit'];
		const wrong = { ...entry!, responseHeaders, responseBody: '{"status":"success"}' };
		const found = ['header: X-RateLimit-Limit is missing', 'body: data is required'];
		expect(validateExchange(wrong).response).toEqual(expect.arrayContaining(found));
		const unknown = ['418 is not an answer of getAccount'];
		expect(validateExchange({ ...entry!, status: 418 }).response).toEqual(unknown);
		expect(validateExchange({ ...entry!, fault: 'html', responseBody: '<p>' }).response).toEqual([]);
		expect(validateEvent({ update_type: 'radar_finding' })).not.toEqual([]);
	});
});
