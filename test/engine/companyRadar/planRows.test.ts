import type { IDataObject } from 'n8n-workflow';

import { loopback } from '../../../tools/shared/loopback';
import { fasterWaits } from '../client/time';
import type { RunResult } from '../harness';
import { activeOf, changesOf, domainOf, writesOf } from '../support/stories';
import { CREATE_EACH, CREATE_IN_BULK, SYNC_LIST } from '../support/paidOperations';
import { runsOf } from '../support/runs';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 1000, settings: { unlimited: true } }, 1000);
fasterWaits();

const LIST = 'Target accounts';
const CREATE = { method: 'POST', path: '/v1/radars/bulk' };
const DEACTIVATE = { method: 'DELETE', path: '/v1/radars/bulk' };

const apply = { ...SYNC_LIST, filterBy: 'role', syncMode: 'apply', options: { maximumToDeactivate: '100%' } };
const planned = { ...SYNC_LIST, filterBy: 'role', syncMode: 'plan' };
const rowsOnly = { resource: 'radar', operation: 'syncList', listName: LIST, syncMode: 'applyRows' };

const domains = (...given: string[]) => given.map((name) => ({ domain: domainOf(name) }));
const plan = async (rows: IDataObject[], more: IDataObject = {}) =>
	(await service.run({ ...planned, ...more }, rows)).json('Company Radar');
const applyRows = async (rows: IDataObject[], more: IDataObject = {}, node: object = {}) =>
	await service.run({ ...rowsOnly, ...more }, rows, { node } as never);
const changes = (result: RunResult) => changesOf(result.json('Company Radar')).split(', ');
const reasonFor = (result: RunResult, name: string) =>
	result.json('Company Radar').find(({ domain }) => domain === `${name}.example.org`)?.reason;
const active = () => activeOf(service).split(' ');
const charges = () => service.control.charges().length;
const writes = () => writesOf(service);

/** As CSV files and sheets give rows. */
const asText = (rows: IDataObject[]) =>
	rows.map((row) =>
		Object.fromEntries(
			Object.entries(row).map(([name, value]) => [
				name,
				value === null || value === undefined
					? ''
					: typeof value === 'object'
						? '[object Object]'
						: String(value),
			]),
		),
	);

/** The radars of the list before, and the rows of a plan for the next list. */
async function planFor(before: string[], next: string[]): Promise<IDataObject[]> {
	await service.run(apply, domains(...before));
	return await plan(domains(...next));
}

describe('The rows of a plan', () => {
	const FOUR = ['alder', 'birch', 'cedar', 'dune'];

	test('end with what is to be done, as one text', async () => {
		const rows = await planFor(['alder', 'birch'], ['birch', 'elm']);
		expect(rows.map((row) => Object.keys(row).at(-1))).toEqual(rows.map(() => 'plan'));
		const done = rows.map((row) => JSON.parse(String(row.plan)) as IDataObject);
		expect(done).toMatchObject([
			{ do: 'create', list: LIST, radar: { radar_type: 'company_new_hires', domain: 'elm.example.org' } },
			{ do: 'deactivate', list: LIST, radar_id: expect.any(String) },
			{ do: 'nothing', list: LIST },
		]);
	});

	test.each([
		['all of them', (rows: IDataObject[]) => rows],
		['only the changed ones', (rows: IDataObject[]) => rows.filter(({ change }) => change !== 'keep')],
		['as a sheet gives them', asText],
		['in another order', (rows: IDataObject[]) => [...rows].reverse()],
		[
			'with only some of their columns',
			(rows: IDataObject[]) => rows.map(({ domain, plan: text }) => ({ domain, plan: text })),
		],
		[
			'reworded, with columns of others and a blank row',
			(rows: IDataObject[]) => [
				...rows.map((row, index) => ({ ...row, reason: 'Fine.', approved_by: 'Ada', row_number: index + 2 })),
				{ row_number: 99 },
			],
		],
	])('that come back do what they say: %s', async (_, change) => {
		const rows = await planFor(FOUR, ['alder', 'birch', 'elm']);
		const result = await applyRows(change(rows) as IDataObject[]);
		expect(result.error).toBeUndefined();
		expect(active()).toEqual(['alder', 'birch', 'elm']);
		expect(charges()).toBe(5);
		const created = result.json('Company Radar').find(({ domain }) => domain === 'elm.example.org');
		expect(created).toMatchObject({ radar_status: 'active', radar_id: expect.any(String) });
	});

	test('that were taken out are not applied', async () => {
		const rows = await planFor(FOUR, ['alder', 'elm', 'fir']);
		const without = rows.filter(
			({ domain }) => !['birch.example.org', 'fir.example.org'].includes(String(domain)),
		);
		await applyRows(without);
		expect(active()).toEqual(['alder', 'birch', 'elm']);
		expect(charges()).toBe(5);
	});

	test.each([
		['no row', []],
		['the item of Always Output Data', [{}]],
		[
			'blank rows of a sheet',
			[
				{ row_number: 2, domain: '' },
				{ row_number: 3, domain: null },
			],
		],
	])('may all be taken out: %s does nothing', async (_, rows) => {
		await planFor(FOUR, ['alder']);
		const before = service.requests().length;
		const result = await applyRows(rows as IDataObject[]);
		expect(result.error).toBeUndefined();
		expect(service.requests()).toHaveLength(before);
		expect(active()).toEqual(FOUR);
	});

	test('that do nothing say so, with their columns, and link to their items', async () => {
		const rows = await planFor(FOUR, ['alder', 'elm']);
		const keep = rows.filter(({ change }) => change === 'keep');
		const before = writes();
		const result = await applyRows(keep);
		expect(result.items('Company Radar')).toMatchObject([
			{
				json: { change: 'keep', domain: 'alder.example.org', reason: 'Nothing to do.' },
				pairedItem: [{ item: 0 }],
			},
		]);
		expect(result.hints('Company Radar').join()).toContain('Nothing to change: 1 kept.');
		expect(writes()).toBe(before);
	});

	test('that were refused or failed do nothing, too', async () => {
		const items = [...domains('alder'), { domain: 'gmail.com' }, { domain: 'no domain' }];
		const result = await service.run(planned, items, { node: { onError: 'continueRegularOutput' } });
		const rows = result.json('Company Radar');
		expect(rows.map(({ change }) => change).sort()).toEqual(['create', 'failed', 'refused']);
		const applied = await applyRows(asText(rows));
		expect(applied.error).toBeUndefined();
		expect(active()).toEqual(['alder']);
		expect(applied.json('Company Radar')).toHaveLength(3);
	});

	test('link each result to its row', async () => {
		const rows = await planFor(FOUR, ['alder', 'elm']);
		const result = await applyRows(rows);
		for (const { json, pairedItem } of result.items('Company Radar')) {
			const [{ item }] = pairedItem as [{ item: number }];
			expect(rows[item]?.domain).toBe(json.domain);
		}
	});

	test('survive another Key Field and other settings of the second node', async () => {
		const rows = await plan([{ domain: 'alder.example.org', id: 'Q7' }], {
			options: {
				customFields: { fields: [{ name: 'crm_id', value: '={{ $json.id }}' }] },
				keyField: 'crm_id',
			},
		});
		await applyRows(rows, {
			options: { keyField: 'other', replaceChanged: true },
			radarsFrom: 'list',
			radars: '[]',
		});
		expect(service.control.radars()[0]?.custom_fields).toMatchObject({
			crm_id: 'Q7',
			n8n_list_key: 'crm_id:Q7',
		});
	});
});

describe('The account has changed since the plan', () => {
	test('what exists meanwhile is kept, and what is gone is kept with its reason', async () => {
		const rows = await planFor(['alder', 'birch'], ['birch', 'elm']);
		await service.run(apply, domains('birch', 'elm', 'fir'));
		const before = charges();
		const result = await applyRows(rows);
		expect(reasonFor(result, 'elm')).toBe('Already on the list.');
		expect(reasonFor(result, 'alder')).toBe('Deactivated already.');
		expect(active()).toEqual(['birch', 'elm', 'fir']);
		expect(charges()).toBe(before);
	});

	test('a radar of another list is never deactivated', async () => {
		await service.run({ ...apply, listName: 'Others' }, domains('fir'));
		const [other] = service.control.radars();
		const [row] = await planFor(['alder'], ['birch']).then((rows) =>
			rows.filter(({ change }) => change === 'deactivate'),
		);
		const text = String(row?.plan).replace(/"radar_id":"[^"]+"/, `"radar_id":"${other?.radar_id}"`);
		const result = await applyRows([{ ...row, plan: text }]);
		expect(result.json('Company Radar')[0]?.reason).toBe("It isn't a radar of this list.");
		expect(active()).toEqual(['alder', 'fir']);
	});

	test('a radar that is created anyway is created', async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		const { baseUrl, apiKey } = service.running;
		const elsewhere = { radar_type: 'company_new_hires', domain: 'alder.example.org' };
		await loopback.post(`${baseUrl}/v1/radars`, elsewhere, { headers: { 'x-api-key': apiKey } });
		const rows = await plan(domains('alder'), { options: { createIncomparable: true } });
		await applyRows(rows);
		expect(active()).toEqual(['alder', 'alder']);
	});
});

describe('A replacement is one decision', () => {
	const replacing = async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		await service.run({ ...apply, departments: ['Sales'] }, domains('alder', 'birch'));
		return await plan(domains('alder', 'birch'), {
			departments: ['Legal'],
			options: { replaceChanged: true },
		});
	};
	const idsOfActive = () =>
		service.control
			.radars()
			.filter(({ radar_status: status }) => status === 'active')
			.map(({ radar_id: id }) => id);

	test('all rows replace, and so do those that create', async () => {
		const rows = await replacing();
		const old = idsOfActive();
		const result = await applyRows(rows);
		expect(changes(result).sort()).toEqual([
			'created alder',
			'created birch',
			'deactivated alder',
			'deactivated birch',
		]);
		expect(active()).toEqual(['alder', 'birch']);
		expect(idsOfActive().filter((id) => old.includes(id))).toEqual([]);
	});

	test('a row that creates replaces by itself, and that of the replaced radar does nothing by itself', async () => {
		const rows = await replacing();
		const [old = ''] = service.control.radars().map(({ radar_id: id }) => id);
		const result = await applyRows(
			rows.filter(({ change, domain }) => change === 'create' && domain === 'alder.example.org'),
		);
		expect(changes(result)).toEqual(['created alder', 'deactivated alder']);
		expect(active()).toEqual(['alder', 'birch']);
		const left = rows.filter(
			({ change, domain }) => change === 'deactivate' && domain === 'birch.example.org',
		);
		const nothing = await applyRows(left);
		expect(reasonFor(nothing, 'birch')).toBe('No row of these replaces it.');
		expect(active()).toEqual(['alder', 'birch']);
		expect(service.control.radars()).toHaveLength(3);
		expect(idsOfActive()).not.toContain(old);
	});

	test.each([
		['the new radar', CREATE],
		['the old one', DEACTIVATE],
	])('after %s failed, the same rows again do the rest', async (_, call) => {
		const rows = await replacing();
		service.control.addFaults({ ...call, kind: 'status', status: 400 });
		const first = await applyRows(rows);
		expect(first.error).toBeDefined();
		const again = await applyRows(rows);
		expect(again.error).toBeUndefined();
		expect(active()).toEqual(['alder', 'birch']);
		expect(service.control.radars()).toHaveLength(4);
	});
});

describe('After a part failed', () => {
	test('the same rows again do the rest', async () => {
		const rows = await planFor(['alder', 'birch', 'cedar'], ['elm', 'fir', 'cedar']);
		service.control.addFaults({ ...DEACTIVATE, kind: 'status', status: 400 });
		expect((await applyRows(rows)).error).toBeDefined();
		expect((await applyRows(rows)).error).toBeUndefined();
		expect(active()).toEqual(['cedar', 'elm', 'fir']);
		expect(charges()).toBe(5);
	});

	test('Retry On Fail does the rest, too', async () => {
		const rows = await planFor(['alder', 'birch', 'cedar'], ['elm', 'fir', 'cedar']);
		service.control.addFaults({ ...DEACTIVATE, kind: 'status', status: 500, count: 3 });
		const result = await applyRows(rows, {}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 });
		expect(result.error).toBeUndefined();
		expect(active()).toEqual(['cedar', 'elm', 'fir']);
		expect(charges()).toBe(5);
	});

	test('a lost create is not sent again', async () => {
		const rows = await plan(domains('alder', 'birch'));
		const runs = runsOf(service.credential, rowsOnly);
		service.control.addFaults({ ...CREATE, kind: 'cut', effect: 'done' });
		service.control.addFaults({ method: 'GET', path: '/v1/radars', kind: 'status', status: 400, nth: 2 });
		await runs(rows).catch(() => undefined);
		service.control.clearFaults();
		await runs(rows);
		expect(active()).toEqual(['alder', 'birch']);
		expect(charges()).toBe(2);
	});
});

describe('Limits hold', () => {
	test.each([
		[{ maximumRadars: 1 }, /'Maximum Radars to Create' limit of 1/],
		[{ maximumToDeactivate: '1' }, /'Maximum to Deactivate' is 1, and this list would deactivate 2/],
		[{ minimumBalance: 5000 }, /too low for the 'Minimum Balance'/],
		[{ monthlyBudget: 0.01 }, /monthly budget/i],
	])('%j', async (options, error) => {
		const rows = await planFor(['alder', 'birch', 'cedar'], ['cedar', 'elm', 'fir']);
		const result = await applyRows(rows, { options });
		expect(result.error?.message).toMatch(error);
		expect(active()).toEqual(['alder', 'birch', 'cedar']);
	});

	test('but not the percentage that protects from a short list', async () => {
		const before = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'];
		const rows = await planFor(before, ['a8']);
		await applyRows(rows);
		expect(active()).toEqual(['a8']);
	});
});

describe('Nothing is done with', () => {
	const before = async () => await planFor(['alder', 'birch'], ['birch', 'elm']);
	const CONTINUE = { onError: 'continueRegularOutput' };

	const NO_PLAN = "'plan': This row isn't a row of a plan.";
	const EDITED = "'plan': This row was edited.";
	const edited = (at: number, edit: (row: IDataObject) => IDataObject) => (rows: IDataObject[]) =>
		rows.map((row, index) => (index === at ? { ...row, ...edit(row) } : row));

	test.each<[string, (rows: IDataObject[]) => IDataObject[], string, number]>([
		['a row of a list', (rows) => [...rows, ...domains('fir')], NO_PLAN, 3],
		['a row without the column', edited(1, () => ({ plan: undefined })), NO_PLAN, 1],
		['a column of another product', edited(1, () => ({ plan: 'Enterprise' })), NO_PLAN, 1],
		['an edited domain', edited(0, () => ({ domain: 'fir.example.org' })), EDITED, 0],
		['an emptied domain', edited(0, () => ({ domain: '' })), EDITED, 0],
		['an edited change', edited(1, () => ({ change: 'keep' })), EDITED, 1],
		['a plan that was cut', edited(0, ({ plan: text }) => ({ plan: String(text).slice(0, 60) })), EDITED, 0],
	])('%s', async (_, change, error, item) => {
		const rows = change(await before()) as IDataObject[];
		const sent = service.requests().length;
		const stopped = await applyRows(rows);
		expect(stopped.error?.message).toBe(error);
		const continued = await applyRows(rows, {}, CONTINUE);
		expect(
			continued.items('Company Radar').find(({ json }) => json.error === error)?.pairedItem,
		).toMatchObject(expect.objectContaining({ item }) as object);
		expect(service.requests()).toHaveLength(sent);
		expect(active()).toEqual(['alder', 'birch']);
	});

	const ADA = {
		radar_type: 'contact_job_changes',
		domain: 'alder.example.org',
		full_name: 'Ada Lovelace',
		email: 'ada.lovelace@w3.org',
		profile_url: 'https://profiles.example/in/ada',
	};

	test.each<[string, IDataObject, string]>([
		['full_name', ADA, 'Ada King'],
		['email', ADA, 'ada.king@w3.org'],
		['profile_url', ADA, 'https://profiles.example/in/ada-king'],
		['keyword', { radar_type: 'industry_mentions', keyword: 'heat pumps' }, 'solar'],
		['radar_type', { radar_type: 'company_mentions', domain: 'alder.example.org' }, 'company_reviews'],
	])('an edited %s', async (column, item, value) => {
		const rows = await plan([item], { radarsFrom: 'itemJson' });
		for (const given of [rows, asText(rows)]) {
			const { error } = await applyRows(given.map((row) => ({ ...row, [column]: value })));
			expect(error?.message).toBe(EDITED);
		}
		expect(charges()).toBe(0);
		expect((await applyRows(asText(rows))).error).toBeUndefined();
		expect(charges()).toBe(1);
	});

	test.each([
		['of another list', { listName: 'Others' }, false],
		['of two lists', {}, true],
	])('rows %s', async (_, more, isMixed) => {
		const own = await before();
		const rows = isMixed ? [...own, ...(await plan(domains('fir'), { listName: 'Others' }))] : own;
		const sent = writes();
		const { error } = await applyRows(rows, more);
		expect(error?.message).toBe(`'List Name': These rows are of the list "${isMixed ? 'Others' : LIST}".`);
		expect(writes()).toBe(sent);
	});
});

describe('A row of a plan is refused', () => {
	const list2 = (rows: IDataObject[]) => ({ radarsFrom: 'list', radars: JSON.stringify(rows) });
	test.each<[string, (rows: IDataObject[]) => IDataObject]>([
		['Plan', () => planned],
		['Apply', () => apply],
		['Apply, Input Items', () => ({ ...apply, radarsFrom: 'itemJson' })],
		['Apply, JSON Array', (rows) => ({ ...apply, ...list2(rows) })],
		[
			'Apply, an expression for a JSON array',
			() => ({ ...apply, radarsFrom: 'list', radars: '={{ [$json] }}' }),
		],
		['Radar: Create', () => CREATE_EACH],
		['Radar: Create, Dry Run', () => ({ ...CREATE_EACH, dryRun: true })],
		['Radars in Bulk: Create', () => CREATE_IN_BULK],
		['Radars in Bulk: Create, Input Items', () => ({ ...CREATE_IN_BULK, radarsFrom: 'itemJson' })],
		['Radars in Bulk: Create, JSON Array', (rows) => ({ ...CREATE_IN_BULK, ...list2(rows) })],
	])('by %s', async (_, parameters) => {
		const rows = (await planFor(['alder', 'birch'], ['birch', 'elm'])).filter(
			({ change }) => change !== 'keep',
		);
		const sent = writes();
		for (const given of [rows, asText(rows)]) {
			const { error } = await service.run(parameters(given), given);
			expect(String(error?.message) + String(error?.description)).toContain(
				'This is a row of a plan: use Apply Plan Rows',
			);
		}
		expect(writes()).toBe(sent);
		expect(active()).toEqual(['alder', 'birch']);
	});

	test('but not a row with a column of that name that is another', async () => {
		const rows = domains('alder').map((row) => ({
			...row,
			plan: 'Enterprise',
			radar_type: 'company_new_hires',
		}));
		await service.run({ ...apply, radarsFrom: 'itemJson' }, rows);
		expect(active()).toEqual(['alder']);
	});
});

describe('Rows of a dry run', () => {
	const bulk = { ...CREATE_IN_BULK, radarsFrom: 'itemJson' };
	const one = { ...CREATE_EACH, radarType: 'company_mentions' };
	const mentions = (...names: string[]) =>
		names.map((domain) => ({ radar_type: 'company_mentions', domain }));

	test.each([
		['Radar: Create', one],
		['Radars in Bulk: Create', bulk],
	])(
		'%s: those that exist or would be refused create nothing, also through a sheet',
		async (_, parameters) => {
			service.control.change({ account: { duplicatesEnabled: true } });
			await service.run(bulk, mentions('alder.example.org'));
			const items = mentions('alder.example.org', 'gmail.com', 'birch.example.org');
			const rows = (await service.run({ ...parameters, dryRun: true }, items)).json('Company Radar');
			expect(rows.map(({ result }) => result)).toEqual([
				'Already exists',
				'Would be refused',
				'Would be created',
			]);
			const [first = {}, ...more] = asText(rows);
			// A spreadsheet may write true in its own language.
			const result = await service.run(parameters, [{ ...first, dry_run: 'WAHR' }, ...more]);
			expect(result.error).toBeUndefined();
			expect(active()).toEqual(['alder', 'birch']);
			expect(result.json('Company Radar').map(({ skipped }) => skipped === true)).toEqual([
				true,
				true,
				false,
			]);
			expect(result.json('Company Radar')[0]?.reason).toContain(
				'The dry run of this row says: Already exists.',
			);
		},
	);
});
