import { useReceiver } from './receiver';
import { ACME, envelope, REQUIRED_FIELDS, UNKNOWN_ID, useSandbox, type Parsed } from './support';

const service = useSandbox({ settings: { speed: 1_000 }, balanceUsd: 100 });
const receiver = useReceiver();

const CUSTOM = { custom_fields: { account_id: '17' } };
const watched = () => service.created({ ...ACME, ...CUSTOM, webhook_url: receiver.url });

/** Finds something, and waits until all of it is delivered. */
async function find(count = 1) {
	const found = service.control.pushFindings({ count });
	await service.control.idle();
	return found;
}

describe('deliveries', () => {
	test('come until one is acknowledged with 2xx, in the format of the list', async () => {
		receiver.statuses = [500, 302, 204];
		await watched();
		const findings = await find();
		expect(receiver.events).toEqual(Array(3).fill(findings[0]));
		expect((await service.get('/v1/updates')).body.updates).toEqual(findings);
		const attempts = service.control.deliveries().map(({ attempt, status }) => [attempt, status]);
		expect(attempts).toEqual([1, 2, 3].map((each) => [each, [500, 302, 204][each - 1]]));
	});

	test.each([
		[{ attempts: 2 }, [500, 500, 500], 2],
		[{ duplicates: 2 }, [], 3],
	])('end after the attempts, and repeat, as the settings say: %j', async (deliveries, statuses, count) => {
		service.control.change({ deliveries });
		receiver.statuses = statuses;
		await watched();
		const [finding] = await find();
		expect(receiver.events).toEqual(Array(count).fill(finding));
	});

	test('may overtake each other', async () => {
		service.control.change({ speed: 1, deliveries: { outOfOrder: true } });
		await watched();
		const sent = (await find(20)).map(({ update_id }) => update_id);
		const received = receiver.events.map(({ update_id }) => update_id);
		expect(received).not.toEqual(sent);
		expect([...received].sort()).toEqual([...sent].sort());
	});

	test('never leave this computer', async () => {
		await service.created({ ...ACME, webhook_url: 'https://hooks.example.com/x' });
		await find();
		const refused = { status: null, error: expect.stringContaining('loopback') };
		expect(service.control.deliveries()[0]).toMatchObject(refused);
	});

	test('of a bulk request go to its own URL: one per radar, then all of them, which are the results', async () => {
		const row = { ...ACME, ...CUSTOM, webhook_url: 'https://hooks.example.com/findings' };
		const radars = [row, { radar_type: 'industry_mentions' }];
		const bulk_id = await service.submitted({ radars, webhook_url: receiver.url });
		const completed = receiver.events.pop();
		const [created, invalid] = receiver.events.sort((a, b) => a.item_index - b.item_index);
		expect(created).toMatchObject({ update_type: 'radar_created', bulk_id, item_index: 0, ...CUSTOM });
		expect(created.data).toEqual(service.control.radars()[0]);
		expect(invalid).toMatchObject({
			update_type: 'radar_failure',
			bulk_id,
			item_index: 1,
			refund_amount_usd: 0,
		});
		expect(invalid.errors).toMatchObject([{ field: 'keyword' }]);
		const summary = { total: 2, created: 1, failed: 1 };
		expect(completed).toMatchObject({ update_type: 'bulk_completed', bulk_id, summary });
		expect(completed.radars).toEqual([created, invalid]);
		const answer = (await service.get(`/v1/radars/bulk/${bulk_id}`)).body;
		expect(answer).toMatchObject({ status: 'completed', summary: { ...summary, processing: 0 } });
		expect(answer.radars).toEqual([created, { ...invalid, custom_fields: {} }]);
	});
});

test('a bulk request is accepted at once, and its items take their time', async () => {
	service.control.change({ bulk: { itemMs: 600_000 } });
	const { body } = await service.post('/v1/radars/bulk', { radars: [{ ...ACME, ...CUSTOM }] });
	expect((await service.get(`/v1/radars/bulk/${body.bulk_id}`)).body).toMatchObject({
		status: 'processing',
		summary: { total: 1, created: 0, failed: 0, processing: 1 },
		radars: [{ item_index: 0, ...CUSTOM, status: 'processing' }],
	});
	service.control.reset();
});

test('deactivating in bulk says at once what came of each radar, in order', async () => {
	const { radar_id } = await service.created();
	const radar_ids = [UNKNOWN_ID, 'no-uuid', radar_id];
	const { results } = (await service.delete('/v1/radars/bulk', { radar_ids })).body;
	expect(results.map(({ radar_id: id }: Parsed) => id)).toEqual(radar_ids);
	const inactive = { status: 'success', code: 200, data: { radar_status: 'inactive' } };
	expect(results).toMatchObject([envelope(404).body, envelope(400).body, inactive]);
});

test.each(Object.entries(REQUIRED_FIELDS))('a finding names its radar: %s', async (radar_type, fields) => {
	const { radar_id, domain } = await service.created({ radar_type, ...fields, ...CUSTOM });
	const [finding, next] = service.control.pushFindings({ count: 2 });
	expect(finding?.['data']).toEqual({ radar_id, radar_type, domain, ...CUSTOM });
	expect(next?.['content']).not.toEqual(finding?.['content']);
});

test.each([
	['missing_prerequisites', 400, 1],
	['source_inaccessible', 400, 1],
	['insufficient_funds', 402, 0],
] as const)('a radar fails: %s', async (reason, code, refund_amount_usd) => {
	const { radar_id, radar_type, domain } = await watched();
	const failure = service.control.failRadar(radar_id, reason);
	await service.control.idle();
	expect(receiver.events).toEqual([failure]);
	const errors = [{ field: expect.any(String), reason }];
	const data = { radar_id, radar_type, domain, ...CUSTOM };
	expect(failure).toMatchObject({ update_type: 'radar_failure', data, code, errors, refund_amount_usd });
});

test.each(['radar_finding', 'radar_failure'])(
	'a test event is a %s that comes once, without a charge',
	async (update_type) => {
		receiver.statuses = [500];
		const body = { webhook_url: receiver.url, radar_type: 'contact_job_changes', update_type };
		const { payload } = (await service.post('/v1/webhooks/test', body)).body;
		await service.control.idle();
		expect(receiver.events).toEqual([payload]);
		expect(payload).toMatchObject({ update_type, data: { radar_type: body.radar_type } });
		expect([service.control.radars(), service.control.charges()]).toEqual([[], []]);
	},
);

test('the schema of all payloads has no references to others', async () => {
	const { body } = await service.get('/v1/webhooks/schema');
	expect(body).toMatchObject({ $schema: expect.any(String), $defs: { RadarFinding: { type: 'object' } } });
	expect(JSON.stringify(body)).not.toContain('#/components/');
});

describe('a radar with job titles finds only these', () => {
	test.each([
		['company_new_hires', '"head of marketing"', ['Head of Marketing']],
		[
			'company_new_hires',
			'(manager OR analyst) AND NOT senior AND NOT "people operations manager"',
			['Customer Success Manager', 'Data Analyst'],
		],
		['company_new_hires', 'EXACT("data analyst") OR EXACT("analyst")', ['Data Analyst']],
		['company_new_hires', '"head of sales" OR CFO', ['CFO', 'Head Of Sales']],
		['company_job_openings', 'SALES', ['Vice President of Sales']],
		['company_promotions', 'art', ['Art']],
		['company_social_posts_cxo', 'chief AND risk', ['Chief Risk']],
	])('%s: %s', async (radar_type, job_titles, titles) => {
		const { radar_id } = await service.created({ ...ACME, radar_type, job_titles });
		const contents = service.control.pushFindings({ radar_id, count: 30 }).map(({ content }) => content);
		const found = (contents as Parsed[]).map(
			({ title, job_title, current_title, author }) => title ?? job_title ?? current_title ?? author?.title,
		);
		expect([...new Set(found)].sort()).toEqual(titles);
	});
});
