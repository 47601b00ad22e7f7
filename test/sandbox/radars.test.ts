import { ACME, envelope, refusedFor, UNKNOWN_ID, useSandbox, type Answered, type Parsed } from './support';

const service = useSandbox({ balanceUsd: 10 });
const DAY = 24 * 3_600;
const PERSON = 'https://profiles.example/in/jane-roe';
const CHANGES = { radar_type: 'contact_job_changes', domain: 'example.com' };
const POSTS = { radar_type: 'contact_social_posts', profile_url: PERSON };
const MENTIONS = { radar_type: 'industry_mentions', keyword: 'supply chain' };
const FUNDING = { radar_type: 'industry_funding_rounds' };

const chargedByUpdate = () =>
	service.control.change({ account: { billing: { company_mentions: 'update_based' } } });
const elsewhere = (name: string) => service.created({ ...ACME, domain: `${name}.example.com` });
const record = async (radarId: string) => (await service.get(`/v1/radars/${radarId}`)).body.data;
const remove = async (radarId: string) => (await service.delete(`/v1/radars/${radarId}`)).body;
const kept = () => service.control.radars().map(({ radar_id: id }) => id);
const ids = ({ body }: Answered): string[] => body.data.map(({ radar_id: id }: Parsed) => id);
const list = async (query: string) => ids(await service.get(`/v1/radars?${query}`));
const failures = async () => {
	const { updates } = (await service.get('/v1/updates')).body;
	return updates.filter(({ update_type: type }: Parsed) => type === 'radar_failure');
};

describe('creating', () => {
	test('gives an active radar, charged for 30 days', async () => {
		const radar = await service.created();
		const { created_at: createdAt, next_charge_at: nextAt, ...rest } = radar;
		expect(Date.parse(nextAt) - Date.parse(createdAt)).toBe(30 * DAY * 1000);
		// Without a webhook_url, as it was not given.
		expect(rest).toEqual({
			radar_id: expect.any(String),
			radar_type: 'company_mentions',
			domain: 'example.com',
			deactivated_at: null,
			radar_status: 'active',
			custom_fields: {},
			updates_since: null,
		});
		expect(service.control.charges()).toMatchObject([{ kind: 'radar_month', amount_usd: 1 }]);
	});

	test.each<[body: object]>([
		[{ ...ACME, webhook_url: 'https://hooks.example.com/x', custom_fields: { account_id: '17' } }],
		[MENTIONS],
		[{ ...CHANGES, email: 'jane.roe@w3.org', profile_url: PERSON, full_name: 'Jane Roe' }],
	])('gives back what was sent: %j', async (body) => {
		expect(await service.created(body)).toMatchObject(body);
	});

	test('a radar that is charged by update has no next charge, and costs nothing at first', async () => {
		chargedByUpdate();
		expect(await service.created()).toMatchObject({ next_charge_at: null });
		expect(service.control.charges()).toEqual([]);
	});

	test.each<[field: string, body: object, again: object]>([
		['domain', ACME, { ...ACME, domain: 'https://www.EXAMPLE.com/' }],
		['domain', ACME, { ...ACME, departments: ['Sales'] }],
		[
			'identifiers.email',
			{ ...CHANGES, email: 'jane.roe@w3.org' },
			{ ...CHANGES, domain: 'other.example.com', email: 'Jane.Roe@w3.org', profile_url: PERSON },
		],
		['identifiers.profile_url', POSTS, { ...POSTS, profile_url: `${PERSON}/?x=1` }],
		['keyword', MENTIONS, { ...MENTIONS, keyword: 'Supply Chain' }],
		['keyword', FUNDING, FUNDING],
	])('409, with the radar that exists: %s of %j', async (field, body, again) => {
		const { radar_id: id } = await service.created(body);
		const answer = await service.post('/v1/radars', again);
		const reason = expect.stringContaining(id);
		expect(answer).toMatchObject(envelope(409, [{ field, reason, conflicting_radar_id: id }]));
		expect(service.control.charges()).toHaveLength(1);
	});

	test('another type of the same domain is another radar', async () => {
		await service.created();
		await service.created({ ...ACME, radar_type: 'company_reviews' });
	});

	test('the same radar again is one of its own, charged for itself, where duplicates are enabled', async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		for (let times = 0; times < 2; times++) await service.created();
		const bulkId = await service.submitted({ radars: [ACME, ACME] });
		const { body } = await service.get(`/v1/radars/bulk/${bulkId}`);
		expect(body.summary).toMatchObject({ created: 2, failed: 0 });
		expect([new Set(kept()).size, service.control.charges().length]).toEqual([4, 4]);
	});

	test('402 when the balance is too low', async () => {
		service.control.balance(0.99);
		expect(await service.post('/v1/radars', ACME)).toMatchObject(refusedFor(402, 'balance'));
		expect(kept()).toEqual([]);
	});

	test.each(['missing_prerequisites', 'setup_failure', 'source_inaccessible'] as const)(
		'fails later with %s: no radar, but a notice with the refund',
		async (reason) => {
			service.control.change({ radars: { setupFailures: { 'example.com': reason } }, speed: 100 });
			const { radar_id } = await service.created();
			await service.control.idle();
			expect(await service.get(`/v1/radars/${radar_id}`)).toMatchObject(envelope(404));
			const notice = { code: 400, errors: [{ reason }], refund_amount_usd: 1, data: { radar_id } };
			expect(await failures()).toMatchObject([notice]);
			expect(service.control.balance()).toEqual({ balance_usd: 10 });
			await service.created();
		},
	);
});

describe('deactivating', () => {
	test('a monthly radar goes on until its paid month ends, and conflicts until then', async () => {
		const { radar_id, next_charge_at } = await service.created();
		const first = await remove(radar_id);
		expect(first.message).toContain('initiated');
		expect(first.data).toMatchObject({ radar_status: 'inactive', next_charge_at });
		expect(first.data.deactivated_at).not.toBeNull();
		service.control.clock({ advance: 60 });
		expect((await remove(radar_id)).data).toEqual(first.data);
		expect(service.control.pushFindings({ radar_id })).toHaveLength(1);
		expect(await service.post('/v1/radars', ACME)).toMatchObject(refusedFor(409, 'domain'));
		service.control.clock({ advance: 31 * DAY });
		expect(() => service.control.pushFindings({ radar_id })).toThrow('not found');
		expect(service.control.charges()).toHaveLength(1);
		await service.created();
	});

	test.each(['alone', 'in bulk'])('a radar that is charged by update ends at once: %s', async (way) => {
		chargedByUpdate();
		const { radar_id } = await service.created();
		if (way === 'alone') await remove(radar_id);
		else await service.delete('/v1/radars/bulk', { radar_ids: [radar_id] });
		expect(await record(radar_id)).toMatchObject({ radar_status: 'inactive', next_charge_at: null });
		expect(() => service.control.pushFindings({ radar_id })).toThrow('not found');
		await service.created();
	});
});

describe('charges that come due', () => {
	test('a month that cannot be paid ends the radar, with a notice', async () => {
		const { radar_id } = await service.created();
		service.control.balance(0.5);
		service.control.clock({ advance: 31 * DAY });
		expect(await record(radar_id)).toMatchObject({ radar_status: 'inactive' });
		const notice = { code: 402, errors: [{ reason: 'insufficient_funds' }], refund_amount_usd: 0 };
		expect(await failures()).toMatchObject([notice]);
	});

	test('a month that can be paid is, and the next one is set', async () => {
		const { radar_id, next_charge_at } = await service.created();
		service.control.clock({ advance: 31 * DAY });
		const later = await record(radar_id);
		expect(later.radar_status).toBe('active');
		expect(Date.parse(later.next_charge_at) - Date.parse(next_charge_at)).toBe(30 * DAY * 1000);
		expect(service.control.charges()).toHaveLength(2);
	});

	test('a finding is, stops its radar without funds, and a top-up brings it back', async () => {
		chargedByUpdate();
		const { radar_id } = await service.created();
		service.control.pushFindings({ radar_id });
		expect(service.control.charges()).toMatchObject([{ kind: 'finding', amount_usd: 0.1, radar_id }]);
		service.control.balance(0);
		const failure = { update_type: 'radar_failure', code: 402 };
		expect(service.control.pushFindings({ radar_id })).toMatchObject([failure]);
		expect(await record(radar_id)).toMatchObject({ radar_status: 'inactive' });
		service.control.balance(5);
		expect(await record(radar_id)).toMatchObject({ radar_status: 'active', deactivated_at: null });
	});
});

describe('the list', () => {
	test('has the newest first, every radar once, in pages whose count is their own', async () => {
		service.control.seed({ radars: 25 });
		const whole = await service.get('/v1/radars');
		expect(whole.body).toMatchObject({ count: 25, limit: 50, has_more: false });
		expect(whole.body).not.toHaveProperty('next_cursor');
		expect(whole.body.data).toEqual(service.control.radars().reverse());
		const seen: string[] = [];
		for (let cursor = '', more = true; more;) {
			const page = await service.get(`/v1/radars?limit=10${cursor && `&cursor=${cursor}`}`);
			expect(page.body.count).toBe(page.body.data.length);
			seen.push(...ids(page));
			({ has_more: more, next_cursor: cursor } = page.body);
		}
		expect(seen).toEqual(kept().reverse());
	});

	test('repeats nothing in its pages while radars are created, which a new list has', async () => {
		service.control.clock({ stopped: true });
		for (const name of ['one', 'two', 'three']) await elsewhere(name);
		const first = await service.get('/v1/radars?limit=2');
		const late = await service.created({ ...ACME, radar_type: 'company_reviews' });
		service.control.clock({ advance: 1 });
		const later = await elsewhere('later');
		const rest = await list(`limit=50&cursor=${first.body.next_cursor}`);
		expect(rest).not.toContain(later.radar_id);
		expect(new Set([...ids(first), ...rest]).size).toBe(ids(first).length + rest.length);
		expect(await list('')).toEqual(expect.arrayContaining([late.radar_id, later.radar_id]));
	});

	test('of up to 50 IDs, with other filters and in pages, leaves out unknown and foreign ones', async () => {
		service.control.seed({ radars: 60 });
		const fifty = kept().slice(0, 50);
		expect(await list(`limit=500&radar_id=${fifty.join(',')}`)).toEqual([...fifty].reverse());
		const reviews = service.control.radars().filter((one) => one.radar_type === 'company_reviews');
		const wanted = reviews.map(({ radar_id: id }) => id).filter((id) => fifty.includes(id));
		expect(await list(`radar_type=company_reviews&radar_id=${fifty.join(',')}`)).toEqual(wanted.reverse());
		const two = `limit=1&radar_id=${fifty.slice(0, 2).join(',')}`;
		const small = await service.get(`/v1/radars?${two}`);
		const next = await list(`${two}&cursor=${small.body.next_cursor}`);
		expect([...ids(small), ...next]).toEqual([fifty[1], fifty[0]]);
		const [foreign] = ids(await service.get('/v1/radars', { key: service.keys.other }));
		expect(await list(`radar_id=${[UNKNOWN_ID, foreign, fifty[0]].join(',')}`)).toEqual([fifty[0]]);
	});

	test('by type has all where none is named', async () => {
		service.control.seed({ radars: 15 });
		expect(await list('radar_type=')).toHaveLength(15);
		expect(await list('radar_type=industry_mentions')).toHaveLength(1);
	});

	test('by status has all that are not active as inactive', async () => {
		const ending = await service.created();
		const stopped = await elsewhere('stopped');
		const running = await elsewhere('running');
		await remove(ending.radar_id);
		service.control.failRadar(stopped.radar_id, 'insufficient_funds');
		expect(await list('radar_status=inactive')).toEqual([stopped.radar_id, ending.radar_id]);
		expect(await list('radar_status=active')).toEqual([running.radar_id]);
	});

	test('since a time has what was created then or after it', async () => {
		service.control.clock({ stopped: true, set: '2025-03-01T00:00:00Z' });
		const early = await service.created();
		service.control.clock({ advance: 3_600 });
		const late = await elsewhere('late');
		await remove(early.radar_id);
		const since = async (time: string) => await list(`created_since=${encodeURIComponent(time)}`);
		expect(await since('2025-03-01T01:00:00Z')).toEqual([late.radar_id]);
		expect(await since('2025-03-01T02:00:00+01:00')).toEqual([late.radar_id]);
		expect(await since('2025-03-01T00:00:00.000Z')).toEqual([late.radar_id, early.radar_id]);
	});
});

test.each(['GET', 'DELETE'])('%s of one radar, by its ID in any case', async (method) => {
	const { radar_id } = await service.created();
	for (const id of [radar_id, radar_id.toUpperCase()])
		expect((await service.call(method, `/v1/radars/${id}`)).body.data).toMatchObject({ radar_id });
	const [foreign] = ids(await service.get('/v1/radars', { key: service.keys.other }));
	for (const id of [UNKNOWN_ID, foreign])
		expect(await service.call(method, `/v1/radars/${id}`)).toMatchObject(envelope(404));
});
