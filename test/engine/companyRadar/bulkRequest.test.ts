import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../tools/shared/until';
import { fasterWaits } from '../client/time';
import { detailsOf } from '../harness/engine';
import { CREATE_IN_BULK as create } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { CONTINUE, itemsOf, names, SPLIT, storiesOf, tell, type Step } from '../support/stories';

const service = useSandbox({ balanceUsd: 100_000 });
const told = storiesOf(service);

const companies = (count: number) => itemsOf(names(count));
const domainsOf = (count: number) => companies(count).map(({ domain }) => domain);
const run = (items: IDataObject[], step: Step = {}): Step => ({ run: create, items, ...step });
const ofList = (radars: IDataObject[], step: Step = {}): Step =>
	run([{}], { set: { radarsFrom: 'list', radars: JSON.stringify(radars) }, ...step });
const dryRun = (radars: IDataObject[], step: Step): Step =>
	ofList(radars, { set: { radarsFrom: 'list', radars: JSON.stringify(radars), dryRun: true }, ...step });
const note = (length: number, letter = 'x') => ({
	customFields: { fields: [{ name: 'note', value: `={{ "${letter}".repeat(${length}) }}` }] },
});
const BULK_URL = 'http://127.0.0.1:9/bulk';
const LOOKS = { method: 'GET', path: '/v1/radars/bulk/*', kind: 'status' } as const;

const jane = (name: string) => ({
	radar_type: 'contact_job_changes',
	domain: 'w3.org',
	full_name: 'Jane Doe',
	profile_url: `https://example.com/in/${name}`,
	email: `${name}@w3.org`,
});

const keyword = (words: string) => ({ radar_type: 'industry_mentions', keyword: words });

describe('Create', () => {
	told({
		'gives one radar for each item, in their order, with their links': [
			run(companies(40), {
				change: { bulk: { itemMs: 20 } },
				column: { domain: domainsOf(40), item_index: companies(40).map((_, index) => index) },
				links: companies(40).map((_, index) => index),
				writes: 1,
				charges: 40,
			}),
		],
		'takes existing radars as results, which are not paid again, or as errors of their items': [
			run(companies(2)),
			run(companies(3), { column: { already_existed: [true, true, false] }, charges: 3 }),
			run(companies(4), {
				options: { ifRadarExists: 'fail' },
				node: SPLIT,
				column: { domain: domainsOf(4).slice(3) },
				failed: domainsOf(3).map((domain) => ({ domain, error: expect.stringContaining('already exists') })),
			}),
		],
		'where existing radars cannot be read, they are errors of their items, and the new ones are results': [
			run(companies(1)),
			run(companies(3), {
				fault: { kind: 'status', status: 400, method: 'GET', path: '/v1/radars' },
				node: SPLIT,
				column: { domain: domainsOf(3).slice(1) },
				errors: [/already exists.*Couldn't load the existing radars: /s],
				hides: /set 'If Radar Exists'/,
			}),
		],
		'takes the JSON of the items, and a list, and buys rows of any industry type once each': [
			...[1, 2].map((times) =>
				run(
					['heat pumps', 'solar'].map((keyword) => ({ radar_type: 'industry_funding_rounds', keyword })),
					{
						set: { radarsFrom: 'itemJson' },
						column: { keyword: ['heat pumps', 'solar'], already_existed: [times > 1, times > 1] },
						says: 'The service may ignore this field',
						charges: 2,
					},
				),
			),
			run([{ list: itemsOf('alder birch') }], {
				set: { radarsFrom: 'list', radars: '={{ $json.list }}' },
				links: [0, 0],
				charges: 4,
			}),
		],
		'takes no text of a fixed list for an expression': ['=A1', '={{ $json.owner }}'].map((text, index) => {
			const radar = { radar_type: 'company_mentions', domain: `w${index}.org`, custom_fields: { text } };
			return { ...ofList([radar], { row: { custom_fields: { text } } }), items: [{}, {}, {}] };
		}),
		'keeps the bulk_id when the service fails while it is waited for': [
			run(companies(2), {
				fault: { ...LOOKS, status: 404, count: 100 },
				options: { timeLimit: 1 },
				rows: [{ bulk_id: expect.any(String) }, { bulk_id: expect.any(String) }],
			}),
		],
		'waits on where a check fails for some time': [404, 500].map((status) =>
			run(companies(2), {
				fault: { ...LOOKS, status, count: 4 },
				rows: [{ radar_id: expect.any(String) }, { radar_id: expect.any(String) }],
				hides: /Not all radars/,
			}),
		),
		'names what it created, and its bulk requests, in the error that ends it': [
			run(companies(1)),
			run(companies(12), {
				options: { ifRadarExists: 'fail' },
				fails: /./,
				says: [
					/11 radars were created \(([0-9a-f-]{36}(, )?){5} and 6 more\)/,
					/of 12 radars \(ID [0-9a-f-]{36}\)/,
				],
			}),
		],
		'says that findings do not go to the URL of the bulk request, unless they have one': [
			run(companies(1), {
				options: { bulkWebhookUrl: BULK_URL, wait: false },
				says: 'sent to the Bulk Request Webhook URL',
			}),
			run(companies(2), {
				options: { bulkWebhookUrl: BULK_URL, webhookUrl: 'http://127.0.0.1:9/finding', wait: false },
				hides: /not sent/,
			}),
		],
		'finds repeats in a list in a dry run, in rows with the same columns, and writes nothing': [
			dryRun(itemsOf('alder birch BIRCH'), {
				rows: [
					{ result: 'Would be created', repeats_index: null },
					{ result: 'Would be created' },
					{ result: 'Repeats an earlier radar', repeats_item: 0, repeats_index: 1 },
				],
				says: /2 new radars, .*\$100,000\.00/,
				requests: ['GET /v1/account', 'GET /v1/radars'],
			}),
		],
		'tells people of the same name apart in a dry run, those of the account and those of the input': [
			ofList([jane('jane')]),
			dryRun(['jane', 'jane-2', 'jane-3'].map(jane), {
				column: { result: ['Already exists', 'Would be created', 'Would be created'] },
			}),
		],
		'is unsure in a dry run of pages and keywords that only look the same': [
			ofList([jane('jane')]),
			dryRun(
				[
					{ ...jane('jane'), profile_url: 'https://www.example.com/in/jane' },
					keyword('robots'),
					keyword('Robots'),
				],
				{
					column: { result: ['May already exist', 'Would be created', 'May already exist'] },
				},
			),
		],
	});

	test('names the failed radars of a JSON array, with their places and columns', async () => {
		service.control.change({ radars: { setupFailures: { 'birch.example.org': 'source_inaccessible' } } });
		const error =
			'Radar 2 (birch.example.org – New Hires): Setup failed: The source is inaccessible or private';
		await tell(service, [
			ofList(itemsOf('alder birch cedar'), { fails: error }),
			ofList(itemsOf('alder birch cedar'), {
				node: CONTINUE,
				rows: [
					{},
					{ domain: 'birch.example.org', radar_type: 'company_new_hires', item_index: 1, error },
					{},
				],
				column: { radar_status: ['active', null, 'active'] },
				says: '1 radar failed (number 2 of the array)',
			}),
		]);
	});

	test('gives the records that are ready when the time is over, and all rows their columns', async () => {
		service.control.change({ bulk: { itemMs: 700 } });
		const result = await service.run({ ...create, options: { timeLimit: 1 } }, companies(3));
		const [first, , last] = result.json('Company Radar');
		expect(first).toMatchObject({ radar_id: expect.any(String), already_existed: false });
		expect(last).toMatchObject({
			...{ status: 'processing', bulk_id: first?.bulk_id, domain: domainsOf(3)[2], item_index: 2 },
			...{ radar_id: null, already_existed: null, created_at: null },
		});
		expect(Object.keys(last ?? {}).sort()).toEqual(Object.keys(first ?? {}).sort());
		expect(result.hints('Company Radar').join()).toContain(
			`Not all radars of bulk request ${String(first?.bulk_id)}`,
		);
	});

	test('cuts at 1000 items, and sums up in counts and USD, with a row for each radar and its IDs last', async () => {
		const result = await service.run(create, companies(1200));
		const bodies = service.bodies('/v1/radars/bulk');
		expect(bodies.map(({ radars }) => (radars as unknown[]).length).sort()).toEqual([1000, 200]);
		expect(bodies.every((body) => !('webhook_url' in body))).toBe(true);
		const hints = result.hints('Company Radar').join('\n');
		expect(hints).toContain('1,200 radars were created; 2 bulk requests of 1,200 radars');
		expect(hints).toMatch(/Balance: \$100,000\.00 → \$98,800\.00 \(\$1,200\.00 charged\)/);
		expect(hints).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
		const columns = Object.keys(result.json('Company Radar')[1199] ?? {});
		expect(columns.slice(0, 4)).toEqual(['domain', 'radar_type', 'radar_status', 'already_existed']);
		expect(columns.slice(-3)).toEqual(['radar_id', 'bulk_id', 'item_index']);
	});

	test('sends both webhook URLs where they belong', async () => {
		const webhookUrl = 'http://127.0.0.1:9/finding';
		const options = { webhookUrl, bulkWebhookUrl: BULK_URL, wait: false };
		await service.run({ ...create, options }, companies(1));
		expect(service.bodies('/v1/radars/bulk')).toEqual([
			{ webhook_url: BULK_URL, radars: [expect.objectContaining({ webhook_url: webhookUrl })] },
		]);
	});

	test('stops at once with a key that may not create radars, and says so for every item', async () => {
		const { baseUrl, keys } = service.running;
		const result = await service.run({ ...create, options: note(600_000) }, companies(13), {
			credential: { apiKey: keys.readOnly, baseUrl, requestsPerSecond: 10 },
			node: SPLIT,
		});
		const error = expect.stringContaining("doesn't have permission") as string;
		expect(result.json('Error')).toMatchObject(domainsOf(13).map((domain) => ({ domain, error })));
		expect(service.requests().length).toBeLessThan(13);
	});

	describe('whose response is lost', () => {
		fasterWaits();

		const LOST = { kind: 'cut', effect: 'done', method: 'POST', path: '/v1/radars/bulk' } as const;

		told({
			'is not sent again, and its radars are found as if they had been created': [
				run(companies(2), {
					fault: LOST,
					node: SPLIT,
					rows: domainsOf(2).map((domain) => ({ domain, already_existed: false, custom_fields: {} })),
					writes: 1,
				}),
			],
		});

		test.each([1, 300])(
			'leaves those unknown that the service refused or has not created yet (%d items)',
			async (others) => {
				service.control.change({ radars: { listDelay: 0 } });
				const message = expect.stringMatching(
					/Not there after 60 seconds; the request may still be at work\. Check with Radar: Get Many before you run again/,
				) as string;
				const error = 'The bulk request may or may not have been accepted';
				await tell(service, [
					run(companies(1)),
					run(companies(1 + others), {
						fault: LOST,
						node: SPLIT,
						column: { domain: domainsOf(1 + others).slice(1) },
						failed: [{ domain: domainsOf(1)[0], error, message, ...detailsOf({ outcome: 'unknown' }) }],
						writes: 1,
					}),
				]);
			},
		);
	});
});

// Of at most 1 MB.
describe('The size of a bulk request', () => {
	const UNKNOWN = Object.fromEntries(
		Array.from({ length: 25 }, (_, index) => [`column_number_${index}`, 'x'.repeat(20)]),
	);
	const ofUnknown = {
		radarsFrom: 'list',
		radars: JSON.stringify(companies(800).map((radar) => ({ ...UNKNOWN, ...radar }))),
		options: { allowDoubtful: true },
	};
	const longUrl = (length: number) => ({ bulkWebhookUrl: 'http://127.0.0.1:9/'.padEnd(length, 'u') });

	test.each<[string, IDataObject, IDataObject[], number]>([
		['in bytes', { options: note(2000, 'ü') }, companies(400), 2],
		['with what the fingerprint says of unknown fields', ofUnknown, [{}], 2],
		['two radars just below', { options: note(499_300) }, companies(2), 1],
		['with a webhook URL', { options: { ...note(499_300), ...longUrl(2000) } }, companies(2), 2],
		[
			'one radar just below, with a webhook URL',
			{ options: { ...note(998_000), ...longUrl(1500) } },
			companies(1),
			1,
		],
	])('counts the whole body: %s', async (_, parameters, items, count) => {
		const options = { ...(parameters.options as IDataObject), wait: false };
		await tell(service, [run(items, { run: { ...create, ...parameters, options } })]);
		const bodies = service.control.log().filter(({ method }) => method === 'POST');
		const sizes = bodies.map(({ requestBody }) => Buffer.byteLength(requestBody));
		expect(sizes).toHaveLength(count);
		expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000_000);
	});

	test.each<[string, IDataObject]>([
		['of two-byte letters', note(600_000, 'ü')],
		['with a webhook URL', { ...note(999_800), ...longUrl(1500) }],
	])('refuses a radar that is too large for any before anything is sent: %s', async (_, options) => {
		const { error } = await service.run({ ...create, options }, companies(1));
		expect(error).toMatchObject({
			message: expect.stringContaining('larger than 1 MB'),
			context: { itemIndex: 0 },
		});
		expect(service.requests()).toEqual([]);
	});
});

describe('Get Results', () => {
	const getResults = { resource: 'bulkRequest', operation: 'getResults', bulkId: '={{ $json.bulk_id }}' };
	const submit = async (count: number) =>
		(await service.run({ ...create, options: { wait: false } }, companies(count))).json('Company Radar');

	test('gives one item for each radar of the bulk request', async () => {
		const submitted = await submit(3);
		await service.control.idle();
		const result = await service.run(getResults, submitted.slice(0, 1));
		const rows = result.json('Company Radar');
		expect(rows).toMatchObject(
			domainsOf(3).map((domain, item_index) => ({
				...{ status: 'created', summary: `Radar created for ${String(domain)}`, item_index },
				radar_id: expect.any(String) as string,
			})),
		);
		expect(Object.keys(rows[0] ?? {}).slice(0, 4)).toEqual(['status', 'summary', 'domain', 'radar_type']);
	});

	test('gives each row of Create its own radar, with one request and the columns of Create', async () => {
		const items = await submit(28);
		await service.control.idle();
		const own = { column: { domain: domainsOf(28) }, links: items.map((_, item) => item), requests: 1 };
		const ids = items.map(({ bulk_id }) => ({ bulk_id }));
		await tell(service, [
			{ run: getResults, items, ...own },
			{ run: getResults, items: ids, column: own.column },
		]);
		const [created = {}] = (await service.run(create, companies(1))).json('Company Radar');
		const [row] = (await service.run(getResults, items)).json('Company Radar');
		expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(Object.keys(created)));
	});

	test('says why a radar failed, and which are still being created', async () => {
		await service.run(create, companies(1));
		service.control.change({ bulk: { itemMs: 300 } });
		const submitted = await submit(20);
		await until('the second radar is there', () => service.control.radars().length > 1);
		const result = await service.run(getResults, submitted.slice(0, 1));
		const [failed, ...others] = result.json('Company Radar');
		expect(failed).toMatchObject({
			...{ status: 'failed', summary: expect.stringMatching(/^Radar failed: /), reason: expect.any(String) },
			conflicting_radar_id: expect.any(String),
		});
		const last = { status: 'processing', summary: 'Still being created', item_index: 19 };
		expect(others.at(-1)).toMatchObject(last);
	});
});

describe('Deactivate', () => {
	const radarId = { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' };
	const deactivate = { resource: 'bulkRequest', operation: 'deactivate', radarId };
	const seeded = (radars: number) => {
		service.control.seed({ radars });
		return service.control.radars().map(({ radar_id }) => ({ radar_id }));
	};

	test('sends each ID once, 500 with a request, and answers every item', async () => {
		const ids = seeded(600);
		const items = [...ids, ...ids.slice(0, 5)];
		await tell(service, [
			{ run: deactivate, items, column: { radar_id: items.map(({ radar_id }) => radar_id) }, active: '' },
		]);
		const sizes = service.bodies('/v1/radars/bulk').map(({ radar_ids: sent }) => (sent as unknown[]).length);
		expect(sizes.sort()).toEqual([100, 500]);
	});

	test.each(['radar', 'bulkRequest'])(
		'of %s says what was done before a failure, and which ID failed',
		async (resource) => {
			const ids = seeded(3);
			const unknown = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';
			const rows = [...ids, ids[0]!, { radar_id: unknown }];
			const stopped = await service.run({ ...deactivate, resource }, rows);
			const done = service.control.radars().filter(({ radar_status: status }) => status === 'inactive');
			expect(done.length).toBeGreaterThan(0);
			const were = done.length === 1 ? 'radar was' : 'radars were';
			for (const text of [
				`ID: ${unknown}.`,
				`${done.length} ${were} deactivated (`,
				...done.map(({ radar_id: id }) => id),
			])
				expect(stopped.error?.description).toContain(text);
			service.control.clock({ advance: 60 });
			const passed = await service.run({ ...deactivate, resource }, rows, { node: CONTINUE });
			expect(passed.hints('Company Radar')[0]).toMatch(
				/^In this execution: (. radars? (was|were) deactivated; )?. radars? (was|were) inactive already;/,
			);
			expect(passed.json('Company Radar').at(-1)?.message).toContain(`ID: ${unknown}.`);
		},
	);
});
