import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../support/sandbox';

const service = useSandbox();

const create: IDataObject = {
	resource: 'radar',
	operation: 'create',
	radarType: 'company_new_hires',
	domain: '={{ $json.domain }}',
	filterBy: 'role',
};

const filtersSent = () => service.bodies('/v1/radars').map(({ departments }) => departments);

describe('A list of choices by expression', () => {
	test.each<[string, unknown, string[]]>([
		['an array', ['Sales', 'Legal'], ['Sales', 'Legal']],
		['text with commas', 'Sales, Legal', ['Sales', 'Legal']],
		['JSON text', '["Sales", "Legal"]', ['Sales', 'Legal']],
		['one value', 'Sales', ['Sales']],
		['values of its own', ['Sales', 'Robotics'], ['Sales', 'Robotics']],
	])('may be %s', async (_, given, sent) => {
		const parameters = {
			...create,
			departments: '={{ $json.given }}',
			options: { allowDoubtful: true },
		};
		const result = await service.run(parameters, [{ domain: 'w3.org', given } as IDataObject]);
		expect(result.error).toBeUndefined();
		expect(filtersSent()).toEqual([sent]);
	});

	test('of radar types may be text with commas', async () => {
		const filters = { radarTypes: '={{ "company_mentions, company_reviews" }}' };
		await service.run({ resource: 'update', operation: 'getMany', filters });
		expect(service.control.log()[0]?.query).toMatchObject({ radar_type: 'company_mentions,company_reviews' });
	});
});

test('The radar type may differ by item', async () => {
	const types = ['company_mentions', 'company_new_hires'];
	const result = await service.run(
		{ ...create, radarType: '={{ $json.type }}' },
		types.map((type) => ({ domain: 'w3.org', type })),
	);
	expect(result.error).toBeUndefined();
	expect(
		service.control
			.radars()
			.map(({ radar_type: type }) => type)
			.sort(),
	).toEqual(types);
});

describe('A choice by expression that is none is refused, named by its field', () => {
	test.each<[string, IDataObject]>([
		['Limit', { resource: 'radar', operation: 'getMany', limit: '={{ "many" }}' }],
		['Limit', { resource: 'update', operation: 'getMany', limit: '={{ 0 }}' }],
		['Return All', { resource: 'update', operation: 'getMany', returnAll: '={{ "maybe" }}' }],
		[
			'Radar Types',
			{ resource: 'update', operation: 'getMany', filters: { radarTypes: '={{ ["hires"] }}' } },
		],
		[
			'Retry Timeout (Seconds)',
			{ resource: 'account', operation: 'getSummary', options: { longestWait: '={{ "long" }}' } },
		],
		[
			'Results Timeout (Seconds)',
			{
				resource: 'bulkRequest',
				operation: 'create',
				domain: 'w3.org',
				options: { timeLimit: '={{ "long" }}' },
			},
		],
		[
			'Spending Limit (USD)',
			{
				resource: 'company',
				operation: 'reveal',
				ipAddress: '8.8.8.8',
				options: { spendingLimit: '={{ "five" }}' },
			},
		],
		['Dry Run', { resource: 'radar', operation: 'create', domain: 'w3.org', dryRun: '={{ "maybe" }}' }],
	])('%s %#', async (field, parameters) => {
		const result = await service.run(parameters);
		expect(result.error?.message).toContain(`'${field}'`);
		expect(service.requests()).toEqual([]);
	});
});

describe('A setting counts once, so an expression must have the same value for all items:', () => {
	const reveal = { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' };
	const visitors = [8, 9, 10].map((number) => ({ ip: `8.8.8.${number}` }));
	const inBulk = { ...create, resource: 'bulkRequest' };
	const sync = {
		...create,
		resource: 'radar',
		operation: 'syncList',
		listName: 'Accounts',
		syncMode: 'apply',
	};
	const companies = ['w3.org', 'ietf.org', 'iana.org'].map((domain) => ({ domain }));
	const CASES: Array<[string, IDataObject, IDataObject[], unknown[], string]> = [
		[
			'Spending Limit (USD)',
			{ ...reveal, options: { spendingLimit: '={{ $json.x }}' } },
			visitors,
			[5, 0, 0],
			'item 0 has 5, item 1 has 0.',
		],
		[
			'Minimum Balance (USD)',
			{ ...reveal, options: { minimumBalance: '={{ $json.x ?? 1 }}' } },
			visitors,
			[1, undefined, 2],
			'item 0 has 1, item 2 has 2.',
		],
		[
			'Dry Run',
			{ ...create, dryRun: '={{ $json.x }}' },
			companies,
			[false, true, false],
			'item 0 has false, item 1 has true.',
		],
		[
			'Maximum Radars to Create',
			{ ...create, options: { maximumRadars: '={{ $json.x }}' } },
			companies,
			[9, null, null],
			'item 0 has 9, item 1 has nothing.',
		],
		[
			'Bulk Request Webhook URL',
			{ ...inBulk, options: { bulkWebhookUrl: '={{ $json.x }}' } },
			companies,
			['https://n8n.w3.org/webhook/a', 'https://n8n.w3.org/webhook/b', ''],
			'item 0 has "https://n8n.w3.org/webhook/a", item 1 has "https://n8n.w3.org/webhook/b".',
		],
		[
			'Replace Changed Radars',
			{ ...sync, options: { replaceChanged: '={{ $json.x }}' } },
			companies,
			[true, false, false],
			'item 0 has true, item 1 has false.',
		],
	];

	test.each(CASES)('%s', async (field, parameters, rows, values, difference) => {
		const items = rows.map((row, index) => ({ ...row, x: values[index] }) as IDataObject);
		const result = await service.run(parameters, items);
		expect(result.error?.message).toBe(`'${field}' must be the same for all items: ${difference}`);
		expect(result.error?.description).toContain('Enter a fixed value');
		const continued = await service.run(parameters, items, { node: { onError: 'continueErrorOutput' } });
		expect(continued.json('Error')).toHaveLength(3);
		expect(service.requests()).toEqual([]);
	});

	test.each([
		['an expression on one item', '={{ $input.first().json.x }}', [5, 0, 0]],
		['equal values', '={{ $json.x }}', [5, '5', 5]],
	])('%s may be used', async (_, spendingLimit, values) => {
		const items = visitors.map((row, index) => ({ ...row, x: values[index] }) as IDataObject);
		const result = await service.run({ ...reveal, options: { spendingLimit } }, items);
		expect(result.error).toBeUndefined();
		expect(result.json('Company Radar')).toHaveLength(3);
	});
});

describe('An expression that cannot be evaluated', () => {
	const items = [{ domain: 'w3.org' }, { name: 'W3C' }, { domain: 'ietf.org' }];
	const failing = { ...create, domain: '={{ $json.domain ?? $("Nowhere").item.json.domain }}' };

	test('stops the node before anything is sent, with the field and the item', async () => {
		const result = await service.run(failing, items);
		expect(result.error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(/^'Company Domain': The expression can't be evaluated/),
			context: expect.objectContaining({ itemIndex: 1 }),
		});
		expect(service.requests()).toEqual([]);
	});

	test('is an error of its own item with On Error: Continue', async () => {
		const result = await service.run(failing, items, { node: { onError: 'continueErrorOutput' } });
		expect(result.json('Success').map(({ domain }) => domain)).toEqual(['w3.org', 'ietf.org']);
		expect(result.json('Error')).toEqual([
			expect.objectContaining({ name: 'W3C', error: expect.stringContaining("'Company Domain'") }),
		]);
	});
});

describe('What holds for the whole run and fails', () => {
	const reveal = { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' };
	const addresses = [{ ip: '8.8.8.12' }, { ip: '8.8.8.13' }];
	const CASES: Array<[string, IDataObject, Record<string, unknown>, RegExp]> = [
		[
			'a base URL that is none',
			{},
			{ credential: { apiKey: 'k', baseUrl: 'radar', requestsPerSecond: 10 } },
			/Base URL/,
		],
		['a credential that is gone', {}, { credential: undefined }, /Choose the credential of this node again/],
		[
			'a setting that is none',
			{ options: { spendingLimit: -1 } },
			{},
			/'Spending Limit \(USD\)': -1 is less than zero/,
		],
		[
			'a balance that cannot be read',
			{ options: { minimumBalance: 1, longestWait: 0 } },
			{},
			/internal fault/,
		],
	];

	test.each(CASES)('%s is an error of every item with On Error: Continue', async (_, more, options) => {
		service.control.addFaults({ kind: 'status', status: 500, path: '/v1/account', count: 9 });
		const result = await service.run({ ...reveal, ...more }, addresses, {
			...options,
			node: { onError: 'continueErrorOutput' },
		});
		expect(result.json('Error').map(({ ip }) => ip)).toEqual(['8.8.8.12', '8.8.8.13']);
		expect(result.ran('Success')).toBe(false);
		expect(service.control.charges()).toEqual([]);
	});

	test.each(CASES)('%s ends the node with its own error otherwise', async (_, more, options, words) => {
		service.control.addFaults({ kind: 'status', status: 500, path: '/v1/account', count: 9 });
		const result = await service.run({ ...reveal, ...more }, addresses, options);
		expect(result.error?.name).toMatch(/^Node(Api|Operation)Error$/);
		expect(`${result.error?.message} ${result.error?.description}`).toMatch(words);
	});
});

describe('As a tool, an AI model', () => {
	const reveal = { resource: 'company', operation: 'reveal', ipAddress: '8.8.8.8' };
	const forModel = (name: string) => `={{ $fromAI('${name}', \`\`, 'string') ?? 1 }}`;

	test.each<[string, IDataObject]>([
		['Spending Limit (USD)', { ...reveal, options: { spendingLimit: forModel('limit') } }],
		['Monthly Budget (USD)', { ...reveal, options: { monthlyBudget: forModel('budget') } }],
		['Monthly Budget (USD)', { ...create, options: { monthlyBudget: forModel('budget') } }],
		['Retry Timeout (Seconds)', { ...reveal, options: { longestWait: forModel('retry') } }],
		['Dry Run', { ...create, dryRun: forModel('dry') }],
		['Webhook URL', { ...create, options: { webhookUrl: forModel('url') } }],
		['Webhook URL', { resource: 'webhook', operation: 'sendTestEvent', webhookUrl: forModel('url') }],
		[
			'Bulk Request Webhook URL',
			{ ...create, resource: 'bulkRequest', options: { bulkWebhookUrl: forModel('url') } },
		],
	])('must not set %s', async (field, parameters) => {
		const result = await service.run(parameters, [{ domain: 'w3.org' }]);
		expect(`${result.error?.message} ${result.error?.description}`).toContain(
			`'${field}': AI models can't fill in this field`,
		);
		expect(service.requests()).toEqual([]);
	});

	test('must not put a webhook URL into the list of a bulk request', async () => {
		const list = [{ radar_type: 'company_mentions', domain: 'w3.org', webhook_url: 'http://127.0.0.1:9/' }];
		const result = await service.run(
			{
				resource: 'bulkRequest',
				operation: 'create',
				radarsFrom: 'list',
				radars: "={{ $json.list ?? $fromAI('radars', '', 'json') }}",
			},
			[{ list }],
		);
		expect(result.error?.message).toContain("'Radars'");
		expect(service.requests()).toEqual([]);
	});

	test('may leave out an optional field', async () => {
		const left = (name: string) => `={{ $json.nothing ?? $fromAI('${name}') }}`;
		const own = { departments: left('departments'), options: { updatesSince: left('since') } };
		const created = await service.run({ ...create, ...own }, [{ domain: 'w3.org', nothing: '' }]);
		expect(created.json('Company Radar')).toMatchObject([{ domain: 'w3.org' }]);
		expect(service.bodies('/v1/radars')[0]).not.toHaveProperty('updates_since');
		const filters = { createdSince: left('since') };
		const listed = await service.run({ resource: 'radar', operation: 'getMany', filters }, [{ nothing: '' }]);
		expect(listed.json('Company Radar')).toHaveLength(1);
	});

	const given = (name: string) => `={{ $json.${name} ?? $fromAI('${name}') }}`;
	const fromModel = (...names: string[]) => Object.fromEntries(names.map((name) => [name, given(name)]));
	const inBulk = { resource: 'bulkRequest', operation: 'create' };

	test.each<[string, IDataObject, IDataObject, string[]]>([
		[
			'an unknown seniority',
			{ ...create, radarType: 'company_new_hires', ...fromModel('seniorities') },
			{ seniorities: 'VP, Director' },
			["'Seniorities': \"VP\" isn't a known seniority", 'Did you mean Vice President?'],
		],
		[
			'a type without what it needs',
			{ ...create, ...fromModel('radarType') },
			{ radarType: 'industry_mentions' },
			["'Keyword' is empty, but Industry: Mentions radars probably need it", 'Industry: Mentions'],
		],
		[
			'either in a list',
			{ ...inBulk, radarsFrom: 'list', radars: given('list') },
			{
				list: [
					{ radar_type: 'company_new_hires', domain: 'w3.org', seniorities: ['VP'] },
					{ radar_type: 'contact_job_changes', domain: 'w3.org' },
				],
			},
			[
				'\'Radar 1, Seniorities (seniorities)\': "VP"',
				"'Radar 2, Profile URL (profile_url)' is empty, but Contact: Job Changes radars probably need",
			],
		],
	])('must not create a radar with %s', async (_, parameters, json, words) => {
		const result = await service.run({ ...parameters, domain: 'w3.org' }, [json]);
		for (const text of words) expect(`${result.error?.message} ${result.error?.description}`).toContain(text);
		// Whether the radar exists already is only read.
		expect(service.requests().filter((request) => !request.startsWith('GET '))).toEqual([]);
	});

	test('may fill in a field beside an expression of the user', async () => {
		const parameters = {
			...create,
			radarType: 'company_new_hires',
			...fromModel('domain'),
			departments: '={{ ["Sales"] }}',
		};
		const result = await service.run(parameters, [{ domain: 'w3.org' }]);
		expect(result.json('Company Radar')).toMatchObject([{ domain: 'w3.org' }]);
	});
});
