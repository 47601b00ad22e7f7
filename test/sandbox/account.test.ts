import { ACME, useSandbox } from './support';

const service = useSandbox({ balanceUsd: 20 });
const DAY = 24 * 3_600;

const account = async (query = '') => (await service.get(`/v1/account${query}`)).body.data;

test('counts what was created, charged, deactivated, failed and found', async () => {
	service.control.clock({ stopped: true, set: '2025-03-10T00:00:00Z' });
	const first = await service.created();
	for (const name of ['second', 'third']) await service.created({ ...ACME, domain: `${name}.example.com` });
	await service.delete(`/v1/radars/${first.radar_id}`);
	service.control.failRadar(service.control.radars()[2]!.radar_id, 'setup_failure');
	service.control.pushFindings({ count: 4 });
	expect(await account()).toEqual({
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

test('counts usage by the month, which is the current one of UTC unless another is named', async () => {
	service.control.clock({ stopped: true, set: '2025-03-31T23:59:59Z' });
	await service.created();
	service.control.clock({ advance: 2 });
	const totals = { account: { total_radars: 1 } };
	expect(await account()).toMatchObject({ usage: { month: '2025-04', radars_activated: 0 }, ...totals });
	const march = { usage: { month: '2025-03', radars_activated: 1 }, ...totals };
	expect(await account('?month=2025-03')).toMatchObject(march);
});

test('counts seeded, pushed and billed updates in their months', async () => {
	service.control.clock({ stopped: true, set: '2025-03-02T00:00:00Z' });
	service.control.seed({ radars: 2, updates: 100, days: 4 });
	const found = async (month: string) => (await account(`?month=${month}`)).usage.updates_found;
	const [february, march] = [await found('2025-02'), await found('2025-03')];
	expect([february + march, february > 0, march > 0]).toEqual([100, true, true]);
	service.control.clock({ advance: DAY });
	service.control.pushFindings();
	expect(await found('2025-03')).toBe(march + 1);
});

test('figures are as old as the setting says', async () => {
	service.control.clock({ stopped: true, set: '2025-03-10T00:00:00Z' });
	service.control.change({ account: { figuresLag: 30 } });
	await service.created();
	const figures = async () => {
		const { usage, balance_remaining_usd: balance } = await account();
		return [usage.radars_activated, usage.balance_used_usd, balance];
	};
	expect(await figures()).toEqual([0, 0, 20]);
	service.control.clock({ advance: 31 });
	expect(await figures()).toEqual([1, 1, 19]);
});
