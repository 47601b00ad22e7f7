import { RADAR_TYPES } from '../../../nodes/shared/api/radarTypes';
import { simplifyUpdate } from '../../../nodes/shared/updates/simplifyUpdate';

const finding = (radarType: string, content: unknown, domain: string | null = 'example.com') => ({
	update_id: 'u1',
	update_type: 'radar_finding',
	record_id: 'rec1',
	discovered_at: '2026-11-02T08:15:00.000Z',
	data: { radar_id: 'r1', radar_type: radarType, domain, custom_fields: { crm_id: '42' } },
	content,
});

const PROFILE = 'https://profiles.example/in/elena';
const PERSON = { full_name: 'Elena Costa', first_name: 'Elena', last_name: 'Costa', profile_url: PROFILE };
const NEW_HIRE = { ...PERSON, title: 'Head of Marketing', start_date: '2026-11-01', country: 'Portugal' };
const AUTHOR = {
	name: 'Ben Ito',
	profile_type: 'person',
	first_name: 'Ben',
	last_name: 'Ito',
	profile_url: 'https://profiles.example/in/ben',
	title: 'CFO',
	company_domain: 'fjord.example',
	company_name: 'Fjord Bank',
	country: 'Norway',
};
const POST = {
	post_url: 'https://profiles.example/posts/1',
	post_posted_at: '2026-11-01T08:00:00.000Z',
	post_content: 'We learned.',
	author: AUTHOR,
};
const ENGAGEMENT = {
	post_url: POST.post_url,
	post_posted_at: POST.post_posted_at,
	engagement_type: 'comment',
	engagement_content: 'Well done!',
	author: AUTHOR,
};
const MENTION = {
	mention_content: 'Named.',
	mention_url: 'https://news.example/1',
	mention_channel: 'news',
	mention_posted_at: '2026-11-01T08:00:00.000Z',
	author: AUTHOR,
};
const JOB = {
	job_title: 'Data Analyst',
	job_url: 'https://jobs.example/1',
	job_posted_at: '2026-11-01T08:00:00.000Z',
	job_description: 'Analyze.',
	job_source: 'board',
	country: 'Japan',
};
const COMPANY = { company_name: 'Quickmill', company_domain: 'quickmill.example' };
const role = (title: string, name: string, start_date = '2026-11-01', end_date: string | null = null) => ({
	title,
	company_name: name,
	company_domain: `${name.toLowerCase()}.example`,
	start_date,
	end_date,
});
const JOB_CHANGE = {
	change_type: 'new_company_role',
	profile_url: PROFILE,
	new_role: role('CFO', 'Fjord'),
	previous_role: role('Controller', 'Acme', '2021-03-01', '2026-10-31'),
};

const PROMOTION = {
	previous_title: 'Manager',
	current_title: 'VP',
	promotion_date: '2026-11-01',
	country: 'Spain',
};
const REVIEW = {
	review_content: 'Easier  than\nexpected.',
	review_url: 'https://reviews.example/1',
	review_source: 'reviews.example',
	review_rating: 4,
	reviewed_at: '2026-11-01T08:00:00.000Z',
	author: { title: 'Head of Purchasing' },
};
const ROUND = { round: 'Series A', amount_usd: 4_500_000, announced_at: '2026-11-01T08:00:00.000Z' };
const FOUNDED = { industry: 'Machinery', country: 'Japan', founded_at: '2026-11-01' };

type Finding = [content: object, key: string, summary: string, columns: string];

/** The content of each type as far as it is known: whose `upsert_key` it has, its summary, and the columns before the type and the IDs. */
const FINDINGS: Record<(typeof RADAR_TYPES)[number], Finding> = {
	company_new_hires: [
		NEW_HIRE,
		'person',
		'Elena Costa joined example.com as Head of Marketing',
		'domain full_name title level link date do_next country profile_url',
	],
	company_job_openings: [
		JOB,
		'job',
		'example.com is hiring: Data Analyst',
		'domain title level link date country text',
	],
	company_promotions: [
		{ ...PERSON, ...PROMOTION },
		'person',
		'Elena Costa was promoted to VP at example.com',
		'domain full_name title level link date previous_title country profile_url',
	],
	company_reviews: [
		REVIEW,
		'review',
		'New review of example.com: Easier than expected.',
		'domain title level link date rating source text',
	],
	company_mentions: [
		MENTION,
		'mention',
		'New mention of example.com: Named.',
		'domain full_name title level link date source text profile_url',
	],
	company_social_posts: [
		POST,
		'post',
		'New post by example.com: We learned.',
		'domain link date text profile_url',
	],
	company_social_posts_cxo: [
		POST,
		'post',
		'New post by Ben Ito: We learned.',
		'domain full_name title level link date text profile_url',
	],
	company_social_engagements: [
		ENGAGEMENT,
		'person',
		'New comment by Ben Ito on a post of example.com: Well done!',
		'company domain full_name title level link date engagement_type text profile_url',
	],
	contact_job_changes: [
		{ ...JOB_CHANGE, full_name: 'Elena Costa' },
		'person',
		'Elena Costa joined Fjord as CFO',
		'company domain full_name title level link date change_type do_next previous_company profile_url',
	],
	contact_social_posts: [
		POST,
		'post',
		'New post by Ben Ito: We learned.',
		'company domain full_name title level link date text profile_url',
	],
	contact_social_engagements: [
		ENGAGEMENT,
		'person',
		'New comment by Ben Ito: Well done!',
		'company domain full_name title level link date engagement_type text profile_url',
	],
	industry_mentions: [
		MENTION,
		'mention',
		'New mention: Named.',
		'company domain full_name title level link date source text profile_url',
	],
	industry_funding_rounds: [
		{ ...COMPANY, ...ROUND },
		'company',
		'Quickmill raised $4.5M (Series A)',
		'company domain link date amount_usd round',
	],
	industry_new_companies: [
		{ ...COMPANY, ...FOUNDED },
		'company',
		'New company: Quickmill (Machinery, Japan)',
		'company domain link date industry country',
	],
	industry_job_openings: [
		{ ...JOB, ...COMPANY },
		'job',
		'Quickmill is hiring: Data Analyst',
		'company domain title level link date country text',
	],
};

const keyOf = (type: string, content: object, domain: string | null = 'example.com', update_id = 'u2') =>
	simplifyUpdate({ ...finding(type, content, domain), update_id, record_id: null }).upsert_key;

const domainOf = (type: string) => (type.startsWith('industry_') ? null : 'example.com');

/** The content with this after each of its texts, at any depth. */
const withAfterTexts = (value: unknown, end: string): unknown => {
	if (typeof value === 'string') return /^(https?:|\d{4}-|\w+_\w+$)/.test(value) ? value : value + end;
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withAfterTexts(entry, end)]));
};

test('Every radar type is known', () => expect(Object.keys(FINDINGS)).toEqual(RADAR_TYPES));

describe.each(Object.entries(FINDINGS))('%s', (type, [content, kind, summary, columns]) => {
	const domain = domainOf(type);
	const row = simplifyUpdate(finding(type, content, domain));

	test('has its own columns in this order, which say nothing twice but the profile, and none is empty', () => {
		expect(Object.keys(row)).toEqual([
			'summary',
			...columns.split(' '),
			...'found_at upsert_key radar_type update_type custom_fields radar_id record_id update_id'.split(' '),
		]);
		const told = Object.entries(row).filter(([name]) => !['found_at', 'profile_url'].includes(name));
		const values = told.map(([, value]) => value).filter((value) => typeof value === 'string');
		expect(values).toEqual([...new Set(values)]);
		expect(Object.values(row)).not.toContain(null);
	});

	test('is summed up in a line, without characters that nobody sees', () => {
		expect(row.summary).toBe(summary);
		const hostile = withAfterTexts(content, ' \r\n\u0007\u202e\u2028x') as object;
		expect(simplifyUpdate(finding(type, hostile, domain)).summary).not.toMatch(
			/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
		);
	});

	test('has the key of what it is about, and only without that of the update', () => {
		const key = keyOf(type, content, domain);
		expect(key).toMatch(new RegExp(`^${kind}_[0-9a-f]{32}$`));
		expect(keyOf(type, content, domain, 'u3')).toBe(key);
		const keys = ['u2', 'u3', 'u2'].map((id) => keyOf(type, {}, domain, id));
		const isOfRadar = type === 'contact_job_changes';
		expect(new Set(keys).size).toBe(isOfRadar ? 1 : 2);
		expect(keys[0]).toMatch(isOfRadar ? /^person_/ : /^update_/);
	});
});

describe('A finding', () => {
	test('says who, what, where and when first, and its IDs last', () => {
		const simple = simplifyUpdate(finding('company_new_hires', NEW_HIRE));
		expect(Object.entries(simple)).toEqual(
			Object.entries({
				summary: 'Elena Costa joined example.com as Head of Marketing',
				domain: 'example.com',
				full_name: 'Elena Costa',
				title: 'Head of Marketing',
				level: 'head',
				link: PROFILE,
				date: '2026-11-01',
				do_next: 'new_contact',
				country: 'Portugal',
				profile_url: PROFILE,
				found_at: '2026-11-02T08:15:00.000Z',
				upsert_key: keyOf('company_new_hires', { profile_url: PROFILE }),
				radar_type: 'company_new_hires',
				update_type: 'radar_finding',
				custom_fields: { crm_id: '42' },
				radar_id: 'r1',
				record_id: 'rec1',
				update_id: 'u1',
			}),
		);
	});

	test('keeps members that no column takes, and loses none to a column of the same name', () => {
		const content = { ...MENTION, likes: 7, domain: 'news.example', update_id: 7, nothing: null };
		const row = simplifyUpdate(finding('company_mentions', content));
		expect(row).toMatchObject({
			domain: 'example.com',
			likes: 7,
			content_domain: 'news.example',
			content_update_id: 7,
			update_id: 'u1',
		});
		expect(row).not.toHaveProperty('nothing');
	});

	test('keeps what a column should have taken, but is a list or an object', () => {
		const content = { job_title: { name: 'CEO' }, country: ['Germany', 'France'] };
		expect(simplifyUpdate(finding('company_promotions', content))).toMatchObject({
			title: null,
			job_title: { name: 'CEO' },
			content_country: ['Germany', 'France'],
		});
		expect(
			simplifyUpdate(finding('company_mentions', { ...MENTION, mention_url: ['a', 'b'] })),
		).toMatchObject({
			link: 'https://example.com',
			mention_url: ['a', 'b'],
		});
	});

	test('keeps members that happen to have the same value as another', () => {
		const content = { likes: 4, shares: 4, author_country: 'Germany', country: 'Germany' };
		expect(simplifyUpdate(finding('company_mentions', { ...MENTION, ...content }))).toMatchObject(content);
	});

	test('has null where one of its first columns is not known, and nothing for the others', () => {
		expect(simplifyUpdate(finding('company_promotions', {}))).toEqual({
			summary: 'Someone was promoted at example.com',
			domain: 'example.com',
			full_name: null,
			title: null,
			link: 'https://example.com',
			date: '2026-11-02T08:15:00.000Z',
			found_at: '2026-11-02T08:15:00.000Z',
			record_id: 'rec1',
			upsert_key: expect.stringMatching(/^update_/),
			radar_type: 'company_promotions',
			update_type: 'radar_finding',
			custom_fields: { crm_id: '42' },
			radar_id: 'r1',
			update_id: 'u1',
		});
	});

	test('of a company says its name where that is known', () => {
		expect(simplifyUpdate(finding('company_new_hires', { ...NEW_HIRE, company_name: 'Acme' }))).toMatchObject(
			{
				summary: 'Elena Costa joined Acme as Head of Marketing',
				company: 'Acme',
				domain: 'example.com',
			},
		);
	});

	test.each<[string, object, string]>([
		['industry_funding_rounds', {}, 'A company raised funding'],
		['company_new_hires', {}, 'Someone joined example.com'],
		['company_moves', { full_name: 'Ben Ito', title: 'CFO' }, 'New finding: Ben Ito, CFO, example.com'],
	])('of %s is summed up in a line: %j', (radarType, content, summary) => {
		expect(simplifyUpdate(finding(radarType, content, domainOf(radarType))).summary).toBe(summary);
	});

	test('links to a page, and takes a date, that has another name', () => {
		const content = {
			story_url: 'https://news.example/2',
			found_profile_url: PROFILE,
			printed_at: '2026-10-30',
		};
		expect(simplifyUpdate(finding('company_mentions', content))).toMatchObject({
			link: 'https://news.example/2',
			date: '2026-10-30',
		});
	});

	test('links to the website where its content has no link', () => {
		expect(
			simplifyUpdate(finding('industry_funding_rounds', { company_domain: 'q.example' }, null)),
		).toMatchObject({ domain: 'q.example', link: 'https://q.example' });
		expect(simplifyUpdate(finding('company_new_hires', { url: 'javascript:alert(1)' })).link).toBe(
			'https://example.com',
		);
	});

	test('keeps its summary short, and cuts no character in two', () => {
		const { summary } = simplifyUpdate(finding('company_reviews', { review_content: '🚀'.repeat(1000) }));
		expect(String(summary)).toMatch(/^New review of example\.com: 🚀{100,150}…$/u);
	});

	test.each([undefined, null, 'text', [1], 7])(
		'without an object as its content is still a finding: %j',
		(content) => {
			expect(simplifyUpdate(finding('company_new_hires', content))).toMatchObject({
				summary: 'Someone joined example.com',
				full_name: null,
			});
		},
	);
});

describe('A job change', () => {
	const simple = (content: object, data: object = {}) => {
		const event = finding('contact_job_changes', { ...JOB_CHANGE, ...content });
		return simplifyUpdate({ ...event, data: { ...event.data, ...data } });
	};

	test.each<[string, object, string]>([
		[
			'new_company_role',
			{ company: 'Fjord', domain: 'fjord.example', previous_company: 'Acme' },
			'joined Fjord as CFO',
		],
		[
			'additional_role',
			{ company: 'Fjord', domain: 'fjord.example' },
			'took on another role as CFO at Fjord',
		],
		['promotion', { company: 'Fjord', domain: 'fjord.example' }, 'was promoted to CFO at Fjord'],
		['departure', { company: 'Acme', domain: 'acme.example', date: '2026-10-31' }, 'left Acme (Controller)'],
	])('with the type %s names the company with its domain, and the person', (change_type, columns, what) => {
		const row = simple({ change_type, full_name: 'Elena Costa' });
		expect(row).toMatchObject({ ...columns, full_name: 'Elena Costa', summary: `Elena Costa ${what}` });
	});

	test('has no previous company that is the same one', () => {
		expect(simple({ change_type: 'departure' })).not.toHaveProperty('previous_company');
	});

	test.each([
		['departure', 'example.com'],
		['promotion', 'example.com'],
		['new_company_role', null],
	])('of the type %s without a role has the domain %s', (change_type, domain) => {
		expect(simple({ change_type, new_role: null, previous_role: null })).toMatchObject({ domain });
	});

	test('takes the name from the radar where the content has none', () => {
		expect(simple({}, { full_name: 'Elena Costa' })).toMatchObject({ full_name: 'Elena Costa' });
		expect(simple({}, { custom_fields: { full_name: 'Elena Costa' } })).toMatchObject({
			summary: 'Elena Costa joined Fjord as CFO',
			full_name: 'Elena Costa',
		});
	});

	test('is told by the profile where nothing says the name', () => {
		expect(simple({})).toMatchObject({ summary: 'elena joined Fjord as CFO', full_name: null });
		expect(simple({ profile_url: null }).summary).toBe('Your contact joined Fjord as CFO');
	});
});

const FAILURE = {
	update_id: 'u1',
	update_type: 'radar_failure',
	record_id: null,
	discovered_at: '2026-11-02T08:15:00.000Z',
	completed_at: '2026-11-02T08:15:00.000Z',
	data: { radar_id: 'r1', radar_type: 'company_new_hires', domain: 'example.com', custom_fields: {} },
	status: 'error',
	code: 400,
	message: 'The source is inaccessible or private',
	errors: [{ field: 'radar', reason: 'source_inaccessible' }],
	refund_amount_usd: 0.1,
};
const LOW_BALANCE = {
	...FAILURE,
	code: 402,
	message: 'The radar was deactivated: the balance is too low',
	errors: [{ field: 'balance', reason: 'insufficient_funds' }],
	refund_amount_usd: 0,
};
const CREATED = {
	update_id: 'u1',
	update_type: 'radar_created',
	record_id: null,
	code: 201,
	message: 'Radar created',
	completed_at: '2026-11-02T08:15:00.000Z',
	bulk_id: 'b1',
	item_index: 3,
	custom_fields: { crm_id: '42' },
	status: 'success',
	data: {
		radar_id: 'r1',
		radar_type: 'industry_mentions',
		domain: null,
		keyword: 'robots',
		custom_fields: { crm_id: '42' },
	},
};
const NOT_CREATED = {
	...FAILURE,
	data: undefined,
	update_id: 'u2',
	code: 409,
	message: 'Radar exists',
	errors: [{ field: 'domain', reason: 'duplicate', conflicting_radar_id: 'r0' }],
	refund_amount_usd: 0,
	bulk_id: 'b1',
	item_index: 4,
};
const COMPLETED = {
	update_id: 'u9',
	update_type: 'bulk_completed',
	bulk_id: 'b1',
	completed_at: '2026-11-02T08:15:00.000Z',
	summary: { total: 2, created: 1, failed: 1 },
	radars: [CREATED, NOT_CREATED],
};
const CONTACT = {
	...CREATED,
	data: {
		radar_id: 'r1',
		radar_type: 'contact_job_changes',
		domain: null,
		full_name: 'Elena Costa',
		profile_url: PROFILE,
	},
};

const FAILED = 'do_next reason field code message refund_amount_usd';
const OF_RADAR = 'found_at upsert_key radar_type update_type custom_fields radar_id';

/** What other events lead to: whose key they have, what to do next, and their columns. */
const EVENTS: Record<
	string,
	[event: object, key: string, next: string | undefined, row: object, columns: string]
> = {
	'A failure': [
		FAILURE,
		'radar',
		'check_radar',
		{
			summary: 'Setup failed for example.com: The source is inaccessible or private. $0.10 was refunded.',
			date: '2026-11-02T08:15:00.000Z',
			reason: 'source_inaccessible',
			refund_amount_usd: 0.1,
		},
		`domain date ${FAILED} ${OF_RADAR}`,
	],
	'A radar that stopped because of the balance': [
		LOW_BALANCE,
		'radar',
		'check_radar',
		{ summary: 'Radar for example.com stopped: the balance ran out', reason: 'insufficient_funds' },
		`domain date ${FAILED} ${OF_RADAR}`,
	],
	'A radar created in bulk': [
		CREATED,
		'radar',
		undefined,
		{ summary: 'Radar created for robots', radar_id: 'r1', custom_fields: { crm_id: '42' }, item_index: 3 },
		`date ${OF_RADAR} bulk_id item_index`,
	],
	'A contact radar created in bulk': [
		CONTACT,
		'radar',
		undefined,
		{ summary: 'Radar created for Elena Costa', full_name: 'Elena Costa' },
		`full_name date ${OF_RADAR} bulk_id item_index`,
	],
	'A radar not created in bulk': [
		NOT_CREATED,
		'radar',
		'check_radar',
		{ summary: 'Radar failed: Radar exists', reason: 'duplicate', conflicting_radar_id: 'r0', item_index: 4 },
		`date ${FAILED} conflicting_radar_id found_at upsert_key update_type custom_fields bulk_id item_index`,
	],
	'A completed bulk request': [
		COMPLETED,
		'bulk',
		undefined,
		{
			summary: '1 of 2 radars created, 1 failed',
			...{ total: 2, created: 1, failed: 1, bulk_id: 'b1', update_id: 'u9' },
			radars: [{ summary: 'Radar created for robots' }, { summary: 'Radar failed: Radar exists' }],
		},
		'date total created failed radars found_at upsert_key update_type custom_fields bulk_id',
	],
	'An update of an unknown type': [
		{ update_id: 'u', update_type: 'radar_renamed', data: { domain: 'example.com' } },
		'update',
		undefined,
		{ summary: 'Radar renamed: example.com', domain: 'example.com', custom_fields: {} },
		'domain upsert_key update_type custom_fields',
	],
};

test.each(Object.entries(EVENTS))('%s says what happened, in its own columns', (_, event) => {
	const [sent, kind, do_next, expected, columns] = event;
	const row = simplifyUpdate(sent);
	expect(Object.keys(row)).toEqual(['summary', ...columns.split(' '), 'update_id']);
	expect(row).toMatchObject(expected);
	expect(row.do_next).toBe(do_next);
	expect(row.upsert_key).toMatch(new RegExp(`^${kind}_`));
	expect(simplifyUpdate({ ...sent, update_id: 'other' }).upsert_key === row.upsert_key).toBe(
		kind !== 'update',
	);
});

test.each([
	[finding('company_mentions', {}, 'xn--mller-kva.example'), 'New mention of müller.example'],
	[
		finding('company_new_hires', NEW_HIRE, 'xn--mller-kva.example'),
		'Elena Costa joined müller.example as Head of Marketing',
	],
	[
		{ ...FAILURE, data: { ...FAILURE.data, domain: 'xn--mller-kva.example' } },
		'Setup failed for müller.example: The source is inaccessible or private. $0.10 was refunded.',
	],
])('A summary writes a domain as people do, and the column keeps it: %#', (event, summary) => {
	expect(simplifyUpdate(event)).toMatchObject({ summary, domain: 'xn--mller-kva.example' });
});

test('An update of an unknown type keeps its content', () => {
	const update = {
		update_id: 'u',
		update_type: 'radar_insight',
		data: { domain: 'example.com' },
		content: {
			title: 'Growing fast',
			domain: 'example.de',
			score: 7,
			update_id: 'x',
			sources: [{ url: 'a' }],
		},
	};
	expect(simplifyUpdate(update)).toEqual({
		summary: 'Radar insight: example.com',
		domain: 'example.com',
		title: 'Growing fast',
		level: 'other',
		content_domain: 'example.de',
		score: 7,
		sources: [{ url: 'a' }],
		custom_fields: {},
		upsert_key: expect.stringMatching(/^update_/),
		update_type: 'radar_insight',
		update_id: 'u',
		content_update_id: 'x',
	});
});

describe('do_next', () => {
	test.each<[string | null, object, string]>([
		['new_company_role', {}, 'new_contact'],
		['new_company_role', { new_role: { title: 'CFO', company_domain: 'fjord.example' } }, 'new_contact'],
		['new_company_role', { new_role: undefined }, 'close_old_record'],
		['new_company_role', { new_role: { title: null, company_name: null } }, 'close_old_record'],
		['departure', {}, 'close_old_record'],
		['departure', { new_role: undefined }, 'close_old_record'],
		['promotion', {}, 'alert_owner'],
		['additional_role', {}, 'alert_owner'],
		['retirement', {}, 'alert_owner'],
		[null, {}, 'alert_owner'],
	])('of a job change of the type %s with %j is %s', (change_type, content, word) => {
		const row = simplifyUpdate(finding('contact_job_changes', { ...JOB_CHANGE, change_type, ...content }));
		expect(row.do_next).toBe(word);
	});

	test("can't be set by the content, which others write", () => {
		expect(simplifyUpdate(finding('company_mentions', { do_next: 'new_contact' }))).toMatchObject({
			content_do_next: 'new_contact',
		});
		expect(simplifyUpdate({ ...CREATED, do_next: 'new_contact' })).not.toHaveProperty('do_next');
	});
});

describe('upsert_key', () => {
	test('is one for a person, whichever radar finds them and however the profile is written', () => {
		const keys = [
			keyOf('company_new_hires', NEW_HIRE),
			keyOf(
				'company_promotions',
				{ profile_url: 'http://www.PROFILES.example/in/elena/?x=1' },
				'other.example.com',
			),
			keyOf('contact_job_changes', JOB_CHANGE),
			keyOf('company_social_engagements', { author: { ...AUTHOR, profile_url: PROFILE } }),
		];
		expect(new Set(keys).size).toBe(1);
	});

	test('of a person without a profile is that of the name at the company', () => {
		const key = keyOf('company_new_hires', { full_name: 'Elena Costa' });
		expect(keyOf('company_promotions', { full_name: ' elena  costa' }, 'www.example.com')).toBe(key);
		expect(keyOf('company_new_hires', { full_name: 'Elena Costa' }, 'other.example.com')).not.toBe(key);
		expect(keyOf('company_new_hires', { full_name: 'Ben Ito' })).not.toBe(key);
	});

	test('tells two jobs apart whose pages differ only in the query', () => {
		const keyOfPage = (job_url: string) => keyOf('company_job_openings', { ...JOB, job_url });
		expect(keyOfPage('https://jobs.example/?id=1')).not.toBe(keyOfPage('https://jobs.example/?id=2'));
		expect(keyOfPage('https://jobs.example/1/#apply')).toBe(keyOfPage('https://jobs.example/1'));
	});

	test('of a company is the same in funding rounds and new companies', () => {
		expect(keyOf('industry_new_companies', COMPANY, null)).toBe(
			keyOf('industry_funding_rounds', COMPANY, null),
		);
	});

	test('of a failure is that of its radar', () => {
		expect(simplifyUpdate(FAILURE).upsert_key).toBe(simplifyUpdate(CREATED).upsert_key);
		expect(simplifyUpdate({ ...NOT_CREATED, item_index: 5 }).upsert_key).not.toBe(
			simplifyUpdate(NOT_CREATED).upsert_key,
		);
	});
});
