import type { IDataObject } from 'n8n-workflow';

import {
	domainOf,
	DUPLICATES,
	itemsOf,
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
		'that looks the same is the same': [
			{ apply: 'alder#k1' },
			...['k\u200b1', 'k1\ufeff'].map((key) => ({ apply: `alder#${key}`, gives: 'keep alder', charges: 1 })),
			{
				apply: 'alder#k1 birch#k\u200b1',
				node: SPLIT,
				errors: ['asks for the same radar as item 0, with other values: Company Domain'],
			},
		],
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
	const createElsewhere = async (radar_type: string, name: string) =>
		await service.post('/v1/radars', { radar_type, domain: domainOf(name) });

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
});

describe('A value that goes missing', () => {
	const fromItems = { radarsFrom: 'itemJson' };
	/** Rows with this in the column, or without the column. */
	const having = (rows: string, column: string, cell: unknown) =>
		itemsOf(rows).map((row) => (cell === undefined ? row : ({ ...row, [column]: cell } as IDataObject)));
	const ofItems = (apply: IDataObject[], step: Step = {}): Step => ({
		...{ apply, set: fromItems, options: REPLACE },
		...step,
	});
	const LOST = 'No item of the list has Departments, but radars of the list do';
	const keyed = (rows: string) => itemsOf(rows).map(({ id, ...row }) => ({ ...row, custom_fields: { id } }));
	const byId = { options: { keyField: 'id', maximumToDeactivate: '100%' } };

	told({
		'in one item, whose cell is empty, null or gone, keeps its radar': [
			ofItems(itemsOf('alder:Sales birch:Sales')),
			...['', null, undefined].map((cell) =>
				ofItems([...itemsOf('alder:Sales'), ...having('birch', 'departments', cell)], {
					gives: 'changed birch, keep alder',
					why: [/The radar has Departments, and the item has no value for it.*use the word any/, /./],
					charges: 2,
				}),
			),
		],
		'in all items, as empty cells or with its column, stops the run and is named': [
			ofItems(itemsOf('alder:Sales birch:Legal')),
			...['', undefined].map((cell) =>
				ofItems(having('alder birch', 'departments', cell), { fails: LOST, writes: 0 }),
			),
			{ plan: itemsOf('alder birch'), set: fromItems, fails: LOST },
		],
		'is not bought again under another key': [
			ofItems(keyed('alder#a:Sales birch#b:Sales'), byId),
			ofItems(keyed('alder#new birch#b:Sales'), { ...byId, gives: 'changed alder, keep birch', charges: 2 }),
		],
	});

	const owner = (value: string) => ({ customFields: { fields: [{ name: 'owner', value }] } });
	const COMPANY_PAGE = 'https://profiles.example.com/company/acme';

	test.each<[string, unknown, string, IDataObject | undefined]>([
		['profile_url', COMPANY_PAGE, 'Profile URL', undefined],
		['webhook_url', 'https://n8n.example.com/webhook/radar', 'Webhook URL', undefined],
		['custom_fields', { owner: 'ada' }, 'Custom Fields', undefined],
		['cell', 'ada', 'Custom Fields, owner', owner('={{ $json.cell }}')],
		['cell', COMPANY_PAGE, 'Profile URL', { profileUrl: '={{ $json.cell }}' }],
	])('takes nothing away: an empty %s', async (column, value, label, ofForm) => {
		const of = (cell: unknown, step: Step = {}): Step => ({
			apply: having('alder', column, cell),
			set: ofForm ? {} : fromItems,
			options: { ...REPLACE, ...ofForm },
			...step,
		});
		const why = [new RegExp(`The radar has ${label}, and the item has no value for it`)];
		const kept = { gives: 'changed alder', why, charges: 1 };
		await tell(service, [of(value), of(null, kept), of('', kept)]);
	});

	const form = (own: object): Step => ({ apply: 'alder', options: { ...REPLACE, ...own } });

	test.each<[string, Step, Step]>([
		['it is any', ofItems(itemsOf('alder:Sales')), ofItems(itemsOf('alder:Any'))],
		['the form has none', { apply: 'alder', set: { departments: ['Sales'] } }, { apply: 'alder' }],
		['the row is empty', form(owner('Bob')), form(owner(''))],
		['there is no row', form(owner('Bob')), form({})],
	])('is meant where %s', async (_, first, second) => {
		await tell(service, [
			{ change: PER_UPDATE, ...first },
			{ ...second, options: REPLACE, gives: 'created alder, deactivated alder' },
		]);
	});
});
