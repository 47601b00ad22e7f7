import type { IDataObject } from 'n8n-workflow';

import { RADAR_TYPES } from '../../../nodes/shared/api/radarTypes';
import { loopback } from '../../../tools/shared/loopback';
import { CREATE_IN_BULK } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { applyList } from '../support/syncList';

const service = useSandbox();

const create: IDataObject = {
	resource: 'radar',
	operation: 'create',
	radarType: 'company_new_hires',
	domain: '={{ $json.domain }}',
};

const radarsOf = (...domains: string[]) => domains.map((domain) => ({ domain }));

describe('Create', () => {
	test('creates a radar for each item, in their order, with links to them', async () => {
		const result = await service.run(create, radarsOf('https://www.w3.org/about', 'IETF.org', 'iana.org.'));
		expect(result.json('Company Radar').map(({ domain }) => domain)).toEqual([
			'w3.org',
			'ietf.org',
			'iana.org',
		]);
		expect(result.items('Company Radar').map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }],
			[{ item: 1 }],
			[{ item: 2 }],
		]);
		expect(result.json('Company Radar')[0]).toMatchObject({ radar_status: 'active', already_existed: false });
		expect(result.hints('Company Radar')[0]).toContain('3 radars were created');
	});

	test('sends every field that the type has', async () => {
		await service.run(
			{
				...create,
				radarType: 'company_job_openings',
				filterBy: 'role',
				departments: ['Sales', 'Marketing'],
				seniorities: ['CXO'],
				options: {
					updatesSince: '2026-01-01T00:00:00',
					customFields: {
						fields: [
							{ name: 'crm_id', value: '42' },
							{ name: 'owner', value: 'ada' },
						],
					},
					profileUrl: 'https://profiles.example.org/company/w3',
				},
			},
			radarsOf('w3.org'),
		);
		expect(service.bodies('/v1/radars')).toEqual([
			{
				radar_type: 'company_job_openings',
				domain: 'w3.org',
				departments: ['Sales', 'Marketing'],
				seniorities: ['CXO'],
				updates_since: '2026-01-01T00:00:00+01:00',
				custom_fields: { crm_id: '42', owner: 'ada' },
				profile_url: 'https://profiles.example.org/company/w3',
			},
		]);
	});

	test.each(RADAR_TYPES)(
		'creates a radar of the type %s from the fields that it needs',
		async (radarType) => {
			const group = radarType.split('_', 1)[0] ?? '';
			const fields: Record<string, IDataObject> = {
				company: { domain: 'w3.org' },
				contact: { domain: 'w3.org', profileUrl: 'https://profiles.example.org/in/ada' },
				industry: { keyword: 'industrial robots' },
			};
			const result = await service.run({
				resource: 'radar',
				operation: 'create',
				radarType,
				...fields[group],
			});
			expect(result.json('Company Radar')).toEqual([
				expect.objectContaining({ radar_type: radarType, radar_status: 'active' }),
			]);
		},
	);

	test('builds the title expression from titles, one per line or in a list, and leaves out what they override', async () => {
		await service.run(
			{
				...create,
				filterBy: 'build',
				titlesAnyOf: 'head of sales\nVice President, Sales\n',
				titlesNoneOf: '={{ ["intern", "assistant"] }}',
				titleOptions: { exact: 'Chief of Staff', allOf: 'any' },
				departments: ['Sales'],
				seniorities: ['Director'],
			},
			radarsOf('w3.org'),
		);
		expect(service.bodies('/v1/radars')).toEqual([
			{
				radar_type: 'company_new_hires',
				domain: 'w3.org',
				job_titles:
					'("head of sales" OR "Vice President, Sales" OR EXACT("Chief of Staff")) AND NOT "intern" AND NOT "assistant"',
			},
		]);
	});

	test.each<[string, IDataObject, string]>([
		['no title at all', {}, "'Any of These' is empty"],
		[
			'an expression without a value',
			{ titlesAnyOf: 'CEO', titlesNoneOf: '={{ $json.none }}' },
			"'None of These' is empty",
		],
		[
			'an option that was left blank',
			{ titlesAnyOf: 'CEO', titleOptions: { exact: '' } },
			"'Exact Titles' is empty",
		],
		['a quote in a title', { titlesAnyOf: '19" rack' }, `'Any of These': "19"`],
	])('refuses %s, and names the box', async (_, titles, message) => {
		const result = await service.run({ ...create, filterBy: 'build', ...titles }, radarsOf('w3.org'));
		expect(result.error?.message).toContain(message);
		expect(service.requests()).toEqual([]);
	});

	test('keeps a custom field of any name', async () => {
		const fields = ['constructor', 'prototype', 'toString'].map((name) => ({ name, value: 'a' }));
		await service.run({ ...create, options: { customFields: { fields } } }, radarsOf('w3.org'));
		expect(service.bodies('/v1/radars').map((body) => body.custom_fields)).toEqual([
			Object.fromEntries(fields.map(({ name, value }) => [name, value])),
		]);
	});

	test('hints at a low balance, and not at fields that the form hides', async () => {
		service.control.balance(4);
		const result = await service.run(
			{
				...create,
				departments: ['Sales'],
				filterBy: 'expression',
				jobTitles: 'sales',
				options: { updatesSince: '={{ $now.minus({ days: 1 }) }}' },
				dryRun: true,
			},
			radarsOf('w3.org'),
		);
		expect(result.hints('Company Radar')).toEqual([
			expect.stringMatching(
				/^Dry run: 1 new radar\. This would charge your account for up to 1 radar;.* low: \$4\.00/,
			),
		]);
	});

	test('says each kind of note in a line of its own, and what repeats only once', async () => {
		const rows = Array.from({ length: 12 }, (_, index) => ({
			domain: `company${index}.example.org`,
			departments: [`Robotics ${index}`, 'sales'],
			seniorities: ['senior'],
		}));
		const result = await service.run(
			{
				...create,
				filterBy: 'role',
				departments: '={{ $json.departments }}',
				seniorities: '={{ $json.seniorities }}',
				options: { allowDoubtful: true },
				dryRun: true,
			},
			rows,
		);
		const lines = result.hints('Company Radar');
		expect(lines).toEqual([
			expect.stringMatching(/^Dry run: 12 new radars/),
			expect.stringMatching(
				/"Robotics 0" isn't a known department.* The same for 11 more: "Robotics 1", .* and 6 more\.$/,
			),
			expect.stringMatching(/^Departments: "sales" was read as Sales \([^)]*\)\.$/),
			expect.stringMatching(/^Seniorities: "senior" was read as Senior \([^)]*\)\.$/),
		]);
	});

	test('names every wrong field of an item at once, and sends nothing for any item', async () => {
		const result = await service.run(
			{
				...create,
				radarType: 'company_mentions',
				options: { updatesSince: '2010-01-01T00:00:00Z', webhookUrl: 'ftp://x' },
			},
			radarsOf('w3.org', 'ada@w3.org'),
		);
		expect(result.error?.message).toBe("These fields need another value: 'Updates Since', 'Webhook URL'");
		expect(service.requests()).toEqual([]);
	});

	test('an existing radar fails the item and is named', async () => {
		await service.run(create, radarsOf('w3.org'));
		const [first] = service.control.radars();
		const result = await service.run({ ...create, options: { ifRadarExists: 'fail' } }, radarsOf('w3.org'));
		expect(result.error?.message).toContain(String(first?.radar_id));
		expect(result.error?.description).toContain("set 'If Radar Exists' to 'Return the Existing One'");
	});

	test.each([
		['is not named', {}, "Find it with Radar: Get Many. This request wasn't charged."],
		[
			'cannot be loaded',
			{ conflicting_radar_id: '7b2f2a52-9d2f-4c6e-8a51-1f0e6a1c2d3e' },
			"Try again later. This request wasn't charged.",
		],
	])('of an existing radar that %s, no option is said to return it', async (_, named, todo) => {
		const body = {
			status: 'error',
			code: 409,
			message: 'Radar exists',
			errors: [{ field: 'domain', reason: 'taken', ...named }],
		};
		service.control.addFaults({ method: 'POST', kind: 'status', status: 409, body });
		const result = await service.run(create, radarsOf('w3.org'));
		expect(result.error?.description).toContain(todo);
		expect(result.error?.description).not.toContain('If Radar Exists');
	});

	test('the tag of a create is no difference, and not in the output', async () => {
		const tracked = {
			...create,
			radarType: 'company_mentions',
			options: { ifRadarExists: 'returnExisting' },
		};
		await service.run(tracked, radarsOf('w3.org'));
		const [radar] = (await service.run(tracked, radarsOf('w3.org'))).json('Company Radar');
		expect(radar).toMatchObject({ already_existed: true, differs_in: '', custom_fields: {} });
		expect(service.control.radars()[0]?.custom_fields).toHaveProperty('n8n_create_tag');
	});

	test.each([
		['Radar: Create', create],
		['Radars in Bulk: Create', CREATE_IN_BULK],
	])('the filters of a radar of %s are known later', async (_, parameters) => {
		const hires = { ...parameters, radarType: 'company_new_hires' };
		const withTitles = (titles: string) => ({
			...hires,
			filterBy: 'expression',
			jobTitles: titles,
		});
		await service.run(withTitles('sales'), radarsOf('w3.org'));
		const resultOf = async (titles: string) => {
			const dry = await service.run({ ...withTitles(titles), dryRun: true }, radarsOf('w3.org'));
			const [row] = dry.json('Company Radar');
			return [row?.result, row?.differs_in];
		};
		expect(await resultOf('sales')).toEqual(['Already exists', '']);
		expect(await resultOf('marketing')).toEqual(['May already exist', 'job_titles']);
	});

	test('an existing radar is returned if wanted, with what differs', async () => {
		await service.run(create, radarsOf('w3.org'));
		const result = await service.run(
			{
				...create,
				options: {
					ifRadarExists: 'returnExisting',
					customFields: { fields: [{ name: 'crm_id', value: '42' }] },
				},
			},
			radarsOf('w3.org', 'ietf.org'),
		);
		expect(result.json('Company Radar')).toEqual([
			expect.objectContaining({
				domain: 'w3.org',
				already_existed: true,
				differs_in: 'custom_fields.crm_id (none → 42)',
			}),
			expect.objectContaining({ domain: 'ietf.org', already_existed: false }),
		]);
		expect(service.control.charges()).toHaveLength(2);
	});

	test('a dry run finds repeats and the balance, and writes nothing', async () => {
		const result = await service.run(
			{ ...create, dryRun: true },
			radarsOf('w3.org', 'ietf.org', 'www.w3.org'),
		);
		expect(result.json('Company Radar')).toEqual([
			expect.objectContaining({ domain: 'w3.org', dry_run: true, result: 'Would be created' }),
			expect.objectContaining({ domain: 'ietf.org', dry_run: true, result: 'Would be created' }),
			expect.objectContaining({ domain: 'w3.org', result: 'Repeats an earlier radar', repeats_item: 0 }),
		]);
		expect(result.hints('Company Radar').join()).toMatch(
			/2 new radars, .*charge your account for up to 2 radars; .*\$1,000\.00/,
		);
		expect(service.requests()).toEqual(['GET /v1/account', 'GET /v1/radars']);
	});

	test('a dry run tells identical definitions from the same target with other filters', async () => {
		const filtered = {
			...create,
			filterBy: 'expression',
			jobTitles: '={{ $json.titles }}',
			dryRun: true,
		};
		const titles = ['CEO', 'CTO', 'CEO'].map((title) => ({ domain: 'w3.org', titles: title }));
		const result = await service.run(filtered, titles);
		expect(result.json('Company Radar')).toEqual([
			expect.objectContaining({ result: 'Would be created' }),
			expect.objectContaining({ result: 'May already exist', repeats_item: 0 }),
			expect.objectContaining({ result: 'Repeats an earlier radar', repeats_item: 0 }),
		]);
		expect(result.hints('Company Radar').join('\n')).toContain(
			'1 radar may be a duplicate: another radar monitors the same target',
		);
	});

	test('a dry run counts radars of one target as one where the type has no filters', async () => {
		const tracked = {
			...create,
			radarType: 'company_mentions',
			options: { customFields: { fields: [{ name: 'crm', value: '={{ $json.crm }}' }] } },
		};
		const rows = ['1', '2'].map((crm) => ({ domain: 'w3.org', crm }));
		const dry = await service.run({ ...tracked, dryRun: true }, rows);
		expect(dry.json('Company Radar').map(({ result }) => result)).toEqual([
			'Would be created',
			'Repeats an earlier radar',
		]);
		await service.run(tracked, rows);
		expect(service.control.charges()).toHaveLength(1);
	});

	test('known filters of an existing radar are compared', async () => {
		const titled = (title: string) => ({ ...create, filterBy: 'expression', jobTitles: title });
		const list = JSON.stringify([{ radar_type: 'company_new_hires', domain: 'w3.org', job_titles: 'CEO' }]);
		await service.run({ ...applyList, radarsFrom: 'list', radars: list });
		for (const [title, result, differs] of [
			['CEO', 'Already exists', ''],
			['CTO', 'May already exist', 'job_titles'],
		] as const) {
			const dry = await service.run({ ...titled(title), dryRun: true }, radarsOf('w3.org'));
			expect(dry.json('Company Radar')).toEqual([expect.objectContaining({ result, differs_in: differs })]);
			expect(dry.hints('Company Radar').join()).toMatch(
				differs
					? /exist\. Nothing would be charged if it's the same radar .*; otherwise up to 1 radar\./
					: /exists\. Nothing would be charged, unless your account allows duplicates/,
			);
			const returned = await service.run(titled(title), radarsOf('w3.org'));
			const [existing] = returned.json('Company Radar');
			const panel = returned.hints('Company Radar').join();
			expect(/New Hires: Job Titles.*don't apply:.* filter by job title in the trigger\./.test(panel)).toBe(
				differs.length > 0,
			);
			expect(existing).toMatchObject({ already_existed: true, differs_in: differs });
		}
	});

	test('an existing radar whose filters are not known is said to have others, maybe', async () => {
		const { baseUrl, apiKey } = service.running;
		const elsewhere = { radar_type: 'company_new_hires', domain: 'w3.org' };
		await loopback.post(`${baseUrl}/v1/radars`, elsewhere, { headers: { 'x-api-key': apiKey } });
		const again = await service.run(
			{ ...create, filterBy: 'role', departments: ['Sales'] },
			radarsOf('w3.org'),
		);
		expect(again.hints('Company Radar').join()).toContain(
			"1 existing radar may differ from yours: w3.org – New Hires: Departments (unknown). If so, your values don't apply: to use them, deactivate the radar and create another.",
		);
		expect(again.json('Company Radar')[0]?.differs_in).toBe('departments (unknown)');
		const dry = await service.run(
			{ ...create, filterBy: 'role', departments: ['Sales'], dryRun: true },
			radarsOf('w3.org'),
		);
		expect(dry.json('Company Radar')[0]).toMatchObject({
			result: 'May already exist',
			differs_in: 'departments (unknown)',
		});
		const mentions = { ...create, radarType: 'company_mentions' };
		await service.run(mentions, radarsOf('ietf.org'));
		const shown = await service.run(mentions, radarsOf('ietf.org'));
		expect(shown.hints('Company Radar').join()).not.toContain('from yours');
	});

	test('a dry run names the existing radar that watches the same, by any identifier', async () => {
		const contact = {
			...create,
			radarType: 'contact_job_changes',
			email: 'jane.doe@w3.org',
			fullName: 'Jane Doe',
		};
		await service.run(contact, radarsOf('example.com'));
		await service.run(create, radarsOf('w3.org'));
		const ids = service.control.radars().map(({ radar_id: id }) => id);
		const existing = [
			await service.run({ ...contact, fullName: '', dryRun: true }, radarsOf('example.com')),
			await service.run({ ...create, dryRun: true }, radarsOf('w3.org')),
		].map((result) => result.json('Company Radar')[0]);
		expect(existing).toEqual(
			ids.map((id) => expect.objectContaining({ result: 'Already exists', existing_radar_id: id })),
		);
	});

	test('a dry run without the list of radars says so, and still shows the rest', async () => {
		service.control.addFaults({ kind: 'status', status: 403, method: 'GET', path: '/v1/radars' });
		const result = await service.run({ ...create, dryRun: true }, radarsOf('w3.org'));
		expect(result.json('Company Radar')).toHaveLength(1);
		expect(result.hints('Company Radar').join()).toContain('to check for duplicates');
	});
});

describe('Get, Get Many and Deactivate', () => {
	test('gets a radar by its ID', async () => {
		service.control.seed({ radars: 2 });
		const radar = service.control.radars()[0];
		const result = await service.run({
			resource: 'radar',
			operation: 'get',
			radarId: { __rl: true, mode: 'id', value: radar?.radar_id },
		});
		expect(result.json('Company Radar')).toEqual([radar]);
	});

	test('lists up to the limit, newest first', async () => {
		service.control.seed({ radars: 120 });
		const result = await service.run({ resource: 'radar', operation: 'getMany', limit: 60 });
		const newest = service.control.radars().reverse().slice(0, 60);
		expect(result.json('Company Radar').map(({ radar_id }) => radar_id)).toEqual(
			newest.map(({ radar_id }) => radar_id),
		);
	});

	test('lists all, with pages as large as the service allows', async () => {
		service.control.seed({ radars: 1200 });
		const result = await service.run({ resource: 'radar', operation: 'getMany', returnAll: true });
		expect(result.json('Company Radar')).toHaveLength(1200);
		expect(service.requests()).toHaveLength(3);
	});

	test('reads on in pages of the usual size if the API has lowered its maximum', async () => {
		service.control.seed({ radars: 120 });
		const body = {
			status: 'error',
			code: 400,
			message: 'Invalid query',
			errors: [{ field: 'limit', reason: 'must be at most 100' }],
		};
		service.control.addFaults({ kind: 'status', status: 400, path: '/v1/radars', body });
		const result = await service.run({ resource: 'radar', operation: 'getMany', returnAll: true });
		expect(result.json('Company Radar')).toHaveLength(120);
		expect(service.requests()).toHaveLength(4);
	});

	test('sends every filter', async () => {
		await service.run({
			resource: 'radar',
			operation: 'getMany',
			filters: {
				createdSince: '2026-11-01T00:00:00',
				radarIds: ['6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01'],
				radarType: 'company_mentions',
				radarStatus: 'inactive',
			},
		});
		expect(service.control.log()[0]?.query).toEqual({
			created_since: '2026-11-01T00:00:00+01:00',
			radar_id: '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01',
			radar_type: 'company_mentions',
			radar_status: 'inactive',
			limit: '500',
		});
	});

	test('of 51 IDs gives the newest up to the limit, whichever call they came with', async () => {
		service.control.seed({ radars: 51 });
		const ids = service.control.radars().map(({ radar_id }) => radar_id);
		const result = await service.run({
			resource: 'radar',
			operation: 'getMany',
			limit: 2,
			filters: { radarIds: ids.join(',') },
		});
		expect(service.control.log().map(({ query }) => String(query.radar_id).split(',').length)).toEqual([
			50, 1,
		]);
		expect(result.json('Company Radar').map(({ radar_id }) => radar_id)).toEqual(
			[...ids].reverse().slice(0, 2),
		);
		expect(result.hints('Company Radar')).toEqual([]);
	});

	test('lists all radars with the same columns, null where one has no value', async () => {
		await service.run(create, radarsOf('w3.org', 'ietf.org'));
		await service.run({ ...create, radarType: 'industry_mentions', keyword: 'industrial robots' });
		const ids = service.control.radars().map(({ radar_id }) => ({ radar_id }));
		const radarId = { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' };
		await service.run({ resource: 'radar', operation: 'deactivate', radarId }, ids.slice(0, 1));
		const result = await service.run({ resource: 'radar', operation: 'getMany', returnAll: true });
		const rows = result.json('Company Radar');
		expect(rows).toHaveLength(3);
		expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
		expect(rows.map(({ domain, keyword, runs_until: end }) => [domain, keyword, typeof end])).toEqual([
			[null, 'industrial robots', 'object'],
			['ietf.org', null, 'object'],
			['w3.org', null, 'string'],
		]);
		expect(rows[1]).toMatchObject({ runs_until: null, deactivated_at: null });
	});

	test('splits more IDs than a call takes, and tells which were not found', async () => {
		service.control.seed({ radars: 70 });
		const ids = service.control.radars().map(({ radar_id }) => radar_id);
		const unknown = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';
		const result = await service.run({
			resource: 'radar',
			operation: 'getMany',
			returnAll: true,
			filters: { radarIds: [...ids, unknown].join(', ') },
		});
		expect(
			result
				.json('Company Radar')
				.map(({ radar_id }) => radar_id)
				.sort(),
		).toEqual([...ids].sort());
		expect(service.requests()).toHaveLength(2);
		expect(result.hints('Company Radar').join()).toContain(unknown);
	});

	test('says until when it runs, and that nothing more is charged', async () => {
		service.control.change({ account: { billing: { company_mentions: 'update_based' } } });
		await service.run(create, radarsOf('w3.org'));
		await service.run({ ...create, radarType: 'company_mentions' }, radarsOf('w3.org'));
		const result = await service.run(
			{
				resource: 'radar',
				operation: 'deactivate',
				radarId: { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' },
			},
			service.control.radars().map(({ radar_id }) => ({ radar_id })),
		);
		const [monthly, perUpdate] = result.json('Company Radar');
		const day = String(monthly?.runs_until).slice(0, 10);
		expect(monthly?.summary).toBe(`Deactivated. Finds updates until ${day}, no further charge.`);
		expect(Object.keys(monthly ?? {})).toEqual(
			'summary domain radar_type radar_status runs_until created_at deactivated_at next_charge_at custom_fields updates_since radar_id'.split(
				' ',
			),
		);
		expect(perUpdate?.summary).toBe('Deactivated. No further charge.');
		expect(perUpdate).toMatchObject({ runs_until: null, next_charge_at: null });
	});

	test('says when one ended that was deactivated long ago', async () => {
		const [radar] = (await service.run(create, radarsOf('w3.org'))).json('Company Radar');
		const deactivate = {
			resource: 'radar',
			operation: 'deactivate',
			radarId: { __rl: true, mode: 'id', value: radar?.radar_id },
		};
		await service.run(deactivate);
		service.control.clock({ advance: 31 * 86_400 });
		const again = await service.run(deactivate);
		const day = String(radar?.next_charge_at).slice(0, 10);
		expect(again.json('Company Radar')[0]?.summary).toBe(
			`Deactivated. Found updates until ${day}, no further charge.`,
		);
	});
});

describe('The times of a deactivated radar', () => {
	const DAY = 86_400_000;
	const at = (days: number) => new Date(Date.now() + days * DAY).toISOString();
	const answer = (more: IDataObject, method?: string) => {
		const data = { radar_id: '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b', radar_type: 'company_mentions' };
		const body = { status: 'success', code: 200, data: { ...data, radar_status: 'inactive', ...more } };
		service.control.addFaults({ kind: 'status', status: 200, method, path: '*', body });
	};
	const radarId = { __rl: true, mode: 'id', value: '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b' };

	test.each<[string, boolean, IDataObject]>([
		['while its paid month runs', true, { deactivated_at: at(-1), next_charge_at: at(9) }],
		['not once it is over', false, { deactivated_at: at(-20), next_charge_at: at(-1) }],
		[
			'not where a charge failed, also if clocks differ',
			false,
			{ deactivated_at: at(2), next_charge_at: at(2.001) },
		],
	])('say when it ends: %s', async (_, isSaid, times) => {
		answer(times);
		const [row] = (await service.run({ resource: 'radar', operation: 'get', radarId })).json('Company Radar');
		expect(row?.runs_until ?? null).toBe(isSaid ? times.next_charge_at : null);
		expect(row).toMatchObject(times);
	});

	test('may be numbers', async () => {
		const end = Date.now() + 9 * DAY;
		answer({ deactivated_at: Date.now(), next_charge_at: end });
		const result = await service.run({ resource: 'radar', operation: 'deactivate', radarId });
		const runs_until = new Date(end).toISOString();
		const day = runs_until.slice(0, 10);
		expect(result.json('Company Radar')).toMatchObject([
			{ summary: `Deactivated. Finds updates until ${day}, no further charge.`, runs_until },
		]);
		answer({ radar_status: 'active', next_charge_at: end }, 'POST');
		const [hint] = (await service.run(create, radarsOf('w3.org'))).hints('Company Radar');
		expect(hint).toContain(`1 radar is charged monthly, next on ${day}.`);
	});
});

describe('Get Many by Company Domains', () => {
	const getMany = { resource: 'radar', operation: 'getMany', returnAll: true };

	test('finds the radars of these companies, however their domains are written', async () => {
		await service.run(create, radarsOf('example.com', 'müller.example.com', 'other.example.com'));
		const find = async (domains: unknown, more: IDataObject = {}) =>
			(await service.run({ ...getMany, ...more, filters: { domains } as IDataObject })).json('Company Radar');
		const found = await find('https://www.example.com/x, müller.example.com');
		expect(found.map(({ domain }) => domain)).toEqual(['xn--mller-kva.example.com', 'example.com']);
		expect(await find('nobody.example.com')).toEqual([]);
		expect(await find('example.com, other.example.com', { returnAll: false, limit: 1 })).toHaveLength(1);
	});

	test('refuses an empty list, which must not mean all', async () => {
		const result = await service.run({ ...getMany, filters: { domains: '={{ [] }}' } });
		expect(result.error?.message).toContain("'Company Domains' is empty");
	});
});
