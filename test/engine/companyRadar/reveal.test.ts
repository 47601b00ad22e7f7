import type { IDataObject } from 'n8n-workflow';

import type { RevealResult } from '../../../nodes/shared/api/types';
import { until } from '../../../tools/shared/until';
import { workflowAround, workflowRunningTwice } from '../harness';
import { agentCalls } from '../support/agentCalls';
import { useSandbox } from '../support/sandbox';

const service = useSandbox();

const REVEAL = { method: 'POST', path: '/v1/company-reveal' };

const reveal: IDataObject = { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' };

/** In the sandbox the last number of an address, modulo 11, is how many companies are behind it. */
const TWO_COMPANIES = '8.8.8.13';
const ONE_COMPANY = '8.8.8.12';
const NO_COMPANY = '8.8.8.11';

/** What the service answered for an address. */
function companiesOf(ip: string) {
	const answers = service.control.log().map(({ responseBody }) => JSON.parse(responseBody) as RevealResult);
	return answers.find(({ data }) => data?.ip === ip)?.data.companies ?? [];
}

const addresses = (...ips: string[]) => ips.map((ip) => ({ ip }));

test('names the first company and the place of the visitor, in input order', async () => {
	const result = await service.run(reveal, addresses(TWO_COMPANIES, NO_COMPANY));
	expect(result.json('Company Radar')).toEqual([
		expect.objectContaining({
			ip: TWO_COMPANIES,
			matches: 2,
			domain: expect.any(String),
			visitor_country: expect.any(String),
		}),
		expect.objectContaining({ ip: NO_COMPANY, matches: 0, domain: null }),
	]);
	const [first, none] = result.json('Company Radar');
	const [company, other] = companiesOf(TWO_COMPANIES);
	expect(first).toMatchObject({
		name: company?.name,
		link: `https://${company?.domain}`,
		other_domains: other?.domain,
	});
	expect(first?.summary).toMatch(`${company?.name} (${company?.domain}), 1 of 2 possible companies.`);
	expect(none?.summary).toMatch(/^No company found\. Visitor in ./);
	expect(Object.keys(first ?? {}).slice(0, 5)).toEqual(['summary', 'ip', 'matches', 'charged_usd', 'name']);
	expect(Object.keys(none ?? {})).toEqual(Object.keys(first ?? {}));
	expect(none).toMatchObject({ industry: null, employees_count: null, charged_usd: 0 });
	expect(first).toMatchObject({ charged_usd: 0.05 });
	expect(first).toHaveProperty('visitor_state');
	expect(result.hints('Company Radar').join()).toContain('1 address matched several companies');
	expect(result.hints('Company Radar')[0]).toContain(
		'2 lookups, 1 match. Balance: $1,000.00 → $999.95 ($0.05 charged)',
	);
});

test('gives the whole answer, or an item for each company, if wanted', async () => {
	const raw = await service.run({ ...reveal, simplify: false }, addresses(TWO_COMPANIES));
	expect(raw.json('Company Radar')).toEqual([
		expect.objectContaining({
			data: expect.objectContaining({ companies: [expect.anything(), expect.anything()] }),
			usage: expect.objectContaining({ total_usd: 0.05 }),
		}),
	]);
	const split = await service.run(
		{ ...reveal, onePerCompany: true },
		addresses(TWO_COMPANIES, NO_COMPANY, ONE_COMPANY),
	);
	expect(split.items('Company Radar').map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }],
		[{ item: 0 }],
		[{ item: 2 }],
	]);
	expect(split.json('Company Radar').map(({ domain }) => domain)).toEqual(
		[TWO_COMPANIES, ONE_COMPANY].flatMap((ip) => companiesOf(ip).map(({ domain }) => domain)),
	);
	expect(split.json('Company Radar')[1]?.summary).toContain('2 of 2 possible companies');
	expect(split.hints('Company Radar').join()).not.toContain('several companies');
});

test('pays for an address once', async () => {
	const items = addresses(ONE_COMPANY, TWO_COMPANIES, ONE_COMPANY, ONE_COMPANY);
	const once = await service.run(reveal, items);
	expect(once.json('Company Radar').map(({ ip }) => ip)).toEqual(items.map(({ ip }) => ip));
	expect(service.control.charges()).toHaveLength(2);
});

describe('Limits', () => {
	const many = Array.from({ length: 30 }, (_, index) => ({ ip: `8.8.${index}.12` }));

	test('the spending limit is never passed, and what is left is skipped with the reason', async () => {
		const result = await service.run({ ...reveal, options: { spendingLimit: 0.22 } }, many);
		expect(service.control.charges()).toHaveLength(4);
		const skipped = result.json('Company Radar').filter((json) => json.skipped);
		expect(skipped).toHaveLength(26);
		expect(skipped[0]).toMatchObject({ reason: expect.stringContaining('$0.22'), ip: expect.any(String) });
		expect(skipped[0]).toMatchObject({ domain: null, matches: null });
		const columns = result.json('Company Radar').map((row) => Object.keys(row).join());
		expect(new Set(columns).size).toBe(1);
		expect(result.hints('Company Radar')[0]).toContain('26 items were skipped');
	});

	test('the first lookup keeps to it too, where the price is known', async () => {
		await service.run(reveal, many.slice(0, 1));
		const result = await service.run({ ...reveal, options: { spendingLimit: 0.04 } }, many.slice(1, 2));
		expect(result.json('Company Radar')[0]?.reason).toBe(
			"Skipped: would exceed the $0.04 spending limit ($0.00 spent). To go on, raise 'Spending Limit'.",
		);
		expect(service.control.charges()).toHaveLength(1);
	});

	test('skipped items take the error output if there is one', async () => {
		const result = await service.run({ ...reveal, options: { spendingLimit: 0.05 } }, many.slice(0, 3), {
			node: { onError: 'continueErrorOutput' },
		});
		expect(result.json('Success')).toHaveLength(1);
		expect(result.json('Error')).toEqual([
			expect.objectContaining({
				error: expect.stringMatching(/^Skipped: would exceed the \$0\.05 spending limit/),
			}),
			expect.objectContaining({
				error: expect.stringMatching(/^Skipped: would exceed the \$0\.05 spending limit/),
			}),
		]);
	});

	test('the minimum balance stays on the account', async () => {
		service.control.balance(5.12);
		await service.run({ ...reveal, options: { minimumBalance: 5 } }, many);
		expect(service.control.balance().balance_usd).toBeCloseTo(5.02);
	});

	test('a lookup that the service refused was not charged, and does not count', async () => {
		service.control.addFaults({ kind: 'status', status: 400, path: '/v1/company-reveal', nth: 2, count: 3 });
		const result = await service.run({ ...reveal, options: { spendingLimit: 0.1 } }, many.slice(0, 5), {
			node: { onError: 'continueRegularOutput' },
		});
		expect(result.json('Company Radar').filter((json) => json.matches === 1)).toHaveLength(2);
		expect(service.control.charges()).toHaveLength(2);
	});

	test('a lookup that may have been charged counts as if it was', async () => {
		service.control.addFaults({ kind: 'cut', effect: 'done', path: '/v1/company-reveal', nth: 2 });
		await service.run({ ...reveal, options: { spendingLimit: 0.1 } }, many, {
			node: { onError: 'continueRegularOutput' },
		});
		expect(service.control.charges()).toHaveLength(2);
	});

	test('a lookup that may have been charged at an unknown price counts as a dollar', async () => {
		service.control.addFaults({ ...REVEAL, kind: 'cut', effect: 'done', count: 40 });
		const result = await service.run({ ...reveal, options: { spendingLimit: 0.2 } }, many, {
			node: { onError: 'continueRegularOutput' },
		});
		expect(service.control.charges()).toHaveLength(1);
		const skipped = result.json('Company Radar').filter((json) => json.skipped);
		expect(skipped).toHaveLength(29);
		expect(skipped[0]?.reason).toBe(
			"Skipped: would exceed the $0.20 spending limit ($1.00 spent: a lookup of unknown price may have been charged). To go on, raise 'Spending Limit'.",
		);
	});

	test('one lookup of unknown price at most passes the minimum balance, whatever is not answered', async () => {
		service.control.balance(5.12);
		service.control.addFaults({ ...REVEAL, kind: 'cut', effect: 'done', count: 40 });
		await service.run({ ...reveal, options: { minimumBalance: 5 } }, many, {
			node: { onError: 'continueRegularOutput' },
		});
		expect(service.control.balance().balance_usd).toBeGreaterThan(4.95);
	});

	test.each([{ spendingLimit: 1 }, { minimumBalance: 99 }, { monthlyBudget: 1 }])(
		'a price that rises tenfold with lookups in flight exceeds nothing: %j',
		async (options) => {
			service.control.balance(100);
			service.control.change({ latencyMs: { 'POST /v1/company-reveal': 20 } });
			const known = until('a reveal is charged', () => service.control.charges().length >= 1, { everyMs: 5 });
			const raise = known.then(() => service.control.change({ account: { pricesUsd: { reveal: 0.5 } } }));
			// For this process an account of its own, so that the other tests do not know the price.
			const baseUrl = service.credential.baseUrl.replace('127.0.0.1', 'localhost');
			const running = service.run({ ...reveal, options }, many, {
				credential: { ...service.credential, baseUrl },
			});
			await Promise.all([raise, running]);
			const spent = service.control.charges().map(({ amount_usd: usd }) => usd);
			expect(spent).toContain(0.5);
			expect(spent.reduce((sum, usd) => sum + usd, 0)).toBeLessThanOrEqual(1);
		},
	);

	test('a company without a domain has its name, and is paid for once', async () => {
		const body = {
			status: 'success',
			code: 200,
			data: { ip: '8.8.8.12', ip_geo: null, companies: [{ name: 'Acme' }] },
			usage: { total_usd: 0.05 },
		};
		service.control.addFaults({ ...REVEAL, kind: 'status', status: 200, body });
		const result = await service.run(reveal, [{ ip: '8.8.8.12' }]);
		expect(result.json('Company Radar')).toMatchObject([{ name: 'Acme', domain: null, charged_usd: 0.05 }]);
	});

	test.each([[{}], [{ balance_remaining_usd: null }]])(
		'the minimum balance stays where answers tell no balance: %j',
		async (balance) => {
			service.control.balance(5.12);
			const body = (ip: string) => ({
				status: 'success',
				code: 200,
				timestamp: new Date().toISOString(),
				request_id: '11111111-1111-4111-8111-111111111111',
				data: { ip, ip_geo: null, companies: [{ domain: 'example.org' }] },
				usage: { total_usd: 0.05, ...balance },
			});
			service.control.addFaults({
				...REVEAL,
				kind: 'status',
				status: 200,
				body: body('8.8.8.12'),
				count: 40,
			});
			const result = await service.run({ ...reveal, options: { minimumBalance: 5 } }, many);
			const lookups = service.requests().filter((request) => request.startsWith('POST'));
			expect(lookups).toHaveLength(2);
			expect(result.json('Company Radar').filter((json) => json.skipped)).toHaveLength(28);
		},
	);

	test('the minimum balance holds for several executions at once', async () => {
		service.control.balance(5.22);
		service.control.change({ latencyMs: { 'POST /v1/company-reveal': 20 } });
		const options = { minimumBalance: 5 };
		await Promise.all([0, 1, 2].map(async () => await service.run({ ...reveal, options }, many)));
		expect(service.control.balance().balance_usd).toBeCloseTo(5.02);
	});

	test('the minimum balance holds where a cheap lookup came after a dear one', async () => {
		service.control.balance(6.75);
		const price = (reveal: number) => service.control.change({ account: { pricesUsd: { reveal } } });
		const limited = { ...reveal, options: { minimumBalance: 5 } };
		const [dear, cheap, ...others] = agentCalls(service.credential, limited, many.slice(0, 10));
		price(0.5);
		await dear?.();
		price(0.05);
		await cheap?.();
		price(0.5);
		service.control.change({ latencyMs: { 'POST /v1/company-reveal': 20 } });
		await Promise.all(others.map(async (call) => await call()));
		expect(service.control.balance().balance_usd).toBeCloseTo(5.2);
	});

	test('the spending limit is one for parallel calls of an execution, as of an AI agent', async () => {
		service.control.change({ latencyMs: { 'POST /v1/company-reveal': 20 } });
		const limited = { ...reveal, options: { spendingLimit: 0.1 } };
		const calls = agentCalls(service.credential, limited, many.slice(0, 10));
		const outputs = (await Promise.all(calls.map(async (call) => await call()))).flat(2);
		expect(service.control.charges()).toHaveLength(2);
		expect(outputs.filter(({ json }) => json.skipped)).toHaveLength(8);
	});

	test('an address is paid for once by parallel calls of an execution', async () => {
		service.control.change({ latencyMs: { 'POST /v1/company-reveal': 20 } });
		const calls = agentCalls(service.credential, reveal, addresses(ONE_COMPANY, ONE_COMPANY, ONE_COMPANY));
		const outputs = (await Promise.all(calls.map(async (call) => await call()))).flat(2);
		expect(outputs.map(({ json }) => json.matches)).toEqual([1, 1, 1]);
		expect(service.control.charges()).toHaveLength(1);
	});

	test('free lookups do not count', async () => {
		const free = Array.from({ length: 5 }, (_, index) => ({ ip: `8.8.${index}.11` }));
		const result = await service.run({ ...reveal, options: { spendingLimit: 0.05 } }, [
			...free,
			{ ip: ONE_COMPANY },
		]);
		expect(result.json('Company Radar').filter((json) => json.skipped)).toEqual([]);
	});
});

test('a key without the feature stops at once, and says so for every item', async () => {
	const { baseUrl, keys } = service.running;
	const result = await service.run(
		reveal,
		addresses(...Array.from({ length: 100 }, (_, index) => `8.8.${index}.12`)),
		{
			credential: { apiKey: keys.withoutReveal, baseUrl, requestsPerSecond: 10 },
			node: { onError: 'continueErrorOutput' },
		},
	);
	expect(result.json('Error')).toHaveLength(100);
	expect(result.json('Error')[99]?.error).toContain("isn't enabled");
	expect(service.requests().length).toBeLessThan(100);
});

test('a retry that looks up nothing more shows the low balance too', async () => {
	service.control.balance(2);
	const fault = { kind: 'status', status: 400, path: '/v1/company-reveal' } as const;
	service.control.addFaults({ ...fault, nth: 1 }, { ...fault, nth: 2 });
	const result = await service.run(reveal, addresses(ONE_COMPANY, TWO_COMPANIES), {
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1, onError: 'continueRegularOutput' },
	});
	expect(service.requests()).toHaveLength(3);
	expect(result.hints('Company Radar')).toContainEqual(expect.stringContaining('The balance is low'));
});

test('two nodes of a workflow each look an address up, and pay for it', async () => {
	const { nodes, ...around } = workflowAround(reveal, addresses(ONE_COMPANY));
	const second = { ...nodes[1]!, id: 'second', name: 'Success' };
	await service.runWorkflow({
		...around,
		nodes: nodes.map((node) => (node.name === 'Success' ? second : node)),
	});
	expect(service.control.charges()).toHaveLength(2);
});

describe('A node that runs several times in an execution, as in a loop', () => {
	const runTwice = async (parameters: IDataObject, items: IDataObject[]) =>
		await service.runWorkflow(
			workflowRunningTwice({ ...reveal, ...parameters }, items, { onError: 'continueRegularOutput' }),
		);
	/** Other addresses in each run. */
	const others = { ipAddress: '={{ $json.ips[$runIndex] }}' };
	const inBothRuns = [{ ips: ['8.8.1.12', '8.8.2.12'] }, { ips: ['8.8.3.12', '8.8.4.12'] }];

	test('pays for an address once', async () => {
		const result = await runTwice({}, addresses(ONE_COMPANY, TWO_COMPANIES));
		expect(result.run.data.resultData.runData['Company Radar']).toHaveLength(2);
		expect(result.json('Company Radar').map(({ ip }) => ip)).toEqual([ONE_COMPANY, TWO_COMPANIES]);
		expect(result.hints('Company Radar')[0]).toBe(
			'In this execution: 2 results were reused without a charge.',
		);
		expect(service.control.charges()).toHaveLength(2);
	});

	test('keeps to one spending limit', async () => {
		await runTwice({ ...others, options: { spendingLimit: 0.15 } }, inBothRuns);
		expect(service.control.charges()).toHaveLength(3);
	});

	test('counts a lookup that may have been charged once', async () => {
		service.control.addFaults({ kind: 'cut', effect: 'done', path: '/v1/company-reveal', nth: 2 });
		await runTwice({ ...others, options: { spendingLimit: 0.2 } }, inBothRuns);
		expect(service.control.charges()).toHaveLength(4);
	});
});
