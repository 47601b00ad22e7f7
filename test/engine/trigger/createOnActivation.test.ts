import type { IDataObject } from 'n8n-workflow';

import { failure, TRIGGER, TriggerTest } from './support';

const test = new TriggerTest();

afterEach(() => jest.restoreAllMocks());

const creating = (...radars: IDataObject[]): IDataObject => ({
	delivery: 'webhook',
	radars: 'create',
	defineRadars: 'below',
	radarsToCreate: { radar: radars },
});

const hires = (more: IDataObject = {}): IDataObject => ({
	radarType: 'company_new_hires',
	domain: 'example.com',
	filterBy: 'role',
	...more,
});

const titled = (jobTitles: string): IDataObject => ({ filterBy: 'expression', jobTitles });

const customFields = (...rows: Array<[name: string, value: string]>): IDataObject => ({
	fields: rows.map(([name, value]) => ({ name, value })),
});

const creates = () => test.service.bodies('/v1/radars').length;

/** A host that has published the first definitions, and is about to publish the second. */
async function edited(before: IDataObject, after: IDataObject) {
	const host = await test.listening(before);
	await host.activate();
	await host.deactivate();
	host.options = { ...host.options, parameters: after };
	return host;
}

describe('Job titles of a row', () => {
	it('are one per line, a list or an expression, as in the action node', async () => {
		const host = await test.listening(
			creating(
				hires({
					filterBy: 'build',
					titlesAnyOf: 'head of sales\nVice President, Sales',
					titlesNoneOf: '={{ ["intern"] }}',
					titleOptions: { exact: 'Chief of Staff' },
					jobTitles: 'left over',
				}),
				hires({ ...titled('CEO OR CFO'), domain: 'ietf.org' }),
				hires({ filterBy: 'none', titlesAnyOf: 'left over', domain: 'w3.org', departments: ['Sales'] }),
			),
		);
		await host.activate();
		expect(test.service.bodies('/v1/radars').map(({ job_titles: titles }) => titles)).toEqual([
			'("head of sales" OR "Vice President, Sales" OR EXACT("Chief of Staff")) AND NOT "intern"',
			'CEO OR CFO',
			undefined,
		]);
	});

	it('are refused where the box has a wrong one, by its name', async () => {
		const titles = { filterBy: 'build', titlesNoneOf: '19" rack' };
		const error = await failure((await test.listening(creating(hires(titles)))).activate());
		expect(error.message).toContain('Radar 1, None of These');
		expect(creates()).toBe(0);
	});
});

describe('An edited definition', () => {
	const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

	it.each<[string, IDataObject, IDataObject, RegExp]>([
		['a title', titled('CEO'), titled('CTO'), /: Job Titles\./],
		['a filter that was added', {}, { departments: 'Sales' }, /: Departments\./],
		['a filter that was taken away', { seniorities: 'CXO' }, {}, /: Seniorities\./],
		[
			'a custom field',
			{ customFields: customFields(['crm', '1']) },
			{ customFields: customFields(['crm', '2']) },
			/Custom Fields, crm \(1 → 2\)/,
		],
		[
			'an earlier start',
			{ radarType: 'company_mentions', updatesSince: days(3) },
			{ radarType: 'company_mentions', updatesSince: days(30) },
			/Updates Since \(\d{4}-\d\d-\d\d \d\d:\d\d UTC → .* UTC\)/,
		],
	])('fails the activation and shows the difference: %s', async (_, before, after, words) => {
		const host = await edited(creating(hires(before)), creating(hires(after)));
		for (const mode of ['activate', 'update'] as const) {
			const error = await failure(host.activate(mode));
			expect(error.message).toMatch(/^The radar example\.com – .+ differs from the one that is active/);
			expect(error.description).toMatch(words);
			expect(error.description).toContain(String(test.control.radars()[0]?.radar_id));
			host.restart();
		}
		expect(creates()).toBe(1);
	});

	it('is bought after the old radar was deactivated', async () => {
		test.control.change({ account: { duplicatesEnabled: true } });
		const host = await edited(creating(hires(titled('CEO'))), creating(hires(titled('CTO'))));
		await test.deactivateFirst();
		await host.activate();
		expect(creates()).toBe(2);
	});

	it('is none where the start is relative to now', async () => {
		const relative = creating(hires({ updatesSince: '={{ $now.minus({ days: 7 }) }}' }));
		const host = await edited(relative, relative);
		await host.activate();
		expect(creates()).toBe(1);
	});
});

describe('Custom fields', () => {
	it.each<[string, IDataObject, RegExp]>([
		['an empty value', { customFields: customFields(['crm_id', '42'], ['owner', '']) }, /"owner" is empty/],
		[
			'an expression that finds nothing',
			{ customFields: customFields(['crm_id', '42'], ['owner', '={{ null }}']) },
			/"owner" is empty/,
		],
		[
			'an object as text',
			{ customFields: customFields(['crm_id', '={{ 42 }}'], ['owner', '[object Object]']) },
			/"owner" holds "\[object Object\]"/,
		],
		[
			'the same in a list',
			{ custom_fields: { crm_id: '42', owner: '[object Object]' } },
			/"owner" holds "\[object Object\]"/,
		],
		['nothing in a list', { custom_fields: { crm_id: '42', owner: null } }, /"owner" is empty/],
	])('with %s are refused unless doubtful values are allowed', async (_, fields, reason) => {
		const body = { radar_type: 'company_new_hires', domain: 'example.com', ...fields };
		const list = { ...creating(), defineRadars: 'json', radarsJson: JSON.stringify([body]) };
		const parameters = 'custom_fields' in fields ? list : creating(hires(fields));
		const host = await test.listening(parameters);
		const step = await host.executeStep();
		expect(step.hints(TRIGGER).join()).toMatch(reason);
		const { message } = await failure(host.activate());
		expect(message).toContain('A radar to create may not be what you mean');
		expect(message).toMatch(reason);
		expect(creates()).toBe(0);

		const allowed = await test.listening({ ...parameters, options: { allowDoubtful: true } });
		const warn = jest.spyOn(allowed.logger, 'warn');
		await allowed.activate();
		expect(test.service.bodies('/v1/radars')[0]?.custom_fields).toMatchObject({ crm_id: '42' });
		expect(warn.mock.calls.join()).toMatch(reason);
	});

	it.each<[[string, string], string]>([
		[['', '42'], "'Radars to Create': Radar 2, Custom Fields: Row 1 has no name."],
	])('of %j are refused before anything is called', async (row, message) => {
		const host = await test.listening(
			creating(hires(), hires({ domain: 'w3.org', customFields: customFields(row) })),
		);
		expect((await failure(host.activate())).message).toContain(message);
		expect(test.service.requests()).toEqual([]);
	});
});

it("a note about a radar is in Execute step and, when it is published, in n8n's log", async () => {
	const radar = {
		radar_type: 'company_new_hires',
		domain: 'example.com',
		departments: ['Sales'],
		job_titles: 'ceo',
	};
	const host = await test.listening({
		...creating(),
		defineRadars: 'json',
		radarsJson: JSON.stringify([radar]),
	});
	const note = 'Job Titles overrides Departments.';
	expect((await host.executeStep()).hints(TRIGGER).join()).toContain(note);
	const warn = jest.spyOn(host.logger, 'warn');
	await host.activate();
	expect(warn.mock.calls).toEqual([
		[expect.stringMatching(`^${TRIGGER}: example.com – New Hires: .*${note}$`)],
	]);
	await host.deactivate();
	await host.activate();
	expect(warn).toHaveBeenCalledTimes(1);
});

it('radars without a fingerprint are taken as they are', async () => {
	const host = await test.listening(creating(hires(titled('CEO'))));
	await test.createRadar({
		radar_type: 'company_new_hires',
		domain: 'example.com',
		webhook_url: host.webhookUrl,
	});
	await host.activate();
	expect(creates()).toBe(1);
});

it('a create whose answer is lost is found when it takes effect late: a second activation creates nothing', async () => {
	test.control.change({ account: { duplicatesEnabled: true } });
	test.control.addFaults({ kind: 'cut', effect: 'late', lateSeconds: 5, method: 'POST', path: '/v1/radars' });
	const host = await test.listening(creating(hires()));
	await host.activate().catch(() => undefined);
	await host.activate().catch(() => undefined);
	expect(creates()).toBe(1);
	expect(test.control.radars()).toHaveLength(1);
});

it.each<[string, IDataObject]>([
	['', {}],
	[
		', with another start each time',
		{
			updatesSince: '={{ $now.minus({ days: 7 }) }}',
		},
	],
])(
	'a create with an unknown outcome is not sent again while it may take effect, also when n8n retries the publish%s',
	async (_, more) => {
		test.control.change({ account: { duplicatesEnabled: true } });
		test.control.addFaults(
			{ kind: 'cut', effect: 'none', method: 'POST', path: '/v1/radars' },
			{ kind: 'status', status: 403, method: 'GET', path: '/v1/radars', nth: 3, count: 100 },
		);
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

		await test.createRadar({
			radar_type: 'company_new_hires',
			domain: 'example.com',
			webhook_url: host.webhookUrl,
		});
		host.elapse(61_000);
		await host.activate();
		expect(test.control.radars()).toHaveLength(1);
	},
);

it.each(['init', 'leadershipChange'] as const)(
	'n8n that publishes by itself (%s) creates nothing, however long it has run',
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

describe('A published radar that is no longer active', () => {
	async function deactivated() {
		test.control.change({ account: { duplicatesEnabled: true } });
		const host = await test.listening(creating(hires(), hires({ domain: 'w3.org' })));
		await host.activate();
		await test.deactivateFirst();
		await host.deactivate();
		return host;
	}

	it.each([false, true])('is not created again by a publish: after a restart %s', async (restarts) => {
		const host = await deactivated();
		if (restarts) host.restart();
		const error = await failure(host.activate());
		expect(error.message).toContain('The radar example.com – New Hires is no longer active');
		expect(error.description).toContain('remove them from the list');
		expect(creates()).toBe(2);
	});

	it('is shown before publishing', async () => {
		const host = await deactivated();
		host.options.parameters = { ...host.options.parameters, testWith: 'sample' };
		expect((await host.executeStep()).hints(TRIGGER).join()).toContain(
			'Publishing would fail: The radar example.com – New Hires is no longer active',
		);
	});

	it('is created again once it was taken off the list, and put back', async () => {
		const host = await deactivated();
		const { parameters } = host.options;
		host.options.parameters = creating(hires({ domain: 'w3.org' }));
		await host.activate();
		await host.deactivate();
		expect(creates()).toBe(2);
		host.options.parameters = parameters;
		host.restart();
		await host.activate();
		expect(creates()).toBe(3);
	});
});

describe('A radar that the list does not show yet', () => {
	async function unlisted(webhookUrl: (own: string) => string | undefined, ...more: IDataObject[]) {
		test.control.change({ radars: { listDelay: 60 } });
		const host = await test.listening(creating(hires(), ...more));
		await test.createRadar({
			radar_type: 'company_new_hires',
			domain: 'example.com',
			webhook_url: webhookUrl(host.webhookUrl),
		});
		return host;
	}

	it('and sends to this node is not said to be created', async () => {
		const host = await unlisted((own) => own, hires({ domain: 'w3.org' }));
		test.control.addFaults({ kind: 'status', status: 402, method: 'POST', path: '/v1/radars', nth: 2 });
		const { message } = await failure(host.activate());
		expect(message).toContain('Already there: example.com – New Hires');
		expect(message).not.toContain('Created:');
	});

	it('and sends elsewhere fails the publish for good', async () => {
		const host = await unlisted(() => undefined);
		const error = await failure(host.activate());
		expect(error.message).toContain("already exists and doesn't send its updates to this node");
		// The only error after which n8n doesn't publish again by itself.
		expect(error.constructor.name).toBe('WebhookPathTakenError');
	});
});

describe('A copied workflow', () => {
	const list = ['CEO', 'CTO', 'CFO'].map((title) => hires(titled(title)));

	async function copied() {
		test.control.change({ account: { duplicatesEnabled: true } });
		const original = await test.listening(creating(...list));
		await original.activate();
		return await test.listening(creating(...list));
	}

	it('asks before it creates radars that exist, and creates none', async () => {
		const copy = await copied();
		const error = await failure(copy.activate());
		expect(error.message).toContain(
			"3 of these 3 radars already exist and don't send their updates to this node",
		);
		expect(error.description).toContain('use Radar: Create');
		expect(error.description).toContain(String(test.control.radars()[0]?.radar_id));
		expect(creates()).toBe(3);
	});

	it('says so before it is published, too', async () => {
		const copy = await copied();
		copy.options.parameters = { ...copy.options.parameters, testWith: 'sample' };
		const hints = (await copy.executeStep()).hints(TRIGGER).join();
		expect(hints).toContain('Publishing would fail: 3 of these 3 radars already exist');
	});

	it('creates radars that differ without asking', async () => {
		const copy = await copied();
		copy.options.parameters = creating(hires(titled('COO')));
		await copy.activate();
		expect(creates()).toBe(4);
	});
});

describe('Execute step', () => {
	const sample = { testWith: 'sample' };
	const hints = async (host: Awaited<ReturnType<typeof test.listening>>) =>
		(await host.executeStep()).hints(TRIGGER).join('\n');

	it('shows what publishing would create, and what exists', async () => {
		const host = await test.listening({ ...creating(hires()), ...sample });
		expect(await hints(host)).toContain(
			'Publishing creates 1 radar (may be charged): example.com – New Hires.',
		);
		await host.activate();
		expect(await hints(host)).toContain('Publishing creates no radars: all of them already exist (1).');
		host.options = { ...host.options, parameters: { ...creating(hires(titled('CTO'))), ...sample } };
		await host.deactivate();
		await host.listenForTest();
		expect(await hints(host)).toContain('Publishing would fail');
		expect(creates()).toBe(1);
	});

	it('shows a sample of what the first radar finds, if any finding starts the workflow', async () => {
		const typeFor = async (events: string[]) => {
			const radar = { radarType: 'company_job_openings', domain: 'example.com' };
			const host = await test.listening({ ...creating(radar), ...sample, events });
			return (await host.executeStep()).json(TRIGGER)[0]?.radar_type;
		};
		expect(await typeFor(['radar_finding', 'radar_failure'])).toBe('company_job_openings');
		expect(await typeFor(['company_reviews'])).toBe('company_reviews');
	});
});
