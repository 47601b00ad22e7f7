import type { IDataObject } from 'n8n-workflow';

import { CREATE_EACH as create, CREATE_IN_BULK as inBulk } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { storiesOf, tell, type Step } from '../support/stories';

const service = useSandbox();
const told = storiesOf(service);

const radarsOf = (...domains: string[]): IDataObject[] => domains.map((domain) => ({ domain }));
const ONE = radarsOf('w3.org');
const run = (step: Step = {}): Step => ({ run: create, items: ONE, ...step });
const dry = (step: Step): Step => run({ ...step, set: { ...step.set, dryRun: true } });
const byId = { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' };
const idsOf = () => service.control.radars().map(({ radar_id }) => radar_id);
const UNKNOWN = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';
const titled = (jobTitles: string) => ({ filterBy: 'expression', jobTitles });
const ofSales = { filterBy: 'role', departments: ['Sales'] };
const mentions = { radarType: 'company_mentions' };
const customFields = (fields: Record<string, string>) => ({
	customFields: { fields: Object.entries(fields).map(([name, value]) => ({ name, value })) },
});

describe('Create', () => {
	told({
		'creates a radar for each item, in their order, with links to them': [
			run({
				items: radarsOf('https://www.w3.org/about', 'IETF.org', 'iana.org.'),
				column: { domain: ['w3.org', 'ietf.org', 'iana.org'] },
				links: [0, 1, 2],
				row: { radar_status: 'active', already_existed: false },
				says: '3 radars were created',
			}),
		],
		'names every wrong field of an item at once, and sends nothing for any item': [
			run({
				set: mentions,
				items: radarsOf('w3.org', 'ada@w3.org'),
				options: { updatesSince: '2010-01-01T00:00:00Z', webhookUrl: 'ftp://x' },
				fails: "These fields need another value: 'Updates Since', 'Webhook URL'",
				requests: 0,
			}),
		],
		'names the box of a title that is none': Object.entries<IDataObject>({
			"'Any of These' is empty": {},
			"'None of These' is empty": { titlesAnyOf: 'CEO', titlesNoneOf: '={{ $json.none }}' },
			"'Exact Titles' is empty": { titlesAnyOf: 'CEO', titleOptions: { exact: '' } },
			[`'Any of These': "19"`]: { titlesAnyOf: '19" rack' },
		}).map(([says, titles]) => run({ set: { filterBy: 'build', ...titles }, fails: /./, says, requests: 0 })),
		'fails for an existing radar, and names it, unless that is to be returned, with what differs': [
			run(),
			run({
				options: { ifRadarExists: 'fail' },
				fails: /already exists \([0-9a-f-]{36}\)/,
				says: "set 'If Radar Exists' to 'Return the Existing One'",
			}),
			run({
				items: radarsOf('w3.org', 'ietf.org'),
				options: customFields({ crm_id: '42' }),
				rows: [
					{ domain: 'w3.org', already_existed: true, differs_in: 'custom_fields.crm_id (none → 42)' },
					{ domain: 'ietf.org', already_existed: false },
				],
				charges: 2,
			}),
		],
		'hints at a low balance, and not at fields that the form hides': [
			dry({
				set: { departments: ['Sales'], ...titled('sales') },
				balance: 4,
				options: { updatesSince: '={{ $now.minus({ days: 1 }) }}' },
				panel: [/^Dry run: 1 new radar\. This would charge your account for up to 1 radar;.* low: \$4\.00/],
			}),
		],
		'says each kind of note in a line of its own, and what repeats only once': [
			dry({
				set: { filterBy: 'role', departments: '={{ $json.departments }}', seniorities: 'senior' },
				items: Array.from({ length: 12 }, (_, index) => ({
					domain: `company${index}.example.org`,
					departments: [`Robotics ${index}`, 'sales'],
				})),
				options: { allowDoubtful: true },
				panel: [
					/^Dry run: 12 new radars/,
					/"Robotics 0" isn't a known department.* The same for 11 more: "Robotics 1", .* and 6 more\.$/,
					/^Departments: "sales" was read as Sales \([^)]*\)\.$/,
					/^Seniorities: "senior" was read as Senior \([^)]*\)\.$/,
				],
			}),
		],
	});

	test('sends a start and a page in one body', async () => {
		const page = 'https://profiles.example.org/company/w3';
		const options = { updatesSince: '2026-01-01T00:00:00', profileUrl: page };
		await tell(service, [run({ set: { radarType: 'company_job_openings' }, options })]);
		expect(service.bodies('/v1/radars')).toMatchObject([
			{ updates_since: '2026-01-01T00:00:00+01:00', profile_url: page },
		]);
	});

	test('sends an expression built of titles, without what it overrides', async () => {
		const built = {
			...ofSales,
			filterBy: 'build',
			titlesAnyOf: 'head of sales\nVice President, Sales\n',
			titlesNoneOf: '={{ ["intern", "assistant"] }}',
			titleOptions: { exact: 'Chief of Staff', allOf: 'any' },
		};
		const job_titles =
			'("head of sales" OR "Vice President, Sales" OR EXACT("Chief of Staff")) AND NOT "intern" AND NOT "assistant"';
		await tell(service, [run({ set: built })]);
		expect(service.bodies('/v1/radars')).toEqual([
			{ radar_type: 'company_new_hires', domain: 'w3.org', job_titles },
		]);
	});

	test.each([
		[{}, "Find it with Radar: Get Many. This request wasn't charged."],
		[{ conflicting_radar_id: UNKNOWN }, "Try again later. This request wasn't charged."],
	])('says no option that returns an existing radar that cannot be found: %j', async (named, says) => {
		const taken = { field: 'domain', reason: 'taken' };
		const errors = [taken, { ...taken, ...named }];
		const body = { status: 'error', code: 409, message: 'Radar exists', errors };
		const fault = { method: 'POST', kind: 'status', status: 409, body } as const;
		await tell(service, [run({ fault, fails: /./, says, hides: /If Radar Exists/ })]);
	});

	test.each([create, inBulk])('compares the filters of an existing radar: %j', async (operation) => {
		const IGNORED = /New Hires: Job Titles.*don't apply:.* filter by job title in the trigger\./;
		const of = (titles: string, step: Step = {}): Step =>
			run({ run: { ...operation, ...titled(titles) }, ...step });
		const DRY = { set: { dryRun: true } };
		await tell(service, [
			of('CEO'),
			of('CEO', {
				...DRY,
				column: { result: ['Already exists'], differs_in: [''] },
				says: /exists\. Nothing would be charged, unless your account allows duplicates/,
			}),
			of('CEO', { column: { already_existed: [true], differs_in: [''] }, hides: IGNORED }),
			of('CTO', {
				...DRY,
				column: { result: ['May already exist'], differs_in: ['job_titles'] },
				says: /exist\. Nothing would be charged if it's the same radar .*; otherwise up to 1 radar\./,
			}),
			of('CTO', {
				column: { already_existed: [true], differs_in: ['job_titles'] },
				says: IGNORED,
				charges: 1,
			}),
		]);
	});

	test('says of filters that nobody knows that they may differ', async () => {
		await service.post('/v1/radars', { radar_type: 'company_new_hires', domain: 'w3.org' });
		const differs_in = 'departments (unknown)';
		await tell(service, [
			run({
				set: ofSales,
				row: { differs_in },
				says: "1 existing radar may differ from yours: w3.org – New Hires: Departments (unknown). If so, your values don't apply: to use them, deactivate the radar and create another.",
			}),
			dry({ set: ofSales, row: { result: 'May already exist', differs_in } }),
		]);
	});
});

const contact = { radarType: 'contact_job_changes', email: 'jane.doe@w3.org', domain: 'example.com' };
const crm = { ...mentions, options: customFields({ crm: '={{ $json.crm }}' }) };

describe('Dry Run', () => {
	const NEW = 'Would be created';
	const REPEATS = 'Repeats an earlier radar';

	told({
		'finds repeats and the balance, and writes nothing': [
			dry({
				items: radarsOf('w3.org', 'ietf.org', 'www.w3.org'),
				rows: [
					{ domain: 'w3.org', dry_run: true, result: NEW },
					{ domain: 'ietf.org', dry_run: true, result: NEW },
					{ domain: 'w3.org', result: REPEATS, repeats_item: 0 },
				],
				says: /2 new radars, .*charge your account for up to 2 radars; .*\$1,000\.00/,
				requests: ['GET /v1/account', 'GET /v1/radars'],
			}),
		],
		'tells identical definitions from the same target with other filters': [
			dry({
				set: titled('={{ $json.titles }}'),
				items: ['CEO', 'CTO', 'CEO'].map((titles) => ({ domain: 'w3.org', titles })),
				column: { result: [NEW, 'May already exist', REPEATS] },
				says: '1 radar may already exist: another radar monitors the same target',
			}),
		],
		'counts radars of one target as one where the type has no filters': [
			dry({
				set: crm,
				items: ['1', '2'].map((id) => ({ domain: 'w3.org', crm: id })),
				column: { result: [NEW, REPEATS] },
			}),
			run({ set: crm, items: ['1', '2'].map((id) => ({ domain: 'w3.org', crm: id })), charges: 1 }),
		],
		'without the list of radars says so, and still shows the rest': [
			dry({
				fault: { kind: 'status', status: 403, method: 'GET', path: '/v1/radars' },
				column: { result: [NEW] },
				says: "Couldn't load the existing radars",
			}),
		],
	});

	test('names the existing radar that watches the same, by any identifier', async () => {
		await tell(service, [run({ set: { ...contact, fullName: 'Jane Doe' } }), run()]);
		const [person, company] = idsOf();
		const existing = (id = ''): Step => ({ row: { result: 'Already exists', existing_radar_id: id } });
		await tell(service, [dry({ set: contact, ...existing(person) }), dry(existing(company))]);
	});
});

const getMany = { resource: 'radar', operation: 'getMany' };
const getAll = { ...getMany, returnAll: true };

describe('Get and Get Many', () => {
	const rowsOf = async (parameters: IDataObject) =>
		(await service.run(parameters)).json('Company Radar').map(({ radar_id }) => radar_id);

	test('get a radar by its ID, and the newest up to the limit', async () => {
		service.control.seed({ radars: 120 });
		const [radar] = service.control.radars();
		const get = { resource: 'radar', operation: 'get', radarId: { ...byId, value: radar?.radar_id } };
		expect((await service.run(get)).json('Company Radar')).toEqual([radar]);
		expect(await rowsOf({ ...getMany, limit: 60 })).toEqual(idsOf().reverse().slice(0, 60));
	});

	test('read pages as large as the service allows, also if it has lowered its maximum', async () => {
		service.control.seed({ radars: 1200 });
		expect([(await rowsOf(getAll)).length, service.requests().length]).toEqual([1200, 3]);
		service.control.clearLog();
		const errors = [{ field: 'limit', reason: 'must be at most 100' }];
		const body = { status: 'error', code: 400, message: 'Invalid query', errors };
		service.control.addFaults({ kind: 'status', status: 400, path: '/v1/radars', body });
		expect([(await rowsOf(getAll)).length, service.requests().length]).toEqual([1200, 25]);
	});

	test('split more IDs than a call takes, give the newest up to the limit, and tell what was not found', async () => {
		service.control.seed({ radars: 51 });
		const newest = idsOf().reverse();
		const all = await service.run({ ...getAll, filters: { radarIds: [...idsOf(), UNKNOWN].join(', ') } });
		expect(all.json('Company Radar').map(({ radar_id }) => radar_id)).toEqual(newest);
		expect(all.hints('Company Radar').join()).toContain(UNKNOWN);
		expect(service.control.log().map(({ query }) => String(query.radar_id).split(',').length)).toEqual([
			50, 2,
		]);
		const some = await service.run({ ...getMany, limit: 2, filters: { radarIds: idsOf().join(',') } });
		expect(some.json('Company Radar').map(({ radar_id }) => radar_id)).toEqual(newest.slice(0, 2));
		expect(some.hints('Company Radar')).toEqual([]);
	});

	test('find the radars of companies, however their domains are written', async () => {
		const of = (domains: unknown, step: Step, more: IDataObject = {}): Step => ({
			run: { ...getAll, ...more, filters: { domains } as IDataObject },
			...step,
		});
		const MÜLLER = 'xn--mller-kva.example.com';
		await tell(service, [
			run({ items: radarsOf('example.com', 'müller.example.com', 'other.example.com') }),
			of('https://www.example.com/x, müller.example.com', { column: { domain: [MÜLLER, 'example.com'] } }),
			of('nobody.example.com', { rows: [] }),
			of('example.com, other.example.com', { rows: [{}] }, { returnAll: false, limit: 1 }),
			// It must not mean all.
			of('={{ [] }}', { fails: /'Company Domains' is empty/ }),
		]);
	});
});

describe('Deactivate', () => {
	const deactivate = { resource: 'radar', operation: 'deactivate', radarId: byId };

	test('says until when it runs or ran, and that nothing more is charged', async () => {
		service.control.change({ account: { billing: { company_mentions: 'update_based' } } });
		await tell(service, [run(), run({ set: mentions })]);
		const items = idsOf().map((radar_id) => ({ radar_id }));
		const day = String(service.control.radars()[0]?.next_charge_at).slice(0, 10);
		const summary = (of: string) => `Deactivated. ${of} updates until ${day}, no further charge.`;
		await tell(service, [
			{
				run: deactivate,
				items,
				rows: [
					{ summary: summary('Finds') },
					{ summary: 'Deactivated. No further charge.', runs_until: null, next_charge_at: null },
				],
			},
			{ daysLater: 31, run: deactivate, items: items.slice(0, 1), row: { summary: summary('Found') } },
		]);
		const [row = {}] = (await service.run(deactivate, items)).json('Company Radar');
		expect(Object.keys(row).join(' ')).toBe(
			'summary domain radar_type radar_status runs_until created_at deactivated_at next_charge_at custom_fields updates_since radar_id',
		);
	});

	const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
	const answer = (more: IDataObject, method?: string): Step['fault'] => {
		const data = { radar_id: UNKNOWN, radar_type: 'company_mentions', radar_status: 'inactive', ...more };
		const body = { status: 'success', code: 200, data };
		return { kind: 'status', status: 200, method, path: '*', body };
	};
	const radarId = { ...byId, value: UNKNOWN };

	test.each<[string, boolean, IDataObject]>([
		['while its paid month runs', true, { deactivated_at: at(-1), next_charge_at: at(9) }],
		['not once it is over', false, { deactivated_at: at(-20), next_charge_at: at(-1) }],
		[
			'not where a charge failed, if clocks differ',
			false,
			{ deactivated_at: at(2), next_charge_at: at(2.001) },
		],
	])('the end of a radar is said %s', async (_, isSaid, times) => {
		const row = { ...times, ...(isSaid && { runs_until: times.next_charge_at }) };
		const get = { resource: 'radar', operation: 'get', radarId };
		await tell(service, [
			{ fault: answer(times), run: get, row, column: { runs_until: [row.runs_until ?? null] } },
		]);
	});

	test('times may be numbers', async () => {
		const end = Date.now() + 9 * 86_400_000;
		const runs_until = new Date(end).toISOString();
		const day = runs_until.slice(0, 10);
		await tell(service, [
			{
				fault: answer({ deactivated_at: Date.now(), next_charge_at: end }),
				run: { ...deactivate, radarId },
				row: { summary: `Deactivated. Finds updates until ${day}, no further charge.`, runs_until },
			},
			run({
				fault: answer({ radar_status: 'active', next_charge_at: end }, 'POST'),
				says: `1 radar is charged monthly, next on ${day}.`,
			}),
		]);
	});
});
