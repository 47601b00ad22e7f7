import type { IDataObject } from 'n8n-workflow';

import { CREATE_EACH, CREATE_IN_BULK as create } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { CONTINUE, itemsOf, SPLIT, storiesOf, tell, type Step } from '../support/stories';

const service = useSandbox({ balanceUsd: 100_000 });
const told = storiesOf(service);

const BULK_ID = '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b';
const RADAR_ID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';
const getResults = { resource: 'bulkRequest', operation: 'getResults', bulkId: BULK_ID };
const items = itemsOf('alder birch cedar');
const BIRCH = { domain: 'birch.example.org' };

const created = (index: number) => ({
	...{ item_index: index, update_type: 'radar_created', code: 201, status: 'success' },
	data: { radar_id: RADAR_ID, radar_type: 'company_new_hires', radar_status: 'active' },
});

/** The service answers so, this often, when the results are asked for. */
const answer = (radars: unknown, status = 'completed', count = 1000): Step['fault'] => ({
	...{ kind: 'status', status: 200, method: 'GET', path: '/v1/radars/bulk/*', count },
	body: { status, code: 200, bulk_id: BULK_ID, summary: { total: 3, processing: 0 }, radars },
});

const run = (radars: unknown, step: Step): Step => ({ fault: answer(radars), run: create, items, ...step });

test.each<[string, unknown]>([
	['data that is null', { ...created(1), data: null }],
	['data without a radar_id', { item_index: 1, code: 201, status: 'success', data: {} }],
	['only its code', { item_index: 1, code: 201 }],
	['only its event', { item_index: 1, update_type: 'radar_created', update_id: RADAR_ID }],
])('a created radar with %s has its definition, and spoils no other', async (_, odd) => {
	await tell(service, [
		run([created(0), odd, created(2)], {
			node: SPLIT,
			rows: [{}, { ...BIRCH, already_existed: false, item_index: 1 }, {}],
			column: { radar_id: [RADAR_ID, null, RADAR_ID] },
			says: '3 radars were created',
		}),
		{ run: getResults, column: { status: ['created', 'created', 'created'] } },
	]);
});

test.each<[string, IDataObject]>([
	['a code and a message', { code: 409, message: 'Radar exists' }],
	['a status', { status: 'error' }],
	['its type', { update_type: 'radar_failure', message: 'Setup failed' }],
	['its type and code 500', { update_type: 'radar_failure', code: 500, message: 'Internal error' }],
])('a failure without errors, told by %s, is the failure of its item', async (_, odd) => {
	const failed = [{ ...BIRCH, error: expect.not.stringContaining('may or may not') as string }];
	const radars = [created(0), { item_index: 1, ...odd }, created(2)];
	await tell(service, [run(radars, { node: SPLIT, rows: [{}, {}], failed })]);
});

test.each<[string, IDataObject]>([
	['only a code', { item_index: 2, status: 'success', code: 201 }],
	['an unclear result', { item_index: 2, status: 'success' }],
	['an internal error', { item_index: 2, status: 'error', code: 500, message: 'Internal error' }],
	['an error with a radar', { ...created(2), errors: [{ field: 'domain', reason: 'unusual' }] }],
	['no result', { item_index: 7, status: 'error', code: 400 }],
])('%s for a radar keeps a retry from sending its bulk request again', async (_, odd) => {
	const unpaid = [0, 1].map((item_index) => ({ item_index, status: 'error', code: 402, message: 'Too low' }));
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	await tell(service, [run([...unpaid, odd], { node, fails: /./, writes: 1 })]);
});

const unclear = { item_index: 0, status: 'success' };

told({
	'a state with another name is complete when every radar has its result': [
		run([], {
			fault: answer([created(0), created(1), created(2)], 'finished'),
			rows: [{}, {}, {}],
			hides: /Not all radars/,
		}),
	],
	'entries that are no objects, or without an index, are found by their place': [
		run([null, { ...created(1), item_index: undefined }, created(2)], {
			node: CONTINUE,
			column: {
				error: ['The radar may or may not have been created', null, null],
				radar_id: [null, RADAR_ID, RADAR_ID],
			},
		}),
	],
	'what is no result leaves its radar unclear in Get Results, if the request is completed': [
		{
			fault: answer([created(2), null, unclear], 'completed', 1),
			run: getResults,
			column: { status: ['unclear', 'unclear', 'created'] },
		},
		{
			fault: answer([created(2), null, unclear], 'processing', 1),
			run: getResults,
			column: { status: ['unclear', 'created'] },
		},
	],
});

test('one null in the answer of a bulk deactivation spoils no other result', async () => {
	service.control.seed({ radars: 2 });
	const [first, second] = service.control.radars().map((radar) => ({ ...radar }));
	const results = [null, { radar_id: second?.radar_id, status: 'success', data: second }];
	const body = { status: 'success', code: 200, results };
	const radarId = { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' };
	await tell(service, [
		{
			fault: { kind: 'status', status: 200, method: 'DELETE', path: '/v1/radars/bulk', body },
			run: { resource: 'bulkRequest', operation: 'deactivate', radarId },
			items: [first, second].map((radar) => ({ radar_id: radar?.radar_id })),
			node: SPLIT,
			rows: [{ radar_id: second?.radar_id }],
			failed: [{ radar_id: first?.radar_id }],
		},
	]);
});

describe('An existing radar', () => {
	const since = (days: number, step: Step = {}): Step => ({
		run: { ...CREATE_EACH, radarType: 'company_mentions' },
		options: { updatesSince: new Date(Date.now() - days * 86_400_000).toISOString() },
		items: [BIRCH],
		...step,
	});

	told({
		'that cannot be read keeps the conflict and its ID': [
			since(10),
			since(10, {
				fault: { kind: 'status', status: 404, method: 'GET', path: '/v1/radars' },
				fails: /already exists \([0-9a-f-]{36}\)/,
				says: "Couldn't load",
			}),
		],
		'tells that its start differs': [
			since(10),
			since(20, { row: { differs_in: expect.stringMatching(/^updates_since \(\S+ → \S+\)$/) } }),
		],
	});
});

test('a radar that cannot be paid spoils no result of another request', async () => {
	const unpaid = { item_index: 0, status: 'error', code: 402, message: 'Too low' };
	const errors = [{ field: 'domain', reason: 'exists', conflicting_radar_id: RADAR_ID }];
	const exists = { item_index: 0, status: 'error', code: 409, errors };
	const data = [{ ...created(0).data, ...BIRCH }];
	const list = { status: 'success', code: 200, data, has_more: false, next_cursor: null };
	await tell(service, [
		{
			fault: [
				answer([unpaid], 'completed', 1),
				answer([], 'processing', 1),
				answer([exists], 'completed', 1),
				{ kind: 'status', status: 200, method: 'GET', path: '/v1/radars', body: list },
			].flat() as never,
			run: create,
			items: items.slice(0, 2),
			// Two of these don't fit into one request.
			options: { customFields: { fields: [{ name: 'note', value: '={{ "x".repeat(600000) }}' }] } },
			node: SPLIT,
			rows: [{ already_existed: true }],
			errors: [/^The account balance is too low/],
			writes: 2,
		},
	]);
});
