import type { IDataObject } from 'n8n-workflow';

import { execute } from '../../../nodes/CompanyRadar/execute';
import { Spending } from '../../../nodes/shared/money/purchases';
import { executeContext, NODE } from '../client/service';
import { runData } from '../harness/engine';
import { fasterWaits } from '../client/time';
import {
	REVEAL_EACH as reveal,
	CREATE_EACH as create,
	CREATE_IN_BULK as bulk,
	SYNC_LIST,
} from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 983.45 });
fasterWaits();

const sync = { ...SYNC_LIST, syncMode: 'apply' };
const ACCOUNT = { method: 'GET', path: '/v1/account' };

const domains = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ domain: `company${index}.example.org` }));

const lineOf = async (parameters: IDataObject, items: IDataObject[], node = {}) =>
	(await service.run(parameters, items, { node })).hints('Company Radar')[0];

describe('What a run cost stands below its output', () => {
	test.each<[string, IDataObject, number, string]>([
		['Radar: Create, many', create, 12, 'Balance: $983.45 → $971.45 ($12.00 charged).'],
		['Radars in Bulk: Create', bulk, 12, 'Balance: $983.45 → $971.45 ($12.00 charged).'],
		['Radar: Sync List, Apply', sync, 12, 'Balance: $983.45 → $971.45 ($12.00 charged).'],
	])('%s', async (_, parameters, count, line) => {
		const text = await lineOf(parameters, domains(count));
		expect(text).toContain(line);
		expect(text).toMatch(/\d+ radars? (is|are) charged monthly, next on \d{4}-\d\d-\d\d\.$/);
	});

	test('Company: Reveal', async () => {
		expect(await lineOf(reveal, [{ ip: '8.8.8.12' }, { ip: '8.8.9.12' }, { ip: '8.8.8.11' }])).toBe(
			'In this execution: 3 lookups, 2 matches. Balance: $983.45 → $983.35 ($0.10 charged).',
		);
	});

	test('also where nothing was charged', async () => {
		await service.run(create, domains(1));
		expect(await lineOf(create, domains(1))).toBe(
			'In this execution: 1 radar already existed. Balance: $982.45 → $982.45 ($0.00 charged).',
		);
	});

	test('since the Retry button was pressed', async () => {
		const run = runData();
		const node = { ...NODE, parameters: create as typeof NODE.parameters };
		const items = domains(2).map((json) => ({ json }));
		const hints: string[] = [];
		const attempt = async (executionId: string) => {
			const context = executeContext({ credential: service.credential, node, items, run, executionId });
			context.addExecutionHints = (...added) => hints.push(...added.map(({ message }) => message));
			await execute.call(context);
		};
		service.control.addFaults({ method: 'POST', path: '/v1/radars', kind: 'status', status: 400, nth: 2 });
		await expect(attempt('1')).rejects.toThrow();
		service.control.balance(700);
		await attempt('2');
		expect(hints[0]).toContain('Balance: $700.00 → $699.00 ($1.00 charged).');
	});

	test('of radars that are charged per update', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		expect(await lineOf(create, domains(2))).toBe(
			'In this execution: 2 radars were created. Balance: $983.45 → $983.45 ($0.00 charged). 2 radars are charged per update.',
		);
	});

	test('of a bulk request that nobody waits for', async () => {
		expect(await lineOf({ ...bulk, options: { wait: false } }, domains(2))).toMatch(
			/\(\$\d\.00 charged so far\)\.$/,
		);
	});

	test('in the error of a run that stops', async () => {
		service.control.addFaults({ method: 'POST', path: '/v1/radars', kind: 'status', status: 400, nth: 3 });
		const { error } = await service.run(create, domains(3));
		expect(error?.description).toContain('Balance: $983.45 → $981.45 ($2.00 charged).');
	});

	test('of a retry: what all tries cost', async () => {
		service.control.addFaults({ method: 'POST', path: '/v1/radars', kind: 'status', status: 400, nth: 2 });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		expect(await lineOf(create, domains(2), node)).toContain('Balance: $983.45 → $981.45 ($2.00 charged).');
	});
});

describe('What is not known is said', () => {
	test.each<[string, object]>([
		['fails', { kind: 'status', status: 500 }],
		['is not answered in time', { kind: 'timeout' }],
	])('the balance, where reading it %s', async (_, fault) => {
		service.control.addFaults({ ...ACCOUNT, ...fault, nth: 2, count: 9 } as never);
		expect(await lineOf(create, domains(1))).toContain(
			"In this execution: 1 radar was created. The balance couldn't be read, so the amount charged isn't known.",
		);
	});

	test('the balance, where a lookup does not tell it', async () => {
		const body = {
			status: 'success',
			data: { ip: '8.8.8.12', ip_geo: null, companies: [{ domain: 'example.org' }] },
			usage: { total_usd: 0.05, balance_remaining_usd: null },
		};
		service.control.addFaults({ path: '/v1/company-reveal', kind: 'status', status: 200, body });
		expect(await lineOf(reveal, [{ ip: '8.8.8.12' }])).toBe(
			"In this execution: 1 lookup, 1 match. $0.05 charged. The balance couldn't be read.",
		);
	});

	test('whether something was charged whose response is lost', async () => {
		const lost = { kind: 'cut', effect: 'done', method: 'POST', count: 9 } as const;
		service.control.addFaults(
			{ ...lost, path: '/v1/company-reveal' },
			{ ...lost, path: '/v1/radars/bulk', effect: 'none' },
		);
		const goesOn = { onError: 'continueRegularOutput' };
		expect(await lineOf(reveal, [{ ip: '8.8.8.12' }, { ip: '8.8.8.12' }], goesOn)).toBe(
			'In this execution: 2 items failed (items 0, 1). 1 purchase may have been charged: the outcome is unknown.',
		);
		expect(await lineOf(bulk, domains(3), goesOn)).toMatch(
			/^In this execution: .* The balance is unchanged so far \(\$[\d,.]+\), but 1 purchase may still be charged\.$/,
		);
	});

	test('that the balance has risen meanwhile', () => {
		const spending = new Spending();
		spending.bought(5, 104);
		expect(spending.sentences()).toEqual([
			'Balance: $5.00 → $104.00 (it was topped up or refunded meanwhile).',
		]);
	});
});
