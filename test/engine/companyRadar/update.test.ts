import type { IDataObject } from 'n8n-workflow';

import type { RadarType } from '../../../nodes/shared/api/radarTypes';
import { CREATE_EACH } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { tell, type Step } from '../support/stories';

const service = useSandbox();
const getMany: IDataObject = { resource: 'update', operation: 'getMany' };
const RAW = { simplify: false };
const getAll = { ...getMany, returnAll: true };

const rowsOf = async (parameters: IDataObject) => (await service.run(parameters)).json('Company Radar');
const idsOf = (rows: IDataObject[]) => rows.map(({ update_id: id }) => id);
const radarIds = () => service.control.radars().map(({ radar_id }) => radar_id);
const find = (filters: IDataObject, step: Step = {}): Step => ({ run: { ...getAll, filters }, ...step });
const push = (radar_type: RadarType, content: IDataObject) =>
	service.control.pushFindings({ radar_type, content });

test('lists up to the limit, simplified to one level', async () => {
	service.control.seed({ radars: 3, updates: 80 });
	const rows = await rowsOf({ ...getMany, limit: 60 });
	const [first = {}] = rows;
	expect(rows).toHaveLength(60);
	expect(first).toMatchObject({ link: expect.stringMatching(/^https:/), custom_fields: {} });
	expect(Object.keys(first)[0]).toBe('summary');
	expect(Object.keys(first).slice(-6)).toEqual(
		'radar_type update_type custom_fields radar_id record_id update_id'.split(' '),
	);
});

test.each(['update', 'radar'])(
	'%s says which input items found nothing, and says it of one without a number',
	async (resource) => {
		service.control.seed({ radars: 1, updates: 5 });
		const run = { resource, operation: 'getMany' };
		const filters = { radarIds: '={{ $json.radar_id }}' };
		const none = { radar_id: '00000000-0000-4000-8000-000000000000' };
		const items = [{ radar_id: radarIds()[0] }, none, none];
		await tell(service, [
			{ run: { ...run, filters }, items, says: /^Nothing was found for 2 items \(items 1, 2\)\./ },
			{ run: { ...run, filters }, items: [none], rows: [], says: /^Nothing was found\./ },
			{ run, items: [none], hides: /Nothing was found/ },
		]);
	},
);

test('of more radars than one call takes, gives all updates, or the newest', async () => {
	service.control.seed({ radars: 15 });
	const filters = { radarIds: radarIds().slice(0, 12).join(',') };
	const pushed = radarIds().map((radar_id, day) =>
		service.control.pushFindings({
			radar_id,
			discovered_at: new Date(Date.UTC(2026, 9, day + 1)).toISOString(),
		}),
	);
	const newest = idsOf(pushed.slice(0, 12).flat() as never).reverse();
	expect(idsOf(await rowsOf({ ...getAll, filters }))).toEqual(newest);
	const asked = service.control.log().filter(({ path }) => path === '/v1/updates');
	expect(asked.map(({ query }) => String(query.radar_id).split(',').length)).toEqual([10, 2]);
	expect(idsOf(await rowsOf({ ...getMany, limit: 3, filters }))).toEqual(newest.slice(0, 3));
});

describe('filters that the API does not have', () => {
	/** An account with a hundred updates, newest first or last. */
	const listed = async (order: 'newest-first' | 'oldest-first' = 'newest-first') => {
		service.control.change({ updates: { order, pageSize: 10 } });
		service.control.seed({ radars: 3, updates: 100, days: 10 });
		const all = await rowsOf({ ...getAll, simplify: false });
		service.control.clearLog();
		return all;
	};
	const timeOf = (update: IDataObject = {}) => Date.parse(String(update.discovered_at));
	const time = (milliseconds: number) => new Date(milliseconds).toISOString();

	// In a list that is newest first, the page with the first update before the range is the last one.
	test.each([
		['newest-first', 7],
		['oldest-first', 10],
	] as const)('a time range, in a list that is %s', async (order, requests) => {
		const all = await listed(order);
		const [after = 0, before = 0] = [timeOf(all[60]), timeOf(all[35])].sort((a, b) => a - b);
		const rows = all.filter((update) => timeOf(update) >= after && timeOf(update) < before);
		const filters = { foundAfter: time(after), foundBefore: time(before) };
		await tell(service, [find(filters, { set: RAW, rows, requests, panel: [] })]);
	});

	test('a date, of which the newest page alone is read, and all of a list without an order', async () => {
		await listed();
		await service.run(find({ foundAfter: time(Date.now() - 43_200_000) }).run!);
		expect(service.requests().length).toBeLessThanOrEqual(2);
		service.running.renew();
		service.control.change({ updates: { pageSize: 10 } });
		service.control.seed({ radars: 1 });
		service.control.pushFindings({ count: 30, discovered_at: '2026-01-01T00:00:00Z' });
		await tell(service, [find({ foundAfter: '2026-06-01T00:00:00Z' }, { rows: [], requests: 3 })]);
	});

	test('companies, up to the limit', async () => {
		const all = await listed();
		const domain = (update: IDataObject) => String((update.data as IDataObject | undefined)?.domain);
		const wanted = domain(all.find((update) => update.data) ?? {});
		const rows = all.filter((update) => domain(update) === wanted).slice(0, 3);
		await tell(service, [
			find({ domains: `https://www.${wanted}/` }, { set: { ...RAW, returnAll: false, limit: 3 }, rows }),
		]);
		expect(service.requests().length).toBeLessThan(10);
	});

	test.each<[string, IDataObject, RegExp]>([
		[
			'a range that ends before it begins',
			{ foundAfter: '2026-02-01T00:00:00Z', foundBefore: '2026-01-01T00:00:00Z' },
			/'Found Before'/,
		],
		['Not Matching without Job Titles', { titlesReturn: 'notMatching' }, /no job titles to go by/],
		[
			'Not Matching with Levels only',
			{ titlesReturn: 'notMatching', levels: ['director'] },
			/no job titles to go by/,
		],
	])('%s is refused', async (_, filters, fails) => {
		await tell(service, [find(filters, { fails, requests: 0 })]);
	});
});

test('a job change names the person by the Full Name of the radar, or none where the radars cannot be read', async () => {
	const run = { ...CREATE_EACH, radarType: 'contact_job_changes', fullName: 'Elena Costa' };
	await tell(service, [{ run, items: [{ domain: 'w3.org' }] }]);
	const role = { title: 'CFO', company_name: 'Fjord Bank', company_domain: 'fjord.example' };
	service.control.pushFindings({ content: { change_type: 'new_company_role', new_role: role } });
	await tell(service, [
		{
			run: getMany,
			row: {
				...{ summary: 'Elena Costa joined Fjord Bank as CFO', full_name: 'Elena Costa' },
				...{ company: 'Fjord Bank', domain: 'fjord.example' },
			},
			requests: ['GET /v1/updates', 'GET /v1/radars'],
		},
		{
			fault: { kind: 'status', status: 403, path: '/v1/radars' },
			run: getMany,
			row: { summary: 'Your contact joined Fjord Bank as CFO', full_name: null },
		},
	]);
});

describe('Job Titles', () => {
	const of = (jobTitles: string, step: Step) => find({ jobTitles }, step);
	const unjudged = (by: string) => `1 update couldn't be judged by ${by}, and passed.`;
	const notMatching = { titlesReturn: 'notMatching' };

	test('let an update without a title pass, and say so, also raw, as the service sent it', async () => {
		service.control.seed({ radars: 15 });
		push('industry_funding_rounds', { round: 'Seed' });
		await tell(service, [
			of('sales', { rows: [{ not_judged: 'Job Titles' }], panel: [unjudged('Job Titles')] }),
			find({ jobTitles: 'sales', ...notMatching }, { rows: [] }),
			of('sales', { set: RAW, rows: [{ content: expect.any(Object) }], column: { not_judged: [null] } }),
			of('CEO,CTO', { says: 'Put OR between titles' }),
		]);
	});

	test('find titles of a level, beside words, and say which title has none', async () => {
		service.control.seed({ radars: 15 });
		for (const title of ['VP Sales', 'Vice President, Marketing', 'Sales Manager', '営業部長'])
			push('company_new_hires', { title });
		const vice = { level: 'vice_president', title: 'VP Sales' };
		const rows = expect.arrayContaining(
			[vice, { level: null, title: '営業部長' }].map((row) => expect.objectContaining(row)),
		) as never;
		await tell(service, [
			find(
				{ jobTitles: 'sales', levels: ['vice_president'] },
				{ rows, panel: [unjudged('Job Titles'), unjudged('Levels')] },
			),
			find({ levels: ['vice_president', 'manager'] }, { rows: [{}, {}, {}, {}] }),
		]);
	});

	test('split all updates in two, up to the limit', async () => {
		service.control.seed({ radars: 15, updates: 200 });
		const list = async (more: IDataObject, filters: IDataObject = {}) =>
			idsOf(await rowsOf({ ...getAll, ...more, filters }));
		const jobTitles = 'sales OR "head of" OR engineer';
		const [all, yes, no] = [
			await list({}),
			await list({}, { jobTitles }),
			await list({}, { jobTitles, ...notMatching }),
		];
		expect(yes.length).toBeGreaterThan(0);
		expect(no.length).toBeGreaterThan(2);
		expect([...yes, ...no].sort()).toEqual([...all].sort());
		const some = await list({ returnAll: false, limit: 2 }, { jobTitles, ...notMatching });
		expect(some).toEqual(no.slice(0, 2));
	});
});
