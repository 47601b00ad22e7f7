import { RADAR_TYPES } from '../../../nodes/shared/api/radarTypes';
import { simplifyUpdate } from '../../../nodes/shared/updates/simplifyUpdate';

const TIME = '2026-11-01T08:00:00.000Z';
const PROFILE = 'https://profiles.example/in/elena';
const PERSON = { full_name: 'Elena Costa', first_name: 'Elena', last_name: 'Costa', profile_url: PROFILE };
const NEW_HIRE = { ...PERSON, title: 'Head of Marketing', start_date: '2026-11-01', country: 'Portugal' };
const AUTHOR = {
	...{ name: 'Ben Ito', profile_type: 'person', first_name: 'Ben', last_name: 'Ito' },
	...{ profile_url: 'https://profiles.example/in/ben', title: 'CFO', country: 'Norway' },
	...{ company_domain: 'fjord.example', company_name: 'Fjord Bank' },
};
const POST = {
	...{ post_url: 'https://profiles.example/posts/1', post_posted_at: TIME, post_content: 'We learned.' },
	author: AUTHOR,
};
const ENGAGEMENT = {
	...{ post_url: POST.post_url, post_posted_at: TIME, author: AUTHOR },
	...{ engagement_type: 'comment', engagement_content: 'Well done!' },
};
const MENTION = {
	...{ mention_content: 'Named.', mention_url: 'https://news.example/1', mention_channel: 'news' },
	...{ mention_posted_at: TIME, author: AUTHOR },
};
const JOB = {
	...{ job_title: 'Data Analyst', job_url: 'https://jobs.example/1', job_posted_at: TIME },
	...{ job_description: 'Analyze.', job_source: 'board', country: 'Japan' },
};
const REVIEW = {
	...{ review_content: 'Easier  than\nexpected.', review_url: 'https://reviews.example/1', review_rating: 4 },
	...{ review_source: 'reviews.example', reviewed_at: TIME, author: { title: 'Head of Purchasing' } },
};
const COMPANY = { company_name: 'Quickmill', company_domain: 'quickmill.example' };
const role = (title: string, name: string, start_date: string, end_date: string | null) => ({
	...{ title, start_date, end_date },
	...{ company_name: name, company_domain: `${name.toLowerCase()}.example` },
});
const JOB_CHANGE = {
	...{ change_type: 'new_company_role', profile_url: PROFILE },
	new_role: role('CFO', 'Fjord', '2026-11-01', null),
	previous_role: role('Controller', 'Acme', '2021-03-01', '2026-10-31'),
};
const PROMOTION = {
	previous_title: 'Manager',
	current_title: 'VP',
	promotion_date: '2026-11-01',
	country: 'Spain',
};

/** The content of each type, as far as it is known. */
const CONTENTS: Record<(typeof RADAR_TYPES)[number], object> = {
	company_new_hires: NEW_HIRE,
	company_job_openings: JOB,
	company_promotions: { ...PERSON, ...PROMOTION },
	company_reviews: REVIEW,
	company_mentions: MENTION,
	company_social_posts: POST,
	company_social_posts_cxo: POST,
	company_social_engagements: ENGAGEMENT,
	contact_job_changes: { ...JOB_CHANGE, full_name: 'Elena Costa' },
	contact_social_posts: POST,
	contact_social_engagements: ENGAGEMENT,
	industry_mentions: MENTION,
	industry_funding_rounds: { ...COMPANY, round: 'Series A', amount_usd: 4_500_000, announced_at: TIME },
	industry_new_companies: { ...COMPANY, industry: 'Machinery', country: 'Japan', founded_at: '2026-11-01' },
	industry_job_openings: { ...JOB, ...COMPANY },
};

const domainOf = (type: string) => (type.startsWith('industry_') ? null : 'example.com');

const finding = (radar_type: string, content: unknown, data: object = {}) => ({
	...{ update_id: 'u1', update_type: 'radar_finding', record_id: 'rec1' },
	discovered_at: '2026-11-02T08:15:00.000Z',
	data: {
		radar_id: 'r1',
		radar_type,
		domain: domainOf(radar_type),
		custom_fields: { crm_id: '42' },
		...data,
	},
	content,
});
const jobChange = (content: object, data?: object) =>
	finding('contact_job_changes', { ...JOB_CHANGE, ...content }, data);
const mention = (content: object) => finding('company_mentions', { ...MENTION, ...content });

const FAILURE = {
	...{ update_id: 'u1', update_type: 'radar_failure', record_id: null, status: 'error', code: 400 },
	...{ discovered_at: TIME, completed_at: TIME, message: 'The source is inaccessible or private' },
	data: { radar_id: 'r1', radar_type: 'company_new_hires', domain: 'example.com', custom_fields: {} },
	errors: [{ field: 'radar', reason: 'source_inaccessible' }],
	refund_amount_usd: 0.1,
};
const IN_BULK = { completed_at: TIME, bulk_id: 'b1', item_index: 3 };
const CREATED = {
	...{ update_id: 'u1', update_type: 'radar_created', record_id: null, code: 201, message: 'Radar created' },
	...{ ...IN_BULK, custom_fields: { crm_id: '42' }, status: 'success' },
	data: { radar_id: 'r1', radar_type: 'industry_mentions', domain: null, keyword: 'robots' },
};
const NOT_CREATED = {
	...{ ...FAILURE, ...IN_BULK, data: undefined, update_id: 'u2', code: 409, message: 'Radar exists' },
	errors: [{ field: 'domain', reason: 'duplicate', conflicting_radar_id: 'r0' }],
	refund_amount_usd: 0,
};

/** Events, and findings whose content is unusual. */
const UPDATES: Record<string, object> = {
	'a failure': FAILURE,
	'a failure of two fields': {
		...FAILURE,
		errors: [...FAILURE.errors, { reason: 'setup_failure' }, { field: 'domain', reason: 'unknown' }],
	},
	'a radar that stopped because of the balance': {
		...{
			...FAILURE,
			code: 402,
			refund_amount_usd: 0,
			message: 'The radar was deactivated: the balance is too low',
		},
		errors: [{ field: 'balance', reason: 'insufficient_funds' }],
	},
	'a radar created in bulk': CREATED,
	'a contact radar created in bulk': {
		...CREATED,
		data: { radar_id: 'r1', radar_type: 'contact_job_changes', domain: null, full_name: 'Elena Costa' },
	},
	'a radar not created in bulk': NOT_CREATED,
	'a completed bulk request': {
		...{ update_id: 'u9', update_type: 'bulk_completed', bulk_id: 'b1', completed_at: TIME },
		summary: { total: 2, created: 1, failed: 1 },
		radars: [CREATED, NOT_CREATED],
	},
	'an unknown type of update': {
		update_id: 'u',
		update_type: 'radar_renamed',
		data: { domain: 'example.com' },
	},
	'an unknown type of update with content': {
		...{ update_id: 'u', update_type: 'radar_insight', data: { domain: 'example.com' } },
		content: {
			title: 'Growing fast',
			domain: 'example.de',
			score: 7,
			update_id: 'x',
			sources: [{ url: 'a' }],
		},
	},
	'an unknown type of radar': finding('company_moves', { full_name: 'Ben Ito' }),
	'members that no column takes, or that have the name of one': mention({
		...{ likes: 7, domain: 'news.example', update_id: 7, nothing: null, do_next: 'new_contact' },
	}),
	'members of one value': mention({ likes: 4, shares: 4, author_country: 'Germany', country: 'Germany' }),
	'a list in place of a link': mention({ mention_url: ['a', 'b'] }),
	'objects and lists in place of texts': finding('company_promotions', {
		job_title: { name: 'CEO' },
		country: ['Germany', 'France'],
	}),
	'the name of a company': finding('company_new_hires', { ...NEW_HIRE, company_name: 'Acme' }),
	'a link and a date of other names': finding('company_mentions', {
		...{ found_profile_url: PROFILE, story_url: 'https://news.example/2', printed_at: '2026-10-30' },
	}),
	'a website only': finding('industry_funding_rounds', { company_domain: 'q.example' }),
	'a script as its link': finding('company_new_hires', { url: 'javascript:alert(1)' }),
	'an international domain': finding('company_new_hires', NEW_HIRE, { domain: 'xn--mller-kva.example' }),
	'a failure of an international domain': { ...FAILURE, data: { domain: 'xn--mller-kva.example' } },
	'a job change: additional_role': jobChange({ change_type: 'additional_role', full_name: 'Elena Costa' }),
	'a job change: promotion': jobChange({ change_type: 'promotion', full_name: 'Elena Costa' }),
	'a job change: departure': jobChange({ change_type: 'departure', full_name: 'Elena Costa' }),
	'a job change: another type': jobChange({ change_type: 'retirement' }),
	'a job change: no type': jobChange({ change_type: null }),
	'a job change: no new role': jobChange({ new_role: undefined }),
	'a job change: an empty new role': jobChange({ new_role: { title: null, company_name: null } }),
	'a job change: a new role without a name': jobChange({
		new_role: { title: 'CFO', company_domain: 'f.example' },
	}),
	'a departure without roles': jobChange({ change_type: 'departure', new_role: null, previous_role: null }),
	'a promotion without roles': jobChange({ change_type: 'promotion', new_role: null, previous_role: null }),
	'a name of the radar': jobChange({}, { full_name: 'Elena Costa' }),
	'a name among custom fields': jobChange({}, { custom_fields: { full_name: 'Elena Costa' } }),
	'a profile without a name': jobChange({}),
	'neither profile nor name': jobChange({ profile_url: null }),
};

const linesOf = (update: object): string =>
	Object.entries(simplifyUpdate(update as never))
		.map(([column, value]) => `${column}: ${JSON.stringify(value)}`)
		.join('\n');

/** For a review: the columns of each row in their order. */
describe('a row', () => {
	test('every radar type is known', () => expect(Object.keys(CONTENTS)).toEqual(RADAR_TYPES));

	test.each(Object.entries(CONTENTS))('of %s', (type, content) =>
		expect(linesOf(finding(type, content))).toMatchSnapshot(),
	);

	test.each(RADAR_TYPES)('of %s without content', (type) =>
		expect(linesOf(finding(type, {}))).toMatchSnapshot(),
	);

	test.each(Object.entries(UPDATES))('of %s', (_, update) => expect(linesOf(update)).toMatchSnapshot());
});

/** The content with this after each of its texts, at any depth. */
const withAfterTexts = (value: unknown, end: string): unknown => {
	if (typeof value === 'string') return /^(https?:|\d{4}-|\w+_\w+$)/.test(value) ? value : value + end;
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withAfterTexts(entry, end)]));
};

test.each(Object.entries(CONTENTS))(
	'%s says nothing twice but the profile, and no character that nobody sees',
	(type, content) => {
		const row = simplifyUpdate(finding(type, content));
		const told = Object.entries(row).filter(([name]) => !['found_at', 'profile_url'].includes(name));
		const values = told.map(([, value]) => value).filter((value) => typeof value === 'string');
		expect(values).toEqual([...new Set(values)]);
		const hostile = withAfterTexts(content, ' \r\n\u0007\u202e\u2028x');
		expect(simplifyUpdate(finding(type, hostile)).summary).not.toMatch(
			/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
		);
	},
);

test('a summary is short, and cuts no character in two', () => {
	const { summary } = simplifyUpdate(finding('company_reviews', { review_content: '🚀'.repeat(1000) }));
	expect(String(summary)).toMatch(/^New review of example\.com: 🚀{100,150}…$/u);
});

test.each([undefined, null, 'text', [1], 7])('%j as its content is no content', (content) => {
	expect(simplifyUpdate(finding('company_new_hires', content))).toEqual(
		simplifyUpdate(finding('company_new_hires', {})),
	);
});

const keyOf = (update: object) => simplifyUpdate(update as never).upsert_key;
const hire = (content: object, domain = 'example.com') => finding('company_new_hires', content, { domain });
const jobAt = (job_url: string) => finding('company_job_openings', { ...JOB, job_url });

test.each<[string, isOne: boolean, one: object, other: object]>([
	['another update of it', true, mention({}), { ...mention({}), update_id: 'other', record_id: null }],
	['an update without content', false, hire({}), { ...hire({}), update_id: 'other', record_id: null }],
	['an event', true, FAILURE, CREATED],
	['an item of a bulk request', false, NOT_CREATED, { ...NOT_CREATED, item_index: 5 }],
	[
		'a profile, however it is written',
		true,
		hire(NEW_HIRE),
		finding(
			'company_promotions',
			{ profile_url: 'http://www.PROFILES.example/in/elena/?x=1' },
			{ domain: 'b.example' },
		),
	],
	['the profile of a job change', true, hire(NEW_HIRE), jobChange({})],
	[
		'the profile of an author',
		true,
		hire(NEW_HIRE),
		finding('company_social_engagements', { author: { ...AUTHOR, profile_url: PROFILE } }),
	],
	[
		'a name at a company',
		true,
		hire({ full_name: 'Elena Costa' }),
		hire({ full_name: ' elena  costa' }, 'www.example.com'),
	],
	[
		'a name elsewhere',
		false,
		hire({ full_name: 'Elena Costa' }),
		hire({ full_name: 'Elena Costa' }, 'b.example'),
	],
	['another name', false, hire({ full_name: 'Elena Costa' }), hire({ full_name: 'Ben Ito' })],
	[
		'jobs by the query of their page',
		false,
		jobAt('https://jobs.example/?id=1'),
		jobAt('https://jobs.example/?id=2'),
	],
	['a page of a job', true, jobAt('https://jobs.example/1/#apply'), jobAt('https://jobs.example/1')],
	[
		'a company',
		true,
		finding('industry_new_companies', COMPANY),
		finding('industry_funding_rounds', COMPANY),
	],
])('the upsert_key of %s is the same: %s', (_, isOne, one, other) => {
	expect(keyOf(one) === keyOf(other)).toBe(isOne);
});
