import type { IDataObject } from 'n8n-workflow';

import type { RevealResult } from '../../../nodes/shared/api/types';
import { until } from '../../../tools/shared/until';
import { workflowAround, workflowRunningTwice } from '../harness';
import { agentCalls } from '../support/agentCalls';
import { REVEAL_EACH as reveal } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { CONTINUE, SPLIT, storiesOf, tell, type Step, writesOf } from '../support/stories';

const service = useSandbox();
const told = storiesOf(service);

const REVEAL = { method: 'POST', path: '/v1/company-reveal' };
const LOST = { ...REVEAL, kind: 'cut', effect: 'done' } as const;

/** In the sandbox the last number of an address, modulo 11, is how many companies are behind it. */
const [NO_COMPANY, ONE_COMPANY, TWO_COMPANIES] = ['8.8.8.11', '8.8.8.12', '8.8.8.13'] as const;

const addresses = (...ips: string[]): IDataObject[] => ips.map((ip) => ({ ip }));
const many = addresses(...Array.from({ length: 30 }, (_, index) => `8.8.${index}.12`));
const free = addresses(...Array.from({ length: 5 }, (_, index) => `8.8.${index}.11`));
const run = (items: IDataObject[], step: Step = {}): Step => ({ run: reveal, items, ...step });
const charges = () => service.control.charges().length;
const slow = () => service.control.change({ latencyMs: { 'POST /v1/company-reveal': 20 } });

/** What the service answered for an address. */
function companiesOf(ip: string) {
	const answers = service.control.log().map(({ responseBody }) => JSON.parse(responseBody) as RevealResult);
	return answers.find(({ data }) => data?.ip === ip)?.data.companies ?? [];
}

test('names the first company and the place of the visitor, in input order', async () => {
	const result = await service.run(reveal, addresses(TWO_COMPANIES, NO_COMPANY));
	const [first = {}, none = {}] = result.json('Company Radar');
	const [company, other] = companiesOf(TWO_COMPANIES);
	expect(first).toMatchObject({
		...{ ip: TWO_COMPANIES, matches: 2, charged_usd: 0.05, visitor_country: expect.any(String) },
		...{ name: company?.name, domain: company?.domain, link: `https://${company?.domain}` },
		other_domains: other?.domain,
		summary: expect.stringContaining(`${company?.name} (${company?.domain}), 1 of 2 possible companies.`),
	});
	expect(none).toMatchObject({
		...{ ip: NO_COMPANY, matches: 0, charged_usd: 0, domain: null, industry: null, employees_count: null },
		summary: expect.stringMatching(/^No company found\. Visitor in ./),
	});
	expect(Object.keys(first).slice(0, 5)).toEqual(['summary', 'ip', 'matches', 'charged_usd', 'name']);
	expect(Object.keys(first)).toEqual([...Object.keys(none)]);
	expect(first).toHaveProperty('visitor_state');
	expect(result.hints('Company Radar').join()).toMatch(
		/2 lookups, 1 match\. Balance: \$1,000\.00 → \$999\.95 \(\$0\.05 charged\)[^]*1 address matched several companies/,
	);
});

test('gives the whole answer, if wanted', async () => {
	const [whole] = (await service.run({ ...reveal, simplify: false }, addresses(TWO_COMPANIES))).json(
		'Company Radar',
	);
	expect(whole).toMatchObject({
		data: { companies: companiesOf(TWO_COMPANIES) },
		usage: { total_usd: 0.05 },
	});
});

test('gives an item for each company, if wanted', async () => {
	const each = { ...reveal, onePerCompany: true };
	const split = await service.run(each, addresses(TWO_COMPANIES, NO_COMPANY, ONE_COMPANY));
	expect(split.items('Company Radar').map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 0, 2].map((item) => [{ item }]),
	);
	expect(split.json('Company Radar').map(({ domain }) => domain)).toEqual(
		[TWO_COMPANIES, ONE_COMPANY].flatMap((ip) => companiesOf(ip).map(({ domain }) => domain)),
	);
	expect(split.json('Company Radar')[1]?.summary).toContain('2 of 2 possible companies');
	expect(split.hints('Company Radar').join()).not.toContain('several companies');
});

const skipped = (reason: string | RegExp, step: Step = {}): Step => ({
	...step,
	says: /\d+ items? (was|were) skipped/,
	why: Array.from({ length: 30 }, (_, index) => (index < (step.charges ?? 0) ? '' : reason)),
});
const raise = "To go on, raise 'Spending Limit'.";
const nameless = { ip: ONE_COMPANY, ip_geo: null, companies: [{ name: 'Acme' }] };

told({
	'pays for an address once': [
		run(addresses(ONE_COMPANY, TWO_COMPANIES, ONE_COMPANY, ONE_COMPANY), {
			column: { ip: [ONE_COMPANY, TWO_COMPANIES, ONE_COMPANY, ONE_COMPANY] },
			charges: 2,
		}),
	],
	'the spending limit is never passed, and what is left is skipped with the reason': [
		run(many, { options: { spendingLimit: 0.22 }, ...skipped(/\$0\.22/, { charges: 4 }) }),
	],
	'the first lookup keeps to it too, where the price is known': [
		run(many.slice(0, 1)),
		run(many.slice(1, 2), {
			options: { spendingLimit: 0.04 },
			row: {
				reason: `Skipped: would exceed the $0.04 spending limit ($0.00 spent). ${raise}`,
			},
			charges: 1,
		}),
	],
	'skipped items take the error output if there is one': [
		run(many.slice(0, 3), {
			options: { spendingLimit: 0.05 },
			node: SPLIT,
			rows: [{}],
			errors: [/^Skipped: would exceed the \$0\.05 spending limit/, /^Skipped/],
		}),
	],
	'a lookup that the service refused was not charged, and does not count': [
		run(many.slice(0, 5), {
			options: { spendingLimit: 0.1 },
			fault: { ...REVEAL, kind: 'status', status: 400, nth: 2, count: 3 },
			node: CONTINUE,
			charges: 2,
		}),
	],
	'a lookup that may have been charged counts as if it was': [
		run(many, { options: { spendingLimit: 0.1 }, fault: { ...LOST, nth: 2 }, node: CONTINUE, charges: 2 }),
	],
	'a lookup that may have been charged at an unknown price counts as a dollar': [
		run(many, {
			options: { spendingLimit: 0.2 },
			...skipped(
				`Skipped: would exceed the $0.20 spending limit ($1.00 spent: a lookup of unknown price may have been charged). ${raise}`,
				{ charges: 1 },
			),
			fault: { ...LOST, count: 40 },
			node: CONTINUE,
		}),
	],
	'free lookups do not count': [
		run([...free, ...many.slice(0, 1)], { options: { spendingLimit: 0.05 }, hides: /skipped/, charges: 1 }),
	],
	'a company without a domain has its name, and is paid for once': [
		run(addresses(ONE_COMPANY), {
			fault: {
				...REVEAL,
				kind: 'status',
				status: 200,
				body: { status: 'success', data: nameless, usage: { total_usd: 0.05 } },
			},
			rows: [{ name: 'Acme', domain: null, charged_usd: 0.05 }],
		}),
	],
	'a retry that looks up nothing more shows the low balance too': [
		run(addresses(ONE_COMPANY, TWO_COMPANIES), {
			balance: 2,
			fault: [1, 2].map((nth) => ({ ...REVEAL, kind: 'status', status: 400, nth })),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1, ...CONTINUE },
			says: 'The balance is low',
			requests: 3,
		}),
	],
});

describe('The minimum balance stays on the account', () => {
	const left = () => service.control.balance().balance_usd;
	const limited = { ...reveal, options: { minimumBalance: 5 } };

	test.each<[string, Step, number]>([
		['', {}, 5.01],
		// One lookup of unknown price at most passes it.
		[', whatever is not answered', { fault: { ...LOST, count: 40 }, node: CONTINUE }, 4.95],
	])('in one execution%s', async (_, step, least) => {
		await tell(service, [run(many, { options: { minimumBalance: 5 }, balance: 5.12, ...step })]);
		expect(left()).toBeGreaterThan(least);
		expect(left()).toBeLessThan(5.03);
	});

	test.each([{}, { balance_remaining_usd: null }])('where answers tell no balance: %j', async (balance) => {
		const data = { ip: ONE_COMPANY, ip_geo: null, companies: [{ domain: 'example.org' }] };
		const body = { status: 'success', code: 200, data, usage: { total_usd: 0.05, ...balance } };
		const fault = { ...REVEAL, kind: 'status', status: 200, body, count: 40 } as const;
		await tell(service, [
			run(many, {
				options: { minimumBalance: 5 },
				balance: 5.12,
				fault,
				writes: 2,
				says: '28 items were skipped',
			}),
		]);
	});

	test('where a cheap lookup came after a dear one', async () => {
		service.control.balance(6.75);
		const price = (usd: number) => service.control.change({ account: { pricesUsd: { reveal: usd } } });
		const [dear, cheap, ...others] = agentCalls(service.credential, limited, many.slice(0, 10));
		price(0.5);
		await dear?.();
		price(0.05);
		await cheap?.();
		price(0.5);
		slow();
		await Promise.all(others.map(async (call) => await call()));
		expect(left()).toBeCloseTo(5.2);
	});
});

test.each([{ spendingLimit: 1 }, { minimumBalance: 99 }, { monthlyBudget: 1 }])(
	'a price that rises tenfold with lookups in flight exceeds nothing: %j',
	async (options) => {
		service.control.balance(100);
		slow();
		const known = until('a reveal is charged', () => charges() >= 1, { everyMs: 5 });
		const raised = known.then(() => service.control.change({ account: { pricesUsd: { reveal: 0.5 } } }));
		// For this process an account of its own, so that the other tests do not know the price.
		const baseUrl = service.credential.baseUrl.replace('127.0.0.1', 'localhost');
		const credential = { ...service.credential, baseUrl };
		await Promise.all([raised, service.run({ ...reveal, options }, many, { credential })]);
		const spent = service.control.charges().map(({ amount_usd: usd }) => usd);
		expect(spent).toContain(0.5);
		expect(spent.reduce((sum, usd) => sum + usd, 0)).toBeLessThanOrEqual(1);
	},
);

test.each<[string, IDataObject, IDataObject[], number, number]>([
	['share one spending limit', { spendingLimit: 0.1 }, many.slice(0, 10), 2, 2],
	['pay for an address once', {}, addresses(ONE_COMPANY, ONE_COMPANY, ONE_COMPANY), 1, 3],
])('parallel calls of an execution, as of an AI agent, %s', async (_, options, items, charged, matches) => {
	slow();
	const calls = agentCalls(service.credential, { ...reveal, options }, items);
	const rows = (await Promise.all(calls.map(async (call) => await call()))).flat(2);
	expect([charges(), rows.filter(({ json }) => json.matches === 1).length]).toEqual([charged, matches]);
	expect(rows.filter(({ json }) => json.skipped)).toHaveLength(items.length - matches);
});

test('a key without the feature stops at once, and says so for every item', async () => {
	const { baseUrl, keys } = service.running;
	const items = addresses(...Array.from({ length: 100 }, (_, index) => `8.8.${index}.12`));
	const credential = { apiKey: keys.withoutReveal, baseUrl, requestsPerSecond: 10 };
	const result = await service.run(reveal, items, { credential, node: SPLIT });
	expect(result.json('Error')).toHaveLength(100);
	expect(result.json('Error')[99]?.error).toContain("isn't enabled");
	expect(service.requests().length).toBeLessThan(100);
});

test('two nodes of a workflow each look an address up, and pay for it', async () => {
	const { nodes, ...around } = workflowAround(reveal, addresses(ONE_COMPANY));
	const second = { ...nodes[1]!, id: 'second', name: 'Success' };
	await service.runWorkflow({
		...around,
		nodes: nodes.map((node) => (node.name === 'Success' ? second : node)),
	});
	expect(charges()).toBe(2);
});

test('more addresses than are kept for the whole execution are each paid for once by a run and its retry', async () => {
	service.control.change({ unlimited: true });
	const items = addresses(
		...Array.from({ length: 2010 }, (_, index) => `9.9.${Math.floor(index / 250)}.${(index % 250) + 1}`),
	);
	const again = items.slice(-5);
	const [{ ip: refused } = {}] = items.slice(-1);
	service.control.addFaults({ ...REVEAL, kind: 'status', status: 400, bodyIncludes: `"${String(refused)}"` });
	const result = await service.run(reveal, [...items, ...again], {
		credential: { ...service.credential, requestsPerSecond: 100_000 },
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(result.json('Company Radar')).toHaveLength(items.length + again.length);
	// The refused one is sent again by the retry.
	expect(writesOf(service)).toBe(items.length + 1);
});

describe('A node that runs several times in an execution, as in a loop', () => {
	const runTwice = async (parameters: IDataObject, items: IDataObject[]) =>
		await service.runWorkflow(workflowRunningTwice({ ...reveal, ...parameters }, items, CONTINUE));
	/** Other addresses in each run. */
	const others = { ipAddress: '={{ $json.ips[$runIndex] }}' };
	const inBothRuns = [{ ips: ['8.8.1.12', '8.8.2.12'] }, { ips: ['8.8.3.12', '8.8.4.12'] }];

	test('pays for an address once', async () => {
		const result = await runTwice({}, addresses(ONE_COMPANY, TWO_COMPANIES));
		expect(result.run.data.resultData.runData['Company Radar']).toHaveLength(2);
		expect(result.json('Company Radar').map(({ ip }) => ip)).toEqual([ONE_COMPANY, TWO_COMPANIES]);
		const reused = 'In this execution: 2 results were reused without a charge.';
		expect(result.hints('Company Radar')[0]).toBe(reused);
		expect(charges()).toBe(2);
	});

	test('counts a lookup that may have been charged once', async () => {
		service.control.addFaults({ ...LOST, nth: 2 });
		await runTwice({ ...others, options: { spendingLimit: 0.2 } }, inBothRuns);
		expect(charges()).toBe(4);
	});
});
