import { useReceiver } from './receiver';
import { ACME, REQUIRED_FIELDS, useSandbox, UUID } from './support';

const service = useSandbox({ settings: { speed: 1_000 } });
const receiver = useReceiver();

const watched = (fields: object = {}) =>
	service.created({ ...ACME, webhook_url: receiver.url, custom_fields: { account_id: '17' }, ...fields });

describe('delivery', () => {
	test('push: the events go to the webhook_url of the radar, in the format of the pull', async () => {
		await watched();
		const [finding] = service.control.pushFindings();
		await service.control.idle();
		expect(receiver.events).toEqual([finding]);
		expect((await service.get('/v1/updates')).body.updates).toEqual([finding]);
	});

	test('a radar without webhook_url is poll-only', async () => {
		await service.created();
		service.control.pushFindings();
		await service.control.idle();
		expect(service.control.deliveries()).toEqual([]);
		expect((await service.get('/v1/updates')).body.updates).toHaveLength(1);
	});

	test('any 2xx acknowledges; anything else is sent again', async () => {
		receiver.statuses = [500, 302, 204];
		await watched();
		const [finding] = service.control.pushFindings();
		await service.control.idle();
		expect(receiver.events).toEqual([finding, finding, finding]);
		expect(service.control.deliveries().map(({ attempt, status }) => [attempt, status])).toEqual([
			[1, 500],
			[2, 302],
			[3, 204],
		]);
	});

	test('the attempts end', async () => {
		service.control.change({ deliveries: { attempts: 2 } });
		receiver.statuses = [500, 500, 500];
		await watched();
		service.control.pushFindings();
		await service.control.idle();
		expect(receiver.events).toHaveLength(2);
	});

	test('the same event may come more than once', async () => {
		service.control.change({ deliveries: { duplicates: 2 } });
		await watched();
		const [finding] = service.control.pushFindings();
		await service.control.idle();
		expect(receiver.events).toEqual([finding, finding, finding]);
	});

	test('events may overtake each other', async () => {
		service.control.change({ speed: 1, deliveries: { outOfOrder: true } });
		await watched();
		const sent = service.control.pushFindings({ count: 20 }).map(({ update_id }) => update_id);
		await service.control.idle();
		const received = receiver.events.map(({ update_id }) => update_id);
		expect(received).not.toEqual(sent);
		expect([...received].sort()).toEqual([...sent].sort());
	});

	test('nothing is ever sent to another machine', async () => {
		await service.created({ ...ACME, webhook_url: 'https://hooks.example.com/x' });
		service.control.pushFindings();
		await service.control.idle();
		const refused = { status: null, error: expect.stringContaining('loopback') };
		expect(service.control.deliveries()[0]).toMatchObject(refused);
	});

	test('a receiver that is not there is an error of the delivery, not of the service', async () => {
		await service.created({ ...ACME, webhook_url: 'http://127.0.0.1:1/' });
		service.control.pushFindings();
		await service.control.idle();
		expect(service.control.deliveries()).toHaveLength(3);
	});
});

test.each(Object.entries(REQUIRED_FIELDS))('the finding envelope: %s', async (radar_type, fields) => {
	const radar = await service.created({ radar_type, ...fields, custom_fields: { account_id: '17' } });
	const [finding, next] = service.control.pushFindings({ count: 2 });
	expect(finding).toEqual({
		update_id: expect.stringMatching(UUID),
		update_type: 'radar_finding',
		record_id: expect.any(String),
		discovered_at: expect.stringMatching(/Z$/),
		data: {
			radar_id: radar.radar_id,
			radar_type,
			domain: radar.domain,
			custom_fields: { account_id: '17' },
		},
		content: expect.any(Object),
	});
	expect(Object.keys(finding!['content'] as object).length).toBeGreaterThan(2);
	expect(next!['content']).not.toEqual(finding!['content']);
});

test('a finding may have content of its own', async () => {
	await service.created();
	const [finding] = service.control.pushFindings({ content: { mention_content: 'Ours' } });
	expect(finding!['content']).toEqual({ mention_content: 'Ours' });
});

describe('radar_failure', () => {
	test.each([
		['missing_prerequisites', 400, 1],
		['setup_failure', 400, 1],
		['source_inaccessible', 400, 1],
		['insufficient_funds', 402, 0],
	] as const)('%s', async (reason, code, refund_amount_usd) => {
		const { radar_id } = await watched();
		const failure = service.control.failRadar(radar_id, reason);
		await service.control.idle();
		expect(receiver.events).toEqual([failure]);
		expect(failure).toEqual({
			update_id: expect.stringMatching(UUID),
			update_type: 'radar_failure',
			record_id: null,
			discovered_at: expect.stringMatching(/Z$/),
			completed_at: failure['discovered_at'],
			data: {
				radar_id,
				radar_type: 'company_mentions',
				domain: 'example.com',
				custom_fields: { account_id: '17' },
			},
			status: 'error',
			code,
			message: expect.any(String),
			errors: [{ field: expect.any(String), reason }],
			refund_amount_usd,
			timestamp: expect.stringMatching(/Z$/),
			error_id: expect.stringMatching(UUID),
		});
	});
});

describe('bulk events', () => {
	const radars = [
		{ ...ACME, custom_fields: { row: '1' }, webhook_url: 'https://hooks.example.com/findings' },
		{ radar_type: 'industry_mentions' },
		ACME,
	];

	test('only to the webhook_url of the bulk request: one per item, then bulk_completed', async () => {
		service.control.change({ deliveries: { concurrency: 1 } });
		await service.submitted({ radars, webhook_url: receiver.url });
		expect(receiver.events.map(({ update_type }) => update_type)).toEqual([
			'radar_created',
			'radar_failure',
			'radar_failure',
			'bulk_completed',
		]);
		expect(receiver.events.map(({ item_index }) => item_index)).toEqual([0, 1, 2, undefined]);
	});

	test('radar_created: every field', async () => {
		const bulk_id = await service.submitted({ radars: radars.slice(0, 1), webhook_url: receiver.url });
		expect(receiver.events[0]).toEqual({
			update_id: expect.stringMatching(UUID),
			update_type: 'radar_created',
			record_id: null,
			code: 201,
			message: expect.any(String),
			completed_at: expect.stringMatching(/Z$/),
			bulk_id,
			item_index: 0,
			custom_fields: { row: '1' },
			status: 'success',
			data: service.control.radars()[0],
		});
	});

	test('radar_failure of an item: no data, discovered_at equals completed_at; a 409 names the radar', async () => {
		const bulk_id = await service.submitted({ radars, webhook_url: receiver.url });
		const [created, invalid, conflict] = [0, 1, 2].map((index) =>
			receiver.events.find(({ item_index }) => item_index === index),
		);
		for (const failure of [invalid, conflict]) {
			expect(failure).toMatchObject({ bulk_id, status: 'error', refund_amount_usd: 0, record_id: null });
			expect(failure).not.toHaveProperty('data');
			expect(failure.discovered_at).toBe(failure.completed_at);
		}
		expect(invalid).toMatchObject({ code: 400, errors: [{ field: 'keyword' }] });
		expect(conflict.errors).toMatchObject([{ conflicting_radar_id: created.data.radar_id }]);
	});

	test('bulk_completed: summary, and the verbatim event of every item', async () => {
		const bulk_id = await service.submitted({ radars, webhook_url: receiver.url });
		const items = receiver.events.filter(({ item_index }) => item_index !== undefined);
		const byIndex = items.sort((a, b) => a.item_index - b.item_index);
		expect(receiver.events.find(({ update_type }) => update_type === 'bulk_completed')).toEqual({
			update_id: expect.stringMatching(UUID),
			update_type: 'bulk_completed',
			bulk_id,
			completed_at: expect.stringMatching(/Z$/),
			summary: { total: 3, created: 1, failed: 2 },
			radars: byIndex,
		});
	});

	test('poll-only when the bulk request has no webhook_url', async () => {
		await service.submitted({ radars: [ACME] });
		expect(service.control.deliveries()).toEqual([]);
	});

	test('a redelivery of bulk_completed keeps its update_id', async () => {
		service.control.change({ deliveries: { duplicates: 1 } });
		await service.submitted({ radars: [ACME], webhook_url: receiver.url });
		const completed = receiver.events.filter(({ update_type }) => update_type === 'bulk_completed');
		expect(completed).toHaveLength(2);
		expect(completed[0]).toEqual(completed[1]);
	});
});
