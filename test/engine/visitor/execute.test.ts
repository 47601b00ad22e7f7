import Ajv from 'ajv';
import type { IDataObject } from 'n8n-workflow';

import schema from '../../../nodes/CompanyRadarVisitorTrigger/__schema__/v1.0.0.json';
import { clock } from '../../../nodes/shared/host/clock';
import { shortWaits } from '../settings/settings';
import { useSandbox } from '../support/sandbox';
import { TRIGGER, VisitorHost, type Other } from './host';

const service = useSandbox({ settings: { unlimited: true } });
shortWaits();

/** Companies for addresses that end in 1 and 2, none for one that ends in 11 (sandbox/reveal.ts). */
const COMPANY = '93.184.216.1';
const COLLEAGUE = '95.184.216.1';
const ANOTHER = '93.184.216.2';
const NONE = '93.184.216.11';

const REVEAL = '/v1/company-reveal';
const PAGE = 'https://www.example.com';

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

/** Page views, each an address with a path or without; several at once; hours that pass; anything else that happens. */
type Step = string | string[] | number | ((visitors: VisitorHost) => unknown);

async function live(visitors: VisitorHost, ...steps: Step[]): Promise<VisitorHost> {
	const view = async (seen: string) => {
		const [address = '', path] = seen.split(/(?=\/)(.*)/);
		return await visitors.view(address, path === undefined ? {} : { body: { p: path } });
	};
	for (const step of steps)
		if (typeof step === 'number') passHours(step);
		else if (typeof step === 'function') await step(visitors);
		else await Promise.all([step].flat().map(view));
	return visitors;
}

const RESTART: Step = (visitors) => visitors.restart();

const networks = (count: number, of: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => of(index));

/** What Execute step says. */
const hintsOf = async (visitors: VisitorHost): Promise<string> =>
	(await visitors.executeStep()).hints(TRIGGER).join(' ');

const lookups = () => service.requests().filter((request) => request.endsWith(REVEAL)).length;

const errorsOf = ({ executions }: VisitorHost) => executions.flatMap(({ error }) => error?.message ?? []);

const refuse = (status: number, count = 1, body?: object) =>
	service.control.addFaults({ kind: 'status', status, path: REVEAL, count, ...(body && { body }) });

const ahead = (hours: number) =>
	new Date(Date.parse(service.control.clock().now) + hours * 3_600_000).toISOString();

function expectValid(row: IDataObject | undefined): void {
	const validate = new Ajv({ strict: false }).compile({ ...schema, additionalProperties: false });
	expect([validate(row), validate.errors]).toEqual([true, null]);
}

it('a visit gives the company with the page, and an address only if the user wants it', async () => {
	const visitors = await live(host(), COMPANY);
	const [company] = visitors.outputs();
	expect(company).toMatchObject({
		summary: expect.stringMatching(/ looked at \/pricing$/),
		page: `${PAGE}/pricing`,
		utm_source: 'mail',
		charged_usd: 0.05,
	});
	expect(JSON.stringify([visitors.executions, visitors.savedStaticData])).not.toContain(COMPANY);
	expectValid(company);
	const addressed = await live(host({ options: { includeIpAddress: true } }), COMPANY);
	expect(addressed.outputs()).toMatchObject([{ ip: COMPANY }]);
});

const FREE: Step = (visitors) => (visitors.beforeStart = () => undefined);
const FULL: Step = (visitors) =>
	(visitors.beforeStart = () => {
		throw new Error('The disk is full');
	});
const BURST = networks(20, (index) => `93.184.${index}.11`);
const responseIsAhead = (nth: number): Step[] => [
	...[COMPANY, ANOTHER, 1, COMPANY, RESTART],
	() => service.control.addFaults({ kind: 'status', status: 200, replace: { timestamp: ahead(25) }, nth }),
	...[COMPANY, COLLEAGUE, '95.184.216.3'],
];

it.each<[string, steps: Step[], companies: number, lookups: number, parameters?: IDataObject]>([
	['without a match start no execution, and are not looked up again', [NONE, NONE], 0, 1],
	['give a company once, whatever address it comes from', [COMPANY, COMPANY, COLLEAGUE], 1, 2],
	['at once look up an address once', [networks(20, () => COMPANY)], 1, 1],
	['whose execution n8n cannot create are lost for a day', [FULL, COMPANY, FREE, 23, COMPANY], 0, 1],
	['and then reported', [FULL, COMPANY, FREE, 25, COMPANY], 1, 2],
	['of a company come again after a day, as without a restart', [COMPANY, 23, RESTART, COMPANY], 1, 1],
	['after a day and a restart look up once', [COMPANY, 25, RESTART, COMPANY, RESTART, COMPANY], 2, 2],
	['of a burst are all known after a restart', [BURST, RESTART, ...BURST], 0, 20],
	['are known where the first response is a day ahead', responseIsAhead(1), 2, 3, { spendingLimit: 0.15 }],
	['are known where the second response is a day ahead', responseIsAhead(2), 2, 3, { spendingLimit: 0.15 }],
	[
		'go on after an unknown outcome, with what it may have cost',
		[() => service.control.addFaults({ kind: 'cut', effect: 'done', path: REVEAL }), COMPANY, 0.1, ANOTHER],
		1,
		2,
		{ spendingLimit: 1.1 },
	],
])('page views %s', async (_, steps, companies, count, parameters = {}) => {
	const visitors = await live(host(parameters), ...steps);
	expect([visitors.outputs().length, lookups()]).toEqual([companies, count]);
	expect(service.control.faults()).toEqual([]);
});

it.each([-24, 24])('everything is known after a restart with the computer set by %i hours', async (hours) => {
	const visitors = await live(host(), COMPANY, RESTART);
	const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 3_600_000);
	await live(visitors, COMPANY, COLLEAGUE);
	time.mockRestore();
	expect([visitors.outputs().length, lookups()]).toEqual([1, 2]);
});

describe('A second look', () => {
	const SETTINGS = {
		pagesThatMatter: '/pricing, */demo',
		options: { againAfterHours: 48, cooldownHours: 48 },
	};
	const at = (paths: string) => paths.split(' ').map((path) => `${COMPANY}${path}`);
	const set =
		(more: IDataObject): Step =>
		(visitors) =>
			(visitors.parameters = { ...SETTINGS, ...more });
	const exclude: Step = (visitors) =>
		(visitors.parameters = { ...SETTINGS, exclude: { companies: visitors.outputs()[0]?.domain } });

	it.each<
		[string, steps: Step[], told: Array<[page: string, first?: string, usd?: number]>, lookups: number]
	>([
		[
			'at a page that matters starts the workflow again, once for each, without another lookup',
			at('/ /about /pricing /pricing/teams /de/demo /demo /'),
			[['/'], ['/pricing', '/', 0], ['/de/demo', '/', 0]],
			1,
		],
		['is not told for the page of the first', at('/pricing /pricing/teams'), [['/pricing']], 1],
		[
			'of a colleague says what the lookup of the other address cost',
			[...at('/'), `${COLLEAGUE}/pricing`, `${COLLEAGUE}/`, ...at('/pricing')],
			[['/'], ['/pricing', '/', 0.05]],
			2,
		],
		[
			'is told while a limit is reached',
			[set({ spendingLimit: 0.05 }), `${COMPANY}/`, `${ANOTHER}/`, ...at('/pricing')],
			[['/'], ['/pricing', '/', 0]],
			1,
		],
		['is not told once the company is excluded', [...at('/'), exclude, ...at('/pricing')], [['/']], 1],
		['is none after the cooldown', [...at('/'), 49, ...at('/pricing')], [['/'], ['/pricing']], 2],
		[
			'is none once only the cooldown is over',
			[...at('/'), 40, `${COLLEAGUE}/`, 10, `${COLLEAGUE}/pricing`],
			[['/']],
			2,
		],
		['is none after a restart', [...at('/'), RESTART, ...at('/demo')], [['/']], 1],
	])('%s', async (_, steps, told, count) => {
		const visitors = await live(host(SETTINGS), ...steps);
		expect(
			visitors.outputs().map(({ page, first_page, charged_usd }) => [page, first_page, charged_usd]),
		).toEqual(told.map(([page, first, usd = 0.05]) => [PAGE + page, first && PAGE + first, usd]));
		expect(lookups()).toBe(count);
	});

	it('has the columns of the first, and is counted', async () => {
		const visitors = await live(host(SETTINGS), ...at('/ /pricing /demo'));
		const [first, second] = visitors.outputs();
		expect(second).toMatchObject({
			domain: first?.domain,
			summary: expect.stringMatching(/ looked at \/pricing$/),
			visited_at: expect.stringMatching(/^\d{4}-.*Z$/),
		});
		expectValid(second);
		expect(await hintsOf(visitors)).toContain('2 from companies that came to a page that matters');
	});
});

it('of many visits at once, 10 wait, also before the time of the service is known', async () => {
	const many = networks(1000, (index) => `93.${184 + Math.floor(index / 250)}.216.${(index % 250) + 1}`);
	const visitors = await live(host({ spendingLimit: 1000 }), many);
	expect(await hintsOf(visitors)).toContain('990 ');
	expect(lookups()).toBe(10);
});

it('of several companies of an address, the first is given that is not excluded, or is one of Only Companies', async () => {
	const address = '93.184.216.13';
	const domainOf = async (parameters: IDataObject) =>
		(await live(host(parameters), address)).outputs()[0] ?? {};
	const { domain: first } = await domainOf({});
	const { domain: second, other_domains: others } = await domainOf({ exclude: { companies: first } });
	expect([second === first, others]).toEqual([false, first]);
	const onlyCompanies = `https://www.${String(first)}/, another.example`;
	const visitors = await live(host({ options: { onlyCompanies } }), '94.184.216.4', address);
	expect(visitors.outputs()).toMatchObject([{ domain: first }]);
	expect(await hintsOf(visitors)).toContain(
		"2 looked up: 1 started the workflow; 1 from companies that are excluded, or not in 'Only Companies'.",
	);
});

describe('Spending Limit per Day', () => {
	it('gives nothing once it is reached, and says so once', async () => {
		const visitors = host({ spendingLimit: 0.1 });
		await live(visitors, ...[1, 2, 3, 4, 5].map((last) => `93.184.216.${last}`));
		expect([visitors.outputs().length, lookups()]).toEqual([2, 2]);
		expect(await hintsOf(visitors)).toMatch(
			/The spending limit of \$0\.10 per day is reached\. In the last 24 hours: \$0\.10 spent\. Visitors aren't looked up until \d{4}-\d\d-\d\d \d\d:00 UTC\. To go on now, raise 'Spending Limit per Day'\..* 3 not looked up: 3 at a spending limit\./,
		);
		expect(visitors.log).toEqual([expect.stringContaining('The spending limit of $0.10 per day is reached')]);
	});

	it('is kept by visitors at once when the price rises tenfold', async () => {
		const visitors = await live(host({ spendingLimit: 2 }), COMPANY);
		service.control.change({ account: { pricesUsd: { reveal: 0.5 } } });
		await live(
			visitors,
			networks(30, (index) => `93.${index + 1}.216.1`),
		);
		const spent = service.control.charges().map(({ amount_usd: usd }) => usd);
		expect(spent).toEqual([0.05, 0.5, 0.5, 0.5]);
	});
});

describe('Monthly Budget', () => {
	const BUDGET = { options: { monthlyBudget: 0.12 } };
	const addresses = networks(10, (index) => `9${index}.184.216.1`);

	it('gives nothing once it is reached, and says what is used and until when', async () => {
		const visitors = await live(host(BUDGET), ...addresses.slice(0, 3));
		expect([visitors.executions.length, lookups()]).toEqual([1, 2]);
		expect(visitors.log).toEqual([
			expect.stringMatching(
				/The monthly budget of \$0\.12 is reached\. \$0\.10 used in \d{4}-\d\d, \$0\.02 left; the next month begins on \d{4}-\d\d-01 at 00:00 UTC\./,
			),
		]);
	});

	it('is kept by visits at the same time, and by another workflow', async () => {
		const [one, other] = [host(BUDGET), host(BUDGET)];
		await live(one, ...addresses.slice(0, 1));
		await Promise.all([live(one, addresses.slice(1, 5)), live(other, addresses.slice(5))]);
		expect(lookups()).toBe(2);
	});
});

describe('A lookup that fails', () => {
	/** Waits this long, then lets somebody visit: whether that looked up, and started an execution. */
	async function visitAfter(visitors: VisitorHost, minutes: number): Promise<[boolean, boolean]> {
		const before = [lookups(), visitors.executions.length];
		await live(visitors, minutes / 60, ANOTHER);
		return [lookups() > (before[0] ?? 0), visitors.executions.length > (before[1] ?? 0)];
	}

	it('is tried again after 1, 2, 4, 8 and 15 minutes, and fails an execution at once, after an hour, and once a day', async () => {
		const visitors = host();
		refuse(402, 1000);
		expect(await visitAfter(visitors, 0)).toEqual([true, true]);
		for (const minutes of [1, 2, 4, 8, 15, 15]) {
			expect(await visitAfter(visitors, minutes - 0.1)).toEqual([false, false]);
			expect(await visitAfter(visitors, 0.2)).toEqual([true, false]);
		}
		expect(await visitAfter(visitors, 16)).toEqual([true, true]);
		for (let day = 0; day < 2; day++) {
			for (let hour = 0; hour < 23; hour++) expect(await visitAfter(visitors, 60)).toEqual([true, false]);
			expect(await visitAfter(visitors, 61)).toEqual([true, true]);
		}
	});

	it('is named by Execute step until one works, and then begins anew', async () => {
		const visitors = host();
		refuse(402, 2);
		await live(visitors, COMPANY);
		expect(errorsOf(visitors)).toEqual(['The account balance is too low']);
		expect(JSON.stringify(visitors.executions)).not.toContain(COMPANY);
		expect(await hintsOf(visitors)).toMatch(
			/The last lookup failed: The account balance is too low\..*Nobody is looked up for 1 minute\./s,
		);
		expect(await visitAfter(visitors, 1.1)).toEqual([true, false]);
		expect(await hintsOf(visitors)).toContain('Nobody is looked up for 2 minutes.');
		expect(await visitAfter(visitors, 2.1)).toEqual([true, true]);
		expect(await hintsOf(visitors)).not.toContain('The last lookup failed');
		refuse(403);
		await live(visitors, '93.184.216.3');
		expect(await hintsOf(visitors)).toContain('Nobody is looked up for 1 minute.');
		refuse(403);
		await live(visitors, 1, '93.184.216.4');
		expect(errorsOf(visitors)).toEqual([expect.any(String), expect.stringContaining('reveal')]);
	});

	it('starts one execution, however many fail at once', async () => {
		const visitors = await live(host(), COMPANY);
		refuse(403, 50);
		await live(
			visitors,
			networks(10, (index) => `93.184.217.${index + 1}`),
		);
		expect(errorsOf(visitors)).toHaveLength(1);
	});

	it('because of the address concerns no other visitor', async () => {
		refuse(400, 1, {
			status: 'error',
			code: 400,
			message: 'Bad address',
			errors: [{ field: 'ip', reason: `${COMPANY} is refused` }],
			timestamp: ahead(0),
			error_id: '5d0e39a5-3c8b-4a1f-9a43-95a1c0ffee00',
		});
		const visitors = await live(host(), COMPANY, COMPANY, ANOTHER);
		expect([visitors.executions.length, visitors.outputs().length, lookups()]).toEqual([1, 1, 2]);
		expect(visitors.log).toEqual([expect.stringContaining('(ip: the address is refused)')]);
	});
});

describe('Settings of the node', () => {
	it('the Retry button repeats a company and a failure, without another lookup', async () => {
		const visitors = await live(host(), ANOTHER, () => refuse(403), COMPANY);
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
			refuse(403);
			const run = await host({}, { onError }).view(COMPANY);
			expect(run?.ran('Next')).toBe(false);
			const isSplit = onError === 'continueErrorOutput';
			const expected = { error: expect.stringContaining('reveal'), message: expect.any(String) };
			expect(isSplit ? run?.json(TRIGGER, 1) : []).toEqual(isSplit ? [expected] : []);
		},
	);

	it.each([{ executeOnce: true }, { alwaysOutputData: true }, { retryOnFail: true, waitBetweenTries: 0 }])(
		'%j changes nothing',
		async (settings) => {
			const visitors = await live(host({}, settings), COMPANY, NONE);
			expect([visitors.executions.length, visitors.outputs().length]).toEqual([1, 1]);
			await live(visitors, () => refuse(403), ANOTHER);
			expect([errorsOf(visitors), lookups()]).toEqual([[expect.stringContaining('reveal')], 3]);
			expect(visitors.executions[1]?.ran('Next')).toBe(false);
		},
	);
});

describe('Publishing', () => {
	const RSS = ['News', 'n8n-nodes-base.rssFeedReadTrigger'] as const;
	const ours = (delivery: string) =>
		['Updates', 'n8n-nodes-company-radar.companyRadarTrigger', { delivery }] as const;
	const withOthers = (...others: Other[]) => Object.assign(host(), { others });

	it.each<[string, create: () => VisitorHost, message: string]>([
		['On Error', () => host({}, { onError: 'continueRegularOutput' }), "'On Error' must not be 'Continue'"],
		[
			'Always Output',
			() => host({}, { alwaysOutputData: true, onError: 'continueErrorOutput' }),
			'must be off',
		],
		['a limit of 0', () => host({ spendingLimit: 0 }), 'is 0, so nobody would be looked up'],
		['a wildcard', () => host({ allowedWebsites: '*.example.com' }), 'wildcard. Leave it out: subdomains'],
		['another poll', () => withOthers(RSS), "'News' must not be in the workflow of this trigger"],
		['our poll', () => withOthers(ours('polling')), 'the daily limit would begin at $0'],
		['our catch-up', () => withOthers(ours('webhookWithCatchUp')), "'Updates' must not be in the workflow"],
	])('refuses what would run wrong: %s', async (_, create, message) => {
		await expect(create().activate()).rejects.toThrow(message);
	});

	it('asks the service nothing, and bears our own trigger while it only gets webhooks', async () => {
		const visitors = withOthers(ours('webhook'));
		await visitors.activate();
		expect([service.requests(), visitors.log]).toEqual([[], []]);
		expect((await live(visitors, COMPANY)).log).toEqual([]);
	});

	it('at a restart says which setting is refused now', async () => {
		const visitors = host({}, { onError: 'continueRegularOutput' });
		await visitors.activate('init');
		expect(visitors.log).toEqual([expect.stringContaining("'On Error' must not be 'Continue'")]);
		await withOthers(RSS).activate('init');
	});

	it('before another node polled: that is named once in the log, and by Execute step', async () => {
		const visitors = host();
		await visitors.activate();
		visitors.others = [RSS, ['Feeds', RSS[1]]];
		await live(visitors, COMPANY, ANOTHER);
		expect(visitors.outputs()).toHaveLength(2);
		expect(visitors.log).toEqual([expect.stringContaining("'News', 'Feeds' must not be in the workflow")]);
		expect(await hintsOf(visitors)).toMatch(/^(?!.*'Delivery').*Move it into another workflow\./s);
	});
});

describe('Execute step', () => {
	it('gives the line to paste with a sample, and asks the service nothing', async () => {
		const execution = await host().executeStep();
		expect(execution.json(TRIGGER)[0]).toMatchObject({
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
		const nothing = 'No page view arrived in this n8n process in the last hour';
		const visitors = host();
		expect(await hintsOf(visitors)).toMatch(new RegExp(`isn't a public https address.*${nothing}`, 's'));
		await live(visitors, COMPANY, COMPANY, '10.0.0.1');
		await visitors.view(ANOTHER, { headers: { 'user-agent': 'curl/8.5' } });
		const hints = await hintsOf(visitors);
		expect(hints).toContain(
			'4 page views arrived in this n8n process, with addresses of 2 networks. 1 looked up: 1 started the workflow. 3 not looked up: 1 from visitors who were looked up before; 1 from bots; 1 without a public address.',
		);
		expect(hints).not.toContain("isn't a public https address");
		expect(await hintsOf(await live(visitors, 1.1))).toContain(nothing);
	});

	it.each<[string, Step[], parameters: IDataObject, said: string]>([
		[
			'a wrong proxy setting',
			['10.0.0.1'],
			{},
			"Page views come from private addresses, so they aren't looked up.",
		],
		[
			'how lookups ended, and what they cost',
			[COMPANY, COLLEAGUE, NONE],
			{},
			'3 looked up: 1 started the workflow; 1 from companies already reported; 1 without a match. $0.10 was spent on lookups in the last 24 hours.',
		],
		[
			'that a failure, not a limit, paused lookups',
			[() => refuse(402), COMPANY, ANOTHER],
			{},
			'2 not looked up: 1 while lookups paused after a failure; 1 whose lookup failed.',
		],
		[
			'page views without consent, which an old copy of the script sends',
			[COMPANY, async (visitors) => await visitors.view(ANOTHER, { body: { c: true } })],
			{ options: { waitForConsent: true } },
			'1 not looked up: 1 without consent, or from an old copy of the script: replace it.',
		],
	])('tells %s', async (_, steps, parameters, said) => {
		const hints = await hintsOf(await live(host(parameters), ...steps));
		expect(hints).toContain(said);
		expect(hints).not.toContain('limit');
	});
});
