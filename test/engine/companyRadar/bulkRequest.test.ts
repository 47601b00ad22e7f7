import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../tools/shared/until';
import { fasterWaits } from '../client/time';
import { detailsOf } from '../harness/engine';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 100_000 });

const create: IDataObject = {
	resource: 'bulkRequest',
	operation: 'create',
	radarsFrom: 'fields',
	radarType: 'company_new_hires',
	domain: '={{ $json.domain }}',
};

const domains = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ domain: `company${index}.example.org` }));

/** The bytes of each body that was sent. */
const sentSizes = () =>
	service.control
		.log()
		.filter(({ method }) => method === 'POST')
		.map(({ requestBody }) => Buffer.byteLength(requestBody));

describe('Create', () => {
	test('a key that may not create radars stops at once, and says so for every item', async () => {
		const { baseUrl, keys } = service.running;
		const large = {
			...create,
			options: { customFields: { fields: [{ name: 'note', value: '={{ "x".repeat(600000) }}' }] } },
		};
		const result = await service.run(large, domains(13), {
			credential: { apiKey: keys.readOnly, baseUrl, requestsPerSecond: 10 },
			node: { onError: 'continueErrorOutput' },
		});
		const errors = result.json('Error').map(({ domain, error }) => ({ domain, error }));
		const error = expect.stringContaining("doesn't have permission");
		expect(errors).toEqual(domains(13).map(({ domain }) => ({ domain, error })));
		expect(service.requests().length).toBeLessThan(13);
	});

	test('names the failed radars of a JSON array, with their places and columns', async () => {
		service.control.change({ radars: { setupFailures: { 'ietf.org': 'source_inaccessible' } } });
		const radars = ['w3.org', 'ietf.org', 'iana.org'].map((domain) => ({
			radar_type: 'company_reviews',
			domain,
		}));
		const parameters = { ...create, radarsFrom: 'list', radars: JSON.stringify(radars) };
		const error = 'Radar 2 (ietf.org – Reviews): Setup failed: The source is inaccessible or private';
		const stopped = await service.run(parameters);
		expect(stopped.error?.message).toBe(error);
		const result = await service.run(parameters, [{}], { node: { onError: 'continueRegularOutput' } });
		const [first, second] = result.json('Company Radar');
		expect(second).toMatchObject({ domain: 'ietf.org', radar_type: 'company_reviews', item_index: 1, error });
		expect(Object.keys(second ?? {})).toEqual(expect.arrayContaining(Object.keys(first ?? {})));
		expect(result.hints('Company Radar').join()).toContain('1 radar failed (number 2 of the array)');
	});

	test('rows of any industry type keep their keyword, and are bought once each', async () => {
		const rows = ['heat pumps', 'solar'].map((keyword) => ({
			radar_type: 'industry_funding_rounds',
			keyword,
		}));
		const results = [];
		for (let times = 0; times < 2; times++)
			results.push(await service.run({ ...create, radarsFrom: 'itemJson' }, rows));
		expect(service.bodies('/v1/radars/bulk')[0]).toEqual({ radars: rows });
		expect(service.control.radars()).toMatchObject(rows);
		expect(results[1]?.json('Company Radar').map((row) => row.already_existed)).toEqual([true, true]);
		expect(results[0]?.hints('Company Radar').join()).toContain('The service may ignore this field');
	});

	test('makes one bulk request of the items and gives one radar for each, in their order', async () => {
		service.control.change({ bulk: { itemMs: 20 } });
		const result = await service.run(create, domains(40));
		const radars = result.json('Company Radar');
		expect(radars.map(({ domain }) => domain)).toEqual(domains(40).map(({ domain }) => domain));
		expect(radars.map(({ item_index }) => item_index)).toEqual(domains(40).map((_, index) => index));
		expect(result.items('Company Radar')[39]?.pairedItem).toEqual([{ item: 39 }]);
		expect(service.bodies('/v1/radars/bulk')).toHaveLength(1);
		expect(service.control.radars()).toHaveLength(40);
	});

	test('cuts at 1000 items, and omits the webhook URL when there is none', async () => {
		const result = await service.run(create, domains(2100));
		expect(result.json('Company Radar')).toHaveLength(2100);
		const bodies = service.bodies('/v1/radars/bulk');
		expect(bodies.map(({ radars }) => (radars as unknown[]).length).sort()).toEqual([100, 1000, 1000]);
		expect(bodies.every((body) => !('webhook_url' in body))).toBe(true);
	});

	test('cuts at 1 MB of whole body', async () => {
		const result = await service.run(
			{
				...create,
				options: {
					customFields: { fields: [{ name: 'note', value: '={{ "ü".repeat(2000) }}' }] },
					wait: false,
				},
			},
			domains(400),
		);
		expect(result.json('Company Radar')).toHaveLength(400);
		const sizes = sentSizes();
		expect(sizes).toHaveLength(2);
		expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000_000);
		expect(Math.max(...sizes)).toBeGreaterThan(900_000);
	});

	test('counts what the fingerprint says of unknown fields', async () => {
		const names = Array.from({ length: 25 }, (_, index) => `column_number_${index}`);
		const unknown = Object.fromEntries(names.map((name) => [name, 'x'.repeat(20)]));
		const radars = domains(800).map((radar) => ({ ...unknown, ...radar, radar_type: 'company_mentions' }));
		await service.run({
			...create,
			radarsFrom: 'list',
			radars: JSON.stringify(radars),
			options: { allowDoubtful: true, wait: false },
		});
		const sizes = sentSizes();
		expect(sizes).toHaveLength(2);
		expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000_000);
	});

	test.each([
		['without a webhook URL of their own', {}, 1],
		['with one', { bulkWebhookUrl: 'http://127.0.0.1:9/'.padEnd(2000, 'x') }, 2],
	])('counts the whole body: radars just below 1 MB, %s', async (_, options, count) => {
		const customFields = { fields: [{ name: 'note', value: '={{ "x".repeat(499300) }}' }] };
		await service.run({ ...create, options: { customFields, ...options, wait: false } }, domains(2));
		expect(service.bodies('/v1/radars/bulk')).toHaveLength(count);
	});

	test('sends both webhook URLs where they belong', async () => {
		await service.run(
			{
				...create,
				options: {
					webhookUrl: 'http://127.0.0.1:9/finding',
					bulkWebhookUrl: 'http://127.0.0.1:9/bulk',
					wait: false,
				},
			},
			domains(1),
		);
		expect(service.bodies('/v1/radars/bulk')).toEqual([
			{
				webhook_url: 'http://127.0.0.1:9/bulk',
				radars: [expect.objectContaining({ webhook_url: 'http://127.0.0.1:9/finding' })],
			},
		]);
	});

	test('existing radars are results by default, and not paid again', async () => {
		await service.run(create, domains(3));
		const charged = service.control.charges().length;
		const result = await service.run(create, domains(4));
		expect(result.json('Company Radar').map(({ already_existed }) => already_existed)).toEqual([
			true,
			true,
			true,
			false,
		]);
		expect(service.control.charges()).toHaveLength(charged + 1);
	});

	test('where existing radars cannot be read, they are errors of their items, and the new ones are results', async () => {
		await service.run(create, domains(1));
		service.control.addFaults({ kind: 'status', status: 400, method: 'GET', path: '/v1/radars' });
		const result = await service.run(create, domains(3), { node: { onError: 'continueErrorOutput' } });
		expect(result.json('Success').map(({ domain }) => domain)).toEqual([
			'company1.example.org',
			'company2.example.org',
		]);
		expect(result.json('Error')).toEqual([
			expect.objectContaining({
				domain: 'company0.example.org',
				error: expect.stringContaining('already exists'),
				message: expect.stringMatching(/^(?!.*set 'If Radar Exists').*Couldn't load the existing radar: /),
			}),
		]);
	});

	test('with On Error: Continue a failed radar is an error of its own item', async () => {
		await service.run(create, domains(2));
		const result = await service.run({ ...create, options: { ifRadarExists: 'fail' } }, domains(3), {
			node: { onError: 'continueErrorOutput' },
		});
		expect(result.json('Success').map(({ domain }) => domain)).toEqual(['company2.example.org']);
		expect(result.json('Error')).toEqual([
			expect.objectContaining({
				domain: 'company0.example.org',
				error: expect.stringContaining('already exists'),
			}),
			expect.objectContaining({
				domain: 'company1.example.org',
				error: expect.stringContaining('already exists'),
			}),
		]);
	});

	test('takes the JSON of the items, and a list', async () => {
		const bodies = [
			{ radar_type: 'company_mentions', domain: 'w3.org' },
			{ radar_type: 'industry_mentions', keyword: 'industrial robots' },
		];
		const fromItems = await service.run({ ...create, radarsFrom: 'itemJson' }, bodies);
		expect(fromItems.json('Company Radar').map(({ radar_type }) => radar_type)).toEqual([
			'company_mentions',
			'industry_mentions',
		]);
		service.control.reset();
		const fromList = await service.run({ ...create, radarsFrom: 'list', radars: '={{ $json.list }}' }, [
			{ list: bodies },
		]);
		expect(fromList.json('Company Radar')).toHaveLength(2);
		expect(fromList.items('Company Radar').map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }],
			[{ item: 0 }],
		]);
	});

	test.each(['=A1', '={{ $json.owner }}'])('a fixed list with the text %s is no expression', async (note) => {
		service.control.change({ account: { duplicatesEnabled: true } });
		const radar = { radar_type: 'company_mentions', domain: 'w3.org', custom_fields: { note } };
		const radars = JSON.stringify([radar]);
		const result = await service.run({ ...create, radarsFrom: 'list', radars }, [{}, {}, {}]);
		expect(result.error).toBeUndefined();
		expect(service.control.radars()).toMatchObject([{ custom_fields: { note } }]);
	});

	test('gives the results so far and the bulk_id when the time is over', async () => {
		service.control.change({ bulk: { itemMs: 3_600_000 } });
		const result = await service.run({ ...create, options: { timeLimit: 1 } }, domains(2));
		expect(result.json('Company Radar')).toEqual([
			expect.objectContaining({ status: 'processing', bulk_id: expect.any(String), item_index: 0 }),
			expect.objectContaining({ status: 'processing', bulk_id: expect.any(String), item_index: 1 }),
		]);
		expect(result.hints('Company Radar').join()).toContain('Get Results');
	});

	test('of radars that are ready when the time is over, gives the records', async () => {
		service.control.change({ bulk: { itemMs: 700 } });
		const started = { ...create, options: { timeLimit: 1 } };
		const result = await service.run(started, domains(3));
		expect(result.error).toBeUndefined();
		const [first, , last] = result.json('Company Radar');
		expect(first).toMatchObject({ radar_id: expect.any(String), already_existed: false });
		expect(last).toMatchObject({ status: 'processing', bulk_id: first?.bulk_id });
		expect(last).toMatchObject({ domain: domains(3)[2]?.domain, item_index: 2 });
		expect(Object.keys(last ?? {}).sort()).toEqual(Object.keys(first ?? {}).sort());
		expect(last).toMatchObject({ radar_id: null, already_existed: null, created_at: null });
		expect(result.hints('Company Radar').join()).toContain(
			`Not all radars of bulk request ${String(first?.bulk_id)}`,
		);
	});

	test('sums up a large run in counts and USD, and gives a row for each radar with its IDs last', async () => {
		const result = await service.run(create, domains(1200));
		const hints = result.hints('Company Radar').join('\n');
		expect(hints).toContain('1,200 radars were created; 2 bulk requests of 1,200 radars');
		expect(hints).toMatch(/Balance: \$100,000\.00 → \$98,800\.00 \(\$1,200\.00 charged\)/);
		expect(hints).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
		const columns = Object.keys(result.json('Company Radar')[1199] ?? {});
		expect(columns.slice(0, 4)).toEqual(['domain', 'radar_type', 'radar_status', 'already_existed']);
		expect(columns.slice(-3)).toEqual(['radar_id', 'bulk_id', 'item_index']);
	});

	test('names what it created, and its bulk requests, in the error that ends it', async () => {
		service.control.change({ bulk: { itemMs: 0 } });
		await service.run(create, domains(1));
		const result = await service.run({ ...create, options: { ifRadarExists: 'fail' } }, domains(12));
		expect(result.error?.description).toMatch(
			/11 radars were created \(([0-9a-f-]{36}(, )?){5} and 6 more\)/,
		);
		expect(result.error?.description).toMatch(/of 12 radars \(ID [0-9a-f-]{36}\)/);
	});

	describe('whose response is lost', () => {
		fasterWaits();

		const LOST = { kind: 'cut', effect: 'done', method: 'POST', path: '/v1/radars/bulk' } as const;
		const onError = 'continueErrorOutput';

		test('is not sent again, and its radars are found as if they had been created', async () => {
			service.control.addFaults(LOST);
			const result = await service.run(create, domains(2), { node: { onError } });
			expect(service.bodies('/v1/radars/bulk')).toHaveLength(1);
			const rows = result.json('Success');
			expect(rows.map(({ domain }) => domain)).toEqual(domains(2).map(({ domain }) => domain));
			expect(rows.map(({ radar_id: id }) => id).sort()).toEqual(
				service.control
					.radars()
					.map(({ radar_id: id }) => id)
					.sort(),
			);
			for (const row of rows) expect(row).toMatchObject({ already_existed: false, custom_fields: {} });
		});

		test.each([1, 300])(
			'leaves those unknown that the service refused or has not created yet (%d items)',
			async (others) => {
				service.control.change({ radars: { listDelay: 0 } });
				await service.run({ ...create, resource: 'radar' }, domains(1));
				service.control.addFaults(LOST);
				const list = Array.from({ length: others }, (_, index) => ({ domain: `other${index}.example.org` }));
				const items = [...domains(1), ...list];
				const result = await service.run(create, items, { node: { onError } });
				expect(service.bodies('/v1/radars/bulk')).toHaveLength(1);
				expect(result.json('Success')).toHaveLength(others);
				expect(result.json('Error')).toMatchObject([
					{
						...domains(1)[0],
						error: 'The bulk request may or may not have been accepted',
						message: expect.stringMatching(
							/Not there after 60 seconds; the request may still be at work\. Check with Radar: Get Many before you run again/,
						),
						...detailsOf({ outcome: 'unknown' }),
					},
				]);
			},
		);
	});

	test('a radar that is too large for any bulk request is refused before anything is sent', async () => {
		const result = await service.run(
			{
				...create,
				options: { customFields: { fields: [{ name: 'note', value: '={{ $json.note }}' }] } },
			},
			[
				{ domain: 'w3.org', note: 'x' },
				{ domain: 'ietf.org', note: 'ü'.repeat(600_000) },
			],
		);
		expect(result.error).toMatchObject({
			message: expect.stringContaining('larger than 1 MB'),
			context: expect.objectContaining({ itemIndex: 1 }),
		});
		expect(service.requests()).toEqual([]);
	});

	test('counts the Bulk Request Webhook URL into the size', async () => {
		const large = (length: number) => ({
			...create,
			options: {
				customFields: { fields: [{ name: 'note', value: `={{ "x".repeat(${length}) }}` }] },
				bulkWebhookUrl: `http://127.0.0.1:9/${'u'.repeat(1500)}`,
				wait: false,
			},
		});
		const refused = await service.run(large(999_800), domains(1));
		expect(refused.error?.message).toContain('larger than 1 MB');
		await service.run(large(998_000), domains(1));
		const sizes = sentSizes();
		expect(sizes).toHaveLength(1);
		expect(sizes[0]).toBeLessThanOrEqual(1_000_000);
	});

	test('says that findings do not go to the URL of the bulk request', async () => {
		const options = { bulkWebhookUrl: 'http://127.0.0.1:9/bulk' };
		const without = await service.run({ ...create, options: { ...options, wait: false } }, domains(1));
		expect(without.hints('Company Radar').join()).toContain('sent to the Bulk Request Webhook URL');
		service.control.reset();
		const both = await service.run(
			{ ...create, options: { ...options, webhookUrl: 'http://127.0.0.1:9/finding', wait: false } },
			domains(1),
		);
		expect(both.hints('Company Radar').join()).not.toContain('not sent');
	});

	test('a dry run finds repeats in a list too, in rows with the same columns, and writes nothing', async () => {
		const radars = ['ietf.org', 'w3.org', 'W3.org'].map((domain) => ({
			radar_type: 'company_mentions',
			domain,
		}));
		const result = await service.run({ ...create, radarsFrom: 'list', radars, dryRun: true });
		const [first, second, repeat] = result.json('Company Radar');
		expect([first?.result, second?.result]).toEqual(['Would be created', 'Would be created']);
		expect(repeat).toMatchObject({ result: 'Repeats an earlier radar', repeats_item: 0, repeats_index: 1 });
		expect(Object.keys(first ?? {}).sort()).toEqual(Object.keys(repeat ?? {}).sort());
		expect(result.hints('Company Radar').join()).toMatch(/2 new radars, .*\$100,000\.00/);
		expect(service.requests()).toEqual(['GET /v1/account', 'GET /v1/radars']);
	});

	test('a dry run tells people of the same name apart, those of the account and those of the input', async () => {
		const jane = { radar_type: 'contact_job_changes', domain: 'w3.org', full_name: 'Jane Doe' };
		const radars = ['jane-doe', 'jane-doe-2', 'jane-doe-3'].map((name) => ({
			...jane,
			profile_url: `https://example.com/in/${name}`,
			email: `${name}@w3.org`,
		}));
		await service.run({ ...create, radarsFrom: 'list', radars: radars.slice(0, 1) });
		const result = await service.run({ ...create, radarsFrom: 'list', radars, dryRun: true });
		const results = result.json('Company Radar').map((row) => row.result);
		expect(results).toEqual(['Already exists', 'Would be created', 'Would be created']);
	});

	test.each([404, 500])('waits on where a check answers %d for some time', async (status) => {
		service.control.addFaults({ kind: 'status', status, method: 'GET', path: '/v1/radars/bulk/*', count: 4 });
		const result = await service.run(create, domains(2));
		expect(result.json('Company Radar')).toEqual([
			expect.objectContaining({ radar_id: expect.any(String) }),
			expect.objectContaining({ radar_id: expect.any(String) }),
		]);
		expect(result.hints('Company Radar').join()).not.toContain('Not all radars');
	});

	test('keeps the bulk_id when the service fails while it is waited for', async () => {
		service.control.addFaults({ kind: 'status', status: 404, path: '/v1/radars/bulk/*', count: 100 });
		const result = await service.run({ ...create, options: { timeLimit: 1 } }, domains(2));
		expect(result.json('Company Radar')).toEqual([
			expect.objectContaining({ bulk_id: expect.any(String) }),
			expect.objectContaining({ bulk_id: expect.any(String) }),
		]);
	});
});

test('Get Results gives one item for each radar of the bulk request', async () => {
	const submitted = await service.run({ ...create, options: { wait: false } }, domains(3));
	await service.control.idle();
	const result = await service.run(
		{ resource: 'bulkRequest', operation: 'getResults', bulkId: '={{ $json.bulk_id }}' },
		submitted.json('Company Radar').slice(0, 1),
	);
	const rows = result.json('Company Radar');
	expect(rows.map(({ item_index }) => item_index)).toEqual([0, 1, 2]);
	expect(rows.map(({ summary }) => summary)).toEqual(
		domains(3).map(({ domain }) => `Radar created for ${domain}`),
	);
	expect(Object.keys(rows[0] ?? {}).slice(0, 4)).toEqual(['status', 'summary', 'domain', 'radar_type']);
	expect(rows[0]).toMatchObject({ status: 'created', radar_id: expect.any(String) });
});

test('Get Results gives each row of Create its own radar, with one request and the columns of Create', async () => {
	const created = await service.run(create, domains(2));
	const submitted = await service.run({ ...create, options: { wait: false } }, domains(30).slice(2));
	await service.control.idle();
	service.control.clearLog();
	const getResults = { resource: 'bulkRequest', operation: 'getResults', bulkId: '={{ $json.bulk_id }}' };
	const items = submitted.json('Company Radar');
	const result = await service.run(getResults, items);
	expect(result.json('Company Radar').map(({ domain }) => domain)).toEqual(items.map(({ domain }) => domain));
	expect(result.items('Company Radar').map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, item) => [{ item }]),
	);
	expect(service.control.log()).toHaveLength(1);
	const [row = {}] = result.json('Company Radar');
	for (const column of Object.keys(created.json('Company Radar')[0] ?? {}))
		expect(row).toHaveProperty(column);

	const ids = items.map(({ bulk_id }) => ({ bulk_id }));
	const all = await service.run(getResults, ids);
	expect(all.json('Company Radar')).toHaveLength(items.length);
});

test('Get Results says why a radar failed, and which are still being created', async () => {
	await service.run(create, domains(1));
	service.control.change({ bulk: { itemMs: 300 } });
	const submitted = await service.run({ ...create, options: { wait: false } }, domains(20));
	const getResults = { resource: 'bulkRequest', operation: 'getResults', bulkId: '={{ $json.bulk_id }}' };
	await until('the second radar is there', () => service.control.radars().length > 1);
	const result = await service.run(getResults, submitted.json('Company Radar').slice(0, 1));
	const [failed, ...others] = result.json('Company Radar');
	expect(failed).toMatchObject({
		status: 'failed',
		summary: expect.stringMatching(/^Radar failed: /),
		reason: expect.any(String),
		conflicting_radar_id: expect.any(String),
	});
	expect(others.at(-1)).toMatchObject({
		status: 'processing',
		summary: 'Still being created',
		item_index: 19,
	});
});

describe('Deactivate', () => {
	const deactivate = {
		resource: 'bulkRequest',
		operation: 'deactivate',
		radarId: { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' },
	};

	test('sends each ID once, 500 with a request, and answers every item', async () => {
		service.control.seed({ radars: 600 });
		const ids = service.control.radars().map(({ radar_id }) => ({ radar_id }));
		const result = await service.run(deactivate, [...ids, ...ids.slice(0, 5)]);
		expect(result.json('Company Radar').map(({ radar_id }) => radar_id)).toEqual(
			[...ids, ...ids.slice(0, 5)].map(({ radar_id }) => radar_id),
		);
		expect(
			service
				.bodies('/v1/radars/bulk')
				.map(({ radar_ids }) => (radar_ids as unknown[]).length)
				.sort(),
		).toEqual([100, 500]);
	});

	test.each(['radar', 'bulkRequest'])(
		'after a failure, %s says what was deactivated, and which ID failed',
		async (resource) => {
			service.control.seed({ radars: 3 });
			const ids = service.control.radars().map(({ radar_id }) => radar_id);
			const unknown = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';
			const rows = [...ids, ids[0], unknown].map((radar_id) => ({ radar_id }));
			const stopped = await service.run({ ...deactivate, resource }, rows);
			expect(stopped.error?.description).toContain(`ID: ${unknown}.`);
			const done = service.control.radars().filter(({ radar_status: status }) => status === 'inactive');
			expect(done.length).toBeGreaterThan(0);
			expect(stopped.error?.description).toContain(
				`In this execution: ${done.length} ${done.length === 1 ? 'radar was' : 'radars were'} deactivated (`,
			);
			for (const { radar_id } of done) expect(stopped.error?.description).toContain(radar_id);
			service.control.clock({ advance: 60 });
			const node = { onError: 'continueRegularOutput' } as const;
			const passed = await service.run({ ...deactivate, resource }, rows, { node });
			expect(passed.hints('Company Radar')[0]).toMatch(
				/^In this execution: (. radars? (was|were) deactivated; )?. radars? (was|were) inactive already;/,
			);
			expect(passed.json('Company Radar').at(-1)?.message).toContain(`ID: ${unknown}.`);
		},
	);
});
