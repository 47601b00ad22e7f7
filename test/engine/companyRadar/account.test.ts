import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 12 });
const parameters = { resource: 'account', operation: 'getSummary' };

test('gives balance, totals and usage of the current month in one row, the balance first', async () => {
	service.control.seed({ radars: 3 });
	service.control.pushFindings({ count: 5 });
	const result = await service.run(parameters);
	const [row = {}] = result.json('Company Radar');
	expect(row).toMatchObject({
		summary: expect.stringMatching(
			/^Balance: \$12\.00\. 3 active radars\. Used in \d{4}-\d{2}: \$0\.00, 5 updates\.$/,
		),
		balance_remaining_usd: 12,
		active_radars: 3,
		updates_found: 5,
		month: expect.stringMatching(/^\d{4}-\d{2}$/),
	});
	expect(Object.keys(row).slice(0, 2)).toEqual(['summary', 'balance_remaining_usd']);
	expect(Object.values(row).filter((value) => typeof value === 'object')).toEqual([]);
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

test('refuses what is no month without a request', async () => {
	const result = await service.run({ ...parameters, month: '2026-13' });
	expect(result.error?.message).toContain("'Month'");
	expect(service.requests()).toEqual([]);
});

test('warns of a low balance', async () => {
	service.control.balance(4.5);
	const result = await service.run(parameters);
	expect(result.hints('Company Radar')).toEqual([expect.stringContaining('$4.50')]);
});
