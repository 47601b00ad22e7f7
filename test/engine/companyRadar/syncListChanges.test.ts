import type { IDataObject } from 'n8n-workflow';

import { loopback } from '../../../tools/shared/loopback';
import {
	domainOf,
	DUPLICATES,
	itemsOf,
	names,
	PER_UPDATE,
	SPLIT,
	tell,
	type Step,
	storiesOf,
} from '../support/stories';
import { useSandbox } from '../support/sandbox';
import { fasterWaits } from '../client/time';

const service = useSandbox({ balanceUsd: 100_000, settings: { unlimited: true } }, 1000);
fasterWaits();

const told = storiesOf(service);

const REPLACE = { replaceChanged: true, maximumToDeactivate: '100%' };
const RUNS_UNTIL = String.raw`^A deactivated radar still runs until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.`;
const REFUSED = { kind: 'status', status: 400, method: 'POST', path: '/v1/radars/bulk' } as const;

describe('A changed definition', () =>
	told({
		'keeps its radar, and says what has changed': [
			{ apply: 'alder:Sales' },
			{
				apply: 'alder:Legal',
				gives: 'changed alder',
				why: [
					"The definition has changed: Departments. To replace the radar, turn on 'Replace Changed Radars'.",
				],
				row: { differs_in: 'departments' },
				charges: 1,
			},
		],
		'is replaced if asked for': [
			{ change: PER_UPDATE, apply: 'alder:Sales' },
			{
				apply: 'alder:Legal',
				options: REPLACE,
				gives: 'created alder, deactivated alder',
				why: [
					'Replaces a radar. The definition has changed: Departments.',
					'Replaced: Departments. Deactivated. No further charge.',
				],
				active: 'alder',
			},
			{ apply: 'alder:Legal', options: REPLACE, gives: 'keep alder' },
		],
		'is named with what was done before, where its replacement fails': [
			{ apply: 'alder:Sales' },
			{
				fault: REFUSED,
				apply: 'alder:Legal',
				options: REPLACE,
				fails: /./,
				says: '1 radar was deactivated',
				active: '',
			},
		],
		'that comes back is not bought again while its radar still runs': [
			{ apply: 'alder birch' },
			{ apply: 'alder' },
			{
				apply: 'alder birch',
				gives: 'keep alder, keep birch',
				why: [/./, /^Deactivated, but runs until .* A later execution creates it again\.$/],
			},
			{
				plan: 'alder birch',
				says: /1 kept radar is deactivated\. Apply creates it again, which is charged, on or after \d{4}-/,
				charges: 2,
			},
		],
	}));

const PAGE = 'https://profiles.example.com/in/ada';
const ADA = { radar_type: 'contact_job_changes', domain: domainOf('alder'), email: 'ada@w3.org' };
const PEOPLE = { radarsFrom: 'itemJson' };

describe('Key Field', () => {
	told({
		'allows several radars for one target, and shows a changed target': [
			{ change: DUPLICATES, apply: 'alder#1:Sales alder#2:Legal', active: 'alder alder' },
			{
				apply: 'birch#1:Sales alder#2:Legal',
				gives: 'changed alder, keep alder',
				why: [/Company Domain \(alder\.example\.org → birch\.example\.org\)/, /./],
			},
		],
		'with another radar type shows the change, and is replaced at once if asked for': [
			{ apply: 'alder#1', set: { radarType: 'company_mentions' } },
			{
				apply: 'alder#1',
				gives: 'changed alder',
				why: [/has changed: Radar Type \(Mentions → New Hires\)\./],
				row: { differs_in: 'radar_type (company_mentions → company_new_hires)' },
			},
			{
				plan: 'alder#1',
				options: REPLACE,
				why: ['Replaces a radar. The definition has changed: Radar Type (Mentions → New Hires).', /./],
			},
			{ apply: 'alder#1', options: REPLACE, gives: 'created alder, deactivated alder', active: 'alder' },
		],
		'has to be there': [
			{
				apply: 'alder#1',
				options: { keyField: 'id' },
				fails: "'Key Field': The radar has no custom field 'id'.",
			},
		],
		'may be changed without buying anything again': [
			{ apply: 'alder#1' },
			{
				apply: 'alder#1',
				options: { keyField: undefined },
				gives: 'keep alder',
				why: ['Already on the list, under another key.'],
			},
		],
		'with a new value for the same company keeps its radar, and says what has changed': [
			{ apply: 'alder#1:Sales' },
			{ plan: 'alder#2:Sales', gives: 'changed alder' },
			{
				apply: 'alder#2:Sales',
				why: [
					"The definition has changed: Custom Fields, crm_id (1 → 2). To replace the radar, turn on 'Replace Changed Radars'.",
				],
				charges: 1,
			},
		],
		'with a new value is replaced if asked for': [
			{ change: PER_UPDATE, apply: 'alder#1' },
			{ apply: 'alder#2', options: REPLACE, gives: 'created alder, deactivated alder', active: 'alder' },
			{ apply: 'alder#2', options: REPLACE, gives: 'keep alder' },
		],
		'with a new value is replaced after the paid month of a monthly radar': [
			{ apply: 'alder#1' },
			{
				apply: 'alder#2',
				options: REPLACE,
				gives: 'deactivated alder, keep alder',
				why: [/./, new RegExp(`${RUNS_UNTIL} .* to replace it\\.$`)],
			},
			{ daysLater: 31, apply: 'alder#2', options: REPLACE, gives: 'created alder' },
		],
		'with a new value and other filters waits for the paid month of the old radar, as planned': [
			{ apply: 'alder#1:Sales' },
			{
				plan: 'alder#2:Legal',
				gives: 'create alder, deactivate alder',
				why: [/^New on the list\. Unless your account allows duplicates, it's created on/, /./],
			},
			{
				apply: 'alder#2:Legal',
				why: [/^No longer on the list\./, new RegExp(`${RUNS_UNTIL} .* to create this one\\.$`)],
			},
			{ daysLater: 31, apply: 'alder#2:Legal', gives: 'created alder' },
		],
		'with a new value and other filters gets a new radar where the account allows duplicates': [
			{ change: DUPLICATES, apply: 'alder#1:Sales' },
			{ apply: 'alder#2:Legal', gives: 'created alder, deactivated alder', active: 'alder', charges: 2 },
		],
		'of the second of two rows for one company takes over the radar of the first': [
			{ apply: 'alder#1 alder#2' },
			{ apply: 'alder#2', gives: 'changed alder', active: 'alder' },
		],
		'of two rows for one company, one of which has changed, leaves one radar': [
			{ change: PER_UPDATE, apply: 'alder#1:Sales' },
			{
				apply: 'alder#2:Sales alder#1:Legal',
				options: REPLACE,
				gives: 'created alder, deactivated alder, keep alder',
				active: 'alder',
			},
		],
		'may be left out for a person whose custom fields have changed': [
			{ apply: [{ ...ADA, custom_fields: { lead: 'Ada' } }], set: PEOPLE },
			{
				apply: [{ ...ADA, profile_url: PAGE, custom_fields: { lead: 'Grace' } }],
				set: PEOPLE,
				gives: 'changed alder',
				active: 'alder',
			},
		],
		'that differs in case is another one, as of Salesforce IDs': [
			{ apply: 'alder#0015g00000AbCdE birch#0015g00000aBcDe', active: 'alder birch' },
		],
		'that is a Salesforce ID with a wrong checksum replaces nothing': [
			{ change: PER_UPDATE, apply: 'alder#0015g00000AbCdE' },
			{
				apply: 'alder#0015g00000AbCdEAAU',
				options: REPLACE,
				gives: 'changed alder',
				why: [/two forms of one Salesforce ID/],
			},
		],
		'is the same in both forms of a Salesforce ID': [
			{ change: PER_UPDATE, apply: 'alder#0015g00000AbCdEAAV birch#005300000007PZ5' },
			{
				apply: 'alder#0015g00000AbCdE birch#005300000007PZ5AAM',
				options: REPLACE,
				gives: 'keep alder, keep birch',
			},
		],
	});

	test.each(['k\u200b1', ' k1', 'k1\ufeff'])('with %j looks the same as k1', async (id) => {
		const [alder = {}, birch = {}] = itemsOf('alder#k1 birch#k1');
		const options = {
			customFields: { fields: [{ name: 'crm_id', value: '={{ $json.id }}' }] },
			keyField: 'crm_id',
		};
		await tell(service, [
			{
				apply: [alder, { ...birch, id }],
				options,
				node: SPLIT,
				errors: ['asks for the same radar as item 0, with other values: Company Domain'],
				active: 'alder',
			},
			{ apply: [{ ...alder, id }], options, active: 'alder', charges: 1 },
		]);
	});

	test('never deactivates a radar that only the service recognizes', async () => {
		const step = (id: string, more: Step = {}): Step => ({
			apply: [{ ...ADA, custom_fields: { crm_id: id } }],
			set: PEOPLE,
			options: { keyField: 'crm_id' },
			...more,
		});
		await tell(service, [step('1')]);
		const [radar] = service.control.radars();
		const body = { status: 'success', code: 200, data: [{ ...radar, email: undefined }], has_more: false };
		const fault = { method: 'GET', path: '/v1/radars', kind: 'status', status: 200, body, count: 9 } as never;
		const row = { radar_id: radar?.radar_id };
		await tell(service, [step('2', { fault, gives: 'keep alder', row, active: 'alder' })]);
	});
});

describe('Radars outside the list', () => {
	/** A radar that somebody else created. */
	async function createElsewhere(radar_type: string, name: string): Promise<void> {
		const { baseUrl, apiKey } = service.running;
		const body = { radar_type, domain: domainOf(name) };
		await loopback.post(`${baseUrl}/v1/radars`, body, { headers: { 'x-api-key': apiKey } });
	}

	const OURS_NOT = "It isn't this list's radar: if you remove the row, deactivate it yourself.";
	const MENTIONS = { radarType: 'company_mentions' };
	const INCOMPARABLE = { createIncomparable: true };

	test('are not bought again and never deactivated', async () => {
		await createElsewhere('company_mentions', 'alder');
		await createElsewhere('company_mentions', 'birch');
		await tell(service, [
			{
				apply: 'alder cedar',
				set: MENTIONS,
				gives: 'created cedar, keep alder',
				why: [/./, `Already monitored by another radar. ${OURS_NOT}`],
			},
			{ apply: 'birch', set: MENTIONS, options: { allowEmptyList: true }, active: 'alder birch' },
		]);
	});

	test("are not bought again if their filters can't be compared, unless asked for", async () => {
		service.control.change(DUPLICATES);
		await createElsewhere('company_new_hires', 'alder');
		await tell(service, [
			{
				apply: 'alder',
				gives: 'keep alder',
				why: [`Another radar monitors the same target, maybe with other filters. ${OURS_NOT}`],
				// How to create it all the same is said once, and not in each row.
				says: "turn on 'Create Possible Duplicates'",
			},
			{ apply: 'alder', options: INCOMPARABLE, gives: 'created alder', active: 'alder alder' },
		]);
	});

	test('that the service names in a conflict are kept', async () => {
		await createElsewhere('company_new_hires', 'alder');
		await tell(service, [{ apply: 'alder', options: INCOMPARABLE, gives: 'keep alder', charges: 1 }]);
	});

	test.each([
		[
			-1,
			/^The service doesn't accept it while an inactive radar of the same target exists\./,
			/^(?!.*couldn't)/,
		],
		[1, /^A deactivated radar still runs until /, /1 radar couldn't be created while a deactivated one runs/],
	])('that are inactive and in the way: ends %i days from now', async (days, why, says) => {
		await createElsewhere('company_new_hires', 'alder');
		const end = new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();
		const data = service.control
			.radars()
			.map((radar) => ({ ...radar, radar_status: 'inactive', next_charge_at: end }));
		const body = { status: 'success', code: 200, data, has_more: false };
		// The second list is that of the radars in the way.
		const fault = { method: 'GET', path: '/v1/radars', kind: 'status', status: 200, body, nth: 2 } as never;
		await tell(service, [
			{ fault, apply: 'alder', options: INCOMPARABLE, gives: 'keep alder', why: [why], says },
		]);
	});

	test('that are created from the records of a list do not belong to it', async () => {
		await tell(service, [{ apply: names(2) }]);
		const records = service.control.radars().map(({ domain, custom_fields }) => ({
			radar_type: 'company_promotions',
			domain,
			custom_fields,
		}));
		const inBulk = { resource: 'bulkRequest', operation: 'create', radarsFrom: 'itemJson' };
		const copied = await service.run(inBulk, records as unknown as IDataObject[]);
		expect(copied.hints('Company Radar').join()).toContain('belongs to another radar and was left out');
		await tell(service, [{ apply: names(2), gives: 'keep company0, keep company1', charges: 4 }]);
	});
});

test('A list in one field or in the JSON of the items is read as in bulk', async () => {
	const radars = [
		{ radar_type: 'industry_funding_rounds' },
		{ radar_type: 'company_reviews', domain: 'https://www.alder.example.org/about' },
	];
	await tell(service, [
		{
			apply: [{}],
			set: { radarsFrom: 'list', radars: JSON.stringify(radars) },
			gives: 'created null, created alder',
		},
		{ apply: radars, set: { radarsFrom: 'itemJson' }, gives: 'keep null, keep alder' },
	]);
});

describe('A value that goes missing', () => {
	const fromItems = { radarsFrom: 'itemJson' };
	const noValue = (label: string) => [new RegExp(`The radar has ${label}, and the item has no value for it`)];
	const without = (rows: string, name: string, value: unknown) =>
		itemsOf(rows).map((row) => (value === undefined ? row : ({ ...row, [name]: value } as IDataObject)));

	test.each([
		['an empty cell', ''],
		['null', null],
		['no cell at all', undefined],
	])('in one item, with %s, keeps its radar', async (_, nothing) => {
		await tell(service, [
			{ apply: 'alder:Sales birch:Sales', set: fromItems },
			{
				apply: [...itemsOf('alder:Sales'), ...without('birch', 'departments', nothing)],
				set: fromItems,
				options: REPLACE,
				gives: 'changed birch, keep alder',
				why: [/The radar has Departments, and the item has no value for it.*use the word any/, /./],
				charges: 2,
			},
		]);
	});

	test.each([
		['empty cells', ''],
		['a column that is gone', undefined],
	])('in all items, with %s, stops the run and is named', async (_, nothing) => {
		const rows = without('alder birch', 'departments', nothing);
		const fails = 'No item of the list has Departments, but radars of the list do';
		await tell(service, [
			{ apply: 'alder:Sales birch:Legal', set: fromItems },
			{ plan: rows, set: fromItems, options: REPLACE, fails },
			{ apply: rows, set: fromItems, options: REPLACE, fails, active: 'alder birch', writes: 0 },
		]);
	});

	test.each([
		['profile_url', 'https://profiles.example.com/company/acme', 'Profile URL'],
		['webhook_url', 'https://n8n.example.com/webhook/radar', 'Webhook URL'],
		['custom_fields', { owner: 'ada' }, 'Custom Fields'],
	])('takes nothing away: an empty %s', async (name, value, label) => {
		const missing = (nothing: unknown): Step => ({
			apply: without('alder', name, nothing),
			set: fromItems,
			options: REPLACE,
			gives: 'changed alder',
			why: noValue(label),
			charges: 1,
		});
		await tell(service, [
			{ apply: without('alder', name, value), set: fromItems },
			missing(null),
			missing(''),
		]);
	});

	const owner = (value: string) => ({ customFields: { fields: [{ name: 'owner', value }] } });
	const form = (own: object): Step => ({ options: { ...REPLACE, ...own } });

	test.each([
		['a custom field', owner('={{ $json.cell }}'), 'Custom Fields, owner'],
		['the page', { profileUrl: '={{ $json.cell }}' }, 'Profile URL'],
	])('in the form, where an expression finds nothing for %s, keeps its radar', async (_, fields, label) => {
		const missing = (nothing: unknown): Step => ({
			...form(fields),
			apply: without('alder', 'cell', nothing),
			gives: 'changed alder',
			why: noValue(label),
			charges: 1,
		});
		const full = {
			...form(fields),
			apply: without('alder', 'cell', 'https://profiles.example.com/company/acme'),
		};
		await tell(service, [{ change: DUPLICATES, ...full }, missing(null), missing('')]);
	});

	test('is not bought again under another key', async () => {
		const keyed = (rows: string) =>
			itemsOf(rows).map(({ id, ...row }) => ({ ...row, custom_fields: { id } }));
		const options = { keyField: 'id', maximumToDeactivate: '100%' };
		await tell(service, [
			{ apply: keyed('alder#a:Sales birch#b:Sales'), set: fromItems, options },
			{
				apply: keyed('alder#new birch#b:Sales'),
				set: fromItems,
				options,
				gives: 'changed alder, keep birch',
				charges: 2,
			},
		]);
	});

	test.each<[string, Step, Step]>([
		['it is any', { apply: 'alder:Sales', set: fromItems }, { apply: 'alder:Any', set: fromItems }],
		['the form has none', { apply: 'alder', set: { departments: ['Sales'] } }, { apply: 'alder' }],
		['the row is empty', { apply: 'alder', ...form(owner('Bob')) }, { apply: 'alder', ...form(owner('')) }],
		['there is no row', { apply: 'alder', ...form(owner('Bob')) }, { apply: 'alder', ...form({}) }],
	])('is meant where %s', async (_, first, second) => {
		await tell(service, [
			{ change: PER_UPDATE, ...first },
			{ ...second, options: REPLACE, gives: 'created alder, deactivated alder' },
		]);
	});
});
