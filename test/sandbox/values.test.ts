import fc from 'fast-check';
import { jobTitlesProblem } from '../../sandbox';
import { ACME, envelope, refusedFor, UNKNOWN_ID, useSandbox } from './support';

const service = useSandbox({ balanceUsd: 2_000 });

const CREATE = 'POST /v1/radars';
const BULK = 'POST /v1/radars/bulk';
const STOP = 'DELETE /v1/radars/bulk';
const REVEAL = 'POST /v1/company-reveal';
const SAMPLE = 'POST /v1/webhooks/test';
const CHANGES = { radar_type: 'contact_job_changes', domain: 'example.com' };
const JOBS = { radar_type: 'industry_job_openings', keyword: 'cnc' };
const PROFILES = 'https://profiles.example';
const NOW = '2024-02-29T12:00:00.000Z';

beforeEach(() => service.control.clock({ stopped: true, set: NOW }));

/** The body with each of these values in this place. */
const each = (name: string, values: unknown[], body: object = ACME) =>
	values.map((value) => ({ ...body, [name]: value }));

const radars = (count: number, body: object = ACME) =>
	Array.from({ length: count }, (_, index) => ({ ...body, domain: `company-${index}.example.com` }));

const nested = (depth: number) => `${'('.repeat(depth)}cto${')'.repeat(depth)}`;
const long = (end: string) => `${'"vp" OR '.repeat(1124)}${end}`;

const send = async (call: string, body?: unknown) => {
	const [method = '', path = ''] = call.split(' ');
	return await service.call(method, path, { body });
};

/** For the name of a test. */
const short = (value: unknown) => JSON.stringify(value)?.slice(0, 80) ?? '';

const WRONG_TITLES = [
	...['', '   ', 'sales manager', 'sales and marketing', 'cto OR', 'AND cto', 'cto AND OR cfo', 'NOT'],
	...['(cto OR cfo', 'cto)', '()', '"chief', '""', 'x', '" x "', 'x'.repeat(101), 'EXACT()', 'EXACT(ceo)'],
	...['EXACT("ceo" OR "cfo")', 'EXACT "ceo"', 'EXACT("x")', nested(33), long('directors'), '('.repeat(8_999)],
];

const WRONG_TIMES = [
	...['2024-02-01T10:00:00', '2024-02-01', '2024-02-01T10:00:00+0200', '2024-02-01T10:00:00+02', 1706781600],
	...['2024-02-01 10:00:00Z', '2024-02-01T10:00Z', '2023-02-29T10:00:00Z', '2024-02-01T25:00:00Z'],
	...['2024-02-01T10:00:00+25:00', '2024-W05-1T10:00:00Z'],
	// Later than the skew, and older than five years of the calendar.
	...['2024-02-29T12:00:05.001Z', '2019-02-28T11:59:59.999Z'],
];

const WRONG_ADDRESSES = [
	...['10.0.0.1', '172.16.0.1', '192.168.1.1', 'fd00::1', '100.64.0.1', '0.0.0.0', '240.0.0.1', '192.0.2.1'],
	...['255.255.255.255', '2001:db8::1', '198.18.0.1', '::', '4000::1', '127.0.0.1', '::1', '169.254.1.1'],
	...['fe80::1', '224.0.0.1', 'ff02::1', '::ffff:10.0.0.1', '8.8.8.8:80', '[2001:4860:4860::8888]:80', '8.8'],
	...[
		'http://8.8.8.8/',
		'8.8.8.0/24',
		'fe80::1%eth0',
		'2001:4860:4860::8888%eth0',
		'010.8.8.8',
		'0x08.8.8.8',
	],
	...['134744072', ' 8.8.8.8', '8.8.8.8,1.1.1.1', 'example.org', '', 134744072, null],
	'2001:4860:4860:0000:0000:0000:0000:0000:000000',
];

/** What is a 400, the field that it names, and the bodies. */
const REFUSED: Array<[call: string, field: string, bodies?: unknown[]]> = [
	[CREATE, 'radar_type', [{}, { domain: 'example.com' }, ...each('radar_type', ['company_weather', 7])]],
	[CREATE, 'domain', each('domain', ['acme', '8.8.8.8', 'info@w3.org', '', null, 'ac me.com'])],
	[CREATE, 'domain', [{ radar_type: 'company_reviews' }, { ...CHANGES, domain: undefined, full_name: 'Jo' }]],
	[CREATE, 'webhook_url', each('webhook_url', ['hook', 'http://hooks.example.com/', null])],
	[CREATE, 'departments', each('departments', ['Sales'])],
	[CREATE, 'seniorities.0', each('seniorities', [[1]])],
	[CREATE, 'custom_fields', each('custom_fields', [[]])],
	[CREATE, 'custom_fields.id', each('custom_fields', [{ id: 7 }])],
	[CREATE, 'include_historical', each('include_historical', ['yes'])],
	[
		CREATE,
		'profile_url',
		each('profile_url', [`${PROFILES}/company/acme/about`, `${PROFILES}/company/a?x=1`]),
	],
	[CREATE, 'profile_url', each('profile_url', ['http://profiles.example/company/a', `${PROFILES}/in/jane`])],
	[CREATE, 'profile_url', each('profile_url', [`${PROFILES}/company/a`, `${PROFILES}/pub/x`], CHANGES)],
	[CREATE, 'profile_url', each('profile_url', [`${PROFILES}/school/x`], CHANGES)],
	[CREATE, 'profile_url', [{ radar_type: 'contact_social_posts' }]],
	[CREATE, 'email', each('email', ['info@w3.org', 'sales+eu@w3.org', 'team@w3.org', 'test@w3.org'], CHANGES)],
	[CREATE, 'email', each('email', ['jane.roe@example.com', 'jane.roe'], CHANGES)],
	[CREATE, 'identifiers', [CHANGES]],
	[
		CREATE,
		'keyword',
		[{ radar_type: 'industry_mentions' }, { radar_type: 'industry_mentions', keyword: 'ai' }],
	],
	[CREATE, 'countries', each('countries', [['A', 'B', 'C', 'D', 'E', 'F']], JOBS)],
	[CREATE, 'job_titles', each('job_titles', WRONG_TITLES)],
	[CREATE, 'updates_since', each('updates_since', WRONG_TIMES)],
	[BULK, 'radars', [{}, { radars: ACME }, { radars: [] }, { radars: radars(1_001) }]],
	[BULK, 'radars.0', [{ radars: ['example.com'] }]],
	[BULK, 'webhook_url', each('webhook_url', [null, 'hook'], { radars: [ACME] })],
	[BULK, 'webhook_url', [{ radars: [ACME], webhook_url: `https://h.example.com/${'x'.repeat(2_048)}` }]],
	[BULK, 'body', [[ACME], { radars: each('custom_fields', [{ note: 'x'.repeat(1_000_000) }]) }]],
	[STOP, 'radar_ids', [{}, ...each('radar_ids', [[], [UNKNOWN_ID, UNKNOWN_ID], UNKNOWN_ID], {})]],
	[STOP, 'radar_ids', [{ radar_ids: Array.from({ length: 501 }, (_, index) => `id-${index}`) }]],
	[REVEAL, 'ip', [{}, ...each('ip', WRONG_ADDRESSES, {})]],
	[REVEAL, 'domain', [{ ip: '8.8.8.8', domain: 'example.com' }]],
	[REVEAL, 'body', [['8.8.8.8']]],
	[`${REVEAL}?x=1`, 'x', [{ ip: '8.8.8.8' }]],
	[SAMPLE, 'radar_type', [{}, { radar_type: 'company_weather' }]],
	[SAMPLE, 'webhook_url', [{ radar_type: 'company_reviews', webhook_url: 'hook' }]],
	[SAMPLE, 'update_type', [{ radar_type: 'company_reviews', update_type: 'bulk_completed' }]],
	...['501', '0', 'ten', '', '1&limit=2'].map((limit): [string, string] => [
		`GET /v1/radars?limit=${limit}`,
		'limit',
	]),
	['GET /v1/radars?color=red', 'color'],
	['GET /v1/radars?radar_type=company_weather', 'radar_type'],
	['GET /v1/radars?radar_type=company_reviews,company_mentions', 'radar_type'],
	['GET /v1/radars?radar_status=paused', 'radar_status'],
	['GET /v1/radars?radar_id=17', 'radar_id'],
	[`GET /v1/radars?radar_id=${Array(51).fill(UNKNOWN_ID).join(',')}`, 'radar_id'],
	['GET /v1/radars?created_since=2025-01-01T00:00:00', 'created_since'],
	['GET /v1/radars?created_since=2025-01-01', 'created_since'],
	['GET /v1/radars?cursor=abc', 'cursor'],
	['GET /v1/radars/17', 'id'],
	['DELETE /v1/radars/17', 'id'],
	['GET /v1/radars/bulk/17', 'id'],
	...['2025-3', '2025-03-01', 'march', ''].map((month): [string, string] => [
		`GET /v1/account?month=${month}`,
		'month',
	]),
	[`GET /v1/updates?radar_id=${Array(11).fill(UNKNOWN_ID).join(',')}`, 'radar_id'],
	['GET /v1/updates?radar_id=17', 'radar_id'],
	['GET /v1/updates?radar_type=company_weather', 'radar_type'],
	['GET /v1/updates?cursor=abc', 'cursor'],
	['GET /v1/updates?limit=10', 'limit'],
];

const REFUSALS = REFUSED.flatMap(([call, field, bodies = [undefined]]) =>
	bodies.map((body) => ({ name: `${call.slice(0, 80)} ${short(body)}`, call, field, body })),
);

test.each(REFUSALS)('400: $name', async ({ call, field, body }) => {
	expect(await send(call, body)).toMatchObject(refusedFor(400, field));
	expect([service.control.radars(), service.control.charges()]).toEqual([[], []]);
});

test('every wrong field is named at once', async () => {
	const body = { ...ACME, domain: 'acme', custom_fields: { a: 1 }, updates_since: 'yesterday' };
	const { errors } = (await send(CREATE, body)).body;
	const fields = errors.map(({ field }: { field: string }) => field);
	expect(fields.sort()).toEqual(['custom_fields.a', 'domain', 'updates_since']);
});

test.each([
	[CREATE, '{"radar_type": '],
	[CREATE, ''],
	[BULK, '{radars: []}'],
	[STOP, 'null,'],
	[SAMPLE, '<a/>'],
	[REVEAL, '{"ip": '],
])('400 for malformed JSON names no field: %s %s', async (call, body) => {
	const answer = await send(call, body);
	expect(answer).toMatchObject(envelope(400, []));
	expect(answer.body.message).toContain('Malformed JSON');
});

test.each([
	['GET /v1/radars/%zz', 400],
	['DELETE /v1/radars/%zz', 400],
	['GET /v1/nothing', 404],
	['PUT /v1/radars', 404],
	['POST /v1/company-reveal/', 404],
])('%s: %d', async (call, status) => {
	expect(await send(call)).toMatchObject(status === 404 ? refusedFor(404, 'path') : envelope(status));
});

const RIGHT_TITLES = [
	...['cto', '"chief technology officer"', 'head AND sales', 'cto OR cfo', 'manager AND NOT assistant', 'hr'],
	...['NOT intern', 'NOT (intern OR trainee)', '(cto OR cfo) AND ("vp sales" OR head)', 'x'.repeat(100)],
	...['EXACT("Chief Executive Officer")', 'EXACT("CEO") OR cfo', `"${'x y '.repeat(25)}"`, nested(32), 'and'],
	...[Array.from({ length: 60 }, () => '(cto)').join(' OR '), long('director'), '"AND" OR "NOT"'],
	...['ANDROID OR ORACLE OR NOTARY', '経理部長 OR Geschäftsführer', 'C++ OR R&D OR e-commerce'],
];

const ACCEPTED: object[] = [
	...each('job_titles', RIGHT_TITLES),
	{
		...ACME,
		include_historical: true,
		departments: ['Sales'],
		seniorities: ['CXO'],
		job_titles: '"vp sales"',
	},
	{ ...ACME, custom_fields: { id: '7' }, webhook_url: 'https://hooks.example.com/x' },
	...each('profile_url', [`${PROFILES}/company/acme`, `${PROFILES}/school/acme`]),
	{ ...CHANGES, email: 'jane.roe@w3.org', profile_url: `${PROFILES}/in/jane-roe`, full_name: 'Jane Roe' },
	{ ...CHANGES, email: 'jane.roe@w3.org' },
	{ ...JOBS, countries: ['France'] },
];

test.each(ACCEPTED.map((body) => [short(body), body] as const))('201: %s', async (_, body) => {
	await service.created(body);
});

test.each([
	['domain', 'https://example.com', 'example.com'],
	['domain', 'http://www.example.com/about?x=1#y', 'example.com'],
	['domain', 'WWW.Example.COM', 'example.com'],
	['domain', 'example.com:8080/', 'example.com'],
	['domain', 'example.com.', 'example.com'],
	['domain', 'sub.example.co.uk', 'sub.example.co.uk'],
	['domain', 'bücher.example.com', 'xn--bcher-kva.example.com'],
	['updates_since', '2024-02-01T10:00:00+02:00', '2024-02-01T08:00:00.000Z'],
	['updates_since', '2024-02-01t10:00:00z', '2024-02-01T10:00:00.000Z'],
	['updates_since', '2024-02-01T10:00:00.25-05:30', '2024-02-01T15:30:00.250Z'],
	['updates_since', NOW, NOW],
	['updates_since', '2024-02-29T12:00:05Z', '2024-02-29T12:00:05.000Z'],
	// 29 February has no such day five years before.
	['updates_since', '2019-02-28T12:00:00Z', '2019-02-28T12:00:00.000Z'],
	['updates_since', undefined, null],
])('%s %s is kept as %s', async (name, given, kept) => {
	expect(await service.created({ ...ACME, [name]: given })).toMatchObject({ [name]: kept });
});

test.each([
	['2001:4860:4860:0000:0000:0000:0000:8888', '2001:4860:4860::8888'],
	['2001:4860:4860:0:0:0:0:ABCD', '2001:4860:4860::abcd'],
	['::ffff:8.8.8.8', '8.8.8.8'],
])('the address %s is given back as %s', async (ip, canonical) => {
	expect((await send(REVEAL, { ip })).body.data.ip).toBe(canonical);
});

test('as much as is allowed at once', async () => {
	const bulkId = await service.submitted({ radars: radars(1_000) });
	const results = (await service.get(`/v1/radars/bulk/${bulkId}`)).body;
	expect(results).toMatchObject({ status: 'completed', summary: { created: 1_000 } });
	expect(service.control.charges()).toHaveLength(1_000);
	expect((await service.get('/v1/radars?limit=500')).body).toMatchObject({ count: 500, has_more: true });
	const radar_ids = service.control.radars().map(({ radar_id }) => radar_id);
	expect((await send(STOP, { radar_ids: radar_ids.slice(0, 500) })).body.results).toHaveLength(500);
	expect(service.control.radars().filter((one) => one.radar_status === 'inactive')).toHaveLength(500);
	const body = JSON.stringify({ radars: [ACME] }).padEnd(1_000_000, ' ');
	expect((await send(BULK, body)).status).toBe(202);
	await service.control.idle();
});

test('no input makes the grammar of titles fail in any other way than by saying what is malformed', () => {
	const token = fc.constantFrom('AND', 'OR', 'NOT', 'EXACT', '(', ')', '"', ' ', 'cto', 'x', '\\', '\n');
	const tokens = fc.array(token, { maxLength: 200 }).map((parts) => parts.join(''));
	fc.assert(
		fc.property(fc.oneof(fc.string(), tokens), (text) => {
			const problem = jobTitlesProblem(text);
			expect(problem === null || /characters|malformed/.test(problem)).toBe(true);
		}),
	);
});
