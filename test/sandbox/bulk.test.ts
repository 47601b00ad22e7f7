import { useReceiver } from './receiver';
import { ACME, envelope, refusedFor, UNKNOWN_ID, useSandbox, UUID, type Parsed } from './support';

const service = useSandbox({ balanceUsd: 2_000 });
const receiver = useReceiver();

const results = async (bulkId: string) => (await service.get(`/v1/radars/bulk/${bulkId}`)).body;
const ROW = { ...ACME, custom_fields: { row: '1' } };
const RADARS = [ROW, { radar_type: 'industry_mentions' }, ACME];

describe('creating', () => {
	test('is accepted at once, and being worked off then', async () => {
		service.control.change({ bulk: { itemMs: 60_000 } });
		const { status, body } = await service.post('/v1/radars/bulk', { radars: [ROW] });
		expect([status, body.summary]).toEqual([202, { total: 1 }]);
		expect(body.bulk_id).toMatch(UUID);
		expect(await results(body.bulk_id)).toMatchObject({
			status: 'processing',
			summary: { total: 1, created: 0, failed: 0, processing: 1 },
			radars: [{ item_index: 0, custom_fields: { row: '1' }, status: 'processing' }],
		});
		service.control.reset();
	});

	test('fails for each radar by itself: 400, 402, 409', async () => {
		service.control.balance(1);
		const radars = [
			ACME,
			ACME,
			{ ...ACME, job_titles: 'sales manager' },
			{ ...ACME, domain: 'second.example.com' },
		];
		const bulkId = await service.submitted({ radars });
		const [created, conflict, invalid, unpaid] = (await results(bulkId)).radars;
		expect(created).toMatchObject({ update_type: 'radar_created', code: 201 });
		const conflicting = { field: 'domain', conflicting_radar_id: created.data.radar_id };
		expect(conflict).toMatchObject({ code: 409, errors: [conflicting] });
		expect(invalid).toMatchObject({ code: 400, errors: [{ field: 'job_titles' }] });
		expect(unpaid).toMatchObject({ code: 402, errors: [{ field: 'balance' }] });
	});

	test('fails for a radar whose set-up fails', async () => {
		service.control.change({ radars: { setupFailures: { 'example.com': 'source_inaccessible' } } });
		const bulkId = await service.submitted({ radars: [ACME] });
		const [item] = (await results(bulkId)).radars;
		expect(item).toMatchObject({ update_type: 'radar_failure', errors: [{ reason: 'source_inaccessible' }] });
		expect(service.control.radars()).toEqual([]);
	});

	test('has results for its own account only', async () => {
		const bulkId = await service.submitted({ radars: [ACME] });
		for (const [id, key] of [
			[UNKNOWN_ID, service.keys.full],
			[bulkId, service.keys.other],
		])
			expect(await service.get(`/v1/radars/bulk/${id}`, { key })).toMatchObject(envelope(404));
	});
});

describe('events', () => {
	test('go to the webhook_url of the request only: one per radar, then all of them, which are the results', async () => {
		service.control.change({ deliveries: { concurrency: 1 } });
		const radars = [{ ...ROW, webhook_url: 'https://hooks.example.com/findings' }, ...RADARS.slice(1)];
		const bulk_id = await service.submitted({ radars, webhook_url: receiver.url });
		const [created, invalid, conflict, completed] = receiver.events;
		expect(created).toMatchObject({ update_type: 'radar_created', bulk_id, custom_fields: { row: '1' } });
		expect(created.data).toEqual(service.control.radars()[0]);
		for (const failure of [invalid, conflict]) {
			expect(failure).toMatchObject({ update_type: 'radar_failure', bulk_id, refund_amount_usd: 0 });
			expect(failure).not.toHaveProperty('data');
			expect(failure.discovered_at).toBe(failure.completed_at);
		}
		expect([created, invalid, conflict].map((each) => each.item_index)).toEqual([0, 1, 2]);
		expect(invalid).toMatchObject({ code: 400, errors: [{ field: 'keyword' }] });
		expect(conflict.errors).toMatchObject([{ conflicting_radar_id: created.data.radar_id }]);
		const summary = { total: 3, created: 1, failed: 2 };
		expect(completed).toMatchObject({ update_type: 'bulk_completed', bulk_id, summary });
		expect(completed.radars).toEqual([created, invalid, conflict]);
		const answer = await results(bulk_id);
		expect(answer).toMatchObject({ status: 'completed', summary: { ...summary, processing: 0 } });
		const withFields = (each: Parsed) => ({ ...each, custom_fields: each.custom_fields ?? {} });
		expect(answer.radars).toEqual([created, invalid, conflict].map(withFields));
	});

	test('are none without a webhook_url', async () => {
		await service.submitted({ radars: [ACME] });
		expect(service.control.deliveries()).toEqual([]);
	});

	test('are the same when they come again', async () => {
		service.control.change({ deliveries: { duplicates: 1 } });
		await service.submitted({ radars: [ACME], webhook_url: receiver.url });
		const completed = receiver.events.filter(({ update_type }) => update_type === 'bulk_completed');
		expect(completed).toHaveLength(2);
		expect(completed[0]).toEqual(completed[1]);
	});
});

test('deactivating says at once what came of each radar, in order', async () => {
	const first = await service.created();
	const second = await service.created({ ...ACME, domain: 'second.example.com' });
	const radar_ids = [second.radar_id, UNKNOWN_ID, 'no-uuid', first.radar_id];
	const { body } = await service.delete('/v1/radars/bulk', { radar_ids });
	expect(body.results.map(({ radar_id }: { radar_id: string }) => radar_id)).toEqual(radar_ids);
	const message = expect.stringContaining('initiated');
	const inactive = { status: 'success', code: 200, message, data: { radar_status: 'inactive' } };
	const invalid = refusedFor(400, 'id', 'must be a valid UUID').body;
	expect(body.results).toMatchObject([inactive, envelope(404).body, invalid, inactive]);
	expect(body).not.toHaveProperty('bulk_id');
});
