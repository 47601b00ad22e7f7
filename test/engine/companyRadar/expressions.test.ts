import type { IDataObject } from 'n8n-workflow';

import { CREATE_EACH, CREATE_IN_BULK, REVEAL_EACH, SYNC_LIST } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { SPLIT, storiesOf, tell, type Step } from '../support/stories';

const service = useSandbox();
const told = storiesOf(service);

const create = { ...CREATE_EACH, filterBy: 'role' };
const visitors = [8, 9, 10].map((number) => ({ ip: `8.8.8.${number}` }));
const companies = ['w3.org', 'ietf.org', 'iana.org'].map((domain) => ({ domain }));
const X = '={{ $json.x }}';

test('A list of choices by expression may be text with commas', async () => {
	const filters = { radarTypes: '={{ "company_mentions, company_reviews" }}' };
	await service.run({ resource: 'update', operation: 'getMany', filters });
	expect(service.control.log()[0]?.query).toMatchObject({ radar_type: 'company_mentions,company_reviews' });
	filters.radarTypes = '={{ ["hires"] }}';
	const run = { resource: 'update', operation: 'getMany', filters };
	await tell(service, [{ run, fails: /./, says: "'Radar Types'" }]);
});

const types = ['company_mentions', 'company_new_hires'].map((x) => ({ domain: 'w3.org', x }));
told({
	'The radar type may differ by item': [
		{ run: { ...create, radarType: X }, items: types, column: { radar_type: types.map(({ x }) => x) } },
	],
});

describe('A setting counts once, so an expression must have the same value for all items:', () => {
	const of = (parameters: IDataObject, name: string, value = X) => ({
		...parameters,
		options: { [name]: value },
	});
	const [hookA, hookB] = ['https://n8n.w3.org/webhook/a', 'https://n8n.w3.org/webhook/b'];
	const isReveal = (run: IDataObject) => run.operation === 'reveal';
	const itemsOf = (run: IDataObject, values: unknown[]) =>
		(isReveal(run) ? visitors : companies).map((row, index) => ({ ...row, x: values[index] }) as IDataObject);

	test.each<[string, IDataObject, unknown[], string]>([
		['Spending Limit (USD)', of(REVEAL_EACH, 'spendingLimit'), [5, 0, 0], 'item 0 has 5, item 1 has 0.'],
		[
			'Minimum Balance (USD)',
			of(REVEAL_EACH, 'minimumBalance', '={{ $json.x ?? 1 }}'),
			[1, undefined, 2],
			'item 0 has 1, item 2 has 2.',
		],
		['Dry Run', { ...create, dryRun: X }, [false, true, false], 'item 0 has false, item 1 has true.'],
		[
			'Maximum Radars to Create',
			of(create, 'maximumRadars'),
			[9, null, null],
			'item 0 has 9, item 1 has nothing.',
		],
		[
			'Bulk Request Webhook URL',
			of(CREATE_IN_BULK, 'bulkWebhookUrl'),
			[hookA, hookB, ''],
			`item 0 has "${hookA}", item 1 has "${hookB}".`,
		],
		[
			'Replace Changed Radars',
			of({ ...SYNC_LIST, syncMode: 'apply' }, 'replaceChanged'),
			[true, false, false],
			'item 0 has true, item 1 has false.',
		],
	])('%s', async (field, run, values, difference) => {
		const items = itemsOf(run, values);
		const fails = `'${field}' must be the same for all items: ${difference}`;
		await tell(service, [
			{ run, items, fails, says: 'Enter a fixed value', requests: 0 },
			{ run, items, node: SPLIT, failed: [{}, {}, {}], requests: 0 },
		]);
	});

	test.each([
		['an expression on one item', '={{ $input.first().json.x }}', [5, 0, 0]],
		['equal values', X, [5, '5', 5]],
	])('%s may be used', async (_, limit, values) => {
		const run = of(REVEAL_EACH, 'spendingLimit', limit);
		await tell(service, [{ run, items: itemsOf(run, values), rows: [{}, {}, {}] }]);
	});
});

describe('An expression that cannot be evaluated', () => {
	const items = [{ domain: 'w3.org' }, { name: 'W3C' }, { domain: 'ietf.org' }];
	const run = { ...create, domain: '={{ $json.domain ?? $("Nowhere").item.json.domain }}' };

	test('stops the node before anything is sent, with the field and the item', async () => {
		const result = await service.run(run, items);
		expect(result.error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(/^'Company Domain': The expression can't be evaluated/),
			context: expect.objectContaining({ itemIndex: 1 }),
		});
		expect(service.requests()).toEqual([]);
	});

	told({
		'is an error of its own item with On Error: Continue': [
			{
				run,
				items,
				node: SPLIT,
				column: { domain: ['w3.org', 'ietf.org'] },
				failed: [{ name: 'W3C', error: expect.stringContaining("'Company Domain'") }],
			},
		],
	});
});

describe('What holds for the whole run and fails', () => {
	test.each<[string, IDataObject, Record<string, unknown>, RegExp]>([
		[
			'a base URL that is none',
			{},
			{ credential: { apiKey: 'k', baseUrl: 'radar', requestsPerSecond: 10 } },
			/Base URL/,
		],
		['a credential that is gone', {}, { credential: undefined }, /Choose the credential of this node again/],
		['a setting that is none', { spendingLimit: -1 }, {}, /'Spending Limit \(USD\)': -1 is less than zero/],
		['a balance that cannot be read', { minimumBalance: 1, longestWait: 0 }, {}, /internal fault/],
	])(
		'%s ends the node with its own error, or every item with On Error: Continue',
		async (_, options, more, words) => {
			service.control.addFaults({ kind: 'status', status: 500, path: '/v1/account', count: 9 });
			const { error } = await service.run({ ...REVEAL_EACH, options }, visitors, more);
			expect(error?.name).toMatch(/^Node(Api|Operation)Error$/);
			expect(`${error?.message} ${error?.description}`).toMatch(words);
			const result = await service.run({ ...REVEAL_EACH, options }, visitors, { ...more, node: SPLIT });
			expect(result.json('Error').map(({ ip }) => ip)).toEqual(visitors.map(({ ip }) => ip));
			expect(result.ran('Success')).toBe(false);
			expect(service.control.charges()).toEqual([]);
		},
	);
});

describe('As a tool, an AI model', () => {
	const reveal = { ...REVEAL_EACH, ipAddress: '8.8.8.8' };
	const bulk = { ...create, resource: 'bulkRequest' };
	const forModel = (name: string) => `={{ $fromAI('${name}', \`\`, 'string') ?? 1 }}`;
	const given = (name: string) => `={{ $json.${name} ?? $fromAI('${name}') }}`;
	const optional = (name: string) => `={{ $json.nothing ?? $fromAI('${name}') }}`;
	const hires = { radar_type: 'company_new_hires', domain: 'w3.org' };
	const inList = { resource: 'bulkRequest', operation: 'create', radarsFrom: 'list', radars: given('list') };

	test.each<[string, IDataObject]>([
		['Spending Limit (USD)', { ...reveal, options: { spendingLimit: forModel('limit') } }],
		['Monthly Budget (USD)', { ...reveal, options: { monthlyBudget: forModel('budget') } }],
		['Monthly Budget (USD)', { ...create, options: { monthlyBudget: forModel('budget') } }],
		['Retry Timeout (Seconds)', { ...reveal, options: { longestWait: forModel('retry') } }],
		['Dry Run', { ...create, dryRun: forModel('dry') }],
		['Webhook URL', { ...create, options: { webhookUrl: forModel('url') } }],
		['Webhook URL', { resource: 'webhook', operation: 'sendTestEvent', webhookUrl: forModel('url') }],
		['Bulk Request Webhook URL', { ...bulk, options: { bulkWebhookUrl: forModel('url') } }],
	])('must not set %s: %j', async (field, run) => {
		const says = new RegExp(`'${field.replace(/[()]/g, '\\$&')}': AI models can't fill in this field`);
		await tell(service, [{ run, items: [{ domain: 'w3.org' }], fails: /./, says, requests: 0 }]);
	});

	const READ_ONLY: Step = { fails: /./, writes: 0 };

	told({
		'must not put a webhook URL into the list of a bulk request': [
			{
				...READ_ONLY,
				run: inList,
				items: [{ list: [{ ...hires, webhook_url: 'http://127.0.0.1:9/' }] }],
				says: "'Radars'",
			},
		],
		'may leave out an optional field': [
			{
				run: {
					...create,
					departments: optional('departments'),
					options: { updatesSince: optional('since') },
				},
				items: [{ domain: 'w3.org', nothing: '' }],
				rows: [{ domain: 'w3.org', updates_since: null }],
			},
			{
				run: { resource: 'radar', operation: 'getMany', filters: { createdSince: optional('since') } },
				items: [{ nothing: '' }],
				rows: [{}],
			},
		],
		'may fill in a field beside an expression of the user': [
			{
				run: { ...create, domain: given('domain'), departments: '={{ ["Sales"] }}' },
				items: [{ domain: 'w3.org' }],
				rows: [{ domain: 'w3.org' }],
			},
		],
		// Whether the radar exists already is only read.
		'must not create a radar with an unknown seniority, or without what its type needs, in fields or a list':
			[
				{
					...READ_ONLY,
					run: { ...create, domain: 'w3.org', seniorities: given('x') },
					items: [{ x: 'VP, Director' }],
					says: ["'Seniorities': \"VP\" isn't a known seniority", 'Did you mean Vice President?'],
				},
				{
					...READ_ONLY,
					run: { ...create, domain: 'w3.org', radarType: given('x') },
					items: [{ x: 'industry_mentions' }],
					says: ["'Keyword' is empty, but Industry: Mentions radars probably need it", 'Industry: Mentions'],
				},
				{
					...READ_ONLY,
					run: inList,
					items: [
						{
							list: [
								{ ...hires, seniorities: ['VP'] },
								{ ...hires, radar_type: 'contact_job_changes' },
							],
						},
					],
					says: [
						'\'Radar 1, Seniorities (seniorities)\': "VP"',
						"'Radar 2, Profile URL (profile_url)' is empty, but Contact: Job Changes radars probably need",
					],
				},
			],
	});
});
