import { useReceiver } from './receiver';
import { ACME, envelope, refusedFor, UNKNOWN_ID, useSandbox, UUID } from './support';

const service = useSandbox({ balanceUsd: 2_000 });
const receiver = useReceiver();

const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ ...ACME, domain: `company-${index}.example.com` }));
const results = async (bulkId: string) => (await service.get(`/v1/radars/bulk/${bulkId}`)).body;

describe('POST /v1/radars/bulk', () => {
	test('202 with bulk_id and summary', async () => {
		const { status, body } = await service.post('/v1/radars/bulk', { radars: items(2) });
		expect({ status, body }).toEqual({
			status: 202,
			body: {
				status: 'success',
				code: 202,
				message: expect.any(String),
				bulk_id: expect.stringMatching(UUID),
				summary: { total: 2 },
				timestamp: expect.stringMatching(/Z$/),
			},
		});
		await service.control.idle();
	});

	test('1000 items are allowed, and all created', async () => {
		const bulkId = await service.submitted({ radars: items(1_000) });
		expect(await results(bulkId)).toMatchObject({ status: 'completed', summary: { created: 1_000 } });
		expect(service.control.charges()).toHaveLength(1_000);
	});

	const tooLarge = { radars: [{ ...ACME, custom_fields: { note: 'x'.repeat(1_000_000) } }] };
	const longUrl = `https://hooks.example.com/${'x'.repeat(2_048)}`;
	test.each<[line: string, body: unknown, field: string]>([
		['radars: required', {}, 'radars'],
		['radars: an array', { radars: ACME }, 'radars'],
		['radars: at least 1', { radars: [] }, 'radars'],
		['radars: at most 1000', { radars: items(1_001) }, 'radars'],
		['radars: of objects', { radars: ['example.com'] }, 'radars.0'],
		['webhook_url: an explicit null', { radars: [ACME], webhook_url: null }, 'webhook_url'],
		['webhook_url: a URI', { radars: [ACME], webhook_url: 'hook' }, 'webhook_url'],
		['webhook_url: at most 2048 characters', { radars: [ACME], webhook_url: longUrl }, 'webhook_url'],
		['body size at most 1 MB', tooLarge, 'body'],
		['the body is an object', [ACME], 'body'],
	])('400: %s', async (_line, body, field) => {
		expect(await service.post('/v1/radars/bulk', body)).toMatchObject(refusedFor(400, field));
	});

	test('a body of exactly 1 MB is allowed', async () => {
		const body = JSON.stringify({ radars: [ACME] });
		const answer = await service.post('/v1/radars/bulk', body.padEnd(1_000_000, ' '));
		expect(answer.status).toBe(202);
		await service.control.idle();
	});

	test('items are validated asynchronously and fail one by one: 400, 402, 409', async () => {
		service.control.balance(1);
		const { status, body } = await service.post('/v1/radars/bulk', {
			radars: [ACME, ACME, { radar_type: 'company_weather' }, { ...ACME, domain: 'second.example.com' }],
		});
		expect(status).toBe(202);
		await service.control.idle();
		const [created, conflict, invalid, unpaid] = (await results(body.bulk_id)).radars;
		expect(created).toMatchObject({ update_type: 'radar_created', code: 201 });
		const conflicting = { field: 'domain', conflicting_radar_id: created.data.radar_id };
		expect(conflict).toMatchObject({ code: 409, errors: [conflicting] });
		expect(invalid).toMatchObject({ code: 400, errors: [{ field: 'radar_type' }] });
		expect(unpaid).toMatchObject({ code: 402, errors: [{ field: 'balance' }] });
	});

	test('a set-up that fails is an item-level failure', async () => {
		service.control.change({ radars: { setupFailures: { 'example.com': 'source_inaccessible' } } });
		const bulkId = await service.submitted({ radars: [ACME] });
		const [item] = (await results(bulkId)).radars;
		expect(item).toMatchObject({ update_type: 'radar_failure', errors: [{ reason: 'source_inaccessible' }] });
		expect(service.control.radars()).toEqual([]);
	});
});

describe('DELETE /v1/radars/bulk', () => {
	test('final ordered detail for every id; failures do not stop the others', async () => {
		const first = await service.created();
		const second = await service.created({ ...ACME, domain: 'second.example.com' });
		const ids = [second.radar_id, UNKNOWN_ID, 'no-uuid', first.radar_id];
		const { status, body } = await service.delete('/v1/radars/bulk', { radar_ids: ids });
		expect(status).toBe(200);
		expect(body.results.map(({ radar_id }: { radar_id: string }) => radar_id)).toEqual(ids);
		const inactive = { status: 'success', code: 200, data: { radar_status: 'inactive' } };
		expect(body.results).toMatchObject([
			{ ...inactive, message: expect.stringContaining('initiated') },
			envelope(404).body,
			refusedFor(400, 'id', 'must be a valid UUID').body,
			inactive,
		]);
	});

	test('500 ids are allowed', async () => {
		service.control.seed({ radars: 500 });
		const radar_ids = service.control.radars().map(({ radar_id }) => radar_id);
		const { body } = await service.delete('/v1/radars/bulk', { radar_ids });
		expect(body.results).toHaveLength(500);
		expect(service.control.radars().every(({ radar_status }) => radar_status === 'inactive')).toBe(true);
	});

	test.each<[line: string, body: unknown]>([
		['the field is required', {}],
		['at least 1', { radar_ids: [] }],
		['at most 500', { radar_ids: Array.from({ length: 501 }, (_, index) => `id-${index}`) }],
		['unique', { radar_ids: [UNKNOWN_ID, UNKNOWN_ID] }],
		['an array', { radar_ids: UNKNOWN_ID }],
	])('400: %s', async (_line, body) => {
		expect(await service.delete('/v1/radars/bulk', body)).toMatchObject(refusedFor(400, 'radar_ids'));
	});

	test('creates no pollable job', async () => {
		const { radar_id } = await service.created();
		const { body } = await service.delete('/v1/radars/bulk', { radar_ids: [radar_id] });
		expect(body).not.toHaveProperty('bulk_id');
	});
});

describe('GET /v1/radars/bulk/{bulk_id}', () => {
	test('while it is being worked off: processing', async () => {
		service.control.change({ bulk: { itemMs: 60_000 } });
		const radars = [{ ...ACME, custom_fields: { row: '1' } }];
		const { body } = await service.post('/v1/radars/bulk', { radars });
		expect(await results(body.bulk_id)).toMatchObject({
			status: 'processing',
			summary: { total: 1, created: 0, failed: 0, processing: 1 },
			radars: [{ item_index: 0, custom_fields: { row: '1' }, status: 'processing' }],
		});
		service.control.reset();
	});

	test('when it is done: the own event of each item, as it was delivered', async () => {
		const bulkId = await service.submitted({
			radars: [{ ...ACME, custom_fields: { row: '1' } }, { radar_type: 'industry_mentions' }],
			webhook_url: receiver.url,
		});
		const answer = await results(bulkId);
		expect(answer).toMatchObject({
			status: 'completed',
			summary: { total: 2, created: 1, failed: 1, processing: 0 },
		});
		const [created, failed] = receiver.events;
		expect(answer.radars).toEqual([created, { ...failed, custom_fields: {} }]);
	});

	test('400 for an invalid UUID, 404 for an unknown or foreign id', async () => {
		const bulkId = await service.submitted({ radars: [ACME] });
		expect(await service.get('/v1/radars/bulk/17')).toMatchObject(
			refusedFor(400, 'id', 'must be a valid UUID'),
		);
		expect(await service.get(`/v1/radars/bulk/${UNKNOWN_ID}`)).toMatchObject(envelope(404));
		const foreign = await service.get(`/v1/radars/bulk/${bulkId}`, { key: service.keys.other });
		expect(foreign).toMatchObject(envelope(404));
	});
});
