import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 12 });
const parameters = { resource: 'account', operation: 'getSummary' };

test('gives balance, totals and usage of the current month in one row, the balance first', async () => {
	service.control.clock({ set: '2027-03-02T12:00:00Z' });
	service.control.seed({ radars: 3 });
	service.control.pushFindings({ count: 5 });
	const result = await service.run(parameters);
	const [row = {}] = result.json('Company Radar');
	expect(row).toMatchObject({
		summary: expect.stringMatching(
			/^Balance: \$12\.00\. 3 active radars\. Used in 2027-03: \$0\.00, 5 updates\.$/,
		),
		balance_remaining_usd: 12,
		active_radars: 3,
		updates_found: 5,
		month: expect.stringMatching(/^\d{4}-\d{2}$/),
	});
	expect(Object.keys(row).slice(0, 2)).toEqual(['summary', 'balance_remaining_usd']);
	expect(Object.values(row).filter((value) => typeof value === 'object')).toEqual([]);
});

test('shows the usage of the month and of the month before, with two calls of the account', async () => {
	const create = async (now: string, domain: string) => {
		service.control.clock({ set: now });
		await service.run({ resource: 'radar', operation: 'create', radarType: 'company_new_hires', domain });
	};
	await create('2026-12-20T00:00:00Z', 'alder.example.org');
	await create('2026-12-21T00:00:00Z', 'birch.example.org');
	await create('2027-01-11T00:00:00Z', 'cedar.example.org');
	service.control.clearLog();
	const [row] = (await service.run(parameters)).json('Company Radar');
	expect(row).toMatchObject({ month: '2027-01', balance_used_usd: 1, used_last_month_usd: 2 });
	expect(service.control.log().map(({ path, query }) => [path, query])).toEqual([
		['/v1/account', {}],
		['/v1/account', { month: '2026-12' }],
	]);
});

test('gives the summary without last month if that cannot be read', async () => {
	service.control.addFaults({ kind: 'status', status: 400, path: '/v1/account', nth: 2 });
	const result = await service.run(parameters);
	expect(result.json('Company Radar')).toMatchObject([
		{ balance_remaining_usd: 12, used_last_month_usd: null },
	]);
	expect(result.hints('Company Radar').join()).toMatch(/The usage of \d{4}-\d\d couldn't be read/);
});

test('gives what the service sent with Simplify off', async () => {
	const result = await service.run({ ...parameters, simplify: false });
	expect(result.json('Company Radar')).toEqual([
		expect.objectContaining({
			balance_remaining_usd: 12,
			account: expect.objectContaining({ total_radars: 0 }),
			usage: expect.objectContaining({ month: expect.stringMatching(/^\d{4}-\d{2}$/) }),
		}),
	]);
	expect(service.control.log()[0]?.query).toEqual({});
});

test.each([
	['a month', '2026-03'],
	['a date', '2026-03-15'],
	['a date with a time', '2026-03-15T08:00:00Z'],
])('takes the month as %s', async (_, month) => {
	await service.run({ ...parameters, month });
	expect(service.control.log()[0]?.query).toEqual({ month: '2026-03' });
});

test('takes the previous month, in UTC', async () => {
	await service.run({ ...parameters, month: 'previous' });
	const now = new Date();
	const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
	expect(service.control.log()[0]?.query).toEqual({ month });
});

test('warns of a low balance', async () => {
	service.control.balance(4.5);
	const result = await service.run(parameters);
	expect(result.hints('Company Radar')).toEqual([expect.stringContaining('$4.50')]);
});
