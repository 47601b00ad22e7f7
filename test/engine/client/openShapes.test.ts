import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../support/sandbox';

/** Responses whose shape the API leaves open, in other shapes than the sandbox's own. */
const service = useSandbox({ balanceUsd: 100_000 });

const BULK_ID = '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b';
const ID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';
const OTHER_ID = '7f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f02';

const answer = (method: string, path: string, body: unknown, status = 200) =>
	service.control.addFaults({ kind: 'status', status, method, path, count: 1000, body: body as IDataObject });

const create: IDataObject = { resource: 'bulkRequest', operation: 'create', radarsFrom: 'itemJson' };
const items = ['w3.org', 'ietf.org'].map((domain) => ({ radar_type: 'company_reviews', domain }));

const created = (item_index: number, radar_id: string) => ({
	item_index,
	code: 201,
	status: 'success',
	data: { ...items[item_index], radar_id, radar_status: 'active' },
});
const both = [created(0, ID), created(1, OTHER_ID)];
const onCreate = async () =>
	(await service.run(create, items, { node: { onError: 'continueRegularOutput' } })).json('Company Radar');
const onGet = async () =>
	(await service.run({ resource: 'bulkRequest', operation: 'getResults', bulkId: BULK_ID })).json(
		'Company Radar',
	);

describe('results of a bulk request', () => {
	test.each<[string, unknown]>([
		['radars', { status: 'completed', radars: both }],
		['results', { status: 'completed', errors: [{ field: 'x' }], results: both }],
		['data', { status: 'success', code: 200, data: both }],
		['data.radars', { status: 'success', data: { status: 'completed', radars: both } }],
		['data.items', { status: 'success', errors: [], data: { items: both } }],
		['a bare array', both],
	])('are found in %s', async (_, body) => {
		answer('GET', '/v1/radars/bulk/*', body);
		for (const rows of [await onCreate(), await onGet()])
			expect(rows.map(({ radar_id: id }) => id)).toEqual([ID, OTHER_ID]);
	});

	test('are those of a radar in progress', async () => {
		answer('GET', '/v1/radars/bulk/*', {
			status: 'processing',
			radars: [{ item_index: 0, status: 'processing', code: 202 }],
		});
		expect(await onGet()).toMatchObject([{ custom_fields: {}, status: 'processing' }]);
	});

	test.each([
		['missing_prerequisites', 0.5],
		['setup_failure', 0.5],
		['source_inaccessible', 0],
	])('tell that the setup of a radar failed: %s', async (reason, refund) => {
		const failed = {
			item_index: 1,
			update_type: 'radar_failure',
			status: 'error',
			code: 400,
			message: 'The source is private.',
			errors: [{ field: 'domain', reason }],
			refund_amount_usd: refund,
		};
		answer('GET', '/v1/radars/bulk/*', { status: 'completed', radars: [both[0], failed] });
		const [, row] = await onCreate();
		expect(row?.error).toBe('Setup failed: The source is private');
		expect(row?.message).not.toContain("wasn't charged");
		expect(String(row?.message).includes('$0.50 was refunded.')).toBe(refund > 0);
		expect((await onGet())[1]?.summary).toBe(
			`Setup failed: The source is private${refund > 0 ? '. $0.50 was refunded.' : ''}`,
		);
	});
});

const UPDATES = [{ update_id: 'a', discovered_at: '2026-11-01T00:00:00Z' }];

test.each<[string, unknown]>([
	['updates', { updates: UPDATES }],
	['data', { data: UPDATES }],
	['data.updates', { data: { updates: UPDATES } }],
	['events', { errors: [], events: UPDATES }],
	['an empty list', { status: 'success', data: { updates: [] } }],
])('updates are found in %s', async (where, body) => {
	answer('GET', '/v1/updates', body);
	const result = await service.run({ resource: 'update', operation: 'getMany', simplify: false });
	expect(result.json('Company Radar')).toMatchObject(where === 'an empty list' ? [] : [{ update_id: 'a' }]);
});

describe('a bulk deactivation', () => {
	const deactivate = { resource: 'bulkRequest', operation: 'deactivate', radarId: '={{ $json.id }}' };
	const ids = [{ id: ID }, { id: OTHER_ID }];
	const done = (radar_id: string) => ({ radar_id, radar_status: 'inactive', radar_type: 'company_reviews' });

	test.each<[string, unknown]>([
		['a bare array', [done(ID), done(OTHER_ID)]],
		['data.items', { data: { items: [{ data: done(ID) }, { data: done(OTHER_ID) }] } }],
		['successes by code', { results: [{ radar_id: ID, code: 200 }, { code: 200 }] }],
		['successes by status', { results: [{ status: 'success' }, { status: 'success' }] }],
	])('is done, told by %s', async (_, body) => {
		answer('DELETE', '/v1/radars/bulk', body);
		const result = await service.run(deactivate, ids);
		expect(result.json('Company Radar')).toMatchObject(
			ids.map(({ id }) => ({ radar_id: id, radar_status: 'inactive' })),
		);
	});

	test('that failed by its code says so', async () => {
		answer('DELETE', '/v1/radars/bulk', [{ radar_id: ID, code: 404, status: 'error', message: 'Not found' }]);
		const result = await service.run(deactivate, ids.slice(0, 1));
		expect(result.error?.message).toBe("Couldn't find this radar");
	});
});

test.each<[unknown, string]>([
	[{ errors: { domain: ['is bad'] } }, 'domain: is bad'],
	[{ errors: { domain: 'is bad', keyword: ['is short', 'is odd'] } }, 'domain: is bad; keyword: is short'],
	[{ status: 'error', message: 'Wrong', errors: { domain: ['is bad'] } }, 'Company Domain: is bad'],
	[{ status: 'error', message: 'Wrong', errors: ['is bad'] }, 'is bad'],
])('%j is shown, and the Base URL is not blamed', async (body, words) => {
	answer('GET', '/v1/radars', body, 422);
	const { error } = await service.run({ resource: 'radar', operation: 'getMany' });
	const told = `${error?.message} ${error?.description}`;
	expect(told).toContain(words);
	expect(told).toContain('Correct the values and try again.');
	expect(told).not.toContain('Base URL');
	expect(told).not.toContain('charged');
});
