import type { IDataObject } from 'n8n-workflow';

import { fasterWaits } from '../client/time';
import { CREATE_EACH as create } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { DUPLICATES, itemsOf, names, SPLIT, storiesOf, tell, type Step } from '../support/stories';

const service = useSandbox({ balanceUsd: 10_000, settings: { unlimited: true } }, 1000);
const told = storiesOf(service);
fasterWaits();

const options = { maximumToDeactivate: '100%', replaceChanged: true };
const set = { radarsFrom: 'itemJson', listName: '  Target   accounts ' };
const apply = (rows: IDataObject[], step: Step = {}): Step => ({ apply: rows, set, options, ...step });
const plan = (rows: IDataObject[], step: Step = {}): Step => ({ plan: rows, set, options, ...step });
const keep = (rows: IDataObject[]): Step => ({
	column: { change: rows.map(() => 'keep'), reason: rows.map(() => 'Already on the list.') },
});

const alder = { domain: 'alder.example.org' };
const openings: IDataObject = { radar_type: 'company_job_openings', ...alder };
const earlier = { updates_since: '2026-06-01T00:00:00Z' };

describe('A service that shows values in another form', () => {
	const radars: IDataObject[] = [
		{ radar_type: 'industry_mentions', keyword: 'green   energy', custom_fields: { owner: ' Ada   L. ' } },
		{ radar_type: 'company_mentions', domain: 'müller.example', ...earlier },
		{ radar_type: 'contact_job_changes', ...alder, full_name: 'Ada  Lovelace', custom_fields: { a: '' } },
		{
			...{ radar_type: 'company_new_hires', domain: 'birch.example.org', departments: ['Sales', 'Legal'] },
			webhook_url: 'https://HOOKS.example.org',
		},
		{ radar_type: 'industry_mentions', keyword: 'ﬁnance', custom_fields: { note: 'tab\there' } },
	];
	const otherForm = { radars: { otherForm: true } };
	const perUpdate = { duplicatesEnabled: true, billing: { company_job_openings: 'update_based' } } as const;

	test.each([true, false])(
		'has nothing replaced, and nothing bought twice (duplicates: %s)',
		async (duplicatesEnabled) => {
			const again = apply(radars, { ...keep(radars), charges: radars.length });
			const change = { ...otherForm, account: { duplicatesEnabled } };
			await tell(service, [apply(radars, { change, charges: radars.length }), again, again, again]);
		},
	);

	told({
		'does not hide a real change': [
			apply([{ ...openings, departments: ['Sales'] }], { change: { ...otherForm, account: perUpdate } }),
			...[{ departments: ['Legal'] }, { custom_fields: { a: '1' } }, earlier]
				.map((more) => ({ ...openings, departments: ['Sales'], ...more }))
				.flatMap((changed) => [
					apply([changed], { gives: 'created alder, deactivated alder' }),
					apply([changed], { gives: 'keep alder' }),
				]),
		],
		'does not make a lost create look as if nothing was created': [
			{
				change: { ...otherForm, ...DUPLICATES },
				fault: { method: 'POST', path: '/v1/radars', kind: 'cut', effect: 'done' },
				run: { ...create, radarType: 'industry_mentions', keyword: 'green   energy' },
				options: { customFields: { fields: [{ name: 'owner', value: ' Ada   L. ' }] } },
				rows: [{}],
				charges: 1,
			},
		],
	});
});

describe('A monthly radar whose definition has changed', () => {
	const on = String.raw`on or after \d{4}-\d\d-\d\d \d\d:\d\d UTC`;
	const wanted = { apply: 'alder:Legal birch:Legal', options };

	told({
		'is deactivated now, and the plan, the panel and the row say from when on it is replaced': [
			{ apply: 'alder:Sales birch:Sales' },
			{
				...{ plan: wanted.apply, options },
				gives: 'create alder, create birch, deactivate birch, deactivate alder',
				why: [new RegExp(`Unless your account allows duplicates, it's replaced ${on}`), /./, /./, /./],
				says: new RegExp(`2 new radars take the place .*${on}: apply the list again then`),
			},
			{
				...wanted,
				gives: 'deactivated birch, deactivated alder, keep alder, keep birch',
				why: [/./, /./, /^A deactivated radar still runs until .* UTC\. .* to replace it\.$/, /./],
				says: new RegExp(`2 radars couldn't be created .*${on}. Apply the list again then`),
				hides: /Plan:/,
				active: '',
				charges: 2,
			},
			{ daysLater: 10, ...wanted, gives: 'keep alder, keep birch' },
			{ daysLater: 21, ...wanted, gives: 'created alder, created birch' },
			{ ...wanted, gives: 'keep alder, keep birch', active: 'alder birch', charges: 4 },
		],
		'keeps running when the balance does not even pay for the new radars': [
			{ change: DUPLICATES, apply: 'alder:Sales cedar:Sales' },
			...[{}, SPLIT].map((node, index) => ({
				balance: 0,
				...{ apply: 'alder:Legal birch:Sales', options, node },
				...(index === 0
					? { fails: 'The account balance is too low' }
					: { errors: Array(4).fill(/too low|stopped/) }),
				active: 'alder cedar',
			})),
		],
	});
});

test.each(['company_new_hires', 'company_mentions'])(
	'A radar that was deactivated elsewhere and still runs is told by Plan, Apply, Dry Run and Create alike (%s)',
	async (radarType) => {
		const run = { ...create, radarType };
		const [radar] = (await service.run(run, [alder])).json('Company Radar');
		const radarId = { __rl: true, mode: 'id', value: radar?.radar_id };
		await service.run({ resource: 'radar', operation: 'deactivate', radarId });
		const end = String(radar?.next_charge_at).slice(0, 10);
		const wanted = [{ radar_type: radarType, ...alder }];
		const told = { gives: 'keep alder', why: [new RegExp(`runs until ${end}`)] };
		const dry = { run: { ...run, dryRun: true }, items: [alder] };
		await tell(service, [
			plan(wanted, told),
			apply(wanted, told),
			{
				...dry,
				row: { result: expect.not.stringMatching(/Would be created/) },
				says: `can be created on or after ${end}`,
			},
			{
				...{ run, items: [alder] },
				row: { already_existed: true, radar_status: 'inactive', runs_until: expect.stringContaining(end) },
				says: 'They find updates only until the date in runs_until',
				charges: 1,
			},
			{ daysLater: 31, ...dry, row: { result: 'Would be created' } },
		]);
	},
);

describe('A list of radars that ends early', () => {
	const many = itemsOf(names(700));
	const large = (step: Step = {}) => apply(many, { options: { ...options, maximumRadars: 1000 }, ...step });
	const nothing = { writes: 0, charges: 700 };
	const LATE = 'The list of radars may be late: it shows';

	beforeEach(async () => await tell(service, [large({ change: DUPLICATES })]));

	test.each([0, 500, 699])('as if it were complete after %i radars: nothing is changed', async (listMost) => {
		const fails = `${LATE} ${listMost} active radars, but the account has 700`;
		const trusting = { ...options, maximumRadars: 1000, trustList: true };
		await tell(service, [
			{ ...plan(many), change: { radars: { listMost } }, says: `Apply would stop: ${fails}` },
			large({ fails, says: "'Trust the List of Radars'", ...nothing }),
			large({ options: trusting, says: `${700 - listMost} radar`, charges: 1400 - listMost }),
		]);
	});

	test('once, and is complete when it is read again, or with a cursor that is a number', async () => {
		const empty = {
			status: 'success',
			code: 200,
			message: '',
			data: [],
			count: 0,
			limit: 500,
			has_more: false,
		};
		const body = { ...empty, timestamp: new Date().toISOString() };
		const fault = { method: 'GET', path: '/v1/radars', kind: 'status', status: 200, body } as const;
		const says = 'Nothing to change: 700 kept.';
		await tell(service, [
			large({ fault, says }),
			large({ change: { radars: { listCursor: 'number' } }, says }),
		]);
	});
});

const items = itemsOf('alder birch');
const once: Step = { node: { executeOnce: true } };
const first = "'Execute Once' would leave out all input items but the first";
const over = { radarsFrom: 'list', radars: '={{ [$input.first().json, $input.last().json] }}' };

told({
	'Execute Once is refused where the list comes from fields, items, or an expression over all': [
		...[{}, { radarsFrom: 'itemJson' }, over].flatMap((from) => [
			{ ...once, plan: items, set: from, fails: first, requests: 0 },
			{ ...once, apply: items, set: from, fails: first, requests: 0 },
		]),
	],
	'Execute Once is fine with a list in one field': [
		{
			...once,
			apply: items,
			set: { radarsFrom: 'list', radars: JSON.stringify(itemsOf('cedar')) },
			gives: 'created cedar',
		},
	],
});
