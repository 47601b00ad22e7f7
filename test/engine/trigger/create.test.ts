import type { IDataObject } from 'n8n-workflow';

import { failure, TRIGGER, TriggerTest, type TriggerHost } from './support';

const test = new TriggerTest();

const creating = (...radars: IDataObject[]): IDataObject => ({
	delivery: 'webhook',
	radars: 'create',
	defineRadars: 'below',
	radarsToCreate: { radar: radars },
});

const inJson = (...radars: IDataObject[]): IDataObject => ({
	...creating(),
	defineRadars: 'json',
	radarsJson: JSON.stringify(radars),
});

const mentions = (domain = 'example.com'): IDataObject => ({ radarType: 'company_mentions', domain });
const ROBOTS = { radarType: 'industry_mentions', keyword: 'robots' };

const hires = (more: IDataObject = {}): IDataObject => ({
	radarType: 'company_new_hires',
	domain: 'example.com',
	filterBy: 'role',
	...more,
});

const titled = (jobTitles: string): IDataObject => ({ filterBy: 'expression', jobTitles });
const startingAt = (updatesSince: string): IDataObject => ({ radarType: 'company_mentions', updatesSince });
const LAST_WEEK = { updatesSince: '={{ $now.minus({ days: 7 }) }}' };

const customFields = (...rows: Array<[name: string, value: string]>): IDataObject => ({
	customFields: { fields: rows.map(([name, value]) => ({ name, value })) },
});

const THREE = creating(mentions('https://www.example.com/about'), ROBOTS, {
	radarType: 'contact_job_changes',
	domain: 'example.com',
	email: 'jane.doe@w3.org',
});

const HIRES = { radar_type: 'company_new_hires', domain: 'example.com' };
const DUPLICATES = { account: { duplicatesEnabled: true } };
const EXISTS_ELSEWHERE = "already exists and doesn't send its updates to this node";

const radars = () => test.control.radars();
const firstId = () => String(radars()[0]?.radar_id);
const creates = () => test.service.bodies('/v1/radars').length;
const lists = () => test.service.requests().filter((request) => request === 'GET /v1/radars').length;
const refuseLists = (count = 1, nth = 1) =>
	test.control.addFaults({ kind: 'status', status: 403, method: 'GET', path: '/v1/radars', nth, count });
const refuseCreate = (nth: number) =>
	test.control.addFaults({ kind: 'status', status: 402, method: 'POST', path: '/v1/radars', nth });

async function published(parameters: IDataObject): Promise<TriggerHost> {
	const host = await test.listening(parameters);
	await host.activate();
	return host;
}

/** Unpublishes the workflow, which is about to be published with these parameters. */
async function edit(host: TriggerHost, parameters: IDataObject): Promise<TriggerHost> {
	await host.deactivate();
	host.options = { ...host.options, parameters };
	return host;
}

const hints = async (host: TriggerHost, more: IDataObject = { testWith: 'sample' }): Promise<string> => {
	host.options = { ...host.options, parameters: { ...host.options.parameters, ...more } };
	return (await host.executeStep()).hints(TRIGGER).join('\n');
};

/** Loses what n8n has saved, and what the process remembers. */
function forget(host: TriggerHost): void {
	host.savedStaticData = {};
	host.restart();
}

describe('Create When Published', () => {
	it('creates the radars in their order, with a secret in their URL, and never deactivates one', async () => {
		await (await published(THREE)).deactivate();
		expect(radars().map(({ radar_type: type, domain, keyword }) => [type, domain ?? keyword])).toEqual([
			['company_mentions', 'example.com'],
			['industry_mentions', 'robots'],
			['contact_job_changes', 'example.com'],
		]);
		const urls = new Set(radars().map(({ webhook_url: url }) => url));
		expect([...urls]).toEqual([expect.stringMatching(/\/webhook\/hook-[^?]+\/webhook\?k=[0-9a-f]{32}$/)]);
		expect(test.service.requests().filter((request) => request.startsWith('DELETE'))).toEqual([]);
	});

	it.each([
		['', {}],
		[
			' where the list shows radars late, and duplicates are allowed',
			{ ...DUPLICATES, radars: { listDelay: 3600 } },
		],
	])('neither repeats nor forgets one at a restart, or a new publish%s', async (_, settings) => {
		test.control.change(settings);
		const host = await published(THREE);
		await host.deactivate();
		await host.activate();
		// As after a publish that failed in n8n.
		host.savedStaticData = {};
		await host.activate();
		host.restart();
		await host.activate('init');
		forget(host);
		await host.activate('init');
		expect([creates(), radars().length]).toEqual([3, 3]);
	});

	it('says what was done when one fails, and goes on there at the next try', async () => {
		const host = await test.listening(THREE);
		refuseCreate(2);
		const { message, description } = await failure(host.activate());
		expect(message).toMatch(
			/The account balance is too low.*Balance: \$[\d,.]+ → \$[\d,.]+ \(\$1\.00 charged\)\./s,
		);
		expect(description).toMatch(/Created: example\.com – Mentions \([0-9a-f-]{36}\)\./);
		expect(description).toContain('Not created: robots – Industry: Mentions.');
		expect(description).toContain('Not tried: example.com, jane.doe@w3.org – Contact: Job Changes.');
		expect(radars()).toHaveLength(1);
		await host.activate();
		expect(radars()).toHaveLength(3);
		expect(new Set(radars().map(({ webhook_url: url }) => url)).size).toBe(1);
	});

	it('fails where the list of radars is refused, and creates nothing then', async () => {
		const host = await test.listening(THREE);
		refuseLists();
		const { message } = await failure(host.activate());
		expect(message).toContain("The API key doesn't have permission to do this");
		expect(creates()).toBe(0);
	});

	it('goes on after a restart in an outage, and buys nothing there that was deactivated', async () => {
		const host = await published(THREE);
		await test.deactivateFirst();
		host.restart();
		test.control.addFaults({ kind: 'status', status: 503, path: '*', count: 100 });
		await host.activate('init');
		expect(creates()).toBe(3);
		expect(await statusOf(host)).toBe(200);
	});

	it.each(['init', 'leadershipChange'] as const)(
		'creates nothing where n8n publishes by itself (%s), however long it has run',
		async (mode) => {
			const host = await test.listening(creating(hires()));
			for (const uptimeSeconds of [1, 3600]) {
				host.restart(uptimeSeconds);
				await host.activate(mode);
			}
			expect(creates()).toBe(0);
			await host.activate('update');
			expect(creates()).toBe(1);
		},
	);

	it.each<[string, more: IDataObject, settings: object]>([
		['with another URL', { webhook_url: 'http://127.0.0.1:9/elsewhere' }, {}],
		['without a URL', {}, {}],
		['that the list does not show yet', {}, { radars: { listDelay: 60 } }],
	])('refuses for good a radar that exists %s, and names the cost and the way', async (_, url, settings) => {
		test.control.change(settings);
		const id = await test.createRadar({ ...HIRES, ...url });
		const error = await failure((await test.listening(creating(hires()))).activate());
		expect(error.message).toContain(`The radar example.com – New Hires ${EXISTS_ELSEWHERE}`);
		expect(error.description).toContain('may be charged again');
		expect(error.description).toContain(`deactivate ${id} and publish again`);
		// The only error after which n8n doesn't publish again by itself.
		expect(error.constructor.name).toBe('WebhookPathTakenError');
	});

	it('takes a radar as it is that has its URL and no fingerprint', async () => {
		const host = await test.listening(creating(hires(titled('CEO'))));
		await test.createRadar({ ...HIRES, webhook_url: host.webhookUrl });
		await host.activate();
		expect(creates()).toBe(1);
	});

	it('does not say that it created a radar that the list does not show yet', async () => {
		test.control.change({ radars: { listDelay: 60 } });
		const host = await test.listening(creating(hires(), hires({ domain: 'w3.org' })));
		await test.createRadar({ ...HIRES, webhook_url: host.webhookUrl });
		refuseCreate(2);
		const { message } = await failure(host.activate());
		expect(message).toContain('Already there: example.com – New Hires');
		expect(message).not.toContain('Created:');
	});

	it.each<[string, IDataObject, string]>([
		[
			'a radar twice',
			inJson(HIRES, { ...HIRES, domain: 'www.example.com', custom_fields: { owner: 'ada' } }),
			"'Radars to Create (JSON)' names the same radar twice",
		],
		[
			'a filter whose expression gives nothing',
			creating(hires({ departments: '={{ null }}' })),
			"'Radars to Create': Radar 1, Departments is empty",
		],
		[
			'a custom field without a name',
			creating(hires(), hires({ domain: 'w3.org', ...customFields(['', '42']) })),
			"'Radars to Create': Radar 2, Custom Fields: Row 1 has no name.",
		],
		['none', { ...creating(), radarsToCreate: {} }, "'Radars to Create' is empty"],
		['JSON left as it is', { ...creating(), defineRadars: 'json' }, "'Radars to Create (JSON)'"],
	])('refuses %s before any call', async (_, parameters, message) => {
		const host = await test.listening(parameters);
		expect((await failure(host.activate())).message).toContain(message);
		expect(test.service.requests()).toEqual([]);
	});
});

describe('An edited definition', () => {
	const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

	it.each<[string, IDataObject, IDataObject, RegExp]>([
		['a title', titled('CEO'), titled('CTO'), /: Job Titles\./],
		[
			'a custom field',
			customFields(['crm', '1']),
			customFields(['crm', '2']),
			/Custom Fields, crm \(1 → 2\)/,
		],
		[
			'an earlier start',
			startingAt(days(3)),
			startingAt(days(30)),
			/Updates Since \(\d{4}-\d\d-\d\d \d\d:\d\d UTC → .* UTC\)/,
		],
	])('fails the publish and shows the difference: %s', async (_, before, after, words) => {
		const host = await edit(await published(creating(hires(before))), creating(hires(after)));
		for (const mode of ['activate', 'update'] as const) {
			const error = await failure(host.activate(mode));
			expect(error.message).toMatch(/^The radar example\.com – .+ differs from the one that is active/);
			expect(error.description).toMatch(words);
			expect(error.description).toContain(firstId());
			host.restart();
		}
		expect(creates()).toBe(1);
	});

	it('is bought after the old radar was deactivated', async () => {
		test.control.change(DUPLICATES);
		const host = await edit(await published(creating(hires(titled('CEO')))), creating(hires(titled('CTO'))));
		await test.deactivateFirst();
		await host.activate();
		expect(creates()).toBe(2);
	});

	it('is none where the start is relative to now', async () => {
		const relative = creating(hires(LAST_WEEK));
		await (await edit(await published(relative), relative)).activate();
		expect(creates()).toBe(1);
	});
});

it("a note about a radar is in Execute step and, when it is published, once in n8n's log", async () => {
	const host = await test.listening(inJson({ ...HIRES, departments: ['Sales'], job_titles: 'ceo' }));
	const note = 'Job Titles overrides Departments.';
	expect(await hints(host, {})).toContain(note);
	for (let times = 0; times < 2; times++) {
		await host.activate();
		await host.deactivate();
	}
	expect(host.log).toEqual([expect.stringMatching(`^${TRIGGER}: example.com – New Hires: .*${note}$`)]);
});

it("a doubt that is allowed is in n8n's log", async () => {
	const options = { allowDoubtful: true };
	const host = await published({ ...inJson({ ...HIRES, custom_fields: { owner: null } }), options });
	expect(host.log.join()).toContain('"owner" is empty');
});

describe('A create whose outcome is unknown', () => {
	beforeEach(() => test.control.change(DUPLICATES));

	it('is found when it takes effect late: a second publish creates nothing', async () => {
		const late = { effect: 'late', lateSeconds: 5, method: 'POST', path: '/v1/radars' } as const;
		test.control.addFaults({ kind: 'cut', ...late });
		const host = await test.listening(creating(hires()));
		for (let times = 0; times < 2; times++) await host.activate().catch(() => undefined);
		expect([creates(), radars().length]).toEqual([1, 1]);
	});

	it.each<[string, IDataObject]>([
		['', {}],
		[', with another start each time', LAST_WEEK],
	])('is not sent again while it may take effect, also when n8n retries the publish%s', async (_, more) => {
		test.control.addFaults({ kind: 'cut', effect: 'none', method: 'POST', path: '/v1/radars' });
		refuseLists(100, 3);
		const host = await test.listening(creating(hires(more)));
		host.skipWaits();
		expect((await failure(host.activate())).message).toContain('The radar may or may not have been created');
		test.control.clearFaults();
		for (const mode of ['activate', 'update'] as const) {
			const error = await failure(host.activate(mode));
			expect(error.message).toContain('The radar example.com – New Hires may still be created');
			expect(error.description).toMatch(/Publish again in (60|5\d) seconds/);
		}
		expect(creates()).toBe(1);

		await test.createRadar({ ...HIRES, webhook_url: host.webhookUrl });
		host.elapse(61_000);
		await host.activate();
		expect(radars()).toHaveLength(1);
	});
});

describe('A published radar that is no longer active', () => {
	const TWO = creating(hires(), hires({ domain: 'w3.org' }));

	async function deactivated() {
		test.control.change(DUPLICATES);
		const host = await published(TWO);
		await test.deactivateFirst();
		return await edit(host, TWO);
	}

	it('is not created again by a publish, also after a restart, and Execute step says so', async () => {
		const host = await deactivated();
		const message = 'The radar example.com – New Hires is no longer active';
		expect(await hints(host)).toContain(`Publishing would fail: ${message}`);
		for (let times = 0; times < 2; times++) {
			const error = await failure(host.activate());
			expect(error.message).toContain(message);
			expect(error.description).toContain('remove them from the list');
			host.restart();
		}
		expect(creates()).toBe(2);
	});

	it('says to top up where it has stopped for lack of funds', async () => {
		test.control.change({ account: { billing: { company_mentions: 'update_based' } } });
		const host = await edit(await published(creating(mentions())), creating(mentions()));
		test.control.failRadar(firstId(), 'insufficient_funds');
		const { description } = await failure(host.activate());
		expect(description).toContain('Top up, wait, then check with Radar: Get Many.');
	});

	it('is created again once it was taken off the list, and put back', async () => {
		const host = await edit(await deactivated(), creating(hires({ domain: 'w3.org' })));
		await host.activate();
		expect(creates()).toBe(2);
		await edit(host, TWO);
		host.restart();
		await host.activate();
		expect(creates()).toBe(3);
	});
});

it('a copied workflow asks before it creates radars that exist, in Execute step, too, but not for others', async () => {
	test.control.change(DUPLICATES);
	const list = creating(...['CEO', 'CTO', 'CFO'].map((title) => hires(titled(title))));
	await published(list);
	const copy = await test.listening(list);
	expect(await hints(copy)).toContain('Publishing would fail: 3 of these 3 radars already exist');
	const error = await failure(copy.activate());
	expect(error.message).toContain(
		"3 of these 3 radars already exist and don't send their updates to this node",
	);
	expect(error.description).toContain('use Radar: Create');
	expect(error.description).toContain(firstId());
	expect(creates()).toBe(3);
	copy.options.parameters = creating(hires(titled('COO')));
	await copy.activate();
	expect(creates()).toBe(4);
});

describe('Execute step', () => {
	it('shows what publishing would create, and what exists, and creates nothing while the editor listens', async () => {
		const host = await test.listening(creating(hires()));
		expect(await hints(host)).toContain(
			'Publishing creates 1 radar (may be charged): example.com – New Hires.',
		);
		await host.activate();
		expect(await hints(host)).toContain('Publishing creates no radars: all of them already exist (1).');
		await edit(host, { ...creating(hires(titled('CTO'))), testWith: 'realDelivery' });
		test.control.clearLog();
		await host.listenForTest();
		expect(test.service.requests()).toEqual(['POST /v1/webhooks/test']);
		expect(await hints(host)).toContain('Publishing would fail');
	});

	it('shows a sample of what the first radar finds, if any finding starts the workflow', async () => {
		const radar = { radarType: 'company_job_openings', domain: 'example.com' };
		const typeFor = async (events: string[]) => {
			const host = await test.listening({ ...creating(radar), testWith: 'sample', events });
			return (await host.executeStep()).json(TRIGGER)[0]?.radar_type;
		};
		expect(await typeFor(['radar_finding', 'radar_failure'])).toBe('company_job_openings');
		expect(await typeFor(['company_reviews'])).toBe('company_reviews');
	});
});

const UPDATE = { update_id: 'u', update_type: 'radar_finding', data: {} };

/** How the node answers an update with this secret, or that of its radars. */
async function statusOf(host: TriggerHost, key?: string, update: object = UPDATE): Promise<number> {
	const own = new URL(String(radars()[0]?.webhook_url)).searchParams;
	const query = key === undefined ? own : new URLSearchParams(key && { k: key });
	const { status } = await host.deliver(JSON.stringify(update), query);
	await host.settled();
	return status;
}

describe('The secret of a URL', () => {
	it('is wanted of every delivery, found again after it was lost, and never saved in clear', async () => {
		const host = await published(THREE);
		const [saved = {}] = Object.values(host.savedStaticData.global as Record<string, IDataObject>);
		expect(saved.secrets).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/)]);
		for (const key of ['', 'f'.repeat(32), String(saved.secrets)])
			expect(await statusOf(host, key)).toBe(403);
		expect(await statusOf(host)).toBe(200);
		forget(host);
		expect([await statusOf(host, '0'), await statusOf(host)]).toEqual([403, 200]);
		forget(host);
		await host.activate();
		refuseLists();
		expect(await statusOf(host)).toBe(200);
		test.control.clearFaults();
		expect(host.outputs()).toHaveLength(1);
	});

	it('is not wanted of events of bulk requests, which have the URL that people copy', async () => {
		const host = await published({ ...THREE, events: ['radar_finding', 'radar_created', 'radar_failure'] });
		const bulkId = await test.createInBulk(host.webhookUrl, [
			{ radar_type: 'company_reviews', domain: 'w3.org' },
			{ radar_type: 'company_reviews', domain: 'no domain' },
		]);
		await test.control.idle();
		await host.settled();
		expect(test.control.deliveries().map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(host.outputs().map(({ update_type: type, bulk_id: id }) => [type, id])).toEqual([
			['radar_created', bulkId],
			['radar_failure', bulkId],
		]);
		expect(await statusOf(host, '', { ...UPDATE, bulk_id: bulkId })).toBe(403);
	});

	it('is asked for once, whatever comes meanwhile, and not again for each forged delivery', async () => {
		const host = await published(THREE);
		const twenty = async () =>
			new Set(await Promise.all(Array.from({ length: 20 }, async () => await statusOf(host, 'f'))));
		forget(host);
		refuseLists();
		const before = lists();
		expect([await twenty(), await statusOf(host, 'f'), lists()]).toEqual([new Set([503]), 503, before + 1]);
		host.restart();
		expect([await twenty(), await statusOf(host), lists()]).toEqual([new Set([403]), 200, before + 2]);
	});

	it.each([-5, 0, 5])('is found again after a minute, with the clock set by %d hours', async (hours) => {
		const host = await published(THREE);
		forget(host);
		refuseLists();
		expect(await statusOf(host)).toBe(503);
		host.setComputerClock(hours * 3_600_000);
		expect(await statusOf(host)).toBe(503);
		host.elapse(61_000);
		expect(await statusOf(host)).toBe(200);
	});
});

describe('Monthly Budget', () => {
	const within = (monthlyBudget?: number) => ({
		...creating(mentions(), ROBOTS),
		options: { ...(monthlyBudget !== undefined && { monthlyBudget }) },
	});

	it('creates no more radars once it is reached, and says why and until when, also in Execute step', async () => {
		const host = await test.listening(within(1));
		const { message } = await failure(host.activate());
		expect(message).toMatch(
			/^The monthly budget of \$1\.00 is reached\. \$1\.00 used in \d{4}-\d\d, \$0\.00 left; the next month begins on /,
		);
		expect(message).toContain('Not created: robots – Industry: Mentions.');
		expect(radars()).toHaveLength(1);
		expect(await hints(host)).toContain('It would stop: The monthly budget of $1.00 is reached.');
	});

	it('never stops a publish that creates nothing', async () => {
		const host = await edit(await published(within()), within(0));
		test.control.addFaults({ kind: 'status', status: 403, method: 'GET', path: '/v1/account', count: 99 });
		await host.activate();
		host.restart();
		await host.activate('init');
		expect(radars()).toHaveLength(2);
	});
});

describe('Publishing', () => {
	it.each(['webhook', 'webhookWithCatchUp'])(
		'refuses a URL on localhost before any call: %s',
		async (delivery) => {
			// Not loopback for the node; nothing listens there, and no name is looked up.
			const credential = { ...test.credential, baseUrl: 'https://0.0.0.0:9' };
			const host = test.host({ delivery }, {}, { webhookBaseUrl: 'http://localhost:5678', credential });
			const { message, description } = await failure(host.activate());
			expect(message).toContain("The service can't reach this node's URL");
			expect(description).toMatch(
				/N8N_WEBHOOK_URL \(formerly WEBHOOK_URL\).*Polling|Polling.*N8N_WEBHOOK_URL/s,
			);
		},
	);

	it.each([
		[{ executeOnce: true }, "'Execute Once' must be off in the settings of this trigger"],
		[{ alwaysOutputData: true }, "'Always Output Data' must be off in the settings of this trigger"],
	])('refuses settings that lose or repeat updates: %j', async (node, message) => {
		for (const delivery of ['polling', 'webhook']) {
			const host = await test.listening({ delivery }, node);
			expect((await failure(host.activate())).message).toContain(message);
		}
		expect(test.service.requests()).toEqual([]);
	});
});
