import type { IDataObject } from 'n8n-workflow';

import { CREATE_EACH } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { itemsOf, storiesOf, tell, type Step } from '../support/stories';

const service = useSandbox({ balanceUsd: 12 });
const run: IDataObject = { resource: 'account', operation: 'getSummary' };

test('gives balance, totals and usage of the current month in one row, the balance first', async () => {
	service.control.clock({ set: '2027-03-02T12:00:00Z' });
	service.control.seed({ radars: 3 });
	service.control.pushFindings({ count: 5 });
	const [row = {}] = (await service.run(run)).json('Company Radar');
	expect(row).toMatchObject({
		summary: 'Balance: $12.00. 3 active radars. Used in 2027-03: $0.00, 5 updates.',
		...{ balance_remaining_usd: 12, active_radars: 3, updates_found: 5, month: '2027-03' },
	});
	expect(Object.keys(row).slice(0, 2)).toEqual(['summary', 'balance_remaining_usd']);
	expect(Object.values(row).filter((value) => typeof value === 'object')).toEqual([]);
});

test('shows the usage of the month and of the month before, with two calls of the account', async () => {
	const create = async (now: string, names: string) => {
		service.control.clock({ set: now });
		await service.run(CREATE_EACH, itemsOf(names));
	};
	await create('2026-12-20T00:00:00Z', 'alder birch');
	await create('2027-01-11T00:00:00Z', 'cedar');
	service.control.clearLog();
	await tell(service, [
		{ run, row: { month: '2027-01', balance_used_usd: 1, used_last_month_usd: 2 }, requests: 2 },
	]);
	expect(service.control.log().map(({ query }) => query)).toEqual([{}, { month: '2026-12' }]);
});

const unreadable: Step['fault'] = { kind: 'status', status: 400, path: '/v1/account', nth: 2 };
storiesOf(service)({
	'gives the summary without last month if that cannot be read': [
		{
			fault: unreadable,
			run,
			rows: [{ balance_remaining_usd: 12, used_last_month_usd: null }],
			says: /The usage of \d{4}-\d\d couldn't be read/,
		},
	],
	'warns of a low balance': [{ balance: 4.5, run, panel: [/\$4\.50/] }],
});
