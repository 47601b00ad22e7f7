import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../../nodes/shared/host/clock';
import { until } from '../../../tools/shared/until';
import { CREATE_EACH, CREATE_IN_BULK, REVEAL_EACH, SYNC_LIST } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { VisitorHost } from '../visitor/host';

const PRICE = 2;
const LOOKUP = 0.5;
const service = useSandbox({
	balanceUsd: 1_000_000,
	settings: { account: { pricesUsd: { month: PRICE, finding: 0.1, reveal: LOOKUP } } },
});

/** Waits take no time, and pass for the service, too. */
function pass(milliseconds: number): void {
	const { now } = clock;
	clock.now = () => now() + milliseconds;
	service.control.clock({ advance: milliseconds / 1000 });
}

const { now, sleep } = clock;
beforeEach(() => {
	clock.sleep = async (milliseconds) => {
		const end = clock.now() + milliseconds;
		await new Promise(setImmediate);
		pass(Math.max(0, end - clock.now()));
	};
});
afterEach(() => void Object.assign(clock, { now, sleep }));

const goesOn = { node: { onError: 'continueRegularOutput' as const } };
const within = (parameters: IDataObject, monthlyBudget: number) => ({
	...parameters,
	options: { monthlyBudget, ...(parameters.syncMode ? { maximumRadars: 5000 } : {}) },
});
const domains = (count: number, name = 'company') =>
	Array.from({ length: count }, (_, index) => ({ domain: `${name}${index}.example.org` }));
const addresses = (count: number, block = 1) =>
	Array.from({ length: count }, (_, index) => ({ ip: `8.${block}.${index}.12` }));
const charged = () => service.control.charges().reduce((sum, { amount_usd: usd }) => sum + usd, 0);
const reads = () => service.requests().filter((request) => request === 'GET /v1/account').length;

const NOT_SHOWN = "The account doesn't show the last charge yet, so the monthly budget can't be checked";

/** How many purchases are made with a budget for two and a half, in how many executions, with figures so late. */
describe.each([
	[0, 3],
	[2, 3],
	[30, 1],
	[60, 1],
])('With figures %i seconds behind, nothing is bought above the budget', (figuresLag, expected) => {
	beforeEach(() => void service.control.change({ account: { figuresLag } }));
	const budget = 2.5 * PRICE;
	const isRefused = expected === 1;

	test('Radar: Create, in one execution', async () => {
		const result = await service.run(within(CREATE_EACH, budget), domains(20), goesOn);
		expect(charged()).toBe(expected * PRICE);
		const errors = new Set(result.json('Company Radar').map(({ error }) => error));
		expect([...errors]).toEqual([
			undefined,
			isRefused ? NOT_SHOWN : 'The monthly budget of $5.00 is reached',
		]);
	});

	test.each([true, false])(
		'Radar: Create, in ten executions, 5 seconds apart or at once: %j',
		async (isApart) => {
			const buy = async (run: number) =>
				await service.run(within(CREATE_EACH, budget), domains(isApart ? 1 : 2, `run${run}-`), goesOn);
			const runs: Array<Promise<unknown>> = [];
			for (let run = 0; run < 10; run++) {
				runs.push(buy(run));
				if (!isApart) continue;
				await runs.at(-1);
				pass(5000);
			}
			await Promise.all(runs);
			expect(charged()).toBeGreaterThanOrEqual(PRICE);
			expect(charged()).toBeLessThanOrEqual(3 * PRICE);
		},
	);

	test.each([
		['Radars in Bulk: Create', CREATE_IN_BULK],
		['Radar: Sync List', { ...SYNC_LIST, syncMode: 'apply' }],
	])('%s: one request at most', async (_, parameters) => {
		await service.run(within(parameters, budget), domains(1100), goesOn);
		expect(charged()).toBe(1000 * PRICE);
		await service.run(within(parameters, budget), domains(3, 'other'), goesOn);
		expect(charged()).toBe(1000 * PRICE);
	});

	test('Company: Reveal, in one execution and in ten', async () => {
		const parameters = within(REVEAL_EACH, 2.2);
		for (let run = 0; run < 10; run++) {
			await service.run(parameters, addresses(run === 0 ? 3 : 2, run + 1), goesOn);
			pass(5000);
		}
		expect(charged()).toBe(4 * LOOKUP);
	});

	test('the visitor trigger', async () => {
		const visitors = new VisitorHost(service, { options: { monthlyBudget: 2.2 } });
		for (let view = 0; view < 10; view++) {
			await visitors.view(`93.184.${view}.1`);
			pass(5000);
		}
		expect(charged()).toBe(4 * LOOKUP);
	});
});

test.each<[string, number, number]>([
	['until a later execution, as the error says', 60, 60_000],
	['for 10 minutes, if figures never show it', 1e6, 600_000],
])('nothing more is bought while the last charge is not shown, %s', async (_, figuresLag, later) => {
	service.control.change({ account: { figuresLag } });
	const buy = async (count: number, name: string) =>
		(await service.run(within(CREATE_EACH, 100), domains(count, name))).error;
	const description = expect.stringMatching(
		/Run again in some minutes, or remove 'Monthly Budget \(USD\)'/,
	) as string;
	expect(await buy(3, 'first')).toMatchObject({ message: NOT_SHOWN, description });
	expect(await buy(1, 'soon')).toMatchObject({ message: NOT_SHOWN, description });
	pass(later);
	expect(await buy(1, 'later')).toBeUndefined();
	expect(charged()).toBe(2 * PRICE);
});

test('a repeat asks the limit again, since the price of lookups may rise', async () => {
	service.control.change({ account: { pricesUsd: { reveal: 0.05 } }, unlimited: true });
	await service.run(REVEAL_EACH, addresses(1, 9));
	const before = charged();
	const waits = clock.sleep;
	// While the first lookup waits for the service, the price rises, and others spend what is left.
	clock.sleep = async (milliseconds, stop) => {
		if (milliseconds >= 30_000) {
			service.control.change({ account: { pricesUsd: { reveal: 0.6 } } });
			await until('another lookup is charged', () => charged() > before);
		}
		await waits(milliseconds, stop);
	};
	service.control.addFaults({ path: '/v1/company-reveal', kind: 'status', status: 503 });
	const result = await service.run({ ...REVEAL_EACH, options: { spendingLimit: 1 } }, addresses(20));
	expect(charged() - before).toBeLessThanOrEqual(1);
	expect(result.json('Company Radar')[0]).toMatchObject({ skipped: true });
});

test('radars that are charged per update wait for nothing: a hundred within a budget take no longer, and read the account twice', async () => {
	const perUpdate = { ...CREATE_EACH, radarType: 'company_mentions' };
	const latencyMs = { 'POST /v1/radars': 50 };
	const billing = { company_mentions: 'update_based' } as const;
	service.control.change({ latencyMs, account: { figuresLag: 60, billing }, unlimited: true });
	const timed = async (parameters: IDataObject, name: string) => {
		const before = { reads: reads(), at: clock.now() };
		await service.run(parameters, domains(100, name));
		return { reads: reads() - before.reads, seconds: (clock.now() - before.at) / 1000 };
	};
	const without = await timed(perUpdate, 'a');
	const withBudget = await timed(within(perUpdate, 5), 'b');
	expect([without.reads, withBudget.reads]).toEqual([2, 2]);
	expect(withBudget.seconds).toBeLessThan(without.seconds + 5);
	expect(service.control.radars()).toHaveLength(200);
});

test('a reveal is never counted back by older figures', async () => {
	service.control.change({ account: { figuresLag: 30 } });
	const parameters = { ...REVEAL_EACH, options: { minimumBalance: 999_998.6 } };
	for (let run = 0; run < 10; run++) {
		await service.run(parameters, addresses(1, run + 1));
		pass(1000);
	}
	expect(charged()).toBe(2 * LOOKUP);
});

test('a panel never says $0.00 charged beside radars with a next charge', async () => {
	service.control.change({ account: { figuresLag: 60 } });
	const [hint] = (await service.run(CREATE_EACH, domains(17))).hints('Company Radar');
	expect(hint).toContain("(the account doesn't show the charge yet)");
	expect(hint).not.toContain('$0.00 charged');
});
