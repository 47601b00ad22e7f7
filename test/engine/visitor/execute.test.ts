import Ajv from 'ajv';

import schema from '../../../nodes/CompanyRadarVisitorTrigger/__schema__/v1.0.0.json';
import { clock } from '../../../nodes/shared/host/clock';
import { shortWaits } from '../settings/settings';
import { useSandbox } from '../support/sandbox';
import { TRIGGER, VisitorHost } from './host';

const service = useSandbox({ settings: { unlimited: true } });
shortWaits();

/** Companies for addresses that end in 1 and 2, none for one that ends in 11 (sandbox/reveal.ts). */
const COMPANY = '93.184.216.1';
const ANOTHER = '93.184.216.2';
const NONE = '93.184.216.11';

const REVEAL = '/v1/company-reveal';

const host = (
	...given: ConstructorParameters<typeof VisitorHost> extends [unknown, ...infer Rest] ? Rest : never
) => new VisitorHost(service, ...given);

const { now } = clock;
afterEach(() => void (clock.now = now));

/** Lets time pass everywhere. */
function passHours(hours: number): void {
	const before = clock.now;
	clock.now = () => before() + hours * 3_600_000;
	service.control.clock({ advance: hours * 3600 });
}

/** What Execute step says. */
const hintsOf = async (visitors: VisitorHost): Promise<string> =>
	(await visitors.executeStep()).hints(TRIGGER).join(' ');

const lookups = () => service.requests().filter((request) => request.endsWith(REVEAL)).length;

describe('A visit', () => {
	it('gives the company with the page, and an address only if the user wants it', async () => {
		const visitors = host();
		await visitors.view(COMPANY);
		const [company] = visitors.companies;
		expect(company).toMatchObject({
			summary: expect.stringMatching(/ looked at \/pricing$/),
			page: 'https://www.example.com/pricing',
			utm_source: 'mail',
			charged_usd: 0.05,
		});
		expect(JSON.stringify([visitors.executions, visitors.saved])).not.toContain(COMPANY);
		const validate = new Ajv({ strict: false }).compile({ ...schema, additionalProperties: false });
		expect([validate(company), validate.errors]).toEqual([true, null]);
		const addressed = host({ options: { includeIpAddress: true } });
		await addressed.view(COMPANY);
		expect(addressed.companies).toMatchObject([{ ip: COMPANY }]);
	});

	it.each<[string, addresses: string[], companies: number, lookups: number]>([
		['without a match starts no execution, and is not looked up again', [NONE, NONE], 0, 1],
		['gives a company once, whatever address it comes from', [COMPANY, COMPANY, '95.184.216.1'], 1, 2],
	])('%s', async (_, addresses, companies, count) => {
		const visitors = host();
		for (const address of addresses) await visitors.view(address);
		expect([visitors.executions.length, visitors.companies.length, lookups()]).toEqual([
			companies,
			companies,
			count,
		]);
	});

	it('is looked up once while its page views come at once', async () => {
		const visitors = host();
		await Promise.all(Array.from({ length: 20 }, async () => await visitors.view(COMPANY)));
		expect([visitors.companies.length, lookups()]).toEqual([1, 1]);
	});

	it('gives the first company that is not excluded, or nothing', async () => {
		const all = host();
		await all.view('93.184.216.13');
		const [first] = all.companies;
		const excluding = host({ exclude: { companies: String(first?.domain) } });
		await excluding.view('93.184.216.13');
		const [second] = excluding.companies;
		expect(second?.domain).not.toBe(first?.domain);
		expect(second?.other_domains).toBe(first?.domain);
	});
});

describe('A second look', () => {
	const at = (p: string) => ({ body: { p } });
	const SETTINGS = { pagesThatMatter: '/pricing, */demo' };

	it('at a page that matters starts the workflow again, once for each, without another lookup', async () => {
		const visitors = host(SETTINGS);
		for (const path of ['/', '/about', '/pricing', '/pricing/teams', '/de/demo', '/demo', '/'])
			await visitors.view(COMPANY, at(path));
		expect(
			visitors.companies.map(({ page, first_page, charged_usd }) => [page, first_page, charged_usd]),
		).toEqual([
			['https://www.example.com/', undefined, 0.05],
			['https://www.example.com/pricing', 'https://www.example.com/', 0],
			['https://www.example.com/de/demo', 'https://www.example.com/', 0],
		]);
		expect(visitors.companies[1]).toMatchObject({
			domain: visitors.companies[0]?.domain,
			summary: expect.stringMatching(/ looked at \/pricing$/),
			visited_at: expect.stringMatching(/^\d{4}-.*Z$/),
		});
		expect(lookups()).toBe(1);
		const validate = new Ajv({ strict: false }).compile({ ...schema, additionalProperties: false });
		expect([validate(visitors.companies[1]), validate.errors]).toEqual([true, null]);
		const hints = await hintsOf(visitors);
		expect(hints).toContain('2 from companies that came to a page that matters');
	});

	it('is not told for the page on which the company was first reported', async () => {
		const visitors = host(SETTINGS);
		for (const path of ['/pricing', '/pricing/teams']) await visitors.view(COMPANY, at(path));
		expect(visitors.companies).toHaveLength(1);
	});

	it('of a colleague says what the lookup of the other address cost', async () => {
		const visitors = host(SETTINGS);
		await visitors.view(COMPANY, at('/'));
		for (const path of ['/pricing', '/']) await visitors.view('95.184.216.1', at(path));
		await visitors.view(COMPANY, at('/pricing'));
		expect(visitors.companies.map(({ charged_usd, first_page }) => [charged_usd, first_page])).toEqual([
			[0.05, undefined],
			[0.05, 'https://www.example.com/'],
		]);
		expect(lookups()).toBe(2);
	});

	it('is told while a limit is reached', async () => {
		const visitors = host({ ...SETTINGS, spendingLimit: 0.05 });
		for (const address of [COMPANY, ANOTHER]) await visitors.view(address, at('/'));
		await visitors.view(COMPANY, at('/pricing'));
		expect([visitors.companies.length, lookups()]).toEqual([2, 1]);
	});

	it('is no longer told after the cooldown, a restart, or when the company was excluded', async () => {
		const visitors = host({ ...SETTINGS, options: { againAfterHours: 48, cooldownHours: 48 } });
		await visitors.view(COMPANY, at('/'));
		visitors.parameters = { ...SETTINGS, exclude: { companies: visitors.companies[0]?.domain } };
		await visitors.view(COMPANY, at('/pricing'));
		visitors.parameters = { ...SETTINGS, options: { againAfterHours: 48, cooldownHours: 48 } };
		passHours(49);
		await visitors.view(COMPANY, at('/pricing'));
		expect(visitors.companies.map(({ first_page }) => first_page)).toEqual([undefined, undefined]);
		visitors.restart();
		await visitors.view(COMPANY, at('/demo'));
		expect([visitors.companies.length, lookups()]).toEqual([2, 2]);
	});
});

describe('Many at once', () => {
	const addresses = Array.from(
		{ length: 1000 },
		(_, index) => `93.${184 + Math.floor(index / 250)}.216.${(index % 250) + 1}`,
	);

	it('are 10 that wait, also before the time of the service is known', async () => {
		const visitors = host({ spendingLimit: 1000 });
		await Promise.all(addresses.map(async (address) => await visitors.view(address)));
		expect(visitors.state.views.totals().get('tooMany')).toBe(990);
		expect(lookups()).toBe(10);
	});
});

describe('Only Companies', () => {
	it('are looked up with all others, and alone start the workflow', async () => {
		const all = host();
		await all.view(COMPANY);
		const [{ domain } = {}] = all.companies;
		const visitors = host({ options: { onlyCompanies: `https://www.${String(domain)}/, another.example` } });
		for (const address of [ANOTHER, COMPANY]) await visitors.view(address);
		expect(visitors.companies).toMatchObject([{ domain }]);
		expect(lookups()).toBe(3);
		const hints = await hintsOf(visitors);
		expect(hints).toContain(
			"2 looked up: 1 started the workflow; 1 from companies that are excluded, or not in 'Only Companies'.",
		);
	});
});

describe('A company whose execution n8n could not create', () => {
	it('is reported with its next visit after the cooldown', async () => {
		const visitors = host();
		visitors.isFull = true;
		await visitors.view(COMPANY);
		visitors.isFull = false;
		passHours(23);
		await visitors.view(COMPANY);
		expect([visitors.companies.length, lookups()]).toEqual([0, 1]);
		passHours(2);
		await visitors.view(COMPANY);
		expect([visitors.companies.length, lookups()]).toEqual([1, 2]);
	});
});

describe('After a restart', () => {
	it('a visitor is looked up again as soon as without one', async () => {
		const visitors = host();
		await visitors.view(COMPANY);
		passHours(23);
		visitors.restart();
		await visitors.view(COMPANY);
		expect(lookups()).toBe(1);
		passHours(2);
		await visitors.view(COMPANY);
		expect(lookups()).toBe(2);
		visitors.restart();
		await visitors.view(COMPANY);
		expect(lookups()).toBe(2);
	});

	it.each([-24, 24])('everything is known with the clock of the computer set by %i hours', async (hours) => {
		const visitors = host();
		await visitors.view(COMPANY);
		visitors.restart();
		const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 3_600_000);
		for (const address of [COMPANY, '95.184.216.1']) await visitors.view(address);
		time.mockRestore();
		expect([visitors.companies.length, lookups()]).toEqual([1, 2]);
	});

	it.each([1, 2])('everything is known where response %i is a day ahead', async (nth) => {
		const visitors = host({ spendingLimit: 0.15 });
		for (const address of [COMPANY, ANOTHER]) await visitors.view(address);
		passHours(1);
		await visitors.view(COMPANY);
		visitors.restart();
		const timestamp = new Date(Date.parse(service.control.clock().now) + 25 * 3_600_000).toISOString();
		service.control.addFaults({ kind: 'status', status: 200, replace: { timestamp }, nth });
		for (const address of [COMPANY, '95.184.216.1', '95.184.216.3']) await visitors.view(address);
		expect(service.control.faults()).toEqual([]);
		expect([visitors.companies.length, lookups()]).toEqual([2, 3]);
	});

	it('the last lookup of a burst is known', async () => {
		const visitors = host();
		const addresses = Array.from({ length: 20 }, (_, index) => `93.184.${index}.11`);
		await Promise.all(addresses.map(async (address) => await visitors.view(address)));
		visitors.restart();
		for (const address of addresses) await visitors.view(address);
		expect(lookups()).toBe(20);
	});
});

describe('Spending Limit per Day', () => {
	it('gives nothing once it is reached, and says so once', async () => {
		const visitors = host({ spendingLimit: 0.1 });
		for (const last of [1, 2, 3, 4, 5]) await visitors.view(`93.184.216.${last}`);
		expect([visitors.companies.length, lookups()]).toEqual([2, 2]);
		expect(await hintsOf(visitors)).toMatch(
			/The spending limit of \$0\.10 per day is reached\. In the last 24 hours: \$0\.10 spent\. Visitors aren't looked up until \d{4}-\d\d-\d\d \d\d:00 UTC\. To go on now, raise 'Spending Limit per Day'\..* 3 not looked up: 3 at a spending limit\./,
		);
		expect(visitors.log).toEqual([expect.stringContaining('The spending limit of $0.10 per day is reached')]);
	});

	it('is kept by visitors at once when the price rises tenfold', async () => {
		const visitors = host({ spendingLimit: 2 });
		await visitors.view(COMPANY);
		service.control.change({ account: { pricesUsd: { reveal: 0.5 } } });
		const addresses = Array.from({ length: 30 }, (_, index) => `93.${index + 1}.216.1`);
		await Promise.all(addresses.map(async (address) => await visitors.view(address)));
		const spent = service.control.charges().map(({ amount_usd: usd }) => usd);
		expect(spent).toEqual([0.05, 0.5, 0.5, 0.5]);
	});

	it('goes on when the outcome of the first lookup is unknown, with what it may have cost', async () => {
		const visitors = host({ spendingLimit: 1.1 });
		service.control.addFaults({ kind: 'cut', effect: 'done', path: REVEAL });
		const failed = await visitors.view(COMPANY);
		expect(failed?.error?.message).toBe('The lookup may or may not have been charged');
		passHours(0.1);
		await visitors.view(ANOTHER);
		expect(visitors.companies).toHaveLength(1);
	});
});

describe('Monthly Budget', () => {
	const BUDGET = { spendingLimit: 5, options: { monthlyBudget: 0.12 } };
	const addresses = Array.from({ length: 10 }, (_, index) => `9${index}.184.216.1`);

	it('gives nothing once it is reached, and says what is used and until when', async () => {
		const visitors = host(BUDGET);
		for (const address of addresses.slice(0, 3)) await visitors.view(address);
		expect([visitors.executions.length, lookups()]).toEqual([1, 2]);
		expect(visitors.log).toEqual([
			expect.stringMatching(
				/The monthly budget of \$0\.12 is reached\. \$0\.10 used in \d{4}-\d\d, \$0\.02 left; the next month begins on \d{4}-\d\d-01 at 00:00 UTC\./,
			),
		]);
	});

	it('is kept by visits at the same time, and by another workflow', async () => {
		const [one, other] = [host(BUDGET), host(BUDGET)];
		await one.view(addresses[0] ?? '');
		await Promise.all([
			...addresses.slice(1, 5).map(async (address) => await one.view(address)),
			...addresses.slice(5).map(async (address) => await other.view(address)),
		]);
		expect(lookups()).toBe(2);
	});

	it('looks nobody up where the account cannot be read', async () => {
		const timestamp = new Date().toISOString();
		const body = { status: 'success', timestamp, data: { balance_remaining_usd: 5 } };
		service.control.addFaults({ kind: 'status', status: 200, body, path: '/v1/account', count: 9 });
		const visit = await host(BUDGET).view(COMPANY);
		expect(visit?.error?.message).toBe(
			"The monthly budget can't be checked, because the account couldn't be read",
		);
		expect(JSON.stringify(visit?.run)).not.toContain(COMPANY);
		expect(lookups()).toBe(0);
	});
});

describe('A lookup that fails', () => {
	const refuse = (status: number, body?: object) =>
		service.control.addFaults({ kind: 'status', status, path: REVEAL, ...(body && { body }) });

	/** Waits this long, then lets somebody visit; resolves with whether that looked up, and started an execution. */
	async function visitAfter(visitors: VisitorHost, minutes: number): Promise<[boolean, boolean]> {
		passHours(minutes / 60);
		const before = lookups();
		const run = await visitors.view(ANOTHER);
		return [lookups() > before, run !== undefined];
	}

	it('is tried again after 1, 2, 4, 8 and 15 minutes, and fails an execution at once, after an hour, and once a day', async () => {
		const visitors = host();
		service.control.addFaults({ kind: 'status', status: 402, path: REVEAL, count: 1000 });
		expect(await visitAfter(visitors, 0)).toEqual([true, true]);
		for (const minutes of [1, 2, 4, 8, 15, 15]) {
			expect(await visitAfter(visitors, minutes - 0.1)).toEqual([false, false]);
			expect(await visitAfter(visitors, 0.2)).toEqual([true, false]);
		}
		expect(await visitAfter(visitors, 16)).toEqual([true, true]);
		for (let hour = 0; hour < 23; hour++) expect(await visitAfter(visitors, 60)).toEqual([true, false]);
		expect(await visitAfter(visitors, 61)).toEqual([true, true]);
		for (let hour = 0; hour < 23; hour++) expect(await visitAfter(visitors, 60)).toEqual([true, false]);
		expect(await visitAfter(visitors, 61)).toEqual([true, true]);
	});

	it('is named by Execute step until one works, and then begins anew', async () => {
		const visitors = host();
		refuse(402);
		refuse(402);
		const failed = await visitors.view(COMPANY);
		expect(failed?.error?.message).toBe('The account balance is too low');
		expect(JSON.stringify(failed?.run)).not.toContain(COMPANY);
		expect(await hintsOf(visitors)).toContain('The last lookup failed: The account balance is too low.');
		expect(await hintsOf(visitors)).toContain('Nobody is looked up for 1 minute.');
		expect(await visitAfter(visitors, 1.1)).toEqual([true, false]);
		expect(await hintsOf(visitors)).toContain('Nobody is looked up for 2 minutes.');
		expect(await visitAfter(visitors, 2.1)).toEqual([true, true]);
		expect(visitors.companies).toHaveLength(1);
		expect(await hintsOf(visitors)).not.toContain('The last lookup failed');
		refuse(403);
		expect(await visitors.view('93.184.216.3')).toBeUndefined();
		expect(await hintsOf(visitors)).toContain('Nobody is looked up for 1 minute.');
		passHours(1);
		refuse(403);
		expect((await visitors.view('93.184.216.4'))?.error?.message).toContain('reveal');
	});

	it('starts one execution, however many fail at once', async () => {
		const visitors = host();
		await visitors.view(COMPANY);
		service.control.addFaults({ kind: 'status', status: 403, path: REVEAL, count: 50 });
		const addresses = Array.from({ length: 10 }, (_, index) => `93.184.217.${index + 1}`);
		await Promise.all(addresses.map(async (address) => await visitors.view(address)));
		expect(visitors.executions.filter(({ error }) => error)).toHaveLength(1);
	});

	it('because of the address concerns no other visitor', async () => {
		const visitors = host();
		refuse(400, {
			status: 'error',
			code: 400,
			message: 'Bad address',
			errors: [{ field: 'ip', reason: `${COMPANY} is refused` }],
			timestamp: new Date().toISOString(),
			error_id: '5d0e39a5-3c8b-4a1f-9a43-95a1c0ffee00',
		});
		for (const address of [COMPANY, COMPANY, ANOTHER]) await visitors.view(address);
		expect([visitors.executions.length, visitors.companies.length, lookups()]).toEqual([1, 1, 2]);
		expect(visitors.log).toEqual([expect.stringContaining('(ip: the address is refused)')]);
	});
});

describe('Settings of the node', () => {
	const fail = () => service.control.addFaults({ kind: 'status', status: 403, path: REVEAL });

	it('Retry On Fail: a failure stays one', async () => {
		const visitors = host({}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 });
		fail();
		const failed = await visitors.view(COMPANY);
		expect([failed?.error?.message, failed?.ran('Next'), lookups()]).toEqual([
			expect.stringContaining('reveal'),
			false,
			1,
		]);
	});

	it('the Retry button repeats a company and a failure, without another lookup', async () => {
		const visitors = host();
		await visitors.view(ANOTHER);
		fail();
		await visitors.view(COMPANY);
		const before = lookups();
		const [company, failure] = await Promise.all(
			visitors.started.map(async (items) => await visitors.run(items, 'retry')),
		);
		expect(company?.json(TRIGGER)).toEqual(visitors.executions[0]?.json(TRIGGER));
		expect(failure?.error?.message).toBe(visitors.executions[1]?.error?.message);
		expect(lookups()).toBe(before);
	});

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'On Error %s: no item without a company takes the main output',
		async (onError) => {
			const visitors = host({}, { onError });
			fail();
			const run = await visitors.view(COMPANY);
			expect(run?.ran('Next')).toBe(false);
			const errors = onError === 'continueErrorOutput' ? run?.json(TRIGGER, 1) : [];
			const expected = { error: expect.stringContaining('reveal'), message: expect.any(String) };
			expect(errors).toEqual(onError === 'continueErrorOutput' ? [expected] : []);
		},
	);

	it.each([{ executeOnce: true }, { alwaysOutputData: true }, { retryOnFail: true }])(
		'%j changes nothing',
		async (settings) => {
			const visitors = host({}, settings);
			await visitors.view(COMPANY);
			await visitors.view(NONE);
			expect([visitors.executions.length, visitors.companies.length]).toEqual([1, 1]);
		},
	);
});

describe('Publishing', () => {
	it('asks the service nothing', async () => {
		expect(await host().publish()).toBe(true);
		expect(service.requests()).toEqual([]);
	});

	it.each([
		[{}, { onError: 'continueRegularOutput' as const }, "'On Error' must not be 'Continue'"],
		[
			{},
			{ onError: 'continueErrorOutput' as const, alwaysOutputData: true },
			"'Always Output Data' must be off",
		],
		[{ spendingLimit: 0 }, {}, 'is 0, so nobody would be looked up'],
		[{ allowedWebsites: 'example.com, *.example.com' }, {}, 'has a wildcard. Leave it out: subdomains'],
	])('refuses what would run wrong: %j %j', async (parameters, settings, message) => {
		await expect(host(parameters, settings).publish()).rejects.toThrow(message);
	});

	it('goes on at a restart with a setting that is refused now, and says so', async () => {
		const visitors = host({}, { onError: 'continueRegularOutput' });
		expect(await visitors.publish('init')).toBe(true);
		expect(visitors.log).toEqual([expect.stringContaining("'On Error' must not be 'Continue'")]);
	});
});

describe('A node that polls in the same workflow', () => {
	const RSS = ['News', 'n8n-nodes-base.rssFeedReadTrigger'] as const;
	const ours = (delivery: string) =>
		['Updates', 'n8n-nodes-company-radar.companyRadarTrigger', { delivery }] as const;
	const withOther = (other: readonly [string, string, object?]) =>
		Object.assign(host(), { others: [other] as VisitorHost['others'] });

	it.each([[RSS], [ours('polling')], [ours('webhookWithCatchUp')]])(
		'is refused when published: %j',
		async (other) => {
			const refused = withOther(other).publish();
			await expect(refused).rejects.toThrow(`'${other[0]}' must not be in the workflow of this trigger`);
			await expect(refused).rejects.toThrow('the daily limit would begin at $0');
			expect(await withOther(other).publish('init')).toBe(true);
		},
	);

	it('is not our own trigger while it only gets webhooks', async () => {
		const visitors = withOther(ours('webhook'));
		expect(await visitors.publish()).toBe(true);
		await visitors.view(COMPANY);
		expect(visitors.log).toEqual([]);
	});

	it('that was added later is named once in the log, and by Execute step', async () => {
		const visitors = host();
		await visitors.publish();
		visitors.others = [[...RSS], ['Feeds', RSS[1]]];
		for (const address of [COMPANY, ANOTHER]) await visitors.view(address);
		expect(visitors.companies).toHaveLength(2);
		expect(visitors.log).toEqual([expect.stringContaining("'News', 'Feeds' must not be in the workflow")]);
		const hints = await hintsOf(visitors);
		expect(hints).toContain('Move it into another workflow.');
		expect(hints).not.toContain("'Delivery'");
	});
});

describe('Execute step', () => {
	it('gives the line to paste with a sample, and asks the service nothing', async () => {
		const execution = await host().executeStep();
		const [sample] = execution.json(TRIGGER);
		expect(sample).toMatchObject({
			snippet: '<script async src="http://localhost/webhook/hook/visitor.js"></script>',
			sample: true,
			name: 'Blue Harbor',
		});
		expect(execution.hints(TRIGGER).join()).toContain('a sample');
		expect(service.requests()).toEqual([]);
	});

	it.each([
		['localhost', false],
		['http://localhost:8099, 127.0.0.1', false],
		['localhost, example.com', true],
	])('only pages on this computer reach n8n on this computer: %s', async (allowedWebsites, isWarned) => {
		const hints = await hintsOf(host({ allowedWebsites }));
		expect(hints.includes("can't send page views")).toBe(isWarned);
	});

	it('tells what arrived in the last hour, and no longer that the address cannot be reached', async () => {
		const visitors = host();
		expect(await hintsOf(visitors)).toContain("isn't a public https address");
		expect(await hintsOf(visitors)).toContain('No page view arrived in this n8n process in the last hour');
		for (const address of [COMPANY, COMPANY, '10.0.0.1']) await visitors.view(address);
		await visitors.view(ANOTHER, { headers: { 'user-agent': 'curl/8.5' } });
		expect(await hintsOf(visitors)).toContain(
			'4 page views arrived in this n8n process, with addresses of 2 networks. 1 looked up: 1 started the workflow. 3 not looked up: 1 from visitors who were looked up before; 1 from bots; 1 without a public address.',
		);
		expect(await hintsOf(visitors)).not.toContain("isn't a public https address");
		passHours(1.1);
		expect(await hintsOf(visitors)).toContain('No page view arrived in this n8n process in the last hour');
	});

	it.each(['10.0.0.1', ''])(
		'names a wrong proxy setting from the first page view on: %j',
		async (address) => {
			const visitors = host();
			await visitors.view(address);
			expect(await hintsOf(visitors)).toContain(
				"Page views come from private addresses, so they aren't looked up.",
			);
			await visitors.view(COMPANY);
			expect(await hintsOf(visitors)).not.toContain('private addresses');
		},
	);

	it('tells how lookups ended, and what they cost', async () => {
		const excluded = '93.184.216.3';
		const first = host();
		await first.view(excluded);
		const visitors = host({ exclude: { companies: String(first.companies[0]?.domain) } });
		for (const address of [COMPANY, '95.184.216.1', NONE]) await visitors.view(address);
		expect(await hintsOf(visitors)).toContain(
			'3 looked up: 1 started the workflow; 1 from companies already reported; 1 without a match. $0.10 was spent on lookups in the last 24 hours.',
		);
	});

	it('does not blame a limit for a failure', async () => {
		const visitors = host();
		service.control.addFaults({ kind: 'status', status: 402, path: REVEAL });
		for (const address of [COMPANY, ANOTHER]) await visitors.view(address);
		const hints = await hintsOf(visitors);
		expect(hints).toContain(
			'2 not looked up: 1 while lookups paused after a failure; 1 whose lookup failed.',
		);
		expect(hints).not.toContain('limit');
	});

	it('tells of page views without consent, which an old copy of the script sends', async () => {
		const visitors = host({ options: { waitForConsent: true } });
		await visitors.view(COMPANY);
		await visitors.view(ANOTHER, { body: { c: true } });
		const hints = await hintsOf(visitors);
		expect(hints).toContain(
			'1 not looked up: 1 without consent, or from an old copy of the script: replace it.',
		);
		expect(lookups()).toBe(1);
	});
});
