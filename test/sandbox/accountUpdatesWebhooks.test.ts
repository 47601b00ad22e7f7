import { useReceiver } from './receiver';
import { ACME, refusedFor, UNKNOWN_ID, useSandbox, UUID, type Parsed } from './support';

const service = useSandbox({ balanceUsd: 20 });
const receiver = useReceiver();
const DAY = 24 * 3_600;

describe('GET /v1/account', () => {
	test('every field of 2.6', async () => {
		service.control.clock({ stopped: true, set: '2025-03-10T00:00:00Z' });
		const first = await service.created();
		await service.created({ ...ACME, domain: 'second.example.com' });
		const third = await service.created({ ...ACME, domain: 'third.example.com' });
		await service.delete(`/v1/radars/${first.radar_id}`);
		service.control.failRadar(third.radar_id, 'setup_failure');
		service.control.pushFindings({ count: 4 });
		const { body } = await service.get('/v1/account');
		expect(body).toMatchObject({ status: 'success', code: 200 });
		expect(body.data).toEqual({
			usage: {
				month: '2025-03',
				radars_activated: 3,
				balance_used_usd: 2,
				radars_deactivated: 1,
				radars_failed: 1,
				updates_found: 4,
			},
			account: {
				total_radars: 2,
				active_radars: 1,
				inactive_radars: 1,
				failed_radars: 1,
				total_updates_found: 4,
			},
			balance_remaining_usd: 18,
		});
	});

	test('month scopes the usage block only; it defaults to the current month, UTC', async () => {
		service.control.clock({ stopped: true, set: '2025-03-31T23:59:59Z' });
		await service.created();
		service.control.clock({ advance: 2 });
		const april = (await service.get('/v1/account')).body.data;
		expect(april).toMatchObject({
			usage: { month: '2025-04', radars_activated: 0 },
			account: { total_radars: 1 },
		});
		const march = (await service.get('/v1/account?month=2025-03')).body.data;
		expect(march).toMatchObject({
			usage: { month: '2025-03', radars_activated: 1 },
			account: { total_radars: 1 },
		});
	});

	test('figures are as old as the setting says', async () => {
		service.control.clock({ stopped: true, set: '2025-03-10T00:00:00Z' });
		service.control.change({ account: { figuresLag: 30 } });
		await service.created();
		const figures = async () => {
			const { usage, balance_remaining_usd: balance } = (await service.get('/v1/account')).body.data;
			return [usage.radars_activated, usage.balance_used_usd, balance];
		};
		expect(await figures()).toEqual([0, 0, 20]);
		service.control.clock({ advance: 31 });
		expect(await figures()).toEqual([1, 1, 19]);
	});

	test.each([['2025-3'], ['2025-03-01'], ['march'], ['']])('400: month=%s', async (month) => {
		expect(await service.get(`/v1/account?month=${month}`)).toMatchObject(refusedFor(400, 'month'));
	});
});

describe('GET /v1/updates', () => {
	const ids = (answer: { body: { updates: Array<{ update_id: string }> } }) =>
		answer.body.updates.map(({ update_id }) => update_id);

	async function everyPage(query = '') {
		const pages: Parsed[] = [];
		let cursor: string | undefined;
		do {
			const { body } = await service.get(`/v1/updates?${query}${cursor ? `&cursor=${cursor}` : ''}`);
			pages.push(body);
			cursor = body.has_more ? body.next_cursor : undefined;
		} while (cursor);
		return pages;
	}

	const placesOf = (pages: Parsed[]): string[] =>
		pages.flatMap(({ updates }) => updates.map((one: Parsed) => `${one.discovered_at} ${one.update_id}`));

	beforeEach(() => service.control.seed({ radars: 30, updates: 95 }));

	test('findings and failures for all radars', async () => {
		const { radar_id } = service.control.radars()[0]!;
		const failure = service.control.failRadar(radar_id, 'setup_failure');
		const { body } = await service.get('/v1/updates');
		expect(body).toMatchObject({ status: 'success', code: 200, has_more: true });
		expect(body.updates[0]).toEqual(failure);
		expect(body.updates[1]).toMatchObject({ update_type: 'radar_finding' });
	});

	test.each([['newest-first'], ['oldest-first']] as const)(
		'%s: every update once, in order',
		async (order) => {
			service.control.change({ updates: { order, pageSize: 10 } });
			const pages = await everyPage();
			expect(pages).toHaveLength(10);
			const places = placesOf(pages);
			expect(new Set(places).size).toBe(95);
			const sorted = [...places].sort();
			expect(places).toEqual(order === 'oldest-first' ? sorted : sorted.reverse());
		},
	);

	test('the same instant many times: ordered by update_id, none twice, none lost', async () => {
		const { radar_id } = service.control.radars()[0]!;
		service.control.change({ updates: { pageSize: 3 } });
		service.control.pushFindings({ radar_id, count: 20, discovered_at: '2030-01-01T00:00:00Z' });
		const places = placesOf(await everyPage()).filter((place) => place.startsWith('2030'));
		expect(new Set(places).size).toBe(20);
		expect(places).toEqual([...places].sort().reverse());
	});

	test('late arrivals appear where their instant is', async () => {
		service.control.change({ updates: { order: 'oldest-first', pageSize: 500 } });
		const { radar_id } = service.control.radars()[0]!;
		const before = await service.get('/v1/updates');
		const middle = before.body.updates[40].discovered_at;
		const [late] = service.control.pushFindings({ radar_id, discovered_at: middle });
		const after = await service.get('/v1/updates');
		expect([40, 41]).toContain(ids(after).indexOf(late!.update_id));
	});

	test('radar_id: comma-separated, foreign ids ignored', async () => {
		const [first, second] = service.control.radars().map(({ radar_id }) => radar_id);
		service.control.change({ updates: { pageSize: 2 } });
		const pages = await everyPage(`radar_id=${first},${UNKNOWN_ID},${second}`);
		const found = pages.flatMap(({ updates }) => updates.map((one: Parsed) => one.data.radar_id));
		expect(found).toHaveLength(8);
		expect(new Set(found)).toEqual(new Set([first, second]));
	});

	test('radar_id: only foreign ones', async () => {
		expect((await service.get(`/v1/updates?radar_id=${UNKNOWN_ID}`)).body).toMatchObject({
			updates: [],
			has_more: false,
		});
	});

	test('radar_type: comma-separated; both filters together', async () => {
		service.control.change({ updates: { pageSize: 5 } });
		const pages = await everyPage('radar_type=company_reviews,industry_mentions');
		const types = pages.flatMap(({ updates }) => updates.map((one: Parsed) => one.data.radar_type));
		expect(new Set(types)).toEqual(new Set(['company_reviews', 'industry_mentions']));
		expect(placesOf(pages)).toEqual(placesOf(pages).sort().reverse());
		const { radar_id } = service.control.radars().find((one) => one.radar_type === 'company_reviews')!;
		const both = await service.get(`/v1/updates?radar_type=industry_mentions&radar_id=${radar_id}`);
		expect(both.body.updates).toEqual([]);
	});

	test.each([
		['more than 10 radar ids', `radar_id=${Array(11).fill(UNKNOWN_ID).join(',')}`, 'radar_id'],
		['radar_id no UUID', 'radar_id=17', 'radar_id'],
		['an unknown radar type', 'radar_type=company_weather', 'radar_type'],
		['an invented cursor', 'cursor=abc', 'cursor'],
		['a parameter that is not listed', 'limit=10', 'limit'],
	])('400: %s', async (_line, query, field) => {
		expect(await service.get(`/v1/updates?${query}`)).toMatchObject(refusedFor(400, field));
	});

	describe('what the API leaves open', () => {
		const last = async () => (await everyPage()).at(-1);

		test.each<
			[lastCursor: 'null' | 'absent' | 'repeated' | 'resumable' | 'refused', check: (page: Parsed) => unknown]
		>([
			['null', (page) => page.next_cursor === null],
			['absent', (page) => !('next_cursor' in page)],
			['repeated', (page) => typeof page.next_cursor === 'string'],
			['resumable', (page) => typeof page.next_cursor === 'string'],
			['refused', (page) => typeof page.next_cursor === 'string'],
		])('the last cursor: %s', async (lastCursor, check) => {
			service.control.change({ updates: { lastCursor } });
			expect(check(await last())).toBe(true);
		});

		test('repeated: the cursor that was sent', async () => {
			service.control.change({ updates: { lastCursor: 'repeated' } });
			const first = await service.get('/v1/updates');
			const second = await service.get(`/v1/updates?cursor=${first.body.next_cursor}`);
			expect(second.body).toMatchObject({ has_more: false, next_cursor: first.body.next_cursor });
		});

		test('resumable: it leads to what came since, when the oldest come first', async () => {
			service.control.change({ updates: { lastCursor: 'resumable', order: 'oldest-first' } });
			const { next_cursor } = await last();
			expect((await service.get(`/v1/updates?cursor=${next_cursor}`)).body.updates).toEqual([]);
			const [fresh] = service.control.pushFindings();
			expect(ids(await service.get(`/v1/updates?cursor=${next_cursor}`))).toEqual([fresh!.update_id]);
		});

		test('refused: using it is a 400', async () => {
			service.control.change({ updates: { lastCursor: 'refused' } });
			const { next_cursor } = await last();
			expect(await service.get(`/v1/updates?cursor=${next_cursor}`)).toMatchObject(refusedFor(400, 'cursor'));
		});

		test('cursors may grow too old', async () => {
			service.control.change({ updates: { cursorLifetime: 60 } });
			const { next_cursor } = (await service.get('/v1/updates')).body;
			expect((await service.get(`/v1/updates?cursor=${next_cursor}`)).status).toBe(200);
			service.control.clock({ advance: 61 });
			expect(await service.get(`/v1/updates?cursor=${next_cursor}`)).toMatchObject(refusedFor(400, 'cursor'));
		});

		test('an empty page with has_more before each page', async () => {
			service.control.change({ updates: { emptyPages: true, pageSize: 50 } });
			const pages = await everyPage();
			expect(pages.map(({ updates }) => updates.length)).toEqual([0, 50, 0, 45]);
		});

		test('the array may be called data, and radar_type may stand at the top', async () => {
			service.control.change({ updates: { arrayName: 'data', radarTypeIn: 'top' } });
			const { body } = await service.get('/v1/updates');
			expect(body.data[0]).toHaveProperty('radar_type');
			expect(body.data[0].data).not.toHaveProperty('radar_type');
			expect(body).not.toHaveProperty('updates');
		});
	});
});

describe('POST /v1/webhooks/test', () => {
	const types = ['company_new_hires', 'contact_job_changes', 'industry_funding_rounds'];

	test.each(types)('sends a sample event of the production format: %s', async (radar_type) => {
		const { status, body } = await service.post('/v1/webhooks/test', {
			radar_type,
			webhook_url: receiver.url,
		});
		expect({ status, body }).toEqual({
			status: 200,
			body: { status: 'success', code: 200, payload: expect.anything() },
		});
		await service.control.idle();
		expect(receiver.events).toEqual([body.payload]);
		expect(body.payload).toMatchObject({ update_type: 'radar_finding', data: { radar_type } });
	});

	test('update_type radar_failure', async () => {
		const sent = { radar_type: 'company_reviews', update_type: 'radar_failure' };
		const { body } = await service.post('/v1/webhooks/test', sent);
		expect(body.payload).toMatchObject({
			update_type: 'radar_failure',
			data: { radar_type: 'company_reviews' },
		});
		expect(body.payload.refund_amount_usd).toBeGreaterThan(0);
	});

	test('fire-and-forget: no retries and no signature, no radar, no charge', async () => {
		receiver.statuses = [500];
		await service.post('/v1/webhooks/test', { radar_type: 'company_reviews', webhook_url: receiver.url });
		await service.control.idle();
		expect(receiver.events).toHaveLength(1);
		expect(Object.keys(receiver.headers[0]!).filter((name) => name.includes('signature'))).toEqual([]);
		expect([service.control.radars(), service.control.charges()]).toEqual([[], []]);
	});

	test.each<[line: string, body: object, field: string]>([
		['radar_type: required', {}, 'radar_type'],
		['radar_type: any radar type', { radar_type: 'company_weather' }, 'radar_type'],
		['webhook_url: URI', { radar_type: 'company_reviews', webhook_url: 'hook' }, 'webhook_url'],
		[
			'update_type: two values',
			{ radar_type: 'company_reviews', update_type: 'bulk_completed' },
			'update_type',
		],
	])('400: %s', async (_line, body, field) => {
		expect(await service.post('/v1/webhooks/test', body)).toMatchObject(refusedFor(400, field));
	});
});

test('GET /v1/webhooks/schema: one JSON schema for all payloads', async () => {
	const { status, body } = await service.get('/v1/webhooks/schema');
	expect(status).toBe(200);
	expect(body).toMatchObject({ $schema: expect.any(String), $defs: { RadarFinding: { type: 'object' } } });
	expect(JSON.stringify(body)).not.toContain('#/components/');
});

test('seeded, pushed and billed updates count in their months', async () => {
	service.control.clock({ stopped: true, set: '2025-03-02T00:00:00Z' });
	service.control.seed({ radars: 2, updates: 100, days: 4 });
	const found = async (month: string) =>
		(await service.get(`/v1/account?month=${month}`)).body.data.usage.updates_found;
	const [february, march] = [await found('2025-02'), await found('2025-03')];
	expect([february + march, february > 0, march > 0]).toEqual([100, true, true]);
	service.control.clock({ advance: DAY });
	service.control.pushFindings();
	expect(await found('2025-03')).toBe(march + 1);
});

test('every update id is a UUID, and no two are the same', () => {
	service.control.seed({ radars: 5 });
	const ids = service.control.pushFindings({ count: 2_000 }).map(({ update_id }) => update_id);
	expect(ids.every((id) => UUID.test(id))).toBe(true);
	expect(new Set(ids).size).toBe(2_000);
});
