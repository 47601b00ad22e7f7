import type { IDataObject } from 'n8n-workflow';

import type { RadarType } from '../../../nodes/shared/api/radarTypes';
import { useSandbox } from '../support/sandbox';

const service = useSandbox();
const getMany = { resource: 'update', operation: 'getMany' };

test('lists up to the limit, simplified to one level', async () => {
	service.control.seed({ radars: 3, updates: 80 });
	const result = await service.run({ ...getMany, limit: 60 });
	expect(result.json('Company Radar')).toHaveLength(60);
	const [first = {}] = result.json('Company Radar');
	expect(first).toMatchObject({
		summary: expect.any(String),
		radar_type: expect.any(String),
		link: expect.stringMatching(/^https:/),
		custom_fields: {},
		radar_id: expect.any(String),
		update_id: expect.any(String),
	});
	expect(Object.keys(first)[0]).toBe('summary');
	expect(Object.keys(first).slice(-6)).toEqual(
		'radar_type update_type custom_fields radar_id record_id update_id'.split(' '),
	);
});

test('says which input items found nothing, and says it of one without a number', async () => {
	service.control.seed({ radars: 1, updates: 5 });
	const filters = { radarIds: '={{ $json.radar_id }}' };
	const [found] = service.control.radars();
	const none = { radar_id: '00000000-0000-4000-8000-000000000000' };
	const rows = [{ radar_id: found?.radar_id }, none, none];
	for (const resource of ['update', 'radar']) {
		const result = await service.run({ resource, operation: 'getMany', filters }, rows);
		expect(result.json('Company Radar').length).toBeGreaterThan(0);
		expect(result.hints('Company Radar')[0]).toBe('Nothing was found for 2 items (items 1, 2).');
		const alone = await service.run({ resource, operation: 'getMany', filters }, [none]);
		expect(alone.json('Company Radar')).toEqual([]);
		expect(alone.hints('Company Radar')[0]).toBe('Nothing was found.');
		const all = await service.run({ resource, operation: 'getMany' }, [none]);
		expect(all.hints('Company Radar').join()).not.toContain('Nothing was found');
	}
});

test('gives everything as the service sent it with Simplify off', async () => {
	service.control.seed({ radars: 3, updates: 20 });
	const result = await service.run({ ...getMany, simplify: false });
	const sent = service.control.log().map(({ responseBody }) => JSON.parse(responseBody) as IDataObject);
	expect(result.json('Company Radar')).toEqual(sent.flatMap(({ updates }) => updates));
});

test.each(['null', 'absent', 'repeated', 'resumable'] as const)(
	'lists all, when the last cursor is %s and pages are empty in between',
	async (lastCursor) => {
		service.control.change({ updates: { lastCursor, pageSize: 30, emptyPages: true, arrayName: 'data' } });
		service.control.seed({ radars: 3, updates: 100 });
		const result = await service.run({ ...getMany, returnAll: true, simplify: false });
		expect(new Set(result.json('Company Radar').map(({ update_id }) => update_id)).size).toBe(100);
	},
);

test('filters by radars, ten with a call', async () => {
	service.control.seed({ radars: 25, updates: 100 });
	const ids = service.control
		.radars()
		.slice(0, 15)
		.map(({ radar_id }) => radar_id);
	const result = await service.run({ ...getMany, returnAll: true, filters: { radarIds: ids.join(',') } });
	const found = result.json('Company Radar').map(({ radar_id }) => String(radar_id));
	expect(new Set(found)).toEqual(new Set(ids));
	const asked = service.control.log().filter(({ path }) => path === '/v1/updates');
	expect(asked.map(({ query }) => String(query.radar_id).split(',').length)).toEqual([10, 5]);
});

test('gives the newest updates of more radars than one call takes', async () => {
	service.control.seed({ radars: 12 });
	const ids = service.control.radars().map(({ radar_id }) => radar_id);
	const updates = ids.map((radar_id, day) =>
		service.control.pushFindings({
			radar_id,
			discovered_at: new Date(Date.UTC(2026, 9, day + 1)).toISOString(),
		}),
	);
	const result = await service.run({ ...getMany, limit: 3, filters: { radarIds: ids.join(',') } });
	expect(result.json('Company Radar').map(({ update_id }) => update_id)).toEqual(
		updates
			.flat()
			.slice(-3)
			.reverse()
			.map(({ update_id }) => update_id),
	);
});

describe('filters that the API does not have', () => {
	const DAY = 86_400_000;
	const listed = async () => {
		const all = await service.run({ ...getMany, returnAll: true, simplify: false });
		service.control.clearLog();
		return all.json('Company Radar');
	};
	const timeOf = (update: IDataObject = {}) => Date.parse(String(update.discovered_at));
	const find = async (filters: IDataObject, more: IDataObject = { returnAll: true }) =>
		await service.run({ ...getMany, simplify: false, ...more, filters });

	// In a list that is newest first, the page with the first update before the range is the last one.
	test.each([
		['newest-first', 7],
		['oldest-first', 10],
	] as const)('a time range, in a list that is %s', async (order, requests) => {
		service.control.change({ updates: { order, pageSize: 10 } });
		service.control.seed({ radars: 3, updates: 100, days: 10 });
		const all = await listed();
		const [after = 0, before = 0] = [timeOf(all[60]), timeOf(all[35])].sort((a, b) => a - b);
		const result = await find({
			foundAfter: new Date(after).toISOString(),
			foundBefore: new Date(before).toISOString(),
		});
		expect(result.json('Company Radar')).toEqual(
			all.filter((update) => timeOf(update) >= after && timeOf(update) < before),
		);
		expect(service.requests()).toHaveLength(requests);
		expect(result.hints('Company Radar')).toEqual([]);
	});

	test('a date, of which the newest page alone is read', async () => {
		service.control.change({ updates: { pageSize: 10 } });
		service.control.seed({ radars: 3, updates: 100, days: 10 });
		await find({ foundAfter: new Date(Date.now() - DAY / 2).toISOString() });
		expect(service.requests().length).toBeLessThanOrEqual(2);
	});

	test('in a list without an order, all is read', async () => {
		service.control.change({ updates: { pageSize: 10 } });
		service.control.seed({ radars: 1 });
		service.control.pushFindings({ count: 30, discovered_at: '2026-01-01T00:00:00Z' });
		const result = await find({ foundAfter: '2026-06-01T00:00:00Z' });
		expect(result.json('Company Radar')).toEqual([]);
		expect(service.requests()).toHaveLength(3);
	});

	test('companies, up to the limit', async () => {
		service.control.change({ updates: { pageSize: 10 } });
		service.control.seed({ radars: 5, updates: 100 });
		const all = await listed();
		const domain = (update: IDataObject) => String((update.data as IDataObject | undefined)?.domain);
		const wanted = domain(all.find((update) => update.data) ?? {});
		const result = await find({ domains: `https://www.${wanted}/` }, { limit: 3 });
		expect(result.json('Company Radar')).toEqual(
			all.filter((update) => domain(update) === wanted).slice(0, 3),
		);
		expect(service.requests().length).toBeLessThan(10);
	});

	test.each<[string, IDataObject, string]>([
		[
			'a range that ends before it begins',
			{ foundAfter: '2026-02-01T00:00:00Z', foundBefore: '2026-01-01T00:00:00Z' },
			"'Found Before'",
		],
		['Not Matching without Job Titles', { titlesReturn: 'notMatching' }, 'no job titles to go by'],
		[
			'Not Matching with Levels only',
			{ titlesReturn: 'notMatching', levels: ['director'] },
			'no job titles to go by',
		],
	])('%s is refused', async (_, filters, message) => {
		const result = await find(filters);
		expect(result.error?.message).toContain(message);
		expect(service.requests()).toEqual([]);
	});
});

describe('a job change', () => {
	const watchElena = async () => {
		await service.run({
			resource: 'radar',
			operation: 'create',
			radarType: 'contact_job_changes',
			domain: 'w3.org',
			fullName: 'Elena Costa',
		});
		const role = { title: 'CFO', company_name: 'Fjord Bank', company_domain: 'fjord.example' };
		service.control.pushFindings({ content: { change_type: 'new_company_role', new_role: role } });
		service.control.clearLog();
	};

	test('names the person by the Full Name of the radar', async () => {
		await watchElena();
		const [row] = (await service.run(getMany)).json('Company Radar');
		expect(row).toMatchObject({
			summary: 'Elena Costa joined Fjord Bank as CFO',
			company: 'Fjord Bank',
			domain: 'fjord.example',
			full_name: 'Elena Costa',
		});
		expect(service.requests()).toEqual(['GET /v1/updates', 'GET /v1/radars']);
	});

	test("passes without a name where the radars can't be read", async () => {
		await watchElena();
		service.control.addFaults({ kind: 'status', status: 403, path: '/v1/radars' });
		const [row] = (await service.run(getMany)).json('Company Radar');
		expect(row).toMatchObject({ summary: 'Your contact joined Fjord Bank as CFO', full_name: null });
	});
});

describe('Job Titles', () => {
	const list = async (jobTitles: string, more: IDataObject = {}, filters: IDataObject = {}) =>
		await service.run({ ...getMany, returnAll: true, ...more, filters: { jobTitles, ...filters } });
	const matching = async (jobTitles: string) => (await list(jobTitles)).json('Company Radar');
	const notMatching = async (jobTitles: string, more: IDataObject = {}) =>
		(await list(jobTitles, more, { titlesReturn: 'notMatching' })).json('Company Radar');

	const push = (radar_type: RadarType, content: IDataObject) =>
		service.control.pushFindings({ radar_type, content });

	test('lets an update without a title pass, and says so', async () => {
		service.control.seed({ radars: 15 });
		push('industry_funding_rounds', { round: 'Seed' });
		const result = await list('sales');
		expect(result.json('Company Radar')).toEqual([expect.objectContaining({ not_judged: 'Job Titles' })]);
		expect(result.hints('Company Radar')).toEqual(["1 update couldn't be judged by Job Titles, and passed."]);
		expect(await notMatching('sales')).toEqual([]);
	});

	test('finds titles of a level, beside words, and says which title has none', async () => {
		service.control.seed({ radars: 15 });
		for (const title of ['VP Sales', 'Vice President, Marketing', 'Sales Manager', '営業部長'])
			push('company_new_hires', { title });
		const result = await list('sales', {}, { levels: ['vice_president'] });
		expect(new Map(result.json('Company Radar').map(({ title, level }) => [title, level]))).toEqual(
			new Map([
				['営業部長', null],
				['VP Sales', 'vice_president'],
			]),
		);
		expect(result.hints('Company Radar')).toEqual([
			"1 update couldn't be judged by Job Titles, and passed.",
			"1 update couldn't be judged by Levels, and passed.",
		]);
		const levels = await service.run({
			...getMany,
			returnAll: true,
			filters: { levels: ['vice_president', 'manager'] },
		});
		expect(levels.json('Company Radar')).toHaveLength(4);
	});

	test('splits all updates in two, up to the limit', async () => {
		service.control.seed({ radars: 15, updates: 200 });
		const all = (await service.run({ ...getMany, returnAll: true })).json('Company Radar').length;
		const filter = 'sales OR "head of" OR engineer';
		const [yes, no] = [await matching(filter), await notMatching(filter)];
		expect(yes.length).toBeGreaterThan(0);
		expect(no.length).toBeGreaterThan(2);
		expect(yes.length + no.length).toBe(all);
		const some = await notMatching(filter, { returnAll: false, limit: 2 });
		expect(some.map(({ update_id: id }) => id)).toEqual(no.slice(0, 2).map(({ update_id: id }) => id));
	});

	test('keeps raw updates as the service sent them', async () => {
		service.control.seed({ radars: 15 });
		push('industry_funding_rounds', { round: 'Seed' });
		const [row] = (await list('sales', { simplify: false })).json('Company Radar');
		expect(row).toHaveProperty('content');
		expect(row).not.toHaveProperty('not_judged');
	});

	test('hints at doubts about the expression', async () => {
		const result = await list('CEO,CTO');
		expect(result.hints('Company Radar').join()).toContain('Put OR between titles');
	});
});
