import type { IDataObject } from 'n8n-workflow';

import { CREATE_EACH, SYNC_LIST } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { SPLIT, storiesOf, tell, type Step } from '../support/stories';

const service = useSandbox();
const told = storiesOf(service);

const create = { ...CREATE_EACH, domain: 'w3.org' };
const reveal: IDataObject = { resource: 'company', operation: 'reveal', ipAddress: '8.8.8.8' };
const jobOpenings = { ...create, radarType: 'industry_job_openings', keyword: 'robots' };
const radars = { resource: 'radar', operation: 'getMany' };
const updates = { resource: 'update', operation: 'getMany' };
const plan = { ...SYNC_LIST, domain: 'w3.org' };
const inBulk = { ...create, resource: 'bulkRequest' };
const role = { ...create, filterBy: 'role' };

/** Reads the field of the item that the tests leave empty in every way. */
const VALUE = '={{ $json.value }}';

const FIELDS: Array<[string, IDataObject]> = [
	['Spending Limit (USD)', { ...reveal, options: { spendingLimit: VALUE } }],
	['Minimum Balance (USD)', { ...reveal, options: { minimumBalance: VALUE } }],
	['Minimum Balance (USD)', { ...plan, options: { minimumBalance: VALUE } }],
	['Dry Run', { ...create, dryRun: VALUE }],
	['Dry Run', { ...inBulk, dryRun: VALUE }],
	['Departments', { ...role, departments: VALUE }],
	['Seniorities', { ...role, seniorities: VALUE }],
	['Updates Since', { ...create, radarType: 'company_mentions', options: { updatesSince: VALUE } }],
	['Webhook URL', { ...create, options: { webhookUrl: VALUE } }],
	['Title Expression', { ...create, filterBy: 'expression', jobTitles: VALUE }],
	['None of These', { ...create, filterBy: 'build', titlesAnyOf: 'CEO', titlesNoneOf: VALUE }],
	['Countries', { ...jobOpenings, countries: VALUE }],
	['Bulk Request Webhook URL', { ...inBulk, options: { bulkWebhookUrl: VALUE } }],
	['Radar Names or IDs', { ...radars, filters: { radarIds: VALUE } }],
	['Created Since', { ...radars, filters: { createdSince: VALUE } }],
	['Radar Type', { ...radars, filters: { radarType: VALUE } }],
	['Status', { ...radars, filters: { radarStatus: VALUE } }],
	['Radar Names or IDs', { ...updates, filters: { radarIds: VALUE } }],
	['Radar Types', { ...updates, filters: { radarTypes: VALUE } }],
	['Month', { resource: 'account', operation: 'getSummary', month: VALUE }],
];

/** Also what never may mean the whole account. */
const NOTHING = [undefined, null, '', [], [null, ''], ' , ', '[]'];

test.each(FIELDS)(
	'%s whose expression gives nothing is rejected before anything is sent (%j)',
	async (field, run) => {
		const values = field === 'Radar Names or IDs' ? NOTHING : NOTHING.slice(0, 4);
		const says = `'${field}'`;
		const rejected = (value: unknown): Step => ({
			run,
			items: [{ value } as IDataObject],
			fails: /./,
			says,
			requests: 0,
		});
		await tell(service, values.map(rejected));
	},
);

describe('Who is watched, mapped from columns', () => {
	const run = {
		...{ ...create, radarType: 'contact_job_changes' },
		...{ email: '={{ $json.email }}', fullName: '={{ $json.name }}' },
	};

	test('an empty cell means that there is no value, and is counted', async () => {
		const items = [
			{ email: 'jane.doe@w3.org', name: '' },
			{ email: 'joe.bloggs@w3.org', name: null },
			{ email: '', name: 'Mary Major' },
		];
		const left = 'is empty and was left out (items 0, 1).\nEmail is empty and was left out (item 2).';
		await tell(service, [{ run, items, says: `Full Name ${left}` }]);
		expect(service.bodies('/v1/radars').map((body) => Object.keys(body).slice(2))).toEqual([
			['email'],
			['email'],
			['full_name'],
		]);
	});

	told({
		'a column that is not there is rejected': [
			{ run, items: [{ email: 'jane.doe@w3.org' }], fails: /'Full Name'/, requests: 0 },
		],
	});
});

const empty = ['w3.org', 'ietf.org'].map((domain) => ({
	...{ radar_type: 'company_new_hires', domain },
	departments: '',
}));

test('empty cells in the JSON of each item are left out and counted', async () => {
	const run = { ...inBulk, radarsFrom: 'itemJson' };
	const says = 'Departments is empty, so the radar has no such filter (items 0, 1).';
	await tell(service, [{ run, options: { wait: false }, items: empty, says }]);
	expect(service.bodies('/v1/radars/bulk')).toEqual([
		{ radars: ['w3.org', 'ietf.org'].map((domain) => ({ radar_type: 'company_new_hires', domain })) },
	]);
});

const SITES = ['acme', 'harbor'].map((name) => ({ Name: name, Website: `${name}.example` }));
const dryEach = { ...CREATE_EACH, dryRun: '={{ $json.dry }}' };
const rejectedDry = [
	{ domain: 'w3.org', dry: false },
	{ domain: 'no domain', dry: true },
];
const ascii = 'xn--mller-kva.example.org';
const answer = (status: number, body: IDataObject): Step['fault'] => ({
	...{ kind: 'status', method: 'POST', status },
	body: { code: status, ...body },
});

told({
	'empty cells in a JSON array are counted by their radars': [
		{
			run: { ...inBulk, radarsFrom: 'list', radars: '={{ $json.list }}', dryRun: true },
			items: [{ list: empty }],
			says: 'Radar 1 and 1 more: Departments is empty',
		},
	],
	'an option that was added and left empty is rejected, one that is absent is not': [
		{
			run: { ...radars, filters: { radarIds: '' } },
			fails: /'Radar Names or IDs' is empty/,
			says: 'remove the field',
		},
		{ run: { ...radars, filters: {} } },
	],
	'an empty custom field is said once, also if it is the only one': [
		{
			run: create,
			options: { customFields: { fields: [{ name: 'crm_id', value: '={{ $json.id }}' }] } },
			items: [{ id: null }],
			says: 'Custom Fields: "crm_id" is empty and was left out.',
			hides: /left out[^]*left out/,
		},
	],
	'Dry Run of an item that is rejected, or has none, keeps the others from being created too': [
		{ run: dryEach, items: rejectedDry, node: SPLIT, writes: 0 },
		{ run: { ...dryEach, resource: 'bulkRequest' }, items: rejectedDry, node: SPLIT, writes: 0 },
		{
			run: dryEach,
			items: [rejectedDry[0]!, { domain: 'ietf.org' }],
			node: SPLIT,
			failed: [{}, {}],
			writes: 0,
		},
	],
	'the fields of the items are named if none of them has the value': [
		{
			run: CREATE_EACH,
			items: SITES,
			fails: /./,
			says: "No item has a value for 'Company Domain'. The first one has: Name, Website.",
		},
		{ run: CREATE_EACH, items: [...SITES, { domain: 'w3.org' }], fails: /./, hides: /No item/ },
		{
			plan: SITES,
			set: { radarsFrom: 'itemJson' },
			fails: /./,
			says: "Website. Add a column radar_type, or set 'Radars From' to Fields Below.",
		},
	],
	'an empty Title Expression asks for titles, not for data': [
		{
			run: { ...create, filterBy: 'expression', jobTitles: '' },
			fails: "'Title Expression' is empty",
			says: "Enter job titles, or set 'Filter By' to 'None'.",
		},
	],
	'domains are shown as people write them: in a plan, a dry run, a sentence and an error': [
		{ run: { ...create, domain: 'müller-bau.de', dryRun: true }, row: { domain: 'müller-bau.de' } },
		{ run: { ...plan, domain: 'müller-bau.de' }, row: { domain: 'müller-bau.de' } },
		{
			fault: answer(200, {
				status: 'success',
				data: { ip: '8.8.8.8', ip_geo: null, companies: [{ name: 'Müller', domain: ascii }] },
				usage: { total_usd: 0.1 },
			}),
			run: reveal,
			row: { domain: ascii, summary: 'Müller (müller.example.org).' },
		},
		{
			fault: answer(400, { status: 'error', message: `Nobody knows ${ascii}`, error_id: 'e' }),
			run: { ...create, domain: 'müller-bau.de' },
			fails: /./,
			says: 'Nobody knows müller.example.org',
		},
	],
});

test.each([create, reveal])('a key that is rejected says nothing of a balance: %j', async (parameters) => {
	const { error } = await service.run(parameters, [{}], {
		credential: { ...service.credential, apiKey: 'wrong' },
	});
	expect(error?.message).toBe('The API key was rejected');
	expect(error?.description).not.toContain('balance');
});
