import type { IDataObject } from 'n8n-workflow';

import { failure, TriggerTest } from './support';

const test = new TriggerTest();

const CREATE = {
	delivery: 'webhook',
	radars: 'create',
	defineRadars: 'below',
	radarsToCreate: {
		radar: [
			{ radarType: 'company_mentions', domain: 'https://www.example.com/about' },
			{ radarType: 'industry_mentions', keyword: 'robots' },
			{ radarType: 'contact_job_changes', domain: 'example.com', email: 'jane.doe@w3.org' },
		],
	},
};

const radars = () => test.control.radars();
const creates = () => test.service.bodies('/v1/radars').length;

describe('Create When Published', () => {
	it('creates the radars in their order, with a secret in their URL', async () => {
		const host = await test.listening(CREATE);
		await host.activate();
		expect(radars().map(({ radar_type: type, domain, keyword }) => [type, domain ?? keyword])).toEqual([
			['company_mentions', 'example.com'],
			['industry_mentions', 'robots'],
			['contact_job_changes', 'example.com'],
		]);
		const urls = new Set(radars().map(({ webhook_url: url }) => url));
		expect([...urls]).toEqual([expect.stringMatching(/\/webhook\/hook-[^?]+\/webhook\?k=[0-9a-f]{32}$/)]);
	});

	it('neither repeats nor forgets one at a restart, an edit, or a new activation', async () => {
		const host = await test.listening(CREATE);
		await host.activate();
		await host.deactivate();
		await host.activate();
		host.restart();
		await host.activate('init');
		host.savedStaticData = {};
		host.restart();
		await host.activate('init');
		expect(creates()).toBe(3);
		expect(radars().every(({ radar_status: status }) => status === 'active')).toBe(true);
	});

	it('says what was done when one fails, and goes on there at the next try', async () => {
		const host = await test.listening(CREATE);
		test.control.addFaults({ kind: 'status', status: 402, method: 'POST', path: '/v1/radars', nth: 2 });
		const error = await failure(host.activate());
		expect(error.message).toContain('The account balance is too low');
		expect(error.message).toMatch(/Balance: \$[\d,.]+ → \$[\d,.]+ \(\$1\.00 charged\)\./);
		expect(error.description).toMatch(/Created: example\.com – Mentions \([0-9a-f-]{36}\)\./);
		expect(error.description).toContain('Not created: robots – Industry: Mentions.');
		expect(error.description).toContain('Not tried: example.com, jane.doe@w3.org – Contact: Job Changes.');
		expect(radars()).toHaveLength(1);

		await host.activate();
		expect(radars()).toHaveLength(3);
		expect(new Set(radars().map(({ webhook_url: url }) => url)).size).toBe(1);
	});

	it('is not repeated where the list shows new radars late, and duplicates are allowed', async () => {
		test.control.change({ account: { duplicatesEnabled: true }, radars: { listDelay: 3600 } });
		const host = await test.listening(CREATE);
		await host.activate();
		await host.deactivate();
		await host.activate();
		expect(radars()).toHaveLength(3);

		// As after an activation that failed in n8n.
		host.savedStaticData = {};
		await host.activate();
		expect(radars()).toHaveLength(3);
	});

	it('fails in an outage, and creates nothing then', async () => {
		const host = await test.listening(CREATE);
		test.control.addFaults({ kind: 'status', status: 403, method: 'GET', path: '/v1/radars' });
		expect((await failure(host.activate())).message).toContain(
			"The API key doesn't have permission to do this",
		);
		expect(creates()).toBe(0);
	});

	it('goes on after a restart in an outage, and buys nothing there that was deactivated', async () => {
		const host = await test.listening(CREATE);
		await host.activate();
		await test.deactivateFirst();
		host.restart();
		test.control.addFaults({ kind: 'status', status: 503, path: '*', count: 100 });
		await host.activate('init');
		expect(creates()).toBe(3);
		const secret = new URL(String(radars()[1]?.webhook_url)).searchParams;
		const update = JSON.stringify({ update_id: 'u', update_type: 'radar_finding', data: {} });
		expect((await host.deliver(update, secret)).status).toBe(200);
		await host.settled();
	});

	it.each([
		['another URL', { webhook_url: 'http://127.0.0.1:9/elsewhere' }],
		['no URL', {}],
	])('refuses a radar with %s, and names the cost and the way', async (_, url) => {
		const id = await test.createRadar({
			radar_type: 'company_mentions',
			domain: 'example.com',
			...url,
		});
		const host = await test.listening(CREATE);
		const error = await failure(host.activate());
		expect(error.message).toContain(
			"The radar example.com – Mentions already exists and doesn't send its updates to this node",
		);
		expect(error.description).toContain('may be charged again');
		expect(error.description).toContain(`deactivate ${id} and publish again`);
	});

	it('says to top up where a radar has stopped for lack of funds', async () => {
		test.control.change({ account: { billing: { company_mentions: 'update_based' } } });
		const host = await test.listening(CREATE);
		await host.activate();
		await host.deactivate();
		test.control.failRadar(String(radars()[0]?.radar_id), 'insufficient_funds');
		const error = await failure(host.activate());
		expect(error.message).toContain('is no longer active');
		expect(error.description).toContain('Top up, wait, then check with Radar: Get Many.');
	});

	it('cancels nothing when the workflow is switched off', async () => {
		const host = await test.listening(CREATE);
		await host.activate();
		await host.deactivate();
		expect(test.service.requests().filter((request) => request.startsWith('DELETE'))).toEqual([]);
	});

	it('takes in deliveries with the secret only', async () => {
		const host = await test.listening(CREATE);
		await host.activate();
		const update = JSON.stringify({ update_id: 'u', update_type: 'radar_finding', data: {} });
		const secret = new URL(String(radars()[0]?.webhook_url)).searchParams;
		expect((await host.deliver(update)).status).toBe(403);
		expect((await host.deliver(update, new URLSearchParams({ k: 'f'.repeat(32) }))).status).toBe(403);
		expect((await host.deliver(update, secret)).status).toBe(200);

		host.savedStaticData = {};
		host.restart();
		expect((await host.deliver(update, new URLSearchParams({ k: '0' }))).status).toBe(403);
		expect((await host.deliver(update, secret)).status).toBe(200);
		await host.settled();
		expect(host.outputs()).toHaveLength(1);
	});

	it('takes in events of bulk requests, which have the URL that people copy, and no others', async () => {
		const host = await test.listening({
			...CREATE,
			events: ['radar_finding', 'radar_created', 'radar_failure'],
		});
		await host.activate();
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
		const forged = { update_id: 'u', update_type: 'radar_finding', bulk_id: bulkId, data: {} };
		expect((await host.deliver(JSON.stringify(forged))).status).toBe(403);
	});

	it('keeps no secret in clear', async () => {
		const host = await test.listening(CREATE);
		await host.activate();
		const secret = new URL(String(radars()[0]?.webhook_url)).searchParams;
		const update = JSON.stringify({ update_id: 'u', update_type: 'radar_finding', data: {} });
		expect(JSON.stringify(host.savedStaticData)).not.toContain(secret.get('k'));
		const [saved = {}] = Object.values(host.savedStaticData.global as Record<string, IDataObject>);
		expect(saved.secrets).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/)]);
		expect((await host.deliver(update, new URLSearchParams({ k: String(saved.secrets) }))).status).toBe(403);
		expect((await host.deliver(update, secret)).status).toBe(200);
		await host.settled();
	});

	it('asks once for lost secrets, whatever comes meanwhile, and not again for each forged delivery', async () => {
		const host = await test.listening(CREATE);
		await host.activate();
		const secret = new URL(String(radars()[0]?.webhook_url)).searchParams;
		const update = JSON.stringify({ update_id: 'u', update_type: 'radar_finding', data: {} });
		const forged = async () => (await host.deliver(update, new URLSearchParams({ k: 'f' }))).status;
		const lists = () => test.service.requests().filter((request) => request === 'GET /v1/radars').length;
		host.savedStaticData = {};

		host.restart();
		test.control.addFaults({ kind: 'status', status: 403, method: 'GET', path: '/v1/radars' });
		const before = lists();
		expect(await Promise.all(Array.from({ length: 20 }, forged))).toEqual(
			Array.from({ length: 20 }, () => 503),
		);
		expect(await forged()).toBe(503);
		expect(lists()).toBe(before + 1);

		host.restart();
		expect(await Promise.all(Array.from({ length: 20 }, forged))).toEqual(
			Array.from({ length: 20 }, () => 403),
		);
		expect((await host.deliver(update, secret)).status).toBe(200);
		expect(lists()).toBe(before + 2);
		await host.settled();
	});

	it.each([-5, 0, 5])(
		'finds lost secrets again after a minute, with the clock set by %d hours',
		async (hours) => {
			const host = await test.listening(CREATE);
			await host.activate();
			const secret = new URL(String(radars()[0]?.webhook_url)).searchParams;
			const update = JSON.stringify({ update_id: 'u', update_type: 'radar_finding', data: {} });
			host.savedStaticData = {};
			host.restart();
			test.control.addFaults({ kind: 'status', status: 403, method: 'GET', path: '/v1/radars' });
			expect((await host.deliver(update, secret)).status).toBe(503);
			host.setComputerClock(hours * 3_600_000);
			expect((await host.deliver(update, secret)).status).toBe(503);
			host.elapse(61_000);
			expect((await host.deliver(update, secret)).status).toBe(200);
			await host.settled();
		},
	);

	it.each<[string, IDataObject, string]>([
		[
			'a wrong value',
			{ radarsToCreate: { radar: [{ radarType: 'company_mentions', domain: 'no domain' }] } },
			"'Radars to Create': Radar 1, Company Domain:",
		],
		[
			'a radar twice',
			{
				defineRadars: 'json',
				radarsJson:
					'[{"radar_type":"company_mentions","domain":"example.com"},{"radar_type":"company_mentions","domain":"www.example.com","custom_fields":{"owner":"ada"}}]',
			},
			"'Radars to Create (JSON)' names the same radar twice",
		],
		[
			'a filter whose expression gives nothing',
			{
				radarsToCreate: {
					radar: [
						{
							radarType: 'company_new_hires',
							domain: 'example.com',
							filterBy: 'expression',
							jobTitles: '={{ $vars.titles }}',
						},
					],
				},
			},
			"'Radars to Create': Radar 1, Job Titles is empty",
		],
		['none', { radarsToCreate: {} }, "'Radars to Create' is empty"],
		['JSON left as it is', { defineRadars: 'json' }, "'Radars to Create (JSON)'"],
	])('refuses %s before any call', async (_, parameters, message) => {
		const host = await test.listening({ ...CREATE, ...parameters });
		expect((await failure(host.activate())).message).toContain(message);
		expect(test.service.requests()).toEqual([]);
	});

	it('creates nothing while the editor listens', async () => {
		const host = await test.listening({ ...CREATE, testWith: 'realDelivery' });
		await host.listenForTest();
		expect(creates()).toBe(0);
		expect(test.service.requests()).toEqual(['POST /v1/webhooks/test']);
	});
});

describe('activation', () => {
	it.each(['webhook', 'webhookWithCatchUp'])(
		'refuses a URL on localhost before any call: %s',
		async (delivery) => {
			const host = test.host(
				{ delivery },
				{},
				{
					webhookBaseUrl: 'http://localhost:5678',
					// Not loopback for the node; nothing listens there, and no name is looked up.
					credential: { ...test.service.credential, baseUrl: 'https://0.0.0.0:9' },
				},
			);
			const error = await failure(host.activate());
			expect(error.message).toContain("The service can't reach this node's URL");
			expect(error.description).toContain('N8N_WEBHOOK_URL (formerly WEBHOOK_URL)');
			expect(error.description).toContain('Polling');
		},
	);

	it.each([
		[{ executeOnce: true }, "'Execute Once' must be off in the settings of this trigger"],
		[{ alwaysOutputData: true }, "'Always Output Data' must be off in the settings of this trigger"],
	])('refuses settings that lose or repeat updates: %j', async (node, message) => {
		expect((await failure(test.host({ delivery: 'polling' }, node).activate())).message).toContain(message);
		const webhook = await test.listening({ delivery: 'webhook' }, node);
		expect((await failure(webhook.activate())).message).toContain(message);
		expect(test.service.requests()).toEqual([]);
	});
});
