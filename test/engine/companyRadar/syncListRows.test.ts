import type { IDataObject } from 'n8n-workflow';

import { fasterWaits } from '../client/time';
import { CONTINUE, domainOf, itemsOf, SPLIT, storiesOf, tell } from '../support/stories';
import { CREATE_EACH, CREATE_IN_BULK, SYNC_LIST } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 1000, settings: { unlimited: true } }, 1000);
fasterWaits();

const told = storiesOf(service);
const fromItems = { radarsFrom: 'itemJson' };

describe('A row without any value is no row', () => {
	test.each<[string, IDataObject]>([
		['empty cells', { domain: '', name: ' ', row_number: 4 }],
		['an empty list', { domain: [] }],
		['nothing', {}],
	])('%s: it holds back no deactivation, and is counted', async (_, blank) => {
		const apply = [...itemsOf('alder'), blank, blank];
		const says = 'A row without any value is left out (items 1, 2).';
		await tell(service, [
			{ apply: 'alder birch' },
			{ apply, says, active: 'alder' },
			{ apply, set: fromItems, says },
		]);
	});

	test.each([
		['in bulk', { ...CREATE_IN_BULK, ...fromItems }],
		['in Radar: Create', CREATE_EACH],
	])('%s, too', async (_, run) => {
		const items = [...itemsOf('alder'), { row_number: 3, domain: '' }];
		await tell(service, [
			{ run, items, says: 'A row without any value is left out (item 1).', rows: [{}], active: 'alder' },
		]);
	});

	told({
		'an empty item is a row if another node gives its values': [
			{
				run: { ...CREATE_EACH, domain: "={{ ['alder.example.org'][0] }}" },
				items: [{}, { note: 'x' }],
				rows: [{}, {}],
			},
		],
	});
});

describe('Subdomains of a company that the list also has', () => {
	const NOTE =
		'1 new radar is for a subdomain of a company that the list also has: item 1 (careers.alder.example.org). Each radar is charged.';
	const LIST = 'alder careers.alder birch';
	const ofTypes = itemsOf(LIST).map((item, index) =>
		index === 1 ? { ...item, radar_type: 'company_mentions' } : item,
	);

	told({
		'are named by Plan, unless they are of another type, or monitored': [
			{ plan: LIST, says: NOTE },
			{ plan: ofTypes, set: fromItems, hides: /subdomain/ },
			{ apply: LIST },
			{ plan: LIST, hides: /subdomain/ },
		],
		'are named by Dry Run': [{ run: { ...CREATE_IN_BULK, dryRun: true }, items: LIST, says: NOTE }],
	});
});

describe('A radar that could not be deactivated', () => {
	const fault = { kind: 'status', status: 400, method: 'DELETE', count: 100 } as const;
	const failing = { fault, apply: 'alder birch' };

	test('has a row of its own, with its name and ID, linked to no item', async () => {
		await tell(service, [{ apply: 'alder birch cedar dune' }]);
		const ids = new Map(service.control.radars().map(({ domain, radar_id: id }) => [domain, id]));
		await tell(service, [
			{
				...failing,
				node: CONTINUE,
				gives: 'keep alder, failed dune, failed cedar, keep birch',
				errors: [/Radar: dune\.example\.org – New Hires \(/, /Radar: cedar/],
				says: "2 radars couldn't be deactivated: dune.example.org, cedar.example.org",
				hides: /items failed/,
			},
			{ ...failing, fails: /./, says: ids.get(domainOf('dune')) },
			{ ...failing, node: SPLIT, gives: 'keep alder, keep birch', errors: [/dune/, /cedar/] },
		]);
		const apply = { ...SYNC_LIST, syncMode: 'apply' };
		const result = await service.run(apply, itemsOf('alder birch'), { node: CONTINUE });
		const failed = result.items('Company Radar').filter(({ json }) => json.change === 'failed');
		expect(failed.map(({ json, pairedItem }) => [json.domain, json.radar_id, pairedItem])).toEqual(
			['dune', 'cedar'].map((name) => [domainOf(name), ids.get(domainOf(name)), []]),
		);
	});

	told({
		'because creating found the balance too low says nothing of the balance: deactivating is free': [
			{ apply: 'alder birch' },
			{
				balance: 0,
				apply: 'alder elm',
				node: CONTINUE,
				errors: [
					/^The account balance is too low/,
					/^Not deactivated, because the execution stopped(?!.*(?:balance|Top up))/s,
				],
			},
		],
	});
});

describe('The table begins with what a person has to see', () => {
	told({
		'refused rows, the first good one, then failed ones': [
			{ apply: 'alder birch' },
			{
				plan: [...itemsOf('alder cedar'), { domain: 'no domain' }, { domain: 'gmail.com' }],
				node: CONTINUE,
				gives: 'refused gmail.com, create cedar, failed no domain, keep alder, keep birch',
				says: '1 item failed: item 2 (no domain)',
			},
		],
		'each repeat of a refused row is refused, also under another key': [
			{
				plan: [{ domain: 'gmail.com' }, { domain: 'https://gmail.com/' }, ...itemsOf('alder')],
				gives: 'refused gmail.com, refused gmail.com, create alder',
				says: ['1 to create, 0 to keep, 0 changed, 0 to deactivate, 2 refused', 'for 2 doubtful rows'],
			},
			{
				plan: [
					{ domain: 'gmail.com', id: 'A#1' },
					{ domain: 'gmail.com', id: 'A#2' },
				],
				options: {
					customFields: { fields: [{ name: 'crm_id', value: '={{ $json.id }}' }] },
					keyField: 'crm_id',
				},
				gives: 'refused gmail.com, refused gmail.com',
				says: '0 to keep, 0 changed, 0 to deactivate, 2 refused',
			},
		],
		'a failed row is first only if all failed, so that n8n repeats only then': [
			{
				apply: [{ domain: 'no domain' }, ...itemsOf('alder')],
				node: CONTINUE,
				gives: 'created alder, failed no domain',
			},
			{ apply: [{ domain: 'no domain' }], node: CONTINUE, gives: 'failed no domain' },
		],
	});

	test('columns that are never empty come first', async () => {
		await tell(service, [{ apply: 'alder birch' }]);
		for (const syncMode of ['plan', 'apply']) {
			const result = await service.run({ ...SYNC_LIST, syncMode }, itemsOf('alder elm'));
			for (const row of result.json('Company Radar')) {
				expect(Object.keys(row).slice(0, 4)).toEqual(['change', 'domain', 'reason', 'radar_type']);
				expect(Object.keys(row).at(-1)).toBe(syncMode === 'plan' ? 'plan' : 'differs_in');
			}
		}
	});
});

describe('Dry Run', () => {
	const create = { ...CREATE_EACH, radarType: 'company_mentions' };
	const bulk = { ...CREATE_IN_BULK, radarType: 'company_mentions' };
	const dry = { dryRun: true };
	const failing = { ifRadarExists: 'fail' };

	test.each([
		['Radar: Create', create],
		['Radars in Bulk: Create', bulk],
	])('%s sees Monthly Budget', async (_, run) => {
		const limited = { run, items: 'birch', options: { monthlyBudget: 0.5 } };
		const REACHED = 'The monthly budget of $0.50 is reached';
		await tell(service, [
			{ run, items: 'alder' },
			{ ...limited, set: dry, says: `The execution would stop: ${REACHED}.` },
			{ ...limited, fails: REACHED },
		]);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['If Radar Exists: Fail', create, failing],
		['If Radar Exists: Fail, in bulk', bulk, { wait: true, ...failing }],
		['no waiting', bulk, { wait: false }],
	])('sees %s', async (_, run, options) => {
		await tell(service, [
			{ run: create, items: 'alder' },
			{
				...{ run, set: dry, options, items: 'alder birch' },
				column: { result: ['Already exists', 'Would be created'] },
				why: ['It would fail, because this radar exists.', ''],
				says: '1 that exists would fail.',
			},
		]);
	});

	const doubtful = { run: create, items: [{ domain: 'gmail.com' }] };

	told({
		'refuses a repeat of a refused radar': [
			{
				...{ run: CREATE_EACH, set: dry, items: [{ domain: 'gmail.com' }, { domain: 'gmail.com' }] },
				column: { result: ['Would be refused', 'Would be refused'] },
				says: '2 that would be refused. Nothing would be charged.',
			},
		],
		'sees that a doubtful radar that exists is refused where it would not be returned': [
			{ ...doubtful, options: { allowDoubtful: true } },
			{ ...doubtful, set: dry, column: { result: ['Already exists'] } },
			{ ...doubtful, set: dry, options: failing, column: { result: ['Would be refused'] } },
		],
	});
});
