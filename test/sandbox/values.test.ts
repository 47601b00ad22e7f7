import { ACME, envelope, refusedFor, UNKNOWN_ID, useSandbox } from './support';

const service = useSandbox({ balanceUsd: 2_000 });

const CREATE = 'POST /v1/radars';
const BULK = 'POST /v1/radars/bulk';
const STOP = 'DELETE /v1/radars/bulk';
const REVEAL = 'POST /v1/company-reveal';
const SAMPLE = 'POST /v1/webhooks/test';
const CHANGES = { radar_type: 'contact_job_changes', domain: 'example.com' };
const REVIEWS = { radar_type: 'company_reviews' };
const COMPANY_PAGE = 'https://profiles.example/company/a';
const NOW = '2024-02-29T12:00:00.000Z';

beforeEach(() => service.control.clock({ stopped: true, set: NOW }));

const send = async (call: string, body?: unknown) => {
	const [method = '', path = ''] = call.split(' ');
	return await service.call(method, path, { body });
};

const ids = (count: number) => Array<string>(count).fill(UNKNOWN_ID);

/** What is a 400: the call, the field that it names, and the body. The fuzz tests hold each rule of a value against that of the nodes. */
const REFUSED: Array<[call: string, field: string, body?: unknown]> = [
	[CREATE, 'radar_type', { domain: 'example.com' }],
	[CREATE, 'radar_type', { ...ACME, radar_type: 'company_weather' }],
	[CREATE, 'domain', { ...ACME, domain: 'acme' }],
	[CREATE, 'domain', REVIEWS],
	[CREATE, 'domain', { ...CHANGES, domain: undefined, full_name: 'Jo' }],
	[CREATE, 'webhook_url', { ...ACME, webhook_url: 'http://hooks.example.com/' }],
	[CREATE, 'departments', { ...ACME, departments: 'Sales' }],
	[CREATE, 'seniorities.0', { ...ACME, seniorities: [1] }],
	[CREATE, 'custom_fields.id', { ...ACME, custom_fields: { id: 7 } }],
	[CREATE, 'include_historical', { ...ACME, include_historical: 'yes' }],
	[CREATE, 'profile_url', { ...ACME, profile_url: 'https://profiles.example/in/jane' }],
	[CREATE, 'profile_url', { ...CHANGES, profile_url: COMPANY_PAGE }],
	[CREATE, 'profile_url', { radar_type: 'contact_social_posts' }],
	[CREATE, 'email', { ...CHANGES, email: 'info@w3.org' }],
	[CREATE, 'email', { ...CHANGES, email: 'jane.roe@example.com' }],
	[CREATE, 'identifiers', CHANGES],
	[CREATE, 'keyword', { radar_type: 'industry_mentions' }],
	[CREATE, 'keyword', { radar_type: 'industry_mentions', keyword: 'ai' }],
	[CREATE, 'countries', { radar_type: 'industry_job_openings', keyword: 'cnc', countries: [...'ABCDEF'] }],
	[CREATE, 'job_titles', { ...ACME, job_titles: 'sales manager' }],
	[CREATE, 'updates_since', { ...ACME, updates_since: '2024-02-01T10:00:00' }],
	[CREATE, 'updates_since', { ...ACME, updates_since: '2024-02-01T10:00:00+02:60' }],
	[CREATE, 'updates_since', { ...ACME, updates_since: '2024-02-29T12:00:05.001Z' }],
	[BULK, 'radars', { radars: [] }],
	[BULK, 'radars', { radars: Array(1_001).fill(ACME) }],
	[BULK, 'radars.0', { radars: ['example.com'] }],
	[BULK, 'webhook_url', { radars: [ACME], webhook_url: `https://h.example.com/${'x'.repeat(2_048)}` }],
	[BULK, 'body', { radars: [{ ...ACME, custom_fields: { note: 'x'.repeat(1_000_000) } }] }],
	[STOP, 'radar_ids', { radar_ids: ids(2) }],
	[STOP, 'radar_ids', { radar_ids: Array.from({ length: 501 }, (_, index) => `id-${index}`) }],
	[REVEAL, 'ip', { ip: '10.0.0.1' }],
	[REVEAL, 'domain', { ip: '8.8.8.8', domain: 'example.com' }],
	[`${REVEAL}?x=1`, 'x', { ip: '8.8.8.8' }],
	[SAMPLE, 'radar_type', {}],
	[SAMPLE, 'webhook_url', { ...REVIEWS, webhook_url: 'hook' }],
	[SAMPLE, 'update_type', { ...REVIEWS, update_type: 'bulk_completed' }],
	['GET /v1/radars?limit=501', 'limit'],
	['GET /v1/radars?color=red', 'color'],
	['GET /v1/radars?radar_type=company_weather', 'radar_type'],
	['GET /v1/radars?radar_status=paused', 'radar_status'],
	[`GET /v1/radars?radar_id=${ids(51).join(',')}`, 'radar_id'],
	['GET /v1/radars?created_since=2025-01-01T00:00:00', 'created_since'],
	['GET /v1/radars?cursor=abc', 'cursor'],
	['GET /v1/radars/17', 'id'],
	['DELETE /v1/radars/17', 'id'],
	['GET /v1/radars/bulk/17', 'id'],
	['GET /v1/account?month=2025-3', 'month'],
	[`GET /v1/updates?radar_id=${ids(11).join(',')}`, 'radar_id'],
	['GET /v1/updates?radar_type=company_weather', 'radar_type'],
	['GET /v1/updates?cursor=abc', 'cursor'],
	['GET /v1/updates?limit=10', 'limit'],
];

const NAMED = REFUSED.map(
	([call, field, body]) =>
		[call.slice(0, 50), field, (JSON.stringify(body) ?? '').slice(0, 60), call, body] as const,
);

test.each(NAMED)('400: %s for %s %s', async (_, field, __, call, body) => {
	expect(await send(call, body)).toMatchObject(refusedFor(400, field));
	expect([service.control.radars(), service.control.charges()]).toEqual([[], []]);
});

test('every wrong field is named at once', async () => {
	const body = { ...ACME, domain: 'acme', custom_fields: { a: 1 }, updates_since: 'yesterday' };
	const { errors } = (await send(CREATE, body)).body;
	const fields = errors.map(({ field }: { field: string }) => field);
	expect(fields.sort()).toEqual(['custom_fields.a', 'domain', 'updates_since']);
});

test.each([CREATE, BULK, STOP, SAMPLE, REVEAL])('%s: malformed JSON names no field', async (call) => {
	const answer = await send(call, '{"ip": ');
	expect(answer).toMatchObject(envelope(400, []));
	expect(answer.body.message).toContain('Malformed JSON');
});

test.each([
	['GET /v1/radars/%zz', envelope(400)],
	['GET /v1/nothing', refusedFor(404, 'path')],
	['PUT /v1/radars', refusedFor(404, 'path')],
])('%s is no call', async (call, refused) => expect(await send(call)).toMatchObject(refused));

test.each([
	['domain', 'http://WWW.Example.com:80/about?x=1#y', 'example.com'],
	['domain', 'bücher.example.com.', 'xn--bcher-kva.example.com'],
	['updates_since', '2024-02-01t10:00:00.25-05:30', '2024-02-01T15:30:00.250Z'],
	['updates_since', '2024-02-29T12:00:05Z', '2024-02-29T12:00:05.000Z'],
	['updates_since', undefined, null],
	['profile_url', COMPANY_PAGE, undefined],
])('%s %s is kept as %s', async (name, given, kept) => {
	expect((await service.created({ ...ACME, [name]: given }))[name]).toEqual(kept);
});
