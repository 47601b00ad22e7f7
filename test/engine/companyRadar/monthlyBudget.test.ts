import type { IDataObject } from 'n8n-workflow';

import { createRadarClient } from '../../../nodes/shared/client/radarClient';
import { Purchases } from '../../../nodes/shared/money/purchases';
import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import { executeContext } from '../client/service';
import { fasterWaits } from '../client/time';
import {
	REVEAL_EACH as reveal,
	CREATE_EACH as create,
	CREATE_IN_BULK as bulk,
	SYNC_LIST as sync,
} from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 100_000 });
fasterWaits();

const ACCOUNT = { method: 'GET', path: '/v1/account' };
const CREATE = { method: 'POST', path: '/v1/radars' };
const REVEAL = { method: 'POST', path: '/v1/company-reveal' };

const within = (parameters: IDataObject, monthlyBudget: unknown, more: IDataObject = {}) => ({
	...parameters,
	options: { monthlyBudget, ...more },
});
const addresses = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ ip: `8.${8 + (index >> 8)}.${index & 255}.12` }));
const domains = (count: number, name = 'company') =>
	Array.from({ length: count }, (_, index) => ({ domain: `${name}${index}.example.org` }));
const charges = () => service.control.charges().length;
const sent = ({ method, path }: typeof ACCOUNT) =>
	service.requests().filter((request) => request === `${method} ${path}`).length;
const goesOn = { node: { onError: 'continueRegularOutput' as const } };

/** What somebody else creates with the same account. */
async function createElsewhere(domain: string): Promise<void> {
	const { baseUrl, apiKey } = service.running;
	const body = { radar_type: 'company_new_hires', domain };
	await loopback.post(`${baseUrl}/v1/radars`, body, { headers: { 'x-api-key': apiKey } });
}

describe('Company: Reveal', () => {
	test('keeps to the budget, reads the account once, and says what is used, what is left and until when', async () => {
		const result = await service.run(within(reveal, 0.22), addresses(30));
		expect([charges(), sent(ACCOUNT)]).toEqual([4, 1]);
		const skipped = result.json('Company Radar').filter((json) => json.skipped);
		expect(skipped).toHaveLength(26);
		expect(skipped[0]?.reason).toMatch(
			/^The monthly budget of \$0\.22 is reached\. \$0\.20 used in \d{4}-\d\d, \$0\.02 left; the next month begins on \d{4}-\d\d-01 at 00:00 UTC\. /,
		);
	});

	test('counts what was used before, whatever it was for', async () => {
		await createElsewhere('example.org');
		await service.run(within(reveal, 1.05), addresses(3));
		expect(charges()).toBe(2);
	});

	test('looks nothing up where the account cannot be read, and says what to do', async () => {
		service.control.addFaults({ ...ACCOUNT, kind: 'status', status: 500, count: 50 });
		const result = await service.run(within(reveal, 5), addresses(3), goesOn);
		expect(result.json('Company Radar')).toEqual(
			Array.from({ length: 3 }, () =>
				expect.objectContaining({
					error: "The monthly budget can't be checked, because the account couldn't be read",
					message: expect.stringMatching(/^Nothing was charged\..*remove 'Monthly Budget \(USD\)'/),
				}),
			),
		);
		expect(sent(REVEAL)).toBe(0);
		// It was tried as often as one call is.
		expect(sent(ACCOUNT)).toBeLessThanOrEqual(3);
	});

	test.each(['much', -1])('refuses %j by name', async (budget) => {
		const result = await service.run(within(reveal, budget), addresses(1));
		expect(result.error?.message).toContain("'Monthly Budget (USD)'");
		expect(service.requests()).toEqual([]);
	});
});

describe('Radar: Create', () => {
	test('creates as many as the budget allows, and says why it stopped', async () => {
		const result = await service.run(within(create, 2), domains(4), goesOn);
		expect(charges()).toBe(2);
		expect(result.json('Company Radar').slice(2)).toEqual([
			expect.objectContaining({
				error: 'The monthly budget of $2.00 is reached',
				message: expect.stringMatching(
					/^\$2\.00 used in \d{4}-\d\d, \$0\.00 left; the next month begins on \d{4}-\d\d-01 at 00:00 UTC\. .*deactivate radars/,
				),
			}),
			expect.objectContaining({ error: 'The monthly budget of $2.00 is reached' }),
		]);
	});

	test('a stopped run does not wait for the purchase of another one', async () => {
		service.control.change({ latencyMs: { 'POST /v1/radars': 1000 } });
		const first = service.run(within(create, 5), domains(1));
		await until('the first run buys', () => sent(CREATE) >= 1);
		let stop: (() => void) | undefined;
		const second = service.run(within(create, 5), domains(1, 'other'), {
			onStart: (running) => (stop = running.stop),
		});
		await until('the second run waits', () => sent(ACCOUNT) >= 2);
		stop?.();
		await second;
		expect(charges()).toBe(0);
		await first;
		expect(charges()).toBe(1);
	});

	test('stops where the account can no longer be read', async () => {
		// After the first radar.
		service.control.addFaults({ ...ACCOUNT, kind: 'status', status: 500, nth: 2, count: 50 });
		const result = await service.run(within(create, 50), domains(3), goesOn);
		expect([charges(), sent(CREATE)]).toEqual([1, 1]);
		expect(result.json('Company Radar')[1]?.error).toContain("The monthly budget can't be checked");
	});
});

describe('The account is read', () => {
	test.each([
		[1, 2],
		[10, 11],
	])('once before %d radars, and once after each', async (radars, reads) => {
		await service.run(within(create, 5000), domains(radars));
		expect([charges(), sent(ACCOUNT)]).toEqual([radars, reads]);
	});

	test.each([1, 10])('twice for %d radars without a budget', async (radars) => {
		await service.run(create, domains(radars));
		expect(sent(ACCOUNT)).toBe(2);
	});

	test('twice for a bulk request of 1,000, with and without a budget', async () => {
		await service.run(within(bulk, 5000), domains(1000));
		expect(sent(ACCOUNT)).toBe(2);
		await service.run(bulk, domains(1000, 'other'));
		expect(sent(ACCOUNT)).toBe(4);
	});
});

describe('Radar: Sync List', () => {
	test('changes nothing once the budget is reached, and the plan says so', async () => {
		await service.run({ ...sync, syncMode: 'apply' }, domains(2));
		const plan = await service.run(within({ ...sync, syncMode: 'plan' }, 2), domains(3));
		expect(plan.hints('Company Radar').join()).toContain(
			'Apply would stop: The monthly budget of $2.00 is reached.',
		);
		const result = await service.run(within({ ...sync, syncMode: 'apply' }, 2), domains(3));
		expect(result.error?.message).toBe('The monthly budget of $2.00 is reached');
		expect(charges()).toBe(2);
	});

	test('does not ask for it where nothing is to be created', async () => {
		await service.run({ ...sync, syncMode: 'apply' }, domains(2));
		const result = await service.run(within({ ...sync, syncMode: 'apply' }, 0), domains(2));
		expect(result.json('Company Radar').map(({ change }) => change)).toEqual(['keep', 'keep']);
	});
});

describe('Figures of the account that are wrong', () => {
	const figuresOf = (used: number) => ({
		data: {
			usage: {
				month: new Date(service.control.clock().now).toISOString().slice(0, 7),
				balance_used_usd: used,
			},
			account: {},
			balance_remaining_usd: 100_000 - used,
		},
	});
	const figure = (used: number) =>
		service.control.addFaults({ ...ACCOUNT, kind: 'status', status: 200, replace: figuresOf(used) });

	test('that lag by three reads: own charges count at the highest price seen', async () => {
		for (let read = 0; read < 20; read++) figure(Math.max(0, read - 4));
		await service.run(within(create, 7), domains(20), goesOn);
		expect(charges()).toBe(7);
	});

	test('that are negative: nothing is bought', async () => {
		for (let read = 0; read < 9; read++) figure(-50);
		const result = await service.run(within(create, 7), domains(2));
		expect(result.error?.message).toBe(
			"The monthly budget can't be checked, because the account couldn't be read",
		);
		expect(charges()).toBe(0);
	});
});

describe('With the budget reached, a radar that exists is returned', () => {
	test.each([
		['Radar: Create', create],
		['Radars in Bulk: Create', bulk],
	])('by %s, and nothing is sent', async (_, parameters) => {
		await createElsewhere('company1.example.org');
		const returning = within(parameters, 1, { ifRadarExists: 'returnExisting' });
		const result = await service.run(returning, domains(2), goesOn);
		const [first, second] = result.json('Company Radar');
		expect(String(first?.error)).toContain('The monthly budget of $1.00 is reached');
		expect(second).toMatchObject({ domain: 'company1.example.org', already_existed: true });
		expect(charges()).toBe(1);
	});
});

describe('The budget of a run', () => {
	const openRun = async (limitUsd: number) => {
		const client = await createRadarClient(executeContext({ credential: service.credential }));
		const purchases = new Purchases({ monthlyBudget: limitUsd }, client);
		const lookUp = async (ip: string) =>
			await purchases.lookUp(async () => await client.call('reveal', { body: { ip } }));
		return { client, lookUp };
	};

	test('counts what another process uses meanwhile', async () => {
		const { lookUp } = await openRun(1.1);
		await lookUp('8.8.1.12');
		await createElsewhere('example.org');
		await lookUp('8.8.2.12');
		await expect(lookUp('8.8.3.12')).rejects.toThrow('The monthly budget of $1.10 is reached');
		expect(sent(ACCOUNT)).toBe(1);
	});

	test('ends with no response that is a day ahead', async () => {
		service.control.clock({ set: '2027-01-31T23:00:00Z' });
		const { client, lookUp } = await openRun(0.05);
		await lookUp('8.8.1.12');
		const replace = { timestamp: '2027-02-01T23:00:00Z' };
		for (const at of ['first', 'again']) {
			service.control.addFaults({ kind: 'status', status: 200, replace, count: 2 });
			await client.call('listRadars', { query: {} });
			await expect(lookUp(`8.8.${at.length}.12`)).rejects.toThrow('The monthly budget of $0.05 is reached');
		}
		expect(charges()).toBe(1);
	});

	test('begins anew with the month of the service', async () => {
		service.control.clock({ set: '2027-01-31T23:00:00Z' });
		const { client, lookUp } = await openRun(0.05);
		await lookUp('8.8.1.12');
		await expect(lookUp('8.8.2.12')).rejects.toMatchObject({
			description: expect.stringContaining('the next month begins on 2027-02-01 at 00:00 UTC'),
		});
		service.control.clock({ set: '2027-02-01T00:00:01Z' });
		await client.call('listRadars', { query: {} });
		await lookUp('8.8.2.12');
		expect(charges()).toBe(2);
	});
});
