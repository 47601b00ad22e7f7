import { simplifyUpdate } from '../../../nodes/shared/updates/simplifyUpdate';

const finding = (radarType: string, content: unknown, domain: string | null = 'acme.com') => ({
	update_id: 'u1',
	update_type: 'radar_finding',
	record_id: 'rec1',
	discovered_at: '2026-11-02T08:15:00.000Z',
	data: { radar_id: 'r1', radar_type: radarType, domain, custom_fields: { crm_id: '42' } },
	content,
});

const NEW_HIRE = {
	full_name: 'Elena Costa',
	profile_url: 'https://profiles.example/in/elena',
	title: 'Head of Marketing',
	start_date: '2026-11-01',
	country: 'Portugal',
};

describe('A finding', () => {
	test('says who, what, where and when first, and its IDs last', () => {
		const simple = simplifyUpdate(finding('company_new_hires', NEW_HIRE));
		expect(Object.entries(simple)).toEqual(
			Object.entries({
				summary: 'Elena Costa joined acme.com as Head of Marketing',
				radar_type: 'company_new_hires',
				full_name: 'Elena Costa',
				title: 'Head of Marketing',
				company: 'acme.com',
				domain: 'acme.com',
				date: '2026-11-01',
				discovered_at: '2026-11-02T08:15:00.000Z',
				link: 'https://profiles.example/in/elena',
				profile_url: 'https://profiles.example/in/elena',
				start_date: '2026-11-01',
				country: 'Portugal',
				custom_fields: { crm_id: '42' },
				update_type: 'radar_finding',
				record_id: 'rec1',
				radar_id: 'r1',
				update_id: 'u1',
			}),
		);
	});

	test('has the members of its content at one level, and loses none to a column of the same name', () => {
		const author = { name: 'Ben Ito', profile_url: 'https://profiles.example/in/ben' };
		const content = { mention_url: 'https://news.example/1', author, domain: 'news.example', update_id: 7 };
		expect(simplifyUpdate(finding('company_mentions', content))).toMatchObject({
			full_name: 'Ben Ito',
			link: 'https://news.example/1',
			author_name: 'Ben Ito',
			author_profile_url: 'https://profiles.example/in/ben',
			domain: 'acme.com',
			content_domain: 'news.example',
			update_id: 'u1',
			content_update_id: 7,
		});
	});

	const role = (title: string, company_name: string) => ({ title, company_name, start_date: '2026-11-01' });

	test.each<[string, object, string | null, string]>([
		[
			'company_promotions',
			{ full_name: 'Jonas Meyer', previous_title: 'Sales Manager', current_title: 'VP of Sales' },
			'acme.com',
			'Jonas Meyer was promoted to VP of Sales at acme.com',
		],
		['company_job_openings', { job_title: 'Data Analyst' }, 'acme.com', 'acme.com is hiring: Data Analyst'],
		[
			'company_reviews',
			{ review_content: 'Easier  than\nexpected.' },
			'acme.com',
			'New review of acme.com: Easier than expected.',
		],
		['company_mentions', { mention_content: 'Named.' }, 'acme.com', 'New mention of acme.com: Named.'],
		['industry_mentions', { mention_content: 'Robots.' }, null, 'New mention: Robots.'],
		[
			'company_social_posts_cxo',
			{ post_content: 'We learned.', author: { name: 'Ben Ito' } },
			'acme.com',
			'New post by Ben Ito: We learned.',
		],
		[
			'company_social_posts',
			{ post_content: 'We learned.' },
			'acme.com',
			'New post by acme.com: We learned.',
		],
		[
			'contact_social_engagements',
			{ engagement_type: 'comment', engagement_content: 'Well done!', author: { name: 'Ben Ito' } },
			null,
			'New comment by Ben Ito: Well done!',
		],
		[
			'contact_job_changes',
			{ change_type: 'new_company_role', new_role: role('CFO', 'Fjord Bank') },
			'acme.com',
			'Your contact joined Fjord Bank as CFO',
		],
		[
			'contact_job_changes',
			{ change_type: 'departure', new_role: null, previous_role: role('CFO', 'Fjord Bank') },
			'acme.com',
			'Your contact left Fjord Bank (CFO)',
		],
		[
			'contact_job_changes',
			{ change_type: 'promotion', full_name: 'Ada Ito', new_role: role('CEO', 'Fjord Bank') },
			'acme.com',
			'Ada Ito was promoted to CEO at Fjord Bank',
		],
		[
			'contact_job_changes',
			{ change_type: 'additional_role', new_role: role('Adviser', 'Fjord Bank') },
			'acme.com',
			'Your contact took on another role as Adviser at Fjord Bank',
		],
		[
			'industry_funding_rounds',
			{ company_name: 'Quickmill', round: 'Series A', amount_usd: 4_500_000 },
			null,
			'Quickmill raised $4.5M (Series A)',
		],
		['industry_funding_rounds', {}, null, 'A company raised funding'],
		[
			'industry_new_companies',
			{ company_name: 'Quickmill', industry: 'Machinery', country: 'Japan' },
			null,
			'New company: Quickmill (Machinery, Japan)',
		],
		['company_new_hires', {}, 'acme.com', 'Someone joined acme.com'],
		[
			'company_moves',
			{ full_name: 'Ben Ito', title: 'CFO' },
			'acme.com',
			'New finding: Ben Ito, CFO, acme.com',
		],
	])('of %s is summed up in a line: %j', (radarType, content, domain, summary) => {
		expect(simplifyUpdate(finding(radarType, content, domain)).summary).toBe(summary);
	});

	test('of a departure is dated by its end, not by the start of the role', () => {
		const previous = { title: 'CFO', start_date: '2021-03-01', end_date: '2026-10-31' };
		const content = { change_type: 'departure', previous_role: previous };
		expect(simplifyUpdate(finding('contact_job_changes', content)).date).toBe('2026-10-31');
	});

	test('links to the website where its content has no link', () => {
		expect(
			simplifyUpdate(finding('industry_funding_rounds', { company_domain: 'q.example' }, null)),
		).toMatchObject({ domain: 'q.example', link: 'https://q.example' });
		expect(simplifyUpdate(finding('company_new_hires', { url: 'javascript:alert(1)' })).link).toBe(
			'https://acme.com',
		);
	});

	test('keeps its summary short, and cuts no character in two', () => {
		const { summary } = simplifyUpdate(finding('company_reviews', { review_content: '🚀'.repeat(1000) }));
		expect(String(summary)).toMatch(/^New review of acme\.com: 🚀{100,150}…$/u);
	});

	test.each([undefined, null, 'text', [1], 7])(
		'without an object as its content is still a finding: %j',
		(content) => {
			expect(simplifyUpdate(finding('company_new_hires', content))).toMatchObject({
				summary: 'Someone joined acme.com',
				full_name: null,
			});
		},
	);
});

test('A failure says which radar failed, why, and what is refunded', () => {
	const failure = {
		update_id: 'u1',
		update_type: 'radar_failure',
		record_id: null,
		discovered_at: '2026-11-02T08:15:00.000Z',
		completed_at: '2026-11-02T08:15:00.000Z',
		data: { radar_id: 'r1', radar_type: 'company_new_hires', domain: 'acme.com', custom_fields: {} },
		status: 'error',
		code: 400,
		message: 'The source is inaccessible or private',
		errors: [{ field: 'radar', reason: 'source_inaccessible' }],
		refund_amount_usd: 0.1,
	};
	expect(Object.entries(simplifyUpdate(failure))).toEqual(
		Object.entries({
			summary: 'Radar for acme.com failed: The source is inaccessible or private. $0.10 refunded.',
			radar_type: 'company_new_hires',
			domain: 'acme.com',
			discovered_at: '2026-11-02T08:15:00.000Z',
			code: 400,
			message: 'The source is inaccessible or private',
			reason: 'source_inaccessible',
			refund_amount_usd: 0.1,
			custom_fields: {},
			update_type: 'radar_failure',
			radar_id: 'r1',
			update_id: 'u1',
		}),
	);
});

test("A failure of a contact's radar names the person, not the profile", () => {
	const data = {
		radar_id: 'r1',
		radar_type: 'contact_job_changes',
		full_name: 'Ada Ito',
		profile_url: 'https://profiles.example/in/ada-ito',
	};
	expect(
		simplifyUpdate({ update_type: 'radar_failure', message: 'The source is private', data }),
	).toMatchObject({ summary: 'Radar for Ada Ito failed: The source is private' });
});

describe('A bulk event', () => {
	const created = {
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
	const failed = {
		...created,
		update_id: 'u2',
		update_type: 'radar_failure',
		data: undefined,
		code: 409,
		message: 'Radar exists',
		errors: [{ field: 'domain', reason: 'duplicate', conflicting_radar_id: 'r0' }],
	};

	test('of a created radar names what it watches and its place', () => {
		expect(simplifyUpdate(created)).toMatchObject({
			summary: 'Radar created for robots',
			radar_id: 'r1',
			custom_fields: { crm_id: '42' },
			bulk_id: 'b1',
			item_index: 3,
		});
	});

	test('of a failure names the radar that exists', () => {
		expect(simplifyUpdate(failed)).toMatchObject({
			summary: 'Radar failed: Radar exists',
			reason: 'duplicate',
			conflicting_radar_id: 'r0',
		});
	});

	test('of the end counts, and has the simplified event of each radar', () => {
		const completed = {
			update_id: 'u9',
			update_type: 'bulk_completed',
			bulk_id: 'b1',
			completed_at: '2026-11-02T08:15:00.000Z',
			summary: { total: 2, created: 1, failed: 1 },
			radars: [created, failed],
		};
		expect(simplifyUpdate(completed)).toMatchObject({
			summary: '1 of 2 radars created, 1 failed',
			total: 2,
			created: 1,
			failed: 1,
			radars: [{ summary: 'Radar created for robots' }, { summary: 'Radar failed: Radar exists' }],
			bulk_id: 'b1',
			update_id: 'u9',
		});
	});
});

test('An update of an unknown type is named by its type', () => {
	expect(
		simplifyUpdate({ update_id: 'u', update_type: 'radar_renamed', data: { domain: 'acme.com' } }),
	).toEqual({
		summary: 'Radar renamed: acme.com',
		domain: 'acme.com',
		custom_fields: {},
		update_type: 'radar_renamed',
		update_id: 'u',
	});
});
