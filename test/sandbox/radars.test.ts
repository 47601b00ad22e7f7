import { ACME, envelope, refusedFor, UNKNOWN_ID, useSandbox, UUID } from './support';

const service = useSandbox();
const PERSON = 'https://profiles.example/in/jane-roe';

const success = (code: number, rest: object) => ({
	status: code,
	body: {
		status: 'success',
		code,
		timestamp: expect.stringMatching(/Z$/),
		message: expect.stringMatching(/./),
		...rest,
	},
});

describe('POST /v1/radars', () => {
	test('201: envelope with data = radar record', async () => {
		const answer = await service.post('/v1/radars', ACME);
		expect(answer).toMatchObject(success(201, { data: { radar_id: expect.stringMatching(UUID) } }));
	});

	test.each<[kind: string, body: object, again: object, field: string]>([
		['company: domain', ACME, { ...ACME, domain: 'https://www.EXAMPLE.com/' }, 'domain'],
		['company: whatever its filters', ACME, { ...ACME, departments: ['Sales'] }, 'domain'],
		[
			'contact: identifiers.email',
			{ radar_type: 'contact_job_changes', domain: 'example.com', email: 'jane.roe@w3.org' },
			{
				radar_type: 'contact_job_changes',
				domain: 'other.example.com',
				email: 'Jane.Roe@w3.org',
				profile_url: PERSON,
			},
			'identifiers.email',
		],
		[
			'contact: identifiers.profile_url',
			{ radar_type: 'contact_social_posts', profile_url: PERSON },
			{ radar_type: 'contact_social_posts', profile_url: `${PERSON}/?x=1` },
			'identifiers.profile_url',
		],
		[
			'industry: keyword',
			{ radar_type: 'industry_mentions', keyword: 'supply chain' },
			{ radar_type: 'industry_mentions', keyword: 'Supply Chain' },
			'keyword',
		],
		[
			'industry without a keyword',
			{ radar_type: 'industry_funding_rounds' },
			{ radar_type: 'industry_funding_rounds' },
			'keyword',
		],
	])('409 %s', async (_kind, body, again, field) => {
		const { radar_id } = await service.created(body);
		const answer = await service.post('/v1/radars', again);
		const named = expect.stringContaining(radar_id);
		expect(answer).toMatchObject(envelope(409, [{ field, reason: named, conflicting_radar_id: radar_id }]));
		expect(service.control.charges()).toHaveLength(1);
	});

	test('another type of the same domain is another radar', async () => {
		await service.created();
		await service.created({ ...ACME, radar_type: 'company_reviews' });
	});

	test('402 when the balance is too low, field balance', async () => {
		service.control.balance(0.99);
		expect(await service.post('/v1/radars', ACME)).toMatchObject(refusedFor(402, 'balance'));
		expect(service.control.radars()).toEqual([]);
	});

	test('403 for a key without permission', async () => {
		const answer = await service.post('/v1/radars', ACME, { key: service.keys.readOnly });
		expect(answer).toMatchObject(refusedFor(403, 'permission'));
	});
});

describe('GET /v1/radars', () => {
	const ids = (answer: { body: { data: Array<{ radar_id: string }> } }) =>
		answer.body.data.map(({ radar_id }) => radar_id);

	test('newest first, with the fields of the envelope', async () => {
		service.control.seed({ radars: 3 });
		const answer = await service.get('/v1/radars');
		expect(answer).toMatchObject(success(200, { count: 3, limit: 50, has_more: false }));
		expect(answer.body).not.toHaveProperty('next_cursor');
		const newestFirst = service.control.radars().reverse();
		expect(answer.body.data).toEqual(newestFirst);
	});

	test('cursor: every radar once, in pages; count is the page, not the total', async () => {
		service.control.seed({ radars: 25 });
		const seen: string[] = [];
		let cursor = '';
		do {
			const answer = await service.get(`/v1/radars?limit=10${cursor && `&cursor=${cursor}`}`);
			expect(answer.body.count).toBe(answer.body.data.length);
			seen.push(...ids(answer));
			cursor = answer.body.has_more ? answer.body.next_cursor : '';
		} while (cursor);
		expect(seen).toEqual(
			service.control
				.radars()
				.map(({ radar_id }) => radar_id)
				.reverse(),
		);
	});

	test('pages are deterministic while radars are created; a fresh start picks those up', async () => {
		service.control.clock({ stopped: true });
		const radars = ['one.example.com', 'two.example.com', 'three.example.com'];
		for (const domain of radars) await service.created({ ...ACME, domain });
		const first = await service.get('/v1/radars?limit=2');
		const late = await service.created({
			...ACME,
			domain: 'late.example.com',
			radar_type: 'company_reviews',
		});
		service.control.clock({ advance: 1 });
		const later = await service.created({ ...ACME, domain: 'later.example.com' });
		const rest = await service.get(`/v1/radars?limit=50&cursor=${first.body.next_cursor}`);
		expect(ids(rest)).not.toContain(later.radar_id);
		expect(new Set([...ids(first), ...ids(rest)]).size).toBe(ids(first).length + ids(rest).length);
		expect(ids(await service.get('/v1/radars'))).toEqual(
			expect.arrayContaining([late.radar_id, later.radar_id]),
		);
	});

	test('radar_id: unknown and foreign ids are silently excluded', async () => {
		const { radar_id } = await service.created();
		const foreign = await service.get('/v1/radars', { key: service.keys.other });
		const list = [UNKNOWN_ID, ids(foreign)[0], radar_id].join(',');
		expect(ids(await service.get(`/v1/radars?radar_id=${list}`))).toEqual([radar_id]);
	});

	test('radar_id: at most 50, combinable with other filters and with paging', async () => {
		service.control.seed({ radars: 60 });
		const all = service.control.radars();
		const fifty = all.slice(0, 50).map(({ radar_id }) => radar_id);
		const page = await service.get(`/v1/radars?limit=500&radar_id=${fifty.join(',')}`);
		expect(ids(page)).toEqual([...fifty].reverse());
		const typed = await service.get(`/v1/radars?radar_type=company_reviews&radar_id=${fifty.join(',')}`);
		expect(typed.body.count).toBe(
			all.slice(0, 50).filter((one) => one.radar_type === 'company_reviews').length,
		);
		const small = await service.get(`/v1/radars?limit=1&radar_id=${fifty.slice(0, 2).join(',')}`);
		const next = `&cursor=${small.body.next_cursor}`;
		const second = await service.get(`/v1/radars?limit=1&radar_id=${fifty.slice(0, 2).join(',')}${next}`);
		expect([...ids(small), ...ids(second)]).toEqual([fifty[1], fifty[0]]);
	});

	test('radar_type: empty means all', async () => {
		service.control.seed({ radars: 15 });
		expect((await service.get('/v1/radars?radar_type=')).body.count).toBe(15);
		expect((await service.get('/v1/radars?radar_type=industry_mentions')).body.count).toBe(1);
	});

	test('created_since: at or after, by creation time only', async () => {
		service.control.clock({ stopped: true, set: '2025-03-01T00:00:00Z' });
		const early = await service.created();
		service.control.clock({ advance: 3_600 });
		const late = await service.created({ ...ACME, domain: 'late.example.com' });
		await service.delete(`/v1/radars/${early.radar_id}`);
		const since = (time: string) =>
			service.get(`/v1/radars?created_since=${encodeURIComponent(time)}`).then(ids);
		expect(await since('2025-03-01T01:00:00Z')).toEqual([late.radar_id]);
		expect(await since('2025-03-01T02:00:00+01:00')).toEqual([late.radar_id]);
		expect(await since('2025-03-01T00:00:00.000Z')).toEqual([late.radar_id, early.radar_id]);
	});

	test.each([
		['unknown query parameter', 'color=red', 'color'],
		['limit above 500', 'limit=501', 'limit'],
		['limit below 1', 'limit=0', 'limit'],
		['limit no integer', 'limit=ten', 'limit'],
		['limit empty', 'limit=', 'limit'],
		['limit twice', 'limit=1&limit=2', 'limit'],
		['radar_type no enum value', 'radar_type=company_weather', 'radar_type'],
		['radar_type takes one value', 'radar_type=company_reviews,company_mentions', 'radar_type'],
		['radar_status no enum value', 'radar_status=paused', 'radar_status'],
		['radar_id no UUID', 'radar_id=17', 'radar_id'],
		['radar_id over 50', `radar_id=${Array(51).fill(UNKNOWN_ID).join(',')}`, 'radar_id'],
		['created_since without a timezone', 'created_since=2025-01-01T00:00:00', 'created_since'],
		['created_since only a date', 'created_since=2025-01-01', 'created_since'],
		['cursor invented', 'cursor=abc', 'cursor'],
	])('400: %s', async (_line, query, field) => {
		expect(await service.get(`/v1/radars?${query}`)).toMatchObject(refusedFor(400, field));
	});

	test('limit 500 is allowed', async () => {
		service.control.seed({ radars: 501 });
		expect((await service.get('/v1/radars?limit=500')).body).toMatchObject({
			count: 500,
			limit: 500,
			has_more: true,
		});
	});
});

describe.each([
	['GET', 'GET'],
	['DELETE', 'DELETE'],
])('%s /v1/radars/{radar_id}', (_section, method) => {
	test('200: envelope with data = radar record', async () => {
		const { radar_id } = await service.created();
		const answer = await service.call(method, `/v1/radars/${radar_id}`);
		expect(answer).toMatchObject(success(200, { data: { radar_id } }));
		expect((await service.call(method, `/v1/radars/${radar_id.toUpperCase()}`)).status).toBe(200);
	});

	test('400 for an invalid UUID, field id', async () => {
		const answer = await service.call(method, '/v1/radars/17');
		expect(answer).toMatchObject(refusedFor(400, 'id', 'must be a valid UUID'));
	});

	test('404 for an unknown id, and for one of another account', async () => {
		const foreign = await service.get('/v1/radars', { key: service.keys.other });
		for (const id of [UNKNOWN_ID, foreign.body.data[0].radar_id]) {
			expect(await service.call(method, `/v1/radars/${id}`)).toMatchObject(envelope(404));
		}
	});
});

test('the message states that deactivation was initiated', async () => {
	const { radar_id } = await service.created();
	const { body } = await service.delete(`/v1/radars/${radar_id}`);
	expect(body).toMatchObject({
		message: expect.stringContaining('initiated'),
		data: { radar_status: 'inactive' },
	});
	expect(body.data.deactivated_at).not.toBeNull();
	expect(body.data.next_charge_at).not.toBeNull();
});
