import type { IDataObject } from 'n8n-workflow';

import type { RunResult } from '../harness';
import { fasterWaits } from '../client/time';
import { DUPLICATES, SPLIT, storiesOf } from '../support/stories';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 10_000, settings: { unlimited: true } }, 1000);
fasterWaits();

const DAY = 24 * 3600;

const sync: IDataObject = {
	resource: 'radar',
	operation: 'syncList',
	listName: '  Target   accounts ',
	radarsFrom: 'list',
	options: { maximumToDeactivate: '100%', replaceChanged: true },
};
const create: IDataObject = {
	resource: 'radar',
	operation: 'create',
	radarsFrom: 'fields',
};

const run = async (syncMode: string, radars: object[], more: IDataObject = {}) =>
	await service.run({ ...sync, syncMode, radars: JSON.stringify(radars), ...more });
const changes = (result: RunResult) => result.json('Company Radar').map(({ change }) => change);
const reasons = (result: RunResult) => result.json('Company Radar').map(({ reason }) => reason);
const hints = (result: RunResult) => result.hints('Company Radar').join('\n');
const charges = () => service.control.charges().length;
const active = () => service.control.radars().filter(({ radar_status: status }) => status === 'active');

const hires = (domain: string, department: string) => ({
	radar_type: 'company_new_hires',
	domain,
	departments: [department],
});

const earlier = { updates_since: '2026-06-01T00:00:00Z' };

describe('A service that shows values in another form', () => {
	const webhook = { webhook_url: 'https://HOOKS.example.org' };
	const radars = [
		{ radar_type: 'industry_mentions', keyword: 'green   energy', custom_fields: { owner: ' Ada   L. ' } },
		{ radar_type: 'company_mentions', domain: 'müller.example', updates_since: '2026-06-01T00:00:00Z' },
		{
			radar_type: 'contact_job_changes',
			domain: 'alder.example.org',
			full_name: 'Ada  Lovelace',
			custom_fields: { a: '' },
		},
		{
			radar_type: 'company_new_hires',
			domain: 'birch.example.org',
			departments: ['Sales', 'Legal'],
			...webhook,
		},
		{ radar_type: 'industry_mentions', keyword: 'ﬁnance', custom_fields: { note: 'tab\there' } },
	];

	test.each([true, false])(
		'has nothing replaced, and nothing bought twice (duplicates: %s)',
		async (duplicatesEnabled) => {
			service.control.change({ radars: { otherForm: true }, account: { duplicatesEnabled } });
			expect((await run('apply', radars)).error).toBeUndefined();
			expect(charges()).toBe(radars.length);
			for (let again = 0; again < 3; again++) {
				const result = await run('apply', radars);
				expect([changes(result), reasons(result)]).toEqual([
					radars.map(() => 'keep'),
					radars.map(() => 'Already on the list.'),
				]);
			}
			expect(charges()).toBe(radars.length);
			expect(active()).toHaveLength(radars.length);
		},
	);

	test('does not hide a real change', async () => {
		service.control.change({
			radars: { otherForm: true },
			account: { duplicatesEnabled: true, billing: { company_job_openings: 'update_based' } },
		});
		const openings = { ...hires('alder.example.org', 'Sales'), radar_type: 'company_job_openings' };
		await run('apply', [openings]);
		for (const changed of [
			{ ...openings, departments: ['Legal'] },
			{ ...openings, custom_fields: { a: '1' } },
			{ ...openings, ...earlier },
		]) {
			expect(changes(await run('apply', [changed]))).toEqual(['created', 'deactivated']);
			expect(changes(await run('apply', [changed]))).toEqual(['keep']);
		}
	});

	const vps = { radar_type: 'company_job_openings', domain: 'alder.example.org', job_titles: 'vp' };
	test.each([
		['the start of New Hires', hires('alder.example.org', 'Sales'), earlier],
		['departments and seniorities beside job titles', vps, { departments: ['Sales'], seniorities: ['CXO'] }],
		['a field without an effect', vps, { include_historical: true }],
	])('is not bought again for %s', async (_, radar, more) => {
		service.control.change({ account: { duplicatesEnabled: true } });
		for (const wanted of [radar, { ...radar, ...more }, radar])
			expect((await run('apply', [wanted])).error).toBeUndefined();
		expect([active().length, charges()]).toEqual([1, 1]);
		expect(changes(await run('plan', [{ ...radar, ...more }]))).toEqual(['keep']);
	});

	test('does not make a lost create look as if nothing was created', async () => {
		service.control.change({ radars: { otherForm: true }, account: { duplicatesEnabled: true } });
		const lost = { method: 'POST', path: '/v1/radars', kind: 'cut', effect: 'done' } as const;
		service.control.addFaults(lost);
		const result = await service.run({
			...create,
			radarType: 'industry_mentions',
			keyword: 'green   energy',
			updatesSince: '2026-06-01T00:00:00Z',
			options: { customFields: { fields: [{ name: 'owner', value: ' Ada   L. ' }] } },
		});
		expect(result.json('Company Radar')).toHaveLength(1);
		expect(charges()).toBe(1);
	});
});

describe('A monthly radar whose definition has changed', () => {
	const on = String.raw`on or after \d{4}-\d\d-\d\d \d\d:\d\d UTC`;
	const options = { maximumToDeactivate: '100%', replaceChanged: true };
	const wanted = { apply: 'alder:Legal birch:Legal', options };
	const now = { gives: 'created alder, deactivated alder' };

	storiesOf(service)({
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
		'is replaced at once where the account allows duplicates': [
			{ change: DUPLICATES, apply: 'alder:Sales' },
			{ apply: 'alder:Legal', options, ...now },
			{ apply: 'alder:Legal', options, gives: 'keep alder' },
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

describe('A radar that was deactivated and still runs', () => {
	const newHires = { ...create, radarType: 'company_new_hires', domain: 'alder.example.org' };

	/** Outside every list. */
	const deactivatedElsewhere = async (parameters: IDataObject) => {
		const [radar] = (await service.run(parameters)).json('Company Radar');
		const radarId = { __rl: true, mode: 'id', value: radar?.radar_id };
		await service.run({ resource: 'radar', operation: 'deactivate', radarId });
		return String(radar?.next_charge_at).slice(0, 10);
	};

	test.each(['company_new_hires', 'company_mentions'])(
		'is counted by Plan, Apply and Dry Run alike (%s)',
		async (radarType) => {
			const end = await deactivatedElsewhere({ ...newHires, radarType });
			const wanted = [{ radar_type: radarType, domain: 'alder.example.org' }];
			for (const mode of ['plan', 'apply']) {
				const result = await run(mode, wanted);
				expect(changes(result)).toEqual(['keep']);
				expect(reasons(result)[0]).toContain(`runs until ${end}`);
			}
			const dry = await service.run({ ...newHires, radarType, dryRun: true });
			expect(dry.json('Company Radar')[0]?.result).not.toBe('Would be created');
			expect(hints(dry)).toContain(`can be created on or after ${end}`);
			expect(charges()).toBe(1);
		},
	);

	test('is returned by Create with the day on which it ends', async () => {
		const end = await deactivatedElsewhere(newHires);
		const again = await service.run(newHires);
		expect(again.json('Company Radar')[0]).toMatchObject({
			already_existed: true,
			radar_status: 'inactive',
			runs_until: expect.stringContaining(end),
		});
		expect(hints(again)).toContain('They find updates only until the date in runs_until');
		service.control.clock({ advance: 31 * DAY });
		expect((await service.run({ ...newHires, dryRun: true })).json('Company Radar')[0]?.result).toBe(
			'Would be created',
		);
	});
});

describe('A list of radars that ends early', () => {
	const many = Array.from({ length: 700 }, (_, index) => ({
		radar_type: 'company_mentions',
		domain: `c${index}.example.org`,
	}));
	const options = { ...(sync.options as object), maximumRadars: 1000 };
	const writes = () => service.requests().filter((request) => !request.startsWith('GET')).length;

	beforeEach(async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		await run('apply', many, { options });
		service.control.clearLog();
	});

	test.each(['null', 'absent', 'constant'] as const)(
		'by a cursor that is %s: nothing is changed',
		async (listCursor) => {
			service.control.change({ radars: { listCursor } });
			const result = await run('apply', many, { options });
			expect(result.error?.message).toContain('only a part of the list of radars');
			expect([writes(), charges()]).toEqual([0, 700]);
		},
	);

	test('a cursor may be a number', async () => {
		service.control.change({ radars: { listCursor: 'number' } });
		expect(new Set(changes(await run('apply', many, { options })))).toEqual(new Set(['keep']));
	});

	test.each([0, 1, 500, 699])(
		'as if it were complete after %i radars: nothing is changed',
		async (listMost) => {
			service.control.change({ radars: { listMost } });
			const plan = await run('plan', many, { options });
			const message = `The list of radars may be late: it shows ${listMost} active radars, but the account has 700`;
			expect(hints(plan)).toContain(`Apply would stop: ${message}`);
			const result = await run('apply', many, { options });
			expect(result.error?.message).toBe(message);
			expect(result.error?.description).toContain("'Trust the List of Radars'");
			expect([writes(), charges()]).toEqual([0, 700]);
			const trusting = await run('apply', many, { options: { ...options, trustList: true } });
			expect(changes(trusting).filter((change) => change === 'created')).toHaveLength(700 - listMost);
		},
	);

	test('once, and is complete when it is read again', async () => {
		const short = {
			status: 'success',
			code: 200,
			timestamp: new Date().toISOString(),
			message: '',
			data: [],
		};
		const body = { ...short, count: 0, limit: 500, has_more: false };
		service.control.addFaults({ method: 'GET', path: '/v1/radars', kind: 'status', status: 200, body });
		expect(new Set(changes(await run('apply', many, { options })))).toEqual(new Set(['keep']));
	});
});

describe('Execute Once', () => {
	const items = ['alder.example.org', 'birch.example.org'].map((domain) => ({
		radar_type: 'company_mentions',
		domain,
	}));
	const fields = {
		radarsFrom: 'fields',
		radarType: 'company_mentions',
		domain: '={{ $json.domain }}',
	};
	const radars = '={{ [$input.first().json, $input.last().json] }}';

	test.each([
		['fields', fields],
		['the JSON of the items', { radarsFrom: 'itemJson' }],
		['an expression over all items', { radars }],
	])('is refused where the list comes from %s', async (_, parameters) => {
		for (const syncMode of ['plan', 'apply']) {
			const result = await service.run({ ...sync, syncMode, ...parameters }, items, {
				node: { executeOnce: true },
			});
			expect(result.error?.message).toBe("'Execute Once' would leave out all input items but the first");
		}
		expect(service.requests()).toEqual([]);
	});

	test('is fine with a list in one field', async () => {
		const list = JSON.stringify([{ radar_type: 'company_mentions', domain: 'alder.example.org' }]);
		const result = await service.run({ ...sync, syncMode: 'apply', radars: list }, items, {
			node: { executeOnce: true },
		});
		expect(changes(result)).toEqual(['created']);
	});
});
