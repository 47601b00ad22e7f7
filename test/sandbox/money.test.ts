import { ACME, envelope, refusedFor, useSandbox, type Parsed } from './support';

const service = useSandbox({ balanceUsd: 10 });
const DAY = 24 * 3_600;
const PERSON = 'https://profiles.example/in/jane-roe';
const CHANGES = { radar_type: 'contact_job_changes', domain: 'example.com' };
const POSTS = { radar_type: 'contact_social_posts', profile_url: PERSON };
const MENTIONS = { radar_type: 'industry_mentions', keyword: 'supply chain' };
const FUNDING = { radar_type: 'industry_funding_rounds' };

const account = async (query = '') => (await service.get(`/v1/account${query}`)).body.data;
const record = async (radarId: string) => (await service.get(`/v1/radars/${radarId}`)).body.data;
const remove = async (radarId: string) => (await service.delete(`/v1/radars/${radarId}`)).body.data;
const chargedByUpdate = () =>
	service.control.change({ account: { billing: { company_mentions: 'update_based' } } });
const charges = () => service.control.charges().map(({ kind, amount_usd: usd }) => [kind, usd]);
const failures = async () =>
	(await service.get('/v1/updates')).body.updates.filter(
		({ update_type: type }: Parsed) => type === 'radar_failure',
	);

describe('a radar', () => {
	test('is charged for 30 days, and then again as long as it can be paid', async () => {
		const { radar_id, next_charge_at: nextAt, created_at: createdAt } = await service.created();
		expect(Date.parse(nextAt) - Date.parse(createdAt)).toBe(30 * DAY * 1000);
		service.control.clock({ advance: 31 * DAY });
		const later = await record(radar_id);
		expect(later.radar_status).toBe('active');
		expect(Date.parse(later.next_charge_at) - Date.parse(nextAt)).toBe(30 * DAY * 1000);
		expect(charges()).toEqual(Array(2).fill(['radar_month', 1]));
		service.control.balance(0.5);
		service.control.clock({ advance: 31 * DAY });
		expect((await record(radar_id)).radar_status).toBe('inactive');
		const notice = { code: 402, errors: [{ reason: 'insufficient_funds' }], refund_amount_usd: 0 };
		expect(await failures()).toMatchObject([notice]);
		service.control.balance(10);
		expect((await record(radar_id)).radar_status).toBe('inactive');
	});

	test('that is charged by update stops without funds, and comes back after a top-up', async () => {
		chargedByUpdate();
		const { radar_id, next_charge_at } = await service.created();
		expect([next_charge_at, charges()]).toEqual([null, []]);
		service.control.pushFindings({ radar_id });
		expect(charges()).toEqual([['finding', 0.1]]);
		service.control.balance(0);
		expect(service.control.pushFindings({ radar_id })).toMatchObject([{ code: 402 }]);
		expect((await record(radar_id)).radar_status).toBe('inactive');
		service.control.balance(5);
		expect(await record(radar_id)).toMatchObject({ radar_status: 'active', deactivated_at: null });
		service.control.balance(0);
		service.control.pushFindings({ radar_id });
		await remove(radar_id);
		service.control.balance(5);
		expect((await record(radar_id)).radar_status).toBe('inactive');
	});

	test.each<[field: string, body: object, again: object]>([
		['domain', ACME, { ...ACME, domain: 'https://www.EXAMPLE.com/', departments: ['Sales'] }],
		[
			'identifiers.email',
			{ ...CHANGES, email: 'jane.roe@w3.org' },
			{ ...CHANGES, domain: 'other.example.com', email: 'Jane.Roe@w3.org', profile_url: PERSON },
		],
		['identifiers.profile_url', POSTS, { ...POSTS, profile_url: `${PERSON}/?x=1` }],
		['keyword', MENTIONS, { ...MENTIONS, keyword: 'Supply Chain' }],
		['keyword', FUNDING, FUNDING],
	])('that exists is a 409, alone and in bulk: %s of %j', async (field, body, again) => {
		const { radar_id: id } = await service.created(body);
		const errors = [{ field, reason: expect.stringContaining(id), conflicting_radar_id: id }];
		expect(await service.post('/v1/radars', again)).toMatchObject(envelope(409, errors));
		const bulkId = await service.submitted({ radars: [again] });
		const { radars } = (await service.get(`/v1/radars/bulk/${bulkId}`)).body;
		expect(radars).toMatchObject([{ code: 409, errors }]);
		expect(charges()).toHaveLength(1);
	});

	test('that exists is another one, charged for itself, where duplicates are enabled', async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		const ids = [await service.created(), await service.created()].map(({ radar_id: id }) => id);
		expect([new Set(ids).size, charges().length]).toEqual([2, 2]);
	});

	test('is a 402 when the balance is too low', async () => {
		service.control.balance(0.99);
		expect(await service.post('/v1/radars', ACME)).toMatchObject(refusedFor(402, 'balance'));
		expect(service.control.radars()).toEqual([]);
	});

	test('whose set-up fails is gone, with a notice and a refund', async () => {
		service.control.change({ radars: { setupFailures: { 'example.com': 'setup_failure' } }, speed: 100 });
		const { radar_id } = await service.created();
		await service.control.idle();
		expect(await service.get(`/v1/radars/${radar_id}`)).toMatchObject(envelope(404));
		const notice = {
			code: 400,
			errors: [{ reason: 'setup_failure' }],
			refund_amount_usd: 1,
			data: { radar_id },
		};
		expect(await failures()).toMatchObject([notice]);
		expect(service.control.balance()).toEqual({ balance_usd: 10 });
		await service.created();
	});

	test('goes on until its paid month ends, and conflicts until then, when it is deactivated', async () => {
		const { radar_id, next_charge_at } = await service.created();
		const first = await remove(radar_id.toUpperCase());
		expect(first).toMatchObject({ radar_status: 'inactive', next_charge_at });
		expect(first.deactivated_at).not.toBeNull();
		service.control.clock({ advance: 60 });
		expect(await remove(radar_id)).toEqual(first);
		expect(service.control.pushFindings({ radar_id })).toHaveLength(1);
		expect(await service.post('/v1/radars', ACME)).toMatchObject(refusedFor(409, 'domain'));
		service.control.clock({ advance: 31 * DAY });
		expect(() => service.control.pushFindings({ radar_id })).toThrow('not found');
		expect(charges()).toHaveLength(1);
		await service.created();
	});

	test('that is charged by update ends at once when it is deactivated', async () => {
		chargedByUpdate();
		const { radar_id } = await service.created();
		expect(await remove(radar_id)).toMatchObject({ radar_status: 'inactive', next_charge_at: null });
		expect(() => service.control.pushFindings({ radar_id })).toThrow('not found');
		await service.created();
	});
});

test('a lookup with a match is charged each time, and none is free', async () => {
	const reveal = async (ip: string) => (await service.post('/v1/company-reveal', { ip })).body;
	const first = await reveal('8.8.8.10');
	expect(new Set(first.data.companies.map(({ domain }: Parsed) => domain)).size).toBe(10);
	expect(first.usage).toEqual({ total_usd: 0.05, balance_remaining_usd: 9.95 });
	expect(await reveal('8.8.8.11')).toMatchObject({ data: { companies: [] }, usage: { total_usd: 0 } });
	expect((await reveal('8.8.8.10')).data).toEqual(first.data);
	expect(charges()).toEqual(Array(2).fill(['reveal', 0.05]));
});

describe('the account', () => {
	test('counts what was created, charged, deactivated, failed and found, by the month of UTC', async () => {
		service.control.clock({ stopped: true, set: '2025-03-31T23:59:59Z' });
		const first = await service.created();
		for (const name of ['second', 'third']) await service.created({ ...ACME, domain: `${name}.example.com` });
		await remove(first.radar_id);
		service.control.failRadar(service.control.radars()[2]!.radar_id, 'setup_failure');
		service.control.pushFindings({ count: 4 });
		const march = {
			...{ month: '2025-03', radars_activated: 3, balance_used_usd: 2 },
			...{ radars_deactivated: 1, radars_failed: 1, updates_found: 4 },
		};
		const totals = {
			account: {
				...{ total_radars: 2, active_radars: 1, inactive_radars: 1, failed_radars: 1 },
				total_updates_found: 4,
			},
			balance_remaining_usd: 8,
		};
		expect(await account()).toEqual({ usage: march, ...totals });
		service.control.clock({ advance: 2 });
		expect(await account()).toMatchObject({ usage: { month: '2025-04', radars_activated: 0 }, ...totals });
		expect(await account('?month=2025-03')).toEqual({ usage: march, ...totals });
	});

	test('has figures as old as the setting says', async () => {
		service.control.clock({ stopped: true });
		service.control.change({ account: { figuresLag: 30 } });
		await service.created();
		const figures = async () => {
			const { usage, balance_remaining_usd: balance } = await account();
			return [usage.radars_activated, usage.balance_used_usd, balance];
		};
		expect(await figures()).toEqual([0, 0, 10]);
		service.control.clock({ advance: 31 });
		expect(await figures()).toEqual([1, 1, 9]);
	});
});
