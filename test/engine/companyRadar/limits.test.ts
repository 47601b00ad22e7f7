import type { IDataObject } from 'n8n-workflow';

import { fasterWaits } from '../client/time';
import { CREATE_EACH, CREATE_IN_BULK, REVEAL_EACH, SYNC_LIST as PLAN } from '../support/paidOperations';
import { runsOf } from '../support/runs';
import { useSandbox } from '../support/sandbox';

const BALANCE = 1000;
const service = useSandbox({ balanceUsd: BALANCE });
fasterWaits();

const SYNC_LIST = { ...PLAN, syncMode: 'apply' };

/** An operation with a limit, how much it may spend, and what its last purchase may exceed that by. */
type Row = [name: string, parameters: IDataObject, options: IDataObject, limitUsd: number, overUsd: number];

/** Other workflows have limits of their own. */
const OF_EXECUTION: Row[] = [
	['Reveal, Spending Limit', REVEAL_EACH, { spendingLimit: 0.12 }, 0.12, 0],
	['Create, Maximum Radars', CREATE_EACH, { maximumRadars: 3 }, 3, 0],
	['Bulk Create, Maximum Radars', CREATE_IN_BULK, { maximumRadars: 3 }, 3, 0],
	['Sync List, Maximum Radars', SYNC_LIST, { maximumRadars: 3 }, 3, 0],
];

const OF_ACCOUNT: Row[] = [
	['Reveal, Monthly Budget', REVEAL_EACH, { monthlyBudget: 0.12 }, 0.12, 0],
	['Reveal, Minimum Balance', REVEAL_EACH, { minimumBalance: BALANCE - 0.12 }, 0.12, 0],
	['Create, Monthly Budget', CREATE_EACH, { monthlyBudget: 2.5 }, 2.5, 1],
	['Bulk Create, Monthly Budget', CREATE_IN_BULK, { monthlyBudget: 2.5 }, 2.5, 3],
	['Sync List, Monthly Budget', SYNC_LIST, { monthlyBudget: 2.5 }, 2.5, 3],
	['Sync List, Minimum Balance', SYNC_LIST, { minimumBalance: BALANCE - 2.5 }, 2.5, 3],
];

let seed = 0;
const itemsFor = ({ ipAddress }: IDataObject, count: number): IDataObject[] =>
	Array.from({ length: count }, () => {
		seed++;
		return ipAddress ? { ip: `8.8.${seed}.12` } : { domain: `company${seed}.org` };
	});

const spent = (): number => service.control.charges().reduce((sum, { amount_usd: usd }) => sum + usd, 0);

/** Refused, so that the node fails and nothing was charged. */
const refuseSecond = () =>
	service.control.addFaults({ kind: 'status', status: 400, method: 'POST', nth: 2, count: 1 });

describe.each([...OF_EXECUTION, ...OF_ACCOUNT])('%s', (_, parameters, options, limit, over) => {
	const limited = { ...parameters, options };

	test.each([true, false])('Retry On Fail keeps to it, with a refused purchase: %j', async (isRefused) => {
		if (isRefused) refuseSecond();
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		await service.run(limited, itemsFor(parameters, 3), { node });
		expect(spent()).toBeLessThanOrEqual(limit + over);
		expect(spent()).toBeGreaterThan(0);
	});

	test('the Retry button keeps to it, with another failure in between', async () => {
		const runs = runsOf(service.credential, limited);
		const items = itemsFor(parameters, 3);
		refuseSecond();
		for (const executionId of ['1', '2', '3']) await runs(items, { executionId }).catch(() => undefined);
		expect(spent()).toBeLessThanOrEqual(limit + over);
		expect(spent()).toBeGreaterThan(0);
	});
});

test.each(OF_ACCOUNT)(
	'%s: several workflows at once keep to it',
	async (_, parameters, options, limit, over) => {
		service.control.change({ latencyMs: { '*': 10 } });
		const runs = ['A', 'B', 'C', 'D'].map(async (listName) => {
			const named = 'listName' in parameters ? { listName } : {};
			await service.run({ ...parameters, ...named, options }, itemsFor(parameters, 3));
		});
		await Promise.all(runs);
		expect(spent()).toBeLessThanOrEqual(limit + over);
		expect(spent()).toBeGreaterThan(0);
	},
);

test.each(OF_EXECUTION)('%s: counts for all runs of an execution', async (_, parameters, options, limit) => {
	const runs = runsOf(service.credential, { ...parameters, options });
	for (const runIndex of [0, 1, 2]) await runs(itemsFor(parameters, 2), { runIndex }).catch(() => undefined);
	expect(spent()).toBeLessThanOrEqual(limit);
	expect(spent()).toBeGreaterThan(0);
});
