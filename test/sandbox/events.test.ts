import { useReceiver } from './receiver';
import { ACME, REQUIRED_FIELDS, useSandbox } from './support';

const service = useSandbox({ settings: { speed: 1_000 } });
const receiver = useReceiver();

const CUSTOM = { custom_fields: { account_id: '17' } };
const created = (fields: object = {}) => service.created({ ...ACME, ...CUSTOM, ...fields });
const watched = () => created({ webhook_url: receiver.url });

/** Finds something, and waits until all of it is delivered. */
async function find(count = 1) {
	const found = service.control.pushFindings({ count });
	await service.control.idle();
	return found;
}

const updates = async () => (await service.get('/v1/updates')).body.updates;

describe('deliveries', () => {
	test('go to the webhook_url of the radar, in the format of the list', async () => {
		await watched();
		const findings = await find();
		expect(receiver.events).toEqual(findings);
		expect(await updates()).toEqual(findings);
	});

	test('are none without a webhook_url', async () => {
		await created();
		await find();
		expect(service.control.deliveries()).toEqual([]);
		expect(await updates()).toHaveLength(1);
	});

	test('come again until one is acknowledged with 2xx', async () => {
		receiver.statuses = [500, 302, 204];
		await watched();
		const [finding] = await find();
		expect(receiver.events).toEqual([finding, finding, finding]);
		const attempts = service.control.deliveries().map(({ attempt, status }) => [attempt, status]);
		expect(attempts).toEqual([
			[1, 500],
			[2, 302],
			[3, 204],
		]);
	});

	test('end after the attempts of the setting', async () => {
		service.control.change({ deliveries: { attempts: 2 } });
		receiver.statuses = [500, 500, 500];
		await watched();
		await find();
		expect(receiver.events).toHaveLength(2);
	});

	test('may come more than once', async () => {
		service.control.change({ deliveries: { duplicates: 2 } });
		await watched();
		const [finding] = await find();
		expect(receiver.events).toEqual([finding, finding, finding]);
	});

	test('may overtake each other', async () => {
		service.control.change({ speed: 1, deliveries: { outOfOrder: true } });
		await watched();
		const sent = (await find(20)).map(({ update_id }) => update_id);
		const received = receiver.events.map(({ update_id }) => update_id);
		expect(received).not.toEqual(sent);
		expect([...received].sort()).toEqual([...sent].sort());
	});

	test('never leave this computer, and nobody who listens is no error of the service', async () => {
		await created({ webhook_url: 'https://hooks.example.com/x' });
		await find();
		const refused = { status: null, error: expect.stringContaining('loopback') };
		expect(service.control.deliveries()[0]).toMatchObject(refused);
		await created({ radar_type: 'company_reviews', webhook_url: 'http://127.0.0.1:1/' });
		const before = service.control.deliveries().length;
		await find();
		expect(service.control.deliveries()).toHaveLength(before + 3);
	});
});

test.each(Object.entries(REQUIRED_FIELDS))('a finding names its radar: %s', async (radar_type, fields) => {
	const { radar_id, domain } = await service.created({ radar_type, ...fields, ...CUSTOM });
	const [finding, next] = service.control.pushFindings({ count: 2 });
	expect(finding?.['data']).toEqual({ radar_id, radar_type, domain, ...CUSTOM });
	expect(Object.keys(finding?.['content'] as object).length).toBeGreaterThan(2);
	expect(next?.['content']).not.toEqual(finding?.['content']);
});

test('a finding may have content of its own', async () => {
	await created();
	const [finding] = service.control.pushFindings({ content: { mention_content: 'Ours' } });
	expect(finding?.['content']).toEqual({ mention_content: 'Ours' });
});

test.each([
	['missing_prerequisites', 400, 1],
	['setup_failure', 400, 1],
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
	expect(failure['completed_at']).toBe(failure['discovered_at']);
});

describe('a test event', () => {
	const send = async (body: object) => {
		const answer = await service.post('/v1/webhooks/test', { webhook_url: receiver.url, ...body });
		await service.control.idle();
		expect(receiver.events).toEqual([answer.body.payload]);
		return answer.body.payload;
	};

	test.each(['company_new_hires', 'contact_job_changes', 'industry_funding_rounds'])(
		'is as a real one: %s',
		async (radar_type) => {
			const sample = { update_type: 'radar_finding', data: { radar_type } };
			expect(await send({ radar_type })).toMatchObject(sample);
		},
	);

	test('may be a failure', async () => {
		const radar_type = 'company_reviews';
		const payload = await send({ radar_type, update_type: 'radar_failure' });
		expect(payload).toMatchObject({ update_type: 'radar_failure', data: { radar_type } });
		expect(payload.refund_amount_usd).toBeGreaterThan(0);
	});

	test('comes once, without a signature, a radar or a charge', async () => {
		receiver.statuses = [500];
		await send({ radar_type: 'company_reviews' });
		expect(Object.keys(receiver.headers[0] ?? {}).filter((name) => name.includes('signature'))).toEqual([]);
		expect([service.control.radars(), service.control.charges()]).toEqual([[], []]);
	});

	test('has a schema for all payloads, without references to others', async () => {
		const { body } = await service.get('/v1/webhooks/schema');
		expect(body).toMatchObject({ $schema: expect.any(String), $defs: { RadarFinding: { type: 'object' } } });
		expect(JSON.stringify(body)).not.toContain('#/components/');
	});
});

describe('a radar with job titles finds only these', () => {
	const titlesOf = async (job_titles: string, radar_type = 'company_new_hires') => {
		const { radar_id } = await service.created({ ...ACME, radar_type, job_titles });
		const contents = service.control.pushFindings({ radar_id, count: 30 }).map(({ content }) => content);
		const titles = (contents as Array<Record<string, string> & { author?: { title: string } }>).map(
			({ title, job_title, current_title, author }) => title ?? job_title ?? current_title ?? author?.title,
		);
		return [...new Set(titles)].sort();
	};

	test.each([
		['"head of marketing"', ['Head of Marketing']],
		['SALES', ['Vice President of Sales']],
		[
			'(manager OR analyst) AND NOT senior AND NOT "people operations manager"',
			['Customer Success Manager', 'Data Analyst'],
		],
		['EXACT("data analyst") OR EXACT("analyst")', ['Data Analyst']],
		// Whole words, and words that no invented title has.
		['art', ['Art']],
		['"head of sales" OR CFO', ['CFO', 'Head Of Sales']],
		['chief AND risk', ['Chief Risk']],
	])('%s', async (expression, titles) => {
		expect(await titlesOf(expression)).toEqual(titles);
	});

	test.each(['company_job_openings', 'company_promotions', 'company_social_posts_cxo'])(
		'of %s, too',
		async (type) => {
			expect(await titlesOf('sales', type)).toEqual(['Vice President of Sales']);
		},
	);

	test('nothing where nothing can pass', async () => {
		service.control.change({ findings: { afterCreation: 2, delay: 1 } });
		await created({ job_titles: 'sales AND NOT sales' });
		await service.control.idle();
		expect(await updates()).toEqual([]);
	});
});
