import type { IDataObject } from 'n8n-workflow';

import { fasterWaits } from '../client/time';
import { CREATE_EACH, CREATE_IN_BULK, SYNC_LIST } from '../support/paidOperations';
import { runsOf } from '../support/runs';
import { useSandbox } from '../support/sandbox';
import {
	activeOf,
	CONTINUE,
	domainOf,
	DUPLICATES,
	itemsOf,
	PER_UPDATE,
	tell,
	type Step,
} from '../support/stories';

const service = useSandbox({ balanceUsd: 1000, settings: { unlimited: true } }, 1000);
fasterWaits();

const LIST = 'Target accounts';
const CREATE = { method: 'POST', path: '/v1/radars/bulk' };
const DEACTIVATE = { method: 'DELETE', path: '/v1/radars/bulk' };

const apply = { ...SYNC_LIST, filterBy: 'role', syncMode: 'apply', options: { maximumToDeactivate: '100%' } };
const planned = { ...apply, syncMode: 'plan', options: {} };
const rowsOnly = { resource: 'radar', operation: 'syncList', listName: LIST, syncMode: 'applyRows' };

type Rows = IDataObject[];
const domains = (names: string): Rows => itemsOf(names).map(({ domain }) => ({ domain }));
const plan = async (rows: Rows, more: IDataObject = {}) =>
	(await service.run({ ...planned, ...more }, rows)).json('Company Radar');
const only = (rows: Rows, change: string, name?: string) =>
	rows.filter((row) => row.change === change && (name === undefined || row.domain === domainOf(name)));
const without = (rows: Rows, ...names: string[]) =>
	rows.filter(({ domain }) => !names.map(domainOf).includes(String(domain)));

/** Applies rows of a plan, and compares. */
const applyRows = async (rows: Rows, step: Step = {}) =>
	await tell(service, [{ run: rowsOnly, items: rows, ...step }]);

/** As CSV files and sheets give rows. */
const textOf = (value: unknown) =>
	typeof value === 'object' && value !== null ? '[object Object]' : String(value ?? '');
const asText = (rows: Rows): Rows =>
	rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textOf(value)])));

/** The radars of the list before, and the rows of a plan for the next list. */
async function planFor(before: string, next: string): Promise<Rows> {
	await service.run(apply, domains(before));
	return await plan(domains(next));
}

const FOUR = 'alder birch cedar dune';
const reworded = (row: IDataObject, index: number) => ({
	...row,
	reason: 'Fine.',
	approved_by: 'Ada',
	row_number: index + 2,
});

describe('The rows of a plan', () => {
	test('end with what is to be done, as one text', async () => {
		const rows = await planFor('alder birch', 'birch elm');
		expect(rows.map((row) => Object.keys(row).at(-1))).toEqual(rows.map(() => 'plan'));
		expect(rows.map((row) => JSON.parse(String(row.plan)) as IDataObject)).toMatchObject([
			{ do: 'create', list: LIST, radar: { radar_type: 'company_new_hires', domain: 'elm.example.org' } },
			{ do: 'deactivate', list: LIST, radar_id: expect.any(String) },
			{ do: 'nothing', list: LIST },
		]);
	});

	test.each<[string, (rows: Rows) => Rows]>([
		['all of them', (rows) => rows],
		['only the changed ones', (rows) => rows.filter(({ change }) => change !== 'keep')],
		['as a sheet gives them, in another order', (rows) => asText(rows).reverse()],
		[
			'with only some of their columns',
			(rows) => rows.map(({ domain, plan: text }) => ({ domain, plan: text })),
		],
		[
			'reworded, with columns of others and a blank row',
			(rows) => [...rows.map(reworded), { row_number: 99 }],
		],
	])('that come back do what they say, each linked to its result: %s', async (_, change) => {
		const rows = change(await planFor(FOUR, 'alder birch elm'));
		const result = await service.run(rowsOnly, rows);
		expect(result.error).toBeUndefined();
		for (const { json, pairedItem } of result.items('Company Radar'))
			expect(rows[(pairedItem as [{ item: number }])[0].item]?.domain).toBe(json.domain);
		const created = result.json('Company Radar').find(({ domain }) => domain === 'elm.example.org');
		expect(created).toMatchObject({ radar_status: 'active', radar_id: expect.any(String) });
		await tell(service, [
			{
				plan: 'alder birch elm',
				gives: 'keep alder, keep birch, keep elm',
				active: 'alder birch elm',
				charges: 5,
			},
		]);
	});

	test('that were taken out are not applied', async () => {
		const rows = await planFor(FOUR, 'alder elm fir');
		await applyRows(without(rows, 'birch', 'fir'), { active: 'alder birch elm', charges: 5 });
	});

	test('may all be taken out: blank rows, and the item of Always Output Data, do nothing', async () => {
		await planFor(FOUR, 'alder');
		const blank = [{}, { row_number: 2, domain: '' }, { row_number: 3, domain: null }];
		await applyRows(blank, { active: FOUR, requests: 0 });
	});

	test('that do nothing say so, with their columns, and link to their items', async () => {
		const rows = only(await planFor(FOUR, 'alder elm'), 'keep');
		const row = { change: 'keep', domain: 'alder.example.org', reason: 'Nothing to do.' };
		await applyRows(rows, { rows: [row], links: [0], says: 'Nothing to change: 1 kept.', writes: 0 });
	});

	test('that were refused or failed do nothing, too', async () => {
		const items = [...domains('alder'), { domain: 'gmail.com' }, { domain: 'no domain' }];
		const result = await service.run(planned, items, { node: CONTINUE });
		const rows = result.json('Company Radar');
		expect(rows.map(({ change }) => change).sort()).toEqual(['create', 'failed', 'refused']);
		await applyRows(asText(rows), { rows: [{}, {}, {}], active: 'alder' });
	});

	test('survive another Key Field and other settings of the second node', async () => {
		const customFields = { fields: [{ name: 'crm_id', value: '={{ $json.id }}' }] };
		const keyed = { options: { customFields, keyField: 'crm_id' } };
		const rows = await plan([{ domain: 'alder.example.org', id: 'Q7' }], keyed);
		const set = { options: { keyField: 'other', replaceChanged: true }, radarsFrom: 'list', radars: '[]' };
		await applyRows(rows, { set });
		const fields = { crm_id: 'Q7', n8n_list_key: 'crm_id:Q7' };
		expect(service.control.radars()[0]?.custom_fields).toMatchObject(fields);
	});
});

describe('The account has changed since the plan', () => {
	test('what exists meanwhile is kept, and what is gone is kept with its reason', async () => {
		const rows = await planFor('alder birch', 'birch elm');
		await service.run(apply, domains('birch elm fir'));
		await applyRows(rows, {
			gives: 'keep elm, keep alder, keep birch',
			why: ['Already on the list.', 'Deactivated already.', /./],
			...{ active: 'birch elm fir', charges: 4 },
		});
	});

	test('a radar of another list is never deactivated', async () => {
		await service.run({ ...apply, listName: 'Others' }, domains('fir'));
		const [other] = service.control.radars();
		const [row] = only(await planFor('alder', 'birch'), 'deactivate');
		const text = String(row?.plan).replace(/"radar_id":"[^"]+"/, `"radar_id":"${other?.radar_id}"`);
		await applyRows([{ ...row, plan: text }], {
			why: ["It isn't a radar of this list."],
			active: 'alder fir',
		});
	});

	test('a radar that is created anyway is created', async () => {
		service.control.change(DUPLICATES);
		await service.post('/v1/radars', itemsOf('alder')[0]!);
		const rows = await plan(domains('alder'), { options: { createIncomparable: true } });
		await applyRows(rows, { active: 'alder alder' });
	});
});

describe('A replacement is one decision', () => {
	const replacing = async () => {
		service.control.change(PER_UPDATE);
		await service.run({ ...apply, departments: ['Sales'] }, domains('alder birch'));
		const old = service.control.radars().map(({ radar_id: id }) => id);
		const options = { replaceChanged: true };
		return { rows: await plan(domains('alder birch'), { departments: ['Legal'], options }), old };
	};
	const activeIds = () =>
		service.control
			.radars()
			.flatMap(({ radar_status: status, radar_id: id }) => (status === 'active' ? [id] : []));

	test('a row that creates replaces by itself, and that of the replaced radar does nothing by itself', async () => {
		const { rows, old } = await replacing();
		await applyRows(only(rows, 'create', 'alder'), {
			gives: 'created alder, deactivated alder',
			active: 'alder birch',
		});
		const why = ['No row of these replaces it.'];
		await applyRows(only(rows, 'deactivate', 'birch'), { why, active: 'alder birch', writes: 0 });
		expect(activeIds()).not.toContain(old[0]);
	});

	test.each([CREATE, DEACTIVATE])(
		'after a request failed, the same rows again do the rest: %j',
		async (call) => {
			const { rows } = await replacing();
			await applyRows(rows, { fault: { ...call, kind: 'status', status: 400 }, fails: /./ });
			await applyRows(rows, { active: 'alder birch' });
			expect(service.control.radars()).toHaveLength(4);
		},
	);
});

describe('After a part failed', () => {
	const DONE = { active: 'cedar elm fir', charges: 5 };
	const failing = async () => await planFor('alder birch cedar', 'elm fir cedar');

	test('the same rows again do the rest, and so does Retry On Fail', async () => {
		const rows = await failing();
		await applyRows(rows, { fault: { ...DEACTIVATE, kind: 'status', status: 400 }, fails: /./ });
		await applyRows(rows, DONE);
		service.running.renew();
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		await applyRows(await failing(), {
			fault: { ...DEACTIVATE, kind: 'status', status: 500, count: 3 },
			node,
			...DONE,
		});
	});

	test('a lost create is not sent again', async () => {
		const rows = await plan(domains('alder birch'));
		const runs = runsOf(service.credential, rowsOnly);
		const unreadable = { method: 'GET', path: '/v1/radars', kind: 'status', status: 400, nth: 2 } as const;
		service.control.addFaults({ ...CREATE, kind: 'cut', effect: 'done' }, unreadable);
		await runs(rows).catch(() => undefined);
		service.control.clearFaults();
		await runs(rows);
		await tell(service, [{ plan: 'alder birch', active: 'alder birch', charges: 2 }]);
	});
});

test.each<[IDataObject, RegExp]>([
	[{ maximumRadars: 1 }, /'Maximum Radars to Create' limit of 1/],
	[{ maximumToDeactivate: '1' }, /'Maximum to Deactivate' is 1, and this list would deactivate 2/],
	[{ minimumBalance: 5000 }, /too low for the 'Minimum Balance'/],
	[{ monthlyBudget: 0.01 }, /monthly budget/i],
])('The limit %j holds', async (options, fails) => {
	const rows = await planFor('alder birch cedar', 'cedar elm fir');
	await applyRows(rows, { set: { options }, fails, active: 'alder birch cedar' });
});

test('The percentage that protects from a short list does not count', async () => {
	await applyRows(await planFor('a1 a2 a3 a4 a5 a6 a7 a8', 'a8'), { active: 'a8' });
});

describe('Nothing is done with', () => {
	const before = async () => await planFor('alder birch', 'birch elm');

	const NO_PLAN = "'plan': This row isn't a row of a plan.";
	const EDITED = "'plan': This row was edited.";
	const edited = (at: number, edit: (row: IDataObject) => IDataObject) => (rows: Rows) =>
		rows.map((row, index) => (index === at ? { ...row, ...edit(row) } : row));

	test.each<[string, (rows: Rows) => Rows, string, number]>([
		['a row of a list', (rows) => [...rows, ...domains('fir')], NO_PLAN, 3],
		['a row without the column', edited(1, () => ({ plan: undefined })), NO_PLAN, 1],
		['a column of another product', edited(1, () => ({ plan: 'Enterprise' })), NO_PLAN, 1],
		['an edited domain', edited(0, () => ({ domain: 'fir.example.org' })), EDITED, 0],
		['an emptied domain', edited(0, () => ({ domain: '' })), EDITED, 0],
		['an edited change', edited(1, () => ({ change: 'keep' })), EDITED, 1],
		['a plan that was cut', edited(0, ({ plan: text }) => ({ plan: String(text).slice(0, 60) })), EDITED, 0],
	])('%s', async (_, change, fails, item) => {
		const rows = change(await before());
		await applyRows(rows, { fails, requests: 0 });
		const result = await service.run(rowsOnly, rows, { node: CONTINUE });
		const failed = result.items('Company Radar').find(({ json }) => json.error === fails);
		expect(failed?.pairedItem).toMatchObject({ item });
		expect(activeOf(service)).toBe('alder birch');
	});

	const ADA = {
		...{ radar_type: 'contact_job_changes', domain: 'alder.example.org', full_name: 'Ada Lovelace' },
		...{ email: 'ada.lovelace@w3.org', profile_url: 'https://profiles.example/in/ada' },
	};

	test.each<[string, IDataObject, string]>([
		['full_name', ADA, 'Ada King'],
		['email', ADA, 'ada.king@w3.org'],
		['profile_url', ADA, 'https://profiles.example/in/ada-king'],
		['keyword', { radar_type: 'industry_mentions', keyword: 'heat pumps' }, 'solar'],
		['radar_type', { radar_type: 'company_mentions', domain: 'alder.example.org' }, 'company_reviews'],
	])('an edited %s', async (column, item, value) => {
		const rows = await plan([item], { radarsFrom: 'itemJson' });
		for (const given of [rows, asText(rows)])
			await applyRows(
				given.map((row) => ({ ...row, [column]: value })),
				{ fails: EDITED, charges: 0 },
			);
		await applyRows(asText(rows), { charges: 1 });
	});

	test.each([false, true])('rows of another list, or of two: %j', async (isMixed) => {
		const own = await before();
		const rows = isMixed ? [...own, ...(await plan(domains('fir'), { listName: 'Others' }))] : own;
		const fails = `'List Name': These rows are of the list "${isMixed ? 'Others' : LIST}".`;
		await applyRows(rows, { set: isMixed ? {} : { listName: 'Others' }, fails, writes: 0 });
	});
});

describe('A row of a plan is refused', () => {
	const ofItems = { radarsFrom: 'itemJson' };
	const ofList = (rows: Rows) => ({ radarsFrom: 'list', radars: JSON.stringify(rows) });

	test.each<[string, IDataObject, ((rows: Rows) => IDataObject)?]>([
		['Plan', planned],
		['Apply', apply],
		['Apply, Input Items', { ...apply, ...ofItems }],
		['Apply, JSON Array', apply, ofList],
		['Apply, an expression for a JSON array', { ...apply, radarsFrom: 'list', radars: '={{ [$json] }}' }],
		['Radar: Create', CREATE_EACH],
		['Radar: Create, Dry Run', { ...CREATE_EACH, dryRun: true }],
		['Radars in Bulk: Create', CREATE_IN_BULK],
		['Radars in Bulk: Create, Input Items', { ...CREATE_IN_BULK, ...ofItems }],
		['Radars in Bulk: Create, JSON Array', CREATE_IN_BULK, ofList],
	])('by %s', async (_, run, more = () => ({})) => {
		const rows = (await planFor('alder birch', 'birch elm')).filter(({ change }) => change !== 'keep');
		const says = 'This is a row of a plan: use Apply Plan Rows';
		const refused = (items: Rows): Step => ({
			run: { ...run, ...more(items) },
			items,
			fails: /./,
			says,
			writes: 0,
		});
		await tell(service, [refused(rows), refused(asText(rows))]);
	});

	test('but not a row with a column of that name that is another', async () => {
		const items = itemsOf('alder').map((row) => ({ ...row, plan: 'Enterprise' }));
		await tell(service, [{ run: { ...apply, ...ofItems }, items, active: 'alder' }]);
	});
});

test.each([
	{ ...CREATE_EACH, radarType: 'company_mentions' },
	{ ...CREATE_IN_BULK, radarsFrom: 'itemJson' },
])(
	'Rows of a dry run that exist or would be refused create nothing, also through a sheet: %j',
	async (run) => {
		service.control.change(DUPLICATES);
		const items = ['alder.example.org', 'gmail.com', 'birch.example.org'].map((domain) => ({
			...{ radar_type: 'company_mentions' },
			domain,
		}));
		await service.run(run, items.slice(0, 1));
		const rows = (await service.run({ ...run, dryRun: true }, items)).json('Company Radar');
		const results = ['Already exists', 'Would be refused', 'Would be created'];
		const [first, ...others] = asText(rows);
		expect(rows.map(({ result }) => result)).toEqual(results);
		await tell(service, [
			{
				run,
				// A spreadsheet may write true in its own language.
				items: [{ ...first, dry_run: 'WAHR' }, ...others],
				column: { skipped: [true, true, null] },
				why: [/The dry run of this row says: Already exists\./, /./, ''],
				active: 'alder birch',
			},
		]);
	},
);
