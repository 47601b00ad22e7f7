import type { IDataObject } from 'n8n-workflow';

import { fasterWaits } from '../client/time';
import type { RunResult } from '../harness';
import { CREATE_EACH } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 1000 });
fasterWaits();

const list: IDataObject = {
	resource: 'radar',
	operation: 'syncList',
	listName: 'Target accounts',
	radarsFrom: 'fields',
	radarType: 'company_new_hires',
	domain: '={{ $json.domain }}',
	options: { maximumToDeactivate: '100%' },
};
const apply = { ...list, syncMode: 'apply' };
const plan = { ...list, syncMode: 'plan' };
const CONTINUE = { node: { onError: 'continueRegularOutput' as const } };

const domains = (...names: string[]): IDataObject[] =>
	names.map((name) => ({ domain: `${name}.example.org` }));
const rows = (result: RunResult) => result.json('Company Radar');
const changes = (result: RunResult) =>
	rows(result).map(({ change, domain }) => `${String(change)} ${String(domain)}`);
const hints = (result: RunResult) => result.hints('Company Radar').join('\n');
const active = () =>
	service.control
		.radars()
		.filter(({ radar_status: status }) => status === 'active')
		.map(({ domain }) => String(domain).replace('.example.org', ''))
		.sort();
const charges = () => service.control.charges().length;

describe('A row without any value is no row', () => {
	const ofItems = (rows: IDataObject[]) => rows.map((row) => ({ radar_type: 'company_new_hires', ...row }));

	test.each<[string, IDataObject]>([
		['empty cells', { domain: '', name: ' ', row_number: 4 }],
		['an empty list', { domain: [] }],
		['nothing', {}],
	])('%s: it holds back no deactivation, and is counted', async (_, blank) => {
		await service.run(apply, domains('alder', 'birch'));
		for (const [parameters, items] of [
			[apply, domains('alder')],
			[{ ...apply, radarsFrom: 'itemJson' }, ofItems(domains('alder'))],
		] as const) {
			const result = await service.run(parameters, [...items, blank, blank]);
			expect(result.error).toBeUndefined();
			expect(hints(result)).toContain('A row without any value is left out (items 1, 2).');
		}
		expect(active()).toEqual(['alder']);
	});

	test.each([
		['in bulk', { resource: 'bulkRequest', operation: 'create', radarsFrom: 'itemJson' }],
		['in Radar: Create', CREATE_EACH],
	])('%s, too', async (_, parameters) => {
		const result = await service.run(parameters, [
			...ofItems(domains('alder')),
			{ row_number: 3, domain: '' },
		]);
		expect(result.error).toBeUndefined();
		expect(hints(result)).toContain('A row without any value is left out (item 1).');
		expect(active()).toEqual(['alder']);
	});

	test('an empty item is a row if another node gives its values', async () => {
		const elsewhere = { ...CREATE_EACH, domain: "={{ ['alder.example.org'][0] }}" };
		expect(rows(await service.run(elsewhere, [{}, { note: 'x' }]))).toHaveLength(2);
		expect(active()).toEqual(['alder']);
	});

	test('a list of blank rows is an empty list', async () => {
		await service.run(apply, domains('alder'));
		const blank = [{ row_number: 2 }, { row_number: 3, domain: '' }];
		expect((await service.run(apply, blank)).error?.message).toBe("'Radars': The list is empty.");
		expect(active()).toEqual(['alder']);
		await service.run({ ...apply, options: { maximumToDeactivate: '100%', allowEmptyList: true } }, blank);
		expect(active()).toEqual([]);
	});

	test('but a row with a value and no domain is wrong, and holds back all deactivations', async () => {
		await service.run(apply, domains('alder', 'birch'));
		const result = await service.run(
			apply,
			[...domains('alder'), { name: 'Birch', row_number: 3 }],
			CONTINUE,
		);
		expect(active()).toEqual(['alder', 'birch']);
		expect(result.hints('Company Radar')[0]).toContain('1 radar is no longer on the list, but stays');
	});
});

describe('The forms of a Salesforce ID', () => {
	const keyed = {
		...apply,
		additionalFields: { customFields: { fields: [{ name: 'crm_id', value: '={{ $json.id }}' }] } },
		options: { keyField: 'crm_id', replaceChanged: true, maximumToDeactivate: '100%' },
	};
	const withId = (id: string, domain = 'alder.example.org') => ({ domain, id });

	test.each([
		['0015g00000AbCdEAAV', '0015g00000AbCdE'],
		['005300000007PZ5', '005300000007PZ5AAM'],
	])('are one key: %s, then %s', async (first, later) => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		await service.run(keyed, [withId(first)]);
		expect(changes(await service.run(keyed, [withId(later)]))).toEqual(['keep alder.example.org']);
		expect(service.control.radars()).toHaveLength(1);
	});

	test('with a wrong checksum, nothing is replaced', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		await service.run(keyed, [withId('0015g00000AbCdE')]);
		const result = await service.run(keyed, [withId('0015g00000AbCdEAAU')]);
		expect(changes(result)).toEqual(['changed alder.example.org']);
		expect(rows(result)[0]?.reason).toContain('two forms of one Salesforce ID');
		expect(service.control.radars()).toHaveLength(1);
	});

	test('that differ in case are two', async () => {
		await service.run(keyed, [withId('0015g00000AbCdE'), withId('0015g00000aBcDe', 'birch.example.org')]);
		expect(active()).toEqual(['alder', 'birch']);
	});
});

describe('Subdomains of a company that the list also has', () => {
	const NOTE =
		'1 new radar is of a subdomain of a company that the list also has: item 1 (careers.alder.example.org). Each radar is charged.';
	const items = domains('alder', 'careers.alder', 'birch');

	test('are named by Plan', async () => {
		expect(hints(await service.run(plan, items))).toContain(NOTE);
		await service.run(apply, items);
		expect(hints(await service.run(plan, items))).not.toContain('subdomain');
	});

	test('are named by Dry Run', async () => {
		const bulk = { ...list, resource: 'bulkRequest', operation: 'create', dryRun: true };
		expect(hints(await service.run(bulk, items))).toContain(NOTE);
	});

	test('are no subdomains of another type, or of a common ending', async () => {
		const typed = items.map((item, index) => ({
			...item,
			radar_type: index === 1 ? 'company_mentions' : 'company_new_hires',
		}));
		expect(hints(await service.run({ ...plan, radarsFrom: 'itemJson' }, typed))).not.toContain('subdomain');
	});
});

describe('A list that would leave less than half of its radars', () => {
	const SIX = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
	const error = 'This list would leave 1 of 6 radars active, less than half';

	test('is not applied, whatever the maximum, and Plan says so', async () => {
		await service.run(apply, domains(...SIX));
		expect(hints(await service.run(plan, domains('a1')))).toContain(`Apply would stop: ${error}.`);
		for (const options of [{}, { maximumToDeactivate: '100%' }, { maximumToDeactivate: '5' }]) {
			const result = await service.run({ ...apply, options }, domains('a1'));
			expect(result.error?.message).toBe(error);
			expect(result.error?.description).toContain("turn on 'Allow Empty List'");
		}
		expect(active()).toEqual(SIX);
	});

	test('is applied where an empty one may be', async () => {
		await service.run(apply, domains(...SIX));
		await service.run({ ...apply, options: { allowEmptyList: true } }, domains('a1'));
		expect(active()).toEqual(['a1']);
	});

	test('half is enough, and so are others in their place', async () => {
		await service.run(apply, domains(...SIX));
		await service.run(apply, domains('a1', 'a2', 'a3'));
		expect(active()).toEqual(['a1', 'a2', 'a3']);
		await service.run(apply, domains('b1', 'b2', 'b3'));
		expect(active()).toEqual(['b1', 'b2', 'b3']);
	});
});

describe('A radar that could not be deactivated', () => {
	const failing = async (status: number, node: object = CONTINUE.node) => {
		await service.run(apply, domains('alder', 'birch', 'cedar', 'dune'));
		service.control.addFaults({ kind: 'status', status, method: 'DELETE', count: 100 });
		return await service.run(apply, domains('alder', 'birch'), { node } as never);
	};

	test('has a row of its own, with its name and ID, linked to no item', async () => {
		const result = await failing(400);
		const ids = new Map(service.control.radars().map(({ domain, radar_id: id }) => [domain, id]));
		const failed = result.items('Company Radar').filter(({ json }) => json.change === 'failed');
		expect(failed.map(({ json, pairedItem }) => [json.domain, json.radar_id, pairedItem])).toEqual(
			['dune.example.org', 'cedar.example.org'].map((domain) => [domain, ids.get(domain), []]),
		);
		expect(failed[0]?.json.message).toContain('Radar: dune.example.org – New Hires (');
		expect(hints(result)).toContain("2 radars couldn't be deactivated: dune.example.org, cedar.example.org");
		expect(hints(result)).not.toContain('items failed');
		expect(changes(result)).toEqual([
			'keep alder.example.org',
			'failed dune.example.org',
			'failed cedar.example.org',
			'keep birch.example.org',
		]);
	});

	test('is on the error output, if there is one', async () => {
		const result = await failing(400, { onError: 'continueErrorOutput' });
		expect(result.json('Error')).toHaveLength(2);
		expect(result.json('Success').map(({ change }) => change)).toEqual(['keep', 'keep']);
	});

	test('is named with its ID where the workflow stops', async () => {
		const result = await failing(400, {});
		const [radar] = service.control.radars().filter(({ domain }) => domain === 'dune.example.org');
		expect(result.error?.description).toContain(String(radar?.radar_id));
	});

	test('because creating found the balance too low says nothing of the balance: deactivating is free', async () => {
		await service.run(apply, domains('alder', 'birch'));
		service.control.balance(0);
		const result = await service.run(apply, domains('alder', 'elm'), CONTINUE);
		const of = (name: string) => rows(result).find(({ domain }) => domain === `${name}.example.org`);
		expect(of('elm')?.error).toBe('The account balance is too low');
		expect(of('birch')?.error).toBe('Not deactivated, because the execution stopped');
		expect(String(of('birch')?.message)).not.toMatch(/balance|Top up/);
	});
});

describe('The table begins with what a person has to see', () => {
	const names = (result: RunResult) =>
		rows(result).map(({ change, domain }) => `${String(change)} ${String(domain)}`);

	test('refused rows, the first good one, then failed ones', async () => {
		await service.run(apply, domains('alder', 'birch'));
		const items = [...domains('alder', 'cedar'), { domain: 'no domain' }, { domain: 'gmail.com' }];
		const result = await service.run(plan, items, CONTINUE);
		expect(names(result)).toEqual([
			'refused gmail.com',
			'create cedar.example.org',
			'failed no domain',
			'keep alder.example.org',
			'keep birch.example.org',
		]);
		expect(hints(result)).toContain('1 item failed: item 2 (no domain)');
	});

	test('a failed row is first only if all failed, so that n8n repeats only then', async () => {
		const some = await service.run(apply, [{ domain: 'no domain' }, ...domains('alder')], CONTINUE);
		expect(names(some)).toEqual(['created alder.example.org', 'failed no domain']);
		const all = await service.run(apply, [{ domain: 'no domain' }], CONTINUE);
		expect(names(all)).toEqual(['failed no domain']);
	});

	test('columns that are never empty come first, and what was done says so', async () => {
		await service.run(apply, domains('alder', 'birch'));
		const result = await service.run(apply, domains('alder', 'elm'));
		expect(names(result)).toEqual([
			'created elm.example.org',
			'deactivated birch.example.org',
			'keep alder.example.org',
		]);
		for (const row of rows(result)) {
			expect(Object.keys(row).slice(0, 4)).toEqual(['change', 'domain', 'reason', 'radar_type']);
			expect(Object.keys(row).at(-1)).toBe('differs_in');
		}
		expect(charges()).toBe(3);
	});
});

describe('Dry Run', () => {
	const create = {
		resource: 'radar',
		operation: 'create',
		radarType: 'company_mentions',
		domain: '={{ $json.domain }}',
	};
	const bulk = { ...create, resource: 'bulkRequest', radarsFrom: 'fields' };
	const outcomes = (result: RunResult) => rows(result).map(({ result: outcome }) => outcome);

	test.each([
		['Radar: Create', create],
		['Radars in Bulk: Create', bulk],
	])('%s sees Monthly Budget', async (_, parameters) => {
		await service.run({ ...parameters }, domains('alder'));
		const options = { monthlyBudget: 0.5 };
		const dry = await service.run({ ...parameters, dryRun: true, options }, domains('birch'));
		expect(hints(dry)).toContain('The execution would stop: The monthly budget of $0.50 is reached.');
		const real = await service.run({ ...parameters, options }, domains('birch'));
		expect(real.error?.message).toBe('The monthly budget of $0.50 is reached');
	});

	test.each<[string, IDataObject]>([
		['If Radar Exists: Fail', { ...create, options: { ifRadarExists: 'fail' } }],
		['If Radar Exists: Fail, in bulk', { ...bulk, options: { wait: true, ifRadarExists: 'fail' } }],
		['no waiting', { ...bulk, options: { wait: false } }],
	])('sees %s', async (_, parameters) => {
		await service.run(create, domains('alder'));
		const dry = await service.run({ ...parameters, dryRun: true }, domains('alder', 'birch'));
		expect(outcomes(dry)).toEqual(['Already exists', 'Would be created']);
		expect(rows(dry)[0]?.reason).toBe('It would fail, because this radar exists.');
		expect(hints(dry)).toContain('1 that exists would fail.');
	});

	test('a doubtful radar that exists is refused where it would not be returned', async () => {
		await service.run({ ...create, options: { allowDoubtful: true } }, [{ domain: 'gmail.com' }]);
		const dry = async (parameters: IDataObject) =>
			outcomes(await service.run({ ...parameters, dryRun: true }, [{ domain: 'gmail.com' }]));
		expect(await dry(create)).toEqual(['Already exists']);
		expect(await dry({ ...create, options: { ifRadarExists: 'fail' } })).toEqual(['Would be refused']);
	});
});
