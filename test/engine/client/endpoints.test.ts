import { ENDPOINTS } from '../../../nodes/shared/api/endpoints';
import { operations } from '../../../sandbox/document/document';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';

const sandbox = useSandbox();
const service = async () => await serviceFor({ credential: sandbox.credential });

const definition = { radar_type: 'company_new_hires', domain: 'example.org', custom_fields: { crm_id: '7' } };
const UNKNOWN_ID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';

const collect = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
	const all: T[] = [];
	for await (const one of list) all.push(one);
	return all;
};

test.each(Object.values(ENDPOINTS))(
	'$method $path counts in the $budget budget',
	({ method, path, budget }) => {
		const same = operations.filter(
			(one) => one.method === method && one.path.replace(/\w+(?=})/, 'id') === path,
		);
		expect(same).toMatchObject([{ budget }]);
	},
);

test('getAccount gives the summary, of a month too', async () => {
	const radars = await service();
	expect(await radars.call('getAccount', {})).toMatchObject({ data: { balance_remaining_usd: 1000 } });
	expect(await radars.call('getAccount', { query: { month: '2026-01' } })).toMatchObject({
		data: { usage: { month: '2026-01' } },
	});
	expect(sandbox.control.log().map(({ query }) => query)).toEqual([{}, { month: '2026-01' }]);
});

test('createRadar, getRadar and deactivateRadar give the radar record with every field', async () => {
	const radars = await service();
	const created = await radars.createRadar(definition);
	expect(created).toEqual(sandbox.control.radars()[0]);
	expect(await radars.call('getRadar', { id: created.radar_id })).toMatchObject({ data: created });
	expect(await radars.call('deactivateRadar', { id: created.radar_id })).toMatchObject({
		data: { radar_id: created.radar_id, radar_status: 'inactive' },
	});
	expect(sandbox.bodies('/v1/radars')).toEqual([definition]);
});

test('fields that this version does not know are sent as they are', async () => {
	const radars = await service();
	await radars.createRadar({ ...definition, language: 'en' } as never).catch(() => undefined);
	expect(sandbox.bodies('/v1/radars')).toEqual([{ ...definition, language: 'en' }]);
	sandbox.control.clearLog();
});

test('listRadars gives a page, allRadars every radar up to the limit', async () => {
	sandbox.control.seed({ radars: 130 });
	const radars = await service();
	const page = await radars.call('listRadars', { query: { limit: 100, radar_status: 'active' } });
	expect(page).toMatchObject({ count: 100, has_more: true });
	const newest = sandbox.control.radars().reverse();
	expect(await collect(radars.allRadars({ limit: 100 }))).toEqual(newest);
	expect(await collect(radars.allRadars({ limit: 50 }, 120))).toEqual(newest.slice(0, 120));
});

test('createBulk gives the bulk_id, and getBulk the results', async () => {
	const radars = await service();
	const { accepted } = await radars.createBulk({ radars: [definition, { radar_type: 'nonsense' }] });
	await sandbox.control.idle();
	expect(await radars.call('getBulk', { id: accepted?.bulk_id ?? '' })).toMatchObject({
		status: 'completed',
		summary: { total: 2, created: 1, failed: 1 },
	});
});

describe('deactivateBulk', () => {
	const ids = () => sandbox.control.radars().map(({ radar_id }) => radar_id);
	const expected = () => [
		{
			radarId: UNKNOWN_ID,
			error: expect.objectContaining({
				failure: expect.objectContaining({ status: 404, outcome: 'refused' }),
			}),
		},
		...ids().map((radarId) => ({
			radarId,
			radar: expect.objectContaining({ radar_id: radarId, radar_status: 'inactive' }),
		})),
	];

	test.each([['results'], ['data'], ['items']])('finds the results under "%s"', async (resultsField) => {
		sandbox.control.change({ bulk: { resultsField } });
		sandbox.control.seed({ radars: 3 });
		const radars = await service();
		expect(await radars.deactivateBulk([UNKNOWN_ID, ...ids()])).toEqual(expected());
		expect(sandbox.requests()).toEqual(['DELETE /v1/radars/bulk']);
	});

	test('goes one by one where the service wants another body', async () => {
		sandbox.control.change({ bulk: { deactivateField: 'ids' } });
		sandbox.control.seed({ radars: 3 });
		const radars = await service();
		expect(await radars.deactivateBulk([UNKNOWN_ID, ...ids()])).toEqual(expected());
		expect(sandbox.requests()).toHaveLength(5);
	});
});

describe('listUpdates and allUpdates', () => {
	const seed = () => {
		sandbox.control.seed({ radars: 2, updates: 120 });
	};

	test.each(['updates', 'data'] as const)('read the array under "%s"', async (arrayName) => {
		sandbox.control.change({ updates: { arrayName } });
		seed();
		const radars = await service();
		const page = await radars.listUpdates();
		expect(page).toMatchObject({ hasMore: true, cursor: expect.any(String) });
		expect(page.items).toHaveLength(50);
		expect(await collect(radars.allUpdates())).toHaveLength(120);
	});

	test.each(['null', 'absent', 'repeated', 'resumable'] as const)(
		'end where the last cursor is %s',
		async (lastCursor) => {
			sandbox.control.change({ updates: { lastCursor, emptyPages: true } });
			seed();
			const radars = await service();
			const ids = (await collect(radars.allUpdates())).map(({ update_id }) => update_id);
			expect(new Set(ids).size).toBe(120);
			expect(ids).toHaveLength(120);
		},
	);
});

test('sendTestEvent gives the payload', async () => {
	const radars = await service();
	const answer = await radars.call('sendTestEvent', {
		body: { radar_type: 'company_reviews', update_type: 'radar_failure' },
	});
	expect(answer.payload).toMatchObject({ update_type: 'radar_failure' });
});

test('getWebhookSchema gives the schema as it is', async () => {
	const radars = await service();
	expect(Object.keys(await radars.call('getWebhookSchema', {}))).not.toHaveLength(0);
});

test('reveal gives the whole answer with its charge', async () => {
	const radars = await service();
	const answer = await radars.call('reveal', { body: { ip: '9.9.9.9' } });
	expect(answer).toMatchObject({ data: { ip: '9.9.9.9' }, usage: { total_usd: expect.any(Number) } });
	expect(sandbox.bodies('/v1/company-reveal')).toEqual([{ ip: '9.9.9.9' }]);
});

test('a Base URL with /v1 and slashes at its end is fine', async () => {
	const { credential } = sandbox;
	const radars = await serviceFor({
		credential: { ...credential, baseUrl: ` ${credential.baseUrl}/v1// ` },
	});
	expect(radars.isLoopback).toBe(true);
	await radars.call('getAccount', {});
	expect(sandbox.requests()).toEqual(['GET /v1/account']);
});
