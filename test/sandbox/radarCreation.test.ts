import { ACME, refusedFor, REQUIRED_FIELDS, useSandbox } from './support';

const service = useSandbox();
const COMPANY_PAGE = 'https://profiles.example/company/acme';
const PERSON = 'https://profiles.example/in/jane-roe';
const JOB_CHANGES = { radar_type: 'contact_job_changes', domain: 'example.com' };

describe('the radar record', () => {
	test('has every field of the table', async () => {
		const record = await service.created({
			...ACME,
			webhook_url: 'https://hooks.example.com/x',
			custom_fields: { account_id: '17' },
		});
		expect(record).toEqual({
			radar_id: expect.any(String),
			radar_type: 'company_mentions',
			domain: 'example.com',
			created_at: expect.any(String),
			deactivated_at: null,
			next_charge_at: expect.any(String),
			webhook_url: 'https://hooks.example.com/x',
			radar_status: 'active',
			custom_fields: { account_id: '17' },
			updates_since: null,
		});
	});

	test('webhook_url may be absent for poll-only radars', async () => {
		expect(await service.created()).not.toHaveProperty('webhook_url');
	});

	test('industry radars have no domain and echo the keyword; contact radars echo their identifiers', async () => {
		const industry = await service.created({ radar_type: 'industry_mentions', keyword: 'supply chain' });
		expect(industry).toMatchObject({ domain: null, keyword: 'supply chain' });
		const identifiers = { email: 'jane.roe@w3.org', profile_url: PERSON, full_name: 'Jane Roe' };
		expect(await service.created({ ...JOB_CHANGES, ...identifiers })).toMatchObject(identifiers);
	});
});

describe('every radar type can be created', () => {
	const typesOf = (group: string) => Object.keys(REQUIRED_FIELDS).filter((type) => type.startsWith(group));

	test.each(typesOf('company'))('%s', (radar_type) => service.created({ radar_type, domain: 'example.com' }));
	test.each(typesOf('contact'))('%s', (radar_type) =>
		service.created({ radar_type, domain: 'example.com', profile_url: PERSON }),
	);
	test.each(typesOf('industry'))('%s', (radar_type) =>
		service.created({ radar_type, keyword: 'supply chain' }),
	);
});

describe('protocol, www, paths and query parameters are normalized away', () => {
	test.each([
		['example.com', 'example.com'],
		['https://example.com', 'example.com'],
		['http://www.example.com/about?x=1#y', 'example.com'],
		['WWW.Example.COM', 'example.com'],
		['example.com:8080/', 'example.com'],
		['example.com.', 'example.com'],
		['sub.example.co.uk', 'sub.example.co.uk'],
		['bücher.example.com', 'xn--bcher-kva.example.com'],
	])('%s', async (domain, normalized) => {
		expect(await service.created({ ...ACME, domain })).toMatchObject({ domain: normalized });
	});
});

describe('what is accepted', () => {
	test.each<[line: string, body: object]>([
		['include_historical: accepted and stored', { ...ACME, include_historical: true }],
		['departments, seniorities: arrays of string', { ...ACME, departments: ['Sales'], seniorities: ['CXO'] }],
		['job_titles beside departments', { ...ACME, job_titles: '"vp sales"', departments: ['Sales'] }],
		['custom_fields: string values', { ...ACME, custom_fields: { id: '7' } }],
		['profile_url: a company page', { ...ACME, profile_url: COMPANY_PAGE }],
		['profile_url: a school page', { ...ACME, profile_url: 'https://profiles.example/school/acme' }],
		['contact: an e-mail address', { ...JOB_CHANGES, email: 'jane.roe@w3.org' }],
		['contact: a name', { ...JOB_CHANGES, full_name: 'Jane Roe' }],
		[
			'industry job openings: countries',
			{ radar_type: 'industry_job_openings', keyword: 'cnc', countries: ['France'] },
		],
	])('%s', (_line, body) => service.created(body));
});

describe('what is a 400, and the field it names', () => {
	const social = { radar_type: 'contact_social_posts' };
	test.each<[line: string, body: object, field: string]>([
		['radar_type: required', { domain: 'example.com' }, 'radar_type'],
		['radar_type: one of the enum', { ...ACME, radar_type: 'company_weather' }, 'radar_type'],
		['radar_type: a string', { ...ACME, radar_type: 7 }, 'radar_type'],
		['domain: required', { radar_type: 'company_mentions' }, 'domain'],
		['domain: not a bare word', { ...ACME, domain: 'acme' }, 'domain'],
		['domain: not an address', { ...ACME, domain: '8.8.8.8' }, 'domain'],
		['domain: not an e-mail address', { ...ACME, domain: 'info@w3.org' }, 'domain'],
		['domain: not empty', { ...ACME, domain: '' }, 'domain'],
		['domain: not null', { ...ACME, domain: null }, 'domain'],
		['domain: labels', { ...ACME, domain: 'ac me.com' }, 'domain'],
		['webhook_url: a URI', { ...ACME, webhook_url: 'hook' }, 'webhook_url'],
		['webhook_url: an HTTPS endpoint', { ...ACME, webhook_url: 'http://hooks.example.com/' }, 'webhook_url'],
		['webhook_url: not null', { ...ACME, webhook_url: null }, 'webhook_url'],
		['departments: array', { ...ACME, departments: 'Sales' }, 'departments'],
		['seniorities: of string', { ...ACME, seniorities: [1] }, 'seniorities.0'],
		['custom_fields: object', { ...ACME, custom_fields: [] }, 'custom_fields'],
		['custom_fields: string values only', { ...ACME, custom_fields: { id: 7 } }, 'custom_fields.id'],
		['include_historical: boolean', { ...ACME, include_historical: 'yes' }, 'include_historical'],
		['profile_url: exact shape', { ...ACME, profile_url: `${COMPANY_PAGE}/about` }, 'profile_url'],
		['profile_url: exact shape', { ...ACME, profile_url: `${COMPANY_PAGE}?x=1` }, 'profile_url'],
		['profile_url: https', { ...ACME, profile_url: 'http://profiles.example/company/acme' }, 'profile_url'],
		['profile_url: not a person', { ...ACME, profile_url: PERSON }, 'profile_url'],
		['contact: role-based address', { ...JOB_CHANGES, email: 'info@w3.org' }, 'email'],
		['contact: role-based address with a tag', { ...JOB_CHANGES, email: 'sales+eu@w3.org' }, 'email'],
		['contact: shared address', { ...JOB_CHANGES, email: 'team@w3.org' }, 'email'],
		['contact: placeholder address', { ...JOB_CHANGES, email: 'test@w3.org' }, 'email'],
		['contact: placeholder domain', { ...JOB_CHANGES, email: 'jane.roe@example.com' }, 'email'],
		['contact: no address at all', { ...JOB_CHANGES, email: 'jane.roe' }, 'email'],
		['contact: company URL', { ...JOB_CHANGES, profile_url: COMPANY_PAGE }, 'profile_url'],
		[
			'contact: school URL',
			{ ...JOB_CHANGES, profile_url: 'https://profiles.example/school/x' },
			'profile_url',
		],
		[
			'contact: legacy /pub/ URL',
			{ ...JOB_CHANGES, profile_url: 'https://profiles.example/pub/x' },
			'profile_url',
		],
		['contact: no identifier', JOB_CHANGES, 'identifiers'],
		['contact: domain of job changes', { radar_type: 'contact_job_changes', full_name: 'Jane' }, 'domain'],
		['contact: profile_url of social radars', social, 'profile_url'],
		['industry: keyword', { radar_type: 'industry_mentions' }, 'keyword'],
		['industry: keyword of 3 characters', { radar_type: 'industry_mentions', keyword: 'ai' }, 'keyword'],
		[
			'industry: at most 5 countries',
			{ radar_type: 'industry_job_openings', keyword: 'cnc', countries: ['A', 'B', 'C', 'D', 'E', 'F'] },
			'countries',
		],
	])('%s: %j', async (_line, body, field) => {
		expect(await service.post('/v1/radars', body)).toMatchObject(refusedFor(400, field));
		expect(service.control.radars()).toEqual([]);
		expect(service.control.charges()).toEqual([]);
	});

	test('every wrong field is named at once', async () => {
		const body = { ...ACME, domain: 'acme', custom_fields: { a: 1 }, updates_since: 'yesterday' };
		const { errors } = (await service.post('/v1/radars', body)).body;
		expect(errors.map(({ field }: { field: string }) => field).sort()).toEqual([
			'custom_fields.a',
			'domain',
			'updates_since',
		]);
	});
});
