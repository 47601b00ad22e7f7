import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 100_000 });

const BULK_ID = '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b';
const RADAR_ID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';

const create: IDataObject = {
	resource: 'bulkRequest',
	operation: 'create',
	radarsFrom: 'fields',
	radarType: 'company_new_hires',
	domain: '={{ $json.domain }}',
};
const getResults = { resource: 'bulkRequest', operation: 'getResults', bulkId: BULK_ID };

const items = ['one.example.org', 'two.example.org', 'three.example.org'].map((domain) => ({ domain }));

const created = (index: number) => ({
	item_index: index,
	update_type: 'radar_created',
	code: 201,
	status: 'success',
	data: { radar_id: RADAR_ID, radar_type: 'company_new_hires', radar_status: 'active' },
});

/** Lets the service answer so whenever the results are asked for. */
const answer = (radars: unknown, status = 'completed') =>
	service.control.addFaults({
		kind: 'status',
		status: 200,
		method: 'GET',
		path: '/v1/radars/bulk/*',
		count: 1000,
		body: { status, code: 200, bulk_id: BULK_ID, summary: { total: 3, processing: 0 }, radars },
	});

test.each<[string, unknown]>([
	[
		'data that is null',
		{ item_index: 1, update_type: 'radar_created', code: 201, status: 'success', data: null },
	],
	['data without a radar_id', { item_index: 1, code: 201, status: 'success', data: {} }],
	['only its code', { item_index: 1, code: 201 }],
	['only its event', { item_index: 1, update_type: 'radar_created', update_id: RADAR_ID }],
])('a created radar with %s has its definition, and spoils no other', async (_, odd) => {
	answer([created(0), odd, created(2)]);
	const result = await service.run(create, items, { node: { onError: 'continueErrorOutput' } });
	expect(result.json('Success').map(({ radar_id }) => radar_id ?? null)).toEqual([RADAR_ID, null, RADAR_ID]);
	expect(result.json('Success')[1]).toMatchObject({
		domain: 'two.example.org',
		already_existed: false,
		item_index: 1,
	});
	expect(result.hints('Company Radar').join()).toContain('3 radars were created');
	const results = await service.run({ resource: 'bulkRequest', operation: 'getResults', bulkId: BULK_ID });
	expect(results.json('Company Radar').map(({ status }) => status)).toEqual(Array(3).fill('created'));
});

test.each<[string, IDataObject]>([
	['a code and a message', { code: 409, message: 'Radar exists' }],
	['a status', { status: 'error' }],
	['its type', { update_type: 'radar_failure', message: 'Setup failed' }],
	['its type and code 500', { update_type: 'radar_failure', code: 500, message: 'Internal error' }],
])('a failure without errors, told by %s, is the failure of its item', async (_, told) => {
	answer([created(0), { item_index: 1, ...told }, created(2)]);
	const result = await service.run(create, items, { node: { onError: 'continueErrorOutput' } });
	expect(result.json('Success')).toHaveLength(2);
	expect(result.json('Error').map(({ domain }) => domain)).toEqual(['two.example.org']);
	expect(String(result.json('Error')[0]?.error)).not.toContain('may or may not');
});

test.each<[string, IDataObject]>([
	['only a code', { item_index: 2, status: 'success', code: 201 }],
	['an unclear result', { item_index: 2, status: 'success' }],
	['an internal error', { item_index: 2, status: 'error', code: 500, message: 'Internal error' }],
	['an error with a radar', { ...created(2), errors: [{ field: 'domain', reason: 'unusual' }] }],
	['no result', { item_index: 7, status: 'error', code: 400 }],
])('%s for a radar keeps a retry from sending its bulk request again', async (_, odd) => {
	const failed = [0, 1].map((item_index) => ({ item_index, status: 'error', code: 402, message: 'Too low' }));
	answer([...failed, odd]);
	await service.run(create, items, { node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } });
	expect(service.bodies('/v1/radars/bulk')).toHaveLength(1);
});

test('a state with another name is complete when every radar has its result', async () => {
	answer([created(0), created(1), created(2)], 'finished');
	const result = await service.run(create, items);
	expect(result.json('Company Radar')).toHaveLength(3);
	expect(service.requests().filter((request) => request.startsWith('GET /v1/radars/bulk/'))).toHaveLength(1);
	expect(result.hints('Company Radar').join()).not.toContain('Not all radars');
});

test('entries that are no objects, or without an index, are found by their place', async () => {
	answer([null, { ...created(1), item_index: undefined }, created(2)]);
	const result = await service.run(create, items, { node: { onError: 'continueRegularOutput' } });
	expect(result.json('Company Radar').map(({ error, radar_id }) => [error, radar_id])).toEqual([
		['The radar may or may not have been created', null],
		[undefined, RADAR_ID],
		[undefined, RADAR_ID],
	]);
});

test.each<[string, string[]]>([
	['completed', ['created', 'unclear', 'created']],
	['processing', ['created', 'created']],
])(
	'Get Results of a request that is %s: what is no result leaves its radar unclear',
	async (status, states) => {
		answer([created(2), null, created(0)], status);
		const result = await service.run(getResults);
		expect(result.json('Company Radar').map((row) => row.status)).toEqual(states);
	},
);

test('one null in the answer of a bulk deactivation spoils no other result', async () => {
	service.control.seed({ radars: 2 });
	const [first, second] = service.control.radars();
	const results = [null, { radar_id: second?.radar_id, status: 'success', data: { ...second } }];
	service.control.addFaults({
		kind: 'status',
		status: 200,
		method: 'DELETE',
		path: '/v1/radars/bulk',
		body: { status: 'success', code: 200, results },
	});
	const result = await service.run(
		{
			resource: 'bulkRequest',
			operation: 'deactivate',
			radarId: { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' },
		},
		[first, second].map((radar) => ({ radar_id: String(radar?.radar_id) })),
		{ node: { onError: 'continueErrorOutput' } },
	);
	expect(result.json('Success').map(({ radar_id }) => radar_id)).toEqual([second?.radar_id]);
	expect(result.json('Error').map(({ radar_id }) => radar_id)).toEqual([first?.radar_id]);
});

describe('A success that is none', () => {
	const envelope = { status: 'error', code: 400, message: 'Bad Request', errors: [], error_id: RADAR_ID };

	test.each<[string, IDataObject, string]>([
		['Send Test Event', { resource: 'webhook', operation: 'sendTestEvent' }, '/v1/webhooks/test'],
		['Get Schema', { resource: 'webhook', operation: 'getSchema' }, '/v1/webhooks/schema'],
	])('%s: an error in a 200 is an error', async (_, parameters, path) => {
		service.control.addFaults({ kind: 'status', status: 200, path, body: envelope });
		const result = await service.run(parameters);
		expect(result.error).toBeDefined();
	});
});

describe('An existing radar', () => {
	const single = { ...create, resource: 'radar', options: { ifRadarExists: 'returnExisting' } };

	test('that cannot be read keeps the conflict and its ID', async () => {
		await service.run(single, [{ domain: 'one.example.org' }]);
		const [radar] = service.control.radars();
		service.control.addFaults({ kind: 'status', status: 404, method: 'GET', path: '/v1/radars' });
		const result = await service.run(single, [{ domain: 'one.example.org' }]);
		expect(result.error?.message).toContain(`already exists (${radar?.radar_id})`);
		expect(result.error?.description).toContain("Couldn't load");
	});

	test('tells that its start differs', async () => {
		const mentions = { ...single, radarType: 'company_mentions' };
		const since = (updatesSince: string) => ({
			...mentions,
			options: { ...mentions.options, updatesSince },
		});
		const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
		await service.run(since(days(10)), [{ domain: 'one.example.org' }]);
		const result = await service.run(since(days(20)), [{ domain: 'one.example.org' }]);
		expect(result.json('Company Radar')[0]?.differs_in).toMatch(/^updates_since \(\S+ → \S+\)$/);
	});
});

test('a radar that cannot be paid spoils no result of another request', async () => {
	const path = '/v1/radars/bulk/*';
	const body = (status: string, radars: object[]) => ({ status, code: 200, bulk_id: BULK_ID, radars });
	const unpaid = { item_index: 0, status: 'error', code: 402, message: 'Too low' };
	const exists = {
		item_index: 0,
		status: 'error',
		code: 409,
		errors: [{ field: 'domain', reason: 'exists', conflicting_radar_id: RADAR_ID }],
	};
	const looks = [body('completed', [unpaid]), body('processing', []), body('completed', [exists])];
	for (const look of looks)
		service.control.addFaults({ kind: 'status', status: 200, method: 'GET', path, body: look });
	const list = {
		data: [{ ...created(0).data, domain: 'two.example.org' }],
		has_more: false,
		next_cursor: null,
	};
	service.control.addFaults({
		kind: 'status',
		status: 200,
		method: 'GET',
		path: '/v1/radars',
		body: { ...body('success', []), ...list },
	});
	const large = { customFields: { fields: [{ name: 'note', value: '={{ "x".repeat(600000) }}' }] } };
	const result = await service.run({ ...create, options: large }, items.slice(0, 2), {
		node: { onError: 'continueErrorOutput' },
	});
	expect(service.bodies('/v1/radars/bulk')).toHaveLength(2);
	expect(result.json('Error').map(({ error }) => error)).toEqual(['The account balance is too low']);
	expect(result.json('Success')).toEqual([expect.objectContaining({ already_existed: true })]);
});
