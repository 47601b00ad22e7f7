import { planSync, type Desired, type PlanOptions } from '../../../nodes/CompanyRadar/sync/planSync';
import * as read from '../../../nodes/CompanyRadar/sync/readList';
import { checkMaximum } from '../../../nodes/CompanyRadar/sync/settings';
import type { Radar, RadarDefinition } from '../../../nodes/shared/api/types';
import { withFingerprint, targetKeys } from '../../../nodes/shared/values/radars/sameRadar';

const OPTIONS: PlanOptions = {
	list: 'Target accounts',
	replaceChanged: false,
	createIncomparable: false,
	now: Date.parse('2026-11-22T12:00:00Z'),
};
const REPLACE = { replaceChanged: true };
const INCOMPARABLE = { createIncomparable: true };
const ENDS = { radar_status: 'inactive' };

const hires = (more: Partial<RadarDefinition> = {}): RadarDefinition => ({
	radar_type: 'company_new_hires',
	domain: 'alder.example.org',
	...more,
});
const SALES = hires({ departments: ['Sales'] });
const LEGAL = hires({ departments: ['Legal'] });
const ofLead = (lead: string) => hires({ custom_fields: { lead } });

const entry = (definition: RadarDefinition, key = targetKeys(definition)[0] ?? ''): Desired => ({
	item: 0,
	definition,
	key,
	unset: [],
});

/** The record of a radar, as the service shows it. */
const record = (id: string, { radar_type, domain, custom_fields = {} }: RadarDefinition, more: object = {}) =>
	({
		...{ radar_id: id, radar_type, domain, custom_fields, radar_status: 'active', updates_since: null },
		...{ created_at: '2026-11-01T12:00:00.000Z', next_charge_at: '2026-12-01T12:00:00.000Z' },
		...more,
	}) as unknown as Radar;

/** A radar of the list, as it was sent. */
const listed = (id: string, wanted: Desired | RadarDefinition, more?: object) => {
	const desired = 'definition' in wanted ? wanted : entry(wanted);
	return record(id, withFingerprint(read.ofList(desired, OPTIONS.list)), more);
};
/** An entry, and its radar, whose key is a custom field. */
const keyed = (id: string, { custom_fields: fields, ...definition }: RadarDefinition) =>
	entry({ ...definition, custom_fields: { ...fields, crm_id: id } }, `crm_id:${id}`);
const ofKey = (id: string, definition: RadarDefinition, more?: object) =>
	listed(id, keyed(id, definition), more);

const OPENINGS = hires({ radar_type: 'company_job_openings' });
const person = (name: string) => ({
	...{ radar_type: 'contact_job_changes', domain: 'alder.example.org', full_name: 'Ada L' },
	profile_url: `https://profiles.example/in/${name}`,
});
const posts = (host: string) => ({
	radar_type: 'contact_social_posts',
	profile_url: `https://${host}.example.com/in/jane-doe`,
});
const withoutFingerprint = ({ custom_fields: fields, ...radar }: Radar) =>
	({ ...radar, custom_fields: { ...fields, n8n_definition: undefined } }) as unknown as Radar;
const ELSEWHERE = record('other', withFingerprint(SALES));
const OVER = { ...ENDS, next_charge_at: '2026-11-20T12:00:00.000Z' };
const OF_OLD_KEY = '["contact_social_posts","profile_url","https://www.example.com/in/jane-doe"]';

test.each<[string, Desired[], Radar[], changes: string, options?: Partial<PlanOptions>]>([
	['other filters than a radar outside the list', [entry(hires())], [ELSEWHERE], 'create'],
	['the filters of a radar outside the list', [entry(SALES)], [ELSEWHERE], 'keep other'],
	[
		'two radars of one key',
		[entry(SALES)],
		[listed('wrong', LEGAL), listed('right', SALES)],
		'keep right, deactivate wrong',
	],
	[
		'a radar that looks back further',
		[entry({ ...OPENINGS, updates_since: '2026-06-01T00:00:00Z' })],
		[listed('radar', OPENINGS, { updates_since: '2026-01-01T00:00:00.000Z' })],
		'keep radar',
	],
	['another URL', [entry(hires({ webhook_url: 'https://a.example/' }))], [listed('a', hires())], 'changed a'],
	['a radar whose paid month is over', [entry(hires())], [listed('old', hires(), OVER)], 'create'],
	[
		'a page in another form than that of the key',
		[entry(posts('de'))],
		[listed('radar', entry(posts('www'), OF_OLD_KEY), posts('www'))],
		'keep radar',
	],
	[
		'another key and the same filters, whatever the order',
		[keyed('3', LEGAL), keyed('4', SALES)],
		[ofKey('1', SALES), ofKey('2', LEGAL)],
		'changed 2, changed 1',
	],
	[
		'the same definition under another key, after another entry',
		[keyed('4', SALES), { ...keyed('3', SALES), key: 'a new key' }],
		[ofKey('3', SALES)],
		'create, keep 3',
		INCOMPARABLE,
	],
	[
		'a radar of the key of the second entry',
		[keyed('2', SALES), keyed('1', SALES)],
		[ofKey('1', SALES)],
		'create, keep 1',
		INCOMPARABLE,
	],
	['other filters of a target', [keyed('1', SALES), keyed('2', LEGAL)], [], 'create, create'],
	['a person', [keyed('2', person('ada'))], [ofKey('1', person('ada'), person('ada'))], 'changed 1'],
	[
		'a person of the same name',
		[keyed('2', person('ada-2'))],
		[ofKey('1', person('ada'), person('ada'))],
		'create, deactivate 1',
	],
	[
		'a person of the same name as one outside the list',
		[entry(person('ada-2'))],
		[record('1', person('ada'), person('ada'))],
		'create',
	],
	[
		'a person outside the list',
		[entry(person('ada'))],
		[record('1', person('ada'), person('ada'))],
		'keep 1',
	],
	['unknown filters', [keyed('2', SALES)], [withoutFingerprint(ofKey('1', SALES))], 'changed 1'],
	[
		'unknown filters, which are to be created',
		[keyed('2', SALES)],
		[withoutFingerprint(ofKey('1', SALES))],
		'create, deactivate 1',
		INCOMPARABLE,
	],
	[
		'a radar that still runs, with other values',
		[entry(ofLead('b'))],
		[listed('a', ofLead('a'), ENDS)],
		'changed a',
	],
	['an active radar, with other values', [entry(ofLead('b'))], [listed('a', ofLead('a'))], 'changed a'],
	[
		'a radar that still runs, to be replaced',
		[entry(ofLead('b'))],
		[listed('a', ofLead('a'), ENDS)],
		'create a',
		REPLACE,
	],
	[
		'an active radar, to be replaced',
		[entry(ofLead('b'))],
		[listed('a', ofLead('a'))],
		'create a, deactivate a',
		REPLACE,
	],
	...[
		listed('b', ofLead('b')),
		listed('b', ofLead('b'), ENDS),
		listed('b', entry(ofLead('b'), 'other')),
	].flatMap((radar): Array<[string, Desired[], Radar[], string, typeof REPLACE]> => [
		[
			'one of three entries of a key',
			['a', 'b', 'c'].map((lead) => entry(ofLead(lead))),
			[radar],
			'keep b, keep, keep',
			REPLACE,
		],
		[
			'the first of two entries of a key',
			['b', 'a'].map((lead) => entry(ofLead(lead))),
			[radar],
			'keep b, keep',
			REPLACE,
		],
	]),
])('%s', async (_, entries, existing, ...[expected, options]) => {
	const desired = entries.map((each, item) => ({ ...each, item }));
	const { changes } = await planSync(desired, existing, { ...OPTIONS, ...options });
	expect(
		changes.map(({ change, radar }) => [change, ...(radar ? [radar.radar_id] : [])].join(' ')).join(', '),
	).toBe(expected);
});

test('two entries of a person are one radar', async () => {
	const [one, other] = [entry(posts('www')), { ...entry(posts('de')), item: 1 }];
	const existing = listed('radar', entry(posts('www'), OF_OLD_KEY), posts('www'));
	const { changesOf } = await planSync([one, other], [existing], OPTIONS);
	expect(changesOf.keep.map(({ repeats }) => repeats?.item)).toEqual([undefined, 0]);
});

test('a radar of another type or target is not in the way of a new one under its key', async () => {
	const { key } = entry(hires());
	for (const other of [hires({ radar_type: 'company_mentions' }), hires({ domain: 'birch.example.org' })])
		for (const more of [{}, ENDS]) {
			const existing = listed('old', entry(other, key), more);
			const { changesOf } = await planSync([entry(hires())], [existing], { ...OPTIONS, ...REPLACE });
			expect(changesOf.create.map(({ waitsUntil }) => waitsUntil)).toEqual([undefined]);
		}
});

test('entries with one key contradict each other, even if only one of them has a value', async () => {
	const [first, second] = [entry(hires()), entry(hires({ job_titles: 'CFO' }))];
	const { conflicts } = await planSync([first, second], [], OPTIONS);
	expect(conflicts).toEqual([{ desired: second, earlier: first, differs: ['job_titles'] }]);
});

test.each([
	['exists', [ofKey('1', SALES)], 'keep'],
	['is created, too', [], 'create'],
	['is replaced', [ofKey('1', LEGAL)], 'create'],
])(
	'a radar is kept for two entries of one target, where that of the other one %s',
	async (_, existing, first) => {
		for (const order of [['1', '2'] as const, ['2', '1'] as const]) {
			const entries = order.map((key, item) => ({ ...keyed(key, SALES), item }));
			const { changes } = await planSync(entries, existing, { ...OPTIONS, ...REPLACE });
			const changeOf = (key: string) => changes.find(({ desired: each }) => each?.key === `crm_id:${key}`);
			const [one, other] = existing.length > 0 ? ['1', '2'] : order;
			expect(changeOf(one)).toMatchObject({ change: first });
			expect(changeOf(other)).toMatchObject({ change: 'keep', repeats: { key: `crm_id:${one}` } });
		}
	},
);

test('a second radar of a target may be refused, and says so', async () => {
	const { changes } = await planSync([keyed('1', SALES), keyed('2', LEGAL)], [], OPTIONS);
	expect(changes[1]?.reason).toContain('Unless your account allows duplicates, Apply keeps that one');
});

test.each(['owner name', 'owner.name'])(
	'an empty custom field is not %s, and a change is named',
	async (name) => {
		const withField = (value: string) => ({
			...entry(hires({ custom_fields: { [name]: value } })),
			unset: ['custom_fields.owner'],
		});
		const plan = await planSync([withField('B')], [listed('a', withField('A'))], { ...OPTIONS, ...REPLACE });
		expect(plan.changes[0]).toMatchObject({
			change: 'create',
			reason: `Replaces a radar. The definition has changed: Custom Fields, ${name} (A → B).`,
		});
	},
);

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
