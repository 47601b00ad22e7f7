import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../support/sandbox';

const service = useSandbox();

const create: IDataObject = {
	resource: 'radar',
	operation: 'create',
	radarType: 'company_new_hires',
	domain: 'w3.org',
};
const reveal: IDataObject = { resource: 'company', operation: 'reveal', ipAddress: '8.8.8.8' };
const jobOpenings = {
	...create,
	radarType: 'industry_job_openings',
	keyword: 'robots',
};
const radars = { resource: 'radar', operation: 'getMany' };
const updates = { resource: 'update', operation: 'getMany' };

/** Reads the field of the item that the tests leave empty in every way. */
const VALUE = '={{ $json.value }}';

const FIELDS: Array<[string, IDataObject]> = [
	['Spending Limit (USD)', { ...reveal, options: { spendingLimit: VALUE } }],
	['Minimum Balance (USD)', { ...reveal, options: { minimumBalance: VALUE } }],
	[
		'Minimum Balance (USD)',
		{ ...create, operation: 'syncList', listName: 'List', options: { minimumBalance: VALUE } },
	],
	['Dry Run', { ...create, dryRun: VALUE }],
	['Dry Run', { ...create, resource: 'bulkRequest', dryRun: VALUE }],
	['Departments', { ...create, filterBy: 'role', departments: VALUE }],
	['Seniorities', { ...create, filterBy: 'role', seniorities: VALUE }],
	['Updates Since', { ...create, radarType: 'company_mentions', options: { updatesSince: VALUE } }],
	['Webhook URL', { ...create, options: { webhookUrl: VALUE } }],
	['Title Expression', { ...create, filterBy: 'expression', jobTitles: VALUE }],
	['None of These', { ...create, filterBy: 'build', titlesAnyOf: 'CEO', titlesNoneOf: VALUE }],
	['Countries', { ...jobOpenings, countries: VALUE }],
	['Bulk Request Webhook URL', { ...create, resource: 'bulkRequest', options: { bulkWebhookUrl: VALUE } }],
	['Radar Names or IDs', { ...radars, filters: { radarIds: VALUE } }],
	['Created Since', { ...radars, filters: { createdSince: VALUE } }],
	['Radar Type', { ...radars, filters: { radarType: VALUE } }],
	['Status', { ...radars, filters: { radarStatus: VALUE } }],
	['Radar Names or IDs', { ...updates, filters: { radarIds: VALUE } }],
	['Radar Types', { ...updates, filters: { radarTypes: VALUE } }],
	['Month', { resource: 'account', operation: 'getSummary', month: VALUE }],
];

const NOTHING: Array<[string, unknown]> = [
	['undefined', undefined],
	['null', null],
	['empty text', ''],
	['an empty list', []],
];

describe.each(FIELDS)('%s %#', (field, parameters) => {
	test.each(NOTHING)('whose expression gives %s is rejected before anything is sent', async (_, value) => {
		const result = await service.run(parameters, [{ value } as IDataObject]);
		expect(result.error?.message).toContain(`'${field}'`);
		expect(service.requests()).toEqual([]);
	});
});

test.each<[string, IDataObject]>([
	['a list of nothing', { value: [null, ''] }],
	['only commas', { value: ' , ' }],
	['JSON text of an empty list', { value: '[]' }],
])('Radar IDs that are %s never mean the whole account', async (_, item) => {
	service.control.seed({ radars: 3 });
	for (const getMany of [radars, updates]) {
		const result = await service.run({ ...getMany, filters: { radarIds: VALUE } }, [item]);
		expect(result.error?.message).toContain("'Radar Names or IDs'");
	}
	expect(service.requests()).toEqual([]);
});

test('an option that was added and left empty is rejected, one that is absent is not', async () => {
	const added = await service.run({ ...radars, filters: { radarIds: '' } });
	expect(added.error?.message).toContain("'Radar Names or IDs' is empty");
	expect(added.error?.description).toContain('remove the field');
	const absent = await service.run({ ...radars, filters: {} });
	expect(absent.error).toBeUndefined();
});

test('Dry Run of an item that is rejected keeps the others from being created too', async () => {
	for (const resource of ['radar', 'bulkRequest']) {
		await service.run(
			{ ...create, resource, domain: '={{ $json.domain }}', dryRun: '={{ $json.dry }}' },
			[
				{ domain: 'w3.org', dry: false },
				{ domain: 'no domain', dry: true },
			],
			{ node: { onError: 'continueErrorOutput' } },
		);
	}
	expect(service.control.radars()).toEqual([]);
});

test('Dry Run that is empty in one item keeps every item from being created', async () => {
	const result = await service.run(
		{ ...create, domain: '={{ $json.domain }}', dryRun: '={{ $json.dry }}' },
		[{ domain: 'w3.org', dry: false }, { domain: 'ietf.org' }],
		{ node: { onError: 'continueErrorOutput' } },
	);
	expect(result.json('Error')).toHaveLength(2);
	expect(service.control.radars()).toEqual([]);
});

describe('Who is watched, mapped from columns', () => {
	const contact = {
		...create,
		radarType: 'contact_job_changes',
		email: '={{ $json.email }}',
		fullName: '={{ $json.name }}',
	};

	test('an empty cell means that there is no value, and is counted', async () => {
		const result = await service.run(contact, [
			{ email: 'jane.doe@w3.org', name: '' },
			{ email: 'joe.bloggs@w3.org', name: null },
			{ email: '', name: 'Mary Major' },
		]);
		expect(result.error).toBeUndefined();
		expect(result.hints('Company Radar')).toContainEqual('Full Name is empty and was left out (items 0, 1).');
		expect(result.hints('Company Radar')).toContainEqual('Email is empty and was left out (item 2).');
		expect(service.bodies('/v1/radars').map((body) => Object.keys(body).slice(2))).toEqual([
			['email'],
			['email'],
			['full_name'],
		]);
	});

	test('an empty custom field is said once, also if it is the only one', async () => {
		const fields = [{ name: 'crm_id', value: '={{ $json.id }}' }];
		const result = await service.run({ ...create, options: { customFields: { fields } } }, [{ id: null }]);
		const notes = result.hints('Company Radar').filter((hint) => hint.includes('left out'));
		expect(notes).toEqual(['Custom Fields: "crm_id" is empty and was left out.']);
	});

	test('a column that is not there is rejected', async () => {
		const result = await service.run(contact, [{ email: 'jane.doe@w3.org' }]);
		expect(result.error?.message).toContain("'Full Name'");
		expect(service.requests()).toEqual([]);
	});
});

test.each<[string, IDataObject, IDataObject[]]>([
	['the JSON of each item', { radarsFrom: 'itemJson' }, ['w3.org', 'ietf.org'].map(withEmpty)],
	[
		'a list',
		{ radarsFrom: 'list', radars: '={{ $json.list }}' },
		[{ list: ['w3.org', 'ietf.org'].map(withEmpty) }],
	],
])('empty cells in %s are left out and counted', async (_, parameters, items) => {
	const result = await service.run(
		{ resource: 'bulkRequest', operation: 'create', options: { wait: false }, ...parameters },
		items,
	);
	expect(result.hints('Company Radar').join('\n')).toMatch(
		/Departments is empty.* \(items 0, 1\)|Radar 1 and 1 more: Departments is empty/,
	);
	expect(service.bodies('/v1/radars/bulk')).toEqual([
		{ radars: ['w3.org', 'ietf.org'].map((domain) => ({ radar_type: 'company_new_hires', domain })) },
	]);
});

function withEmpty(domain: string): IDataObject {
	return { radar_type: 'company_new_hires', domain, departments: '' };
}

const ROWS = { listName: 'Accounts', radarsFrom: 'itemJson' };

test('names the fields of the items if none of them has the value', async () => {
	const rows = [
		{ Account_Name: 'Acme', Website: 'acme.example' },
		{ Account_Name: 'Blue Harbor', Website: 'blueharbor.example' },
	];
	const descriptionOf = async (items: IDataObject[]) =>
		String((await service.run({ ...create, domain: '={{ $json.domain }}' }, items)).error?.description);
	expect(await descriptionOf(rows)).toContain(
		"No item has a value for 'Company Domain'. The first one has: Account_Name, Website.",
	);
	expect(await descriptionOf([...rows, { domain: 'w3.org' }])).not.toContain('No item');
	const { error } = await service.run({ ...create, operation: 'syncList', ...ROWS }, rows);
	expect(error?.description).toContain(
		"Website. Add a column radar_type, or set 'Radars From' to Fields Below.",
	);
});

test('names them in the output panel, too, where the workflow goes on', async () => {
	const parameters = {
		...create,
		...ROWS,
		operation: 'syncList',
		radarsFrom: 'fields',
		domain: '={{ $json.domain }}',
	};
	const hintsOf = async (items: IDataObject[]) =>
		(await service.run(parameters, items, { node: { onError: 'continueRegularOutput' } })).hints(
			'Company Radar',
		);
	const renamed = [{ 'Company Website': 'w3.org' }, { 'Company Website': 'ietf.org' }];
	expect(await hintsOf(renamed)).toContain('The column "Company Website" of these items has domains.');
	expect((await hintsOf([...renamed, { domain: 'w3.org' }])).join()).not.toMatch(/No item|has domains/);
});

test('an empty Title Expression asks for titles, not for data', async () => {
	const result = await service.run({ ...create, filterBy: 'expression', jobTitles: '' });
	expect(result.error?.message).toBe("'Title Expression' is empty");
	expect(result.error?.description).toContain("Enter job titles, or set 'Filter By' to 'None'.");
});

test('an address that begins with a letter is told apart from the name of its field', async () => {
	const { error } = await service.run({ ...reveal, ipAddress: 'fc00::1' });
	expect(error?.message).toBe("'IP Address': fc00::1 is a private network address.");
});

test('a key that is rejected says nothing of a balance, since nothing can have been charged', async () => {
	const credential = { ...service.credential, apiKey: 'wrong' };
	for (const parameters of [create, reveal]) {
		const { error } = await service.run(parameters, [{}], { credential });
		expect(error?.message).toBe('The API key was rejected');
		expect(error?.description).not.toContain('balance');
	}
});

test('a plan and a dry run show a domain as people write it', async () => {
	const rows = [];
	const list = { ...create, operation: 'syncList', listName: 'List', radarsFrom: 'fields' };
	for (const parameters of [{ ...create, dryRun: true }, list])
		rows.push(...(await service.run({ ...parameters, domain: 'müller-bau.de' })).json('Company Radar'));
	expect(rows.map(({ domain }) => domain)).toEqual(['müller-bau.de', 'müller-bau.de']);
	expect(JSON.stringify(rows.map((row) => ({ ...row, plan: '' })))).not.toContain('xn--');
});

test("a reveal's sentence and an error show a domain as people write it", async () => {
	const ascii = 'xn--mller-kva.example.org';
	const answer = (status: number, body: IDataObject) =>
		service.control.addFaults({
			kind: 'status',
			method: 'POST',
			status,
			body: { code: status, ...body },
			count: 1,
		});
	const data = { ip: '8.8.8.8', ip_geo: null, companies: [{ name: 'Müller', domain: ascii }] };
	answer(200, { status: 'success', data, usage: { total_usd: 0.1 } });
	const [row] = (await service.run({ ...reveal, ipAddress: '8.8.8.8' })).json('Company Radar');
	expect(row).toMatchObject({ domain: ascii, summary: 'Müller (müller.example.org).' });
	answer(400, { status: 'error', message: `Nobody knows ${ascii}`, error_id: 'e' });
	const { error } = await service.run({ ...create, domain: 'müller-bau.de' });
	expect(error?.description).toContain('Nobody knows müller.example.org');
});
