import { ACME, envelope, refusedFor, useSandbox, type Parsed } from './support';

const service = useSandbox({ balanceUsd: 10 });
const DAY = 24 * 3_600;
const updateBased = { account: { billing: { company_mentions: 'update_based' as const } } };

const status = async (radarId: string) => (await service.get(`/v1/radars/${radarId}`)).body.data;
const failures = async () => {
	const { updates } = (await service.get('/v1/updates')).body;
	return updates.filter(({ update_type }: { update_type: string }) => update_type === 'radar_failure');
};

describe('creation', () => {
	test('(none) to active: 201, next_charge_at set', async () => {
		const radar = await service.created();
		const cycle = Date.parse(radar.next_charge_at) - Date.parse(radar.created_at);
		expect(radar.radar_status).toBe('active');
		expect(cycle).toBe(30 * DAY * 1000);
		expect(service.control.charges()).toMatchObject([{ kind: 'radar_month', amount_usd: 1 }]);
	});

	test('update-based radars have no next billing instant, and cost nothing at creation', async () => {
		service.control.change(updateBased);
		expect(await service.created()).toMatchObject({ next_charge_at: null });
		expect(service.control.charges()).toEqual([]);
	});

	test.each([['missing_prerequisites'], ['setup_failure'], ['source_inaccessible']] as const)(
		'creation fails later with %s: no radar, a failure notice with the refund',
		async (reason) => {
			service.control.change({ radars: { setupFailures: { 'example.com': reason } }, speed: 100 });
			const { radar_id } = await service.created();
			await service.control.idle();
			expect(await service.get(`/v1/radars/${radar_id}`)).toMatchObject(envelope(404));
			const [notice] = await failures();
			expect(notice).toMatchObject({
				code: 400,
				errors: [{ reason }],
				refund_amount_usd: 1,
				data: { radar_id },
			});
			expect(service.control.balance()).toEqual({ balance_usd: 10 });
			await service.created();
		},
	);
});

describe('deactivation', () => {
	test('a monthly radar: inactive, paid until the end of its cycle', async () => {
		const { radar_id, next_charge_at } = await service.created();
		const { body } = await service.delete(`/v1/radars/${radar_id}`);
		expect(body.data).toMatchObject({ radar_status: 'inactive', next_charge_at });
		expect(body.data.deactivated_at).not.toBeNull();
	});

	test('findings keep arriving in the grace period, and end with it', async () => {
		const { radar_id } = await service.created();
		await service.delete(`/v1/radars/${radar_id}`);
		expect(service.control.pushFindings({ radar_id })).toHaveLength(1);
		service.control.clock({ advance: 31 * DAY });
		expect(() => service.control.pushFindings({ radar_id })).toThrow('not found');
		expect(service.control.charges()).toHaveLength(1);
	});

	test('a radar in its grace period still conflicts; afterwards it does not', async () => {
		const { radar_id } = await service.created();
		await service.delete(`/v1/radars/${radar_id}`);
		expect(await service.post('/v1/radars', ACME)).toMatchObject(refusedFor(409, 'domain'));
		service.control.clock({ advance: 31 * DAY });
		await service.created();
	});

	test.each([['alone'], ['in bulk']])('an update-based radar: inactive at once (%s)', async (way) => {
		service.control.change(updateBased);
		const { radar_id } = await service.created();
		if (way === 'alone') await service.delete(`/v1/radars/${radar_id}`);
		else await service.delete('/v1/radars/bulk', { radar_ids: [radar_id] });
		expect(await status(radar_id)).toMatchObject({ radar_status: 'inactive', next_charge_at: null });
		expect(() => service.control.pushFindings({ radar_id })).toThrow('not found');
		await service.created();
	});

	test('deactivating again changes nothing', async () => {
		const { radar_id } = await service.created();
		const first = await service.delete(`/v1/radars/${radar_id}`);
		service.control.clock({ advance: 60 });
		const second = await service.delete(`/v1/radars/${radar_id}`);
		expect(second.body.data).toEqual(first.body.data);
	});
});

describe('balance too low for a charge', () => {
	test('a month that cannot be paid: inactive, failure notice 402', async () => {
		const { radar_id } = await service.created();
		service.control.balance(0.5);
		service.control.clock({ advance: 31 * DAY });
		expect(await status(radar_id)).toMatchObject({ radar_status: 'inactive' });
		const [notice] = await failures();
		expect(notice).toMatchObject({
			code: 402,
			errors: [{ reason: 'insufficient_funds' }],
			refund_amount_usd: 0,
		});
	});

	test('a month that can be paid is charged, and the next one is set', async () => {
		const { radar_id, next_charge_at } = await service.created();
		service.control.clock({ advance: 31 * DAY });
		const later = await status(radar_id);
		expect(later.radar_status).toBe('active');
		expect(Date.parse(later.next_charge_at) - Date.parse(next_charge_at)).toBe(30 * DAY * 1000);
		expect(service.control.charges()).toHaveLength(2);
	});

	test('an update-based radar is charged per finding, stops without funds and comes back after a top-up', async () => {
		service.control.change(updateBased);
		const { radar_id } = await service.created();
		service.control.pushFindings({ radar_id });
		expect(service.control.charges()).toMatchObject([{ kind: 'finding', amount_usd: 0.1, radar_id }]);
		service.control.balance(0);
		expect(service.control.pushFindings({ radar_id })).toMatchObject([
			{ update_type: 'radar_failure', code: 402 },
		]);
		expect(await status(radar_id)).toMatchObject({ radar_status: 'inactive' });
		service.control.balance(5);
		expect(await status(radar_id)).toMatchObject({ radar_status: 'active', deactivated_at: null });
	});
});

describe('the list filter radar_status=inactive returns every radar that is not active', () => {
	test('grace period and stopped ones', async () => {
		const grace = await service.created();
		const stopped = await service.created({ ...ACME, domain: 'stopped.example.com' });
		await service.created({ ...ACME, domain: 'running.example.com' });
		await service.delete(`/v1/radars/${grace.radar_id}`);
		service.control.failRadar(stopped.radar_id, 'insufficient_funds');
		const ids = (query: string) =>
			service
				.get(`/v1/radars?${query}`)
				.then(({ body }) => body.data.map((one: Parsed) => one.domain).sort());
		expect(await ids('radar_status=inactive')).toEqual(['example.com', 'stopped.example.com']);
		expect(await ids('radar_status=active')).toEqual(['running.example.com']);
	});
});

describe('duplicate creation enabled', () => {
	beforeEach(() => service.control.change({ account: { duplicatesEnabled: true } }));

	test('the same definition again: 201, an independent radar, billed for itself', async () => {
		const first = await service.created();
		const second = await service.created();
		expect(second.radar_id).not.toBe(first.radar_id);
		expect(service.control.charges()).toHaveLength(2);
	});

	test('in bulk too', async () => {
		const bulkId = await service.submitted({ radars: [ACME, ACME] });
		const { body } = await service.get(`/v1/radars/bulk/${bulkId}`);
		expect(body.summary).toMatchObject({ created: 2, failed: 0 });
	});
});
