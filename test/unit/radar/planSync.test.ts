import { planSync, type Desired, type PlanOptions } from '../../../nodes/CompanyRadar/sync/planSync';
import * as read from '../../../nodes/CompanyRadar/sync/readList';
import { checkMaximum } from '../../../nodes/CompanyRadar/sync/settings';
import type { Radar, RadarDefinition } from '../../../nodes/shared/api/types';
import { withFingerprint, targetKeys } from '../../../nodes/shared/values/radars/sameRadar';

/** As it's sent. */
const ofList = (entry: Desired, list: string) => withFingerprint(read.ofList(entry, list));

const LIST = 'Target accounts';
const OPTIONS: PlanOptions = {
	list: LIST,
	replaceChanged: false,
	createIncomparable: false,
	now: Date.parse('2026-11-22T12:00:00Z'),
};

const hires = (domain: string, more: Partial<RadarDefinition> = {}): RadarDefinition => ({
	radar_type: 'company_new_hires',
	domain,
	...more,
});

const desired = (...definitions: RadarDefinition[]): Desired[] =>
	definitions.map((definition, item) => ({
		item,
		definition,
		key: targetKeys(definition)[0] ?? '',
		unset: [],
	}));

/** The record of a radar, as the service shows it. */
const record = (
	id: string,
	{ radar_type: type, domain, custom_fields: fields }: RadarDefinition,
	more: object = {},
) =>
	({
		radar_id: id,
		radar_type: type,
		domain,
		custom_fields: fields ?? {},
		created_at: '2026-11-01T12:00:00.000Z',
		next_charge_at: '2026-12-01T12:00:00.000Z',
		radar_status: 'active',
		updates_since: null,
		...more,
	}) as unknown as Radar;

const listed = (id: string, definition: RadarDefinition, more?: object) =>
	record(id, ofList(desired(definition)[0]!, LIST), more);

const planned = async (entries: Desired[], existing: Radar[], options: Partial<PlanOptions> = {}) =>
	(await planSync(entries, existing, { ...OPTIONS, ...options })).changes.map(
		({ change, desired: entry, radar }) => [
			change,
			entry?.definition.domain ?? radar?.domain,
			radar?.radar_id,
		],
	);

test('a radar with other filters than one outside the list is created where both are known', async () => {
	const elsewhere = record('other', withFingerprint(hires('alder.example.org', { departments: ['Sales'] })));
	expect(await planned(desired(hires('alder.example.org')), [elsewhere])).toEqual([
		['create', 'alder.example.org', undefined],
	]);
	expect(await planned(desired(hires('alder.example.org', { departments: ['Sales'] })), [elsewhere])).toEqual(
		[['keep', 'alder.example.org', 'other']],
	);
});

test('of two radars with the same key, that with the right definition stays', async () => {
	const existing = [
		listed('wrong', hires('alder.example.org', { departments: ['Legal'] })),
		listed('right', hires('alder.example.org', { departments: ['Sales'] })),
	];
	expect(await planned(desired(hires('alder.example.org', { departments: ['Sales'] })), existing)).toEqual([
		['keep', 'alder.example.org', 'right'],
		['deactivate', 'alder.example.org', 'wrong'],
	]);
});

test('a radar that looks back further than asked for has not changed', async () => {
	const openings = { ...hires('alder.example.org'), radar_type: 'company_job_openings' };
	const existing = [listed('radar', openings, { updates_since: '2026-01-01T00:00:00.000Z' })];
	const entries = desired({ ...openings, updates_since: '2026-06-01T00:00:00.000Z' });
	expect(await planned(entries, existing)).toEqual([['keep', 'alder.example.org', 'radar']]);
});

test('one person is one radar, in whatever form the page is given, or was when the key was formed', async () => {
	const posts = (url: string): RadarDefinition => ({ radar_type: 'contact_social_posts', profile_url: url });
	const given = posts('https://www.example.com/in/jane-doe');
	const [entry] = desired(given) as [Desired];
	const key = '["contact_social_posts","profile_url","https://www.example.com/in/jane-doe"]';
	const existing = record('radar', ofList({ ...entry, key }, LIST), { profile_url: given.profile_url });
	const other = posts('https://de.example.com/in/jane-doe');
	const { changesOf } = await planSync(desired(given, other), [existing], OPTIONS);
	expect(changesOf.keep.map(({ radar }) => radar?.radar_id)).toEqual(['radar', undefined]);
	expect(changesOf.keep.map(({ repeats }) => repeats?.item)).toEqual([undefined, 0]);
	expect(await planned(desired(other), [existing])).toEqual([['keep', undefined, 'radar']]);
});

test('another URL is a change', async () => {
	const entries = desired(hires('alder.example.org', { webhook_url: 'https://n8n.example/webhook/1' }));
	expect(await planned(entries, [listed('radar', hires('alder.example.org'))])).toEqual([
		['changed', 'alder.example.org', 'radar'],
	]);
});

test('a deactivated radar whose paid month is over is created again', async () => {
	const over = { radar_status: 'inactive', next_charge_at: '2026-11-20T12:00:00.000Z' };
	expect(
		await planned(desired(hires('alder.example.org')), [listed('old', hires('alder.example.org'), over)]),
	).toEqual([['create', 'alder.example.org', undefined]]);
});

test('a radar of another type or target is not in the way of a new one under its key', async () => {
	const [entry] = desired(hires('alder.example.org')) as [Desired];
	const ofKey = (radar: RadarDefinition, more: object) =>
		record('old', ofList({ ...entry, definition: radar }, LIST), more);
	const mentions = { radar_type: 'company_mentions', domain: 'alder.example.org' };
	for (const other of [mentions, hires('birch.example.org')]) {
		for (const more of [{}, { radar_status: 'inactive' }]) {
			const options = { ...OPTIONS, replaceChanged: true };
			const { changesOf } = await planSync([entry], [ofKey(other, more)], options);
			expect(changesOf.create.map(({ waitsUntil }) => waitsUntil)).toEqual([undefined]);
		}
	}
});

test('entries with one key contradict each other, even if only one of them has a value', async () => {
	const [first, second] = desired(
		hires('alder.example.org'),
		hires('alder.example.org', { job_titles: 'CFO' }),
	);
	const { conflicts } = await planSync([first!, second!], [], OPTIONS);
	expect(conflicts).toEqual([{ desired: second, earlier: first, differs: ['job_titles'] }]);
});

describe('Under another key, a radar', () => {
	const person = (name: string) => ({
		radar_type: 'contact_job_changes',
		domain: 'alder.example.org',
		full_name: 'Ada L',
		profile_url: `https://profiles.example/in/${name}`,
	});

	const entry = (key: string, definition: RadarDefinition): Desired => ({
		item: 0,
		definition: { ...definition, custom_fields: { crm_id: key } },
		key: `crm_id:${key}`,
		unset: [],
	});
	const keyed = (key: string, definition: RadarDefinition) =>
		record(key, ofList(entry(key, definition), LIST));
	const sales = hires('alder.example.org', { departments: ['Sales'] });
	const legal = hires('alder.example.org', { departments: ['Legal'] });

	test('goes to the entry with the same filters, whatever the order', async () => {
		const existing = [keyed('1', sales), keyed('2', legal)];
		const entries = [entry('3', legal), entry('4', sales)];
		expect(await planned(entries, existing)).toEqual([
			['changed', 'alder.example.org', '2'],
			['changed', 'alder.example.org', '1'],
		]);
	});

	test('goes to the entry with the same definition, even if another one comes first', async () => {
		const same = { ...entry('3', sales), key: 'a new key' };
		const existing = [keyed('3', sales)];
		expect(await planned([entry('4', sales), same], existing, { createIncomparable: true })).toEqual([
			['create', 'alder.example.org', undefined],
			['keep', 'alder.example.org', '3'],
		]);
	});

	test('stays with the entry of its key', async () => {
		const entries = [entry('2', sales), entry('1', sales)];
		expect(await planned(entries, [keyed('1', sales)], { createIncomparable: true })).toEqual([
			['create', 'alder.example.org', undefined],
			['keep', 'alder.example.org', '1'],
		]);
	});

	test.each([
		['exists', [keyed('1', sales)], 'keep'],
		['is created, too', [], 'create'],
		['is replaced', [keyed('1', legal)], 'create'],
	])('is kept for two entries of one target, where that of the other one %s', async (_, existing, first) => {
		const options = { ...OPTIONS, replaceChanged: true };
		for (const order of [
			['1', '2'],
			['2', '1'],
		] as const) {
			const entries = order.map((key, item) => ({ ...entry(key, sales), item }));
			const { changes } = await planSync(entries, existing, options);
			const changeOf = (key: string) => changes.find(({ desired: each }) => each?.key === `crm_id:${key}`);
			const [one, other] = existing.length > 0 ? ['1', '2'] : order;
			expect(changeOf(one)).toMatchObject({ change: first });
			expect(changeOf(other)).toMatchObject({ change: 'keep', repeats: { key: `crm_id:${one}` } });
		}
	});

	test('with other filters is created for a second entry of its target, and may be refused', async () => {
		const { changes } = await planSync([entry('1', sales), entry('2', legal)], [], OPTIONS);
		expect(changes.map(({ change }) => change)).toEqual(['create', 'create']);
		expect(changes[1]?.reason).toContain('Unless your account allows duplicates, Apply keeps that one');
	});

	test('of a person with the same name and another profile is another radar', async () => {
		const { full_name: name, profile_url: profile } = person('ada');
		const radar = record('1', ofList(entry('1', person('ada')), LIST), {
			full_name: name,
			profile_url: profile,
		});
		expect(await planned([entry('2', person('ada'))], [radar])).toEqual([
			['changed', 'alder.example.org', '1'],
		]);
		expect(await planned([entry('2', person('ada-2'))], [radar])).toEqual([
			['create', 'alder.example.org', undefined],
			['deactivate', 'alder.example.org', '1'],
		]);
	});

	test('of a person whom another radar of the same name may hide is created', async () => {
		const other = record('1', person('ada'), person('ada'));
		expect(await planned(desired(person('ada-2')), [other])).toEqual([
			['create', 'alder.example.org', undefined],
		]);
		expect(await planned(desired(person('ada')), [other])).toEqual([['keep', 'alder.example.org', '1']]);
	});

	test("is kept if its filters can't be compared, unless asked for", async () => {
		const { custom_fields: fields, ...radar } = keyed('1', sales);
		const existing = [
			{ ...radar, custom_fields: { ...fields, n8n_definition: undefined } } as unknown as Radar,
		];
		expect(await planned([entry('2', sales)], existing)).toEqual([['changed', 'alder.example.org', '1']]);
		expect(await planned([entry('2', sales)], existing, { createIncomparable: true })).toEqual([
			['create', 'alder.example.org', undefined],
			['deactivate', 'alder.example.org', '1'],
		]);
	});
});

test.each([
	['20%', 40, 8],
	['20%', 3, 5],
	['0%', 40, 0],
	['100 %', 40, 40],
	['5', 40, 5],
	[0, 40, 0],
])('%j of %i radars is %i', (value, active, count) => {
	const maximum = checkMaximum(value);
	expect(maximum.ok && maximum.value.limitFor(active)).toBe(count);
});

test.each([
	['a name that begins with the same word', 'owner', 'owner name'],
	['a name that begins with the same name and a dot', 'owner', 'owner.name'],
])('an empty custom field keeps no radar for the value of %s', async (_, empty, other) => {
	const withFields = (fields: Record<string, string>): Desired => ({
		item: 0,
		definition: hires('alder.example.org', { custom_fields: fields }),
		key: 'alder.example.org',
		unset: [`custom_fields.${empty}`],
	});
	const existing = [record('old', ofList(withFields({ [other]: 'A' }), LIST))];
	const plan = await planSync([withFields({ [other]: 'B' })], existing, { ...OPTIONS, replaceChanged: true });
	expect(plan.changes[0]).toMatchObject({
		change: 'create',
		reason: `Replaces a radar. The definition has changed: Custom Fields, ${other} (A → B).`,
	});
});

describe('Entries with one key that differ in their custom fields', () => {
	const row = (item: number, lead: string): Desired => ({
		...desired(hires('alder.example.org', { custom_fields: { lead } }))[0]!,
		item,
	});
	const ofLead = (lead: string, more?: object) => record(lead, ofList(row(0, lead), LIST), more);
	const ends = { radar_status: 'inactive' };

	test.each([
		['an active radar', ofLead('b')],
		['a deactivated radar that still runs', ofLead('b', ends)],
		['a radar under another key', record('b', ofList({ ...row(0, 'b'), key: 'other' }, LIST))],
	])('keep %s that equals one of them, in any order', async (_, radar) => {
		for (const entries of [
			[row(0, 'a'), row(1, 'b'), row(2, 'c')],
			[row(0, 'b'), row(1, 'a')],
		]) {
			const { changes } = await planSync(entries, [radar], { ...OPTIONS, replaceChanged: true });
			expect(changes.map(({ change }) => change)).toEqual(entries.map(() => 'keep'));
		}
	});

	test('replace a radar that equals none by the first', async () => {
		const entries = [row(0, 'a'), row(1, 'b')];
		const options = { ...OPTIONS, replaceChanged: true };
		const [first] = (await planSync(entries, [ofLead('c')], options)).changes;
		expect(first).toMatchObject({ change: 'create', desired: entries[0] });
	});
});

describe('A radar that was deactivated and still runs', () => {
	const ends = { radar_status: 'inactive' };
	const withLead = (lead: string) => hires('alder.example.org', { custom_fields: { lead } });

	test.each([
		[false, 'changed'],
		[true, 'create'],
	])(
		'is judged as an active one when its key comes back with other values: replace %s',
		async (replaceChanged, change) => {
			for (const more of [ends, {}]) {
				const existing = [listed('old', withLead('Ada'), more)];
				const options = { ...OPTIONS, replaceChanged };
				const [first] = (await planSync(desired(withLead('Grace')), existing, options)).changes;
				expect(first).toMatchObject({ change, radar: { radar_id: 'old' } });
				expect(first?.reason).toContain('The definition has changed: Custom Fields, lead (Ada → Grace).');
			}
		},
	);

	test('is never deactivated again', async () => {
		const existing = [listed('old', withLead('Ada'), ends)];
		const options = { ...OPTIONS, replaceChanged: true };
		const { changesOf } = await planSync(desired(withLead('Grace')), existing, options);
		expect(changesOf.deactivate).toEqual([]);
	});
});
