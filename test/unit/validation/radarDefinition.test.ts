import { RADAR_TYPES } from '../../../nodes/shared/api/radarTypes';
import { checkRadarDefinition } from '../../../nodes/shared/validation/radarDefinition';
import { checkRadarList } from '../../../nodes/shared/validation/radarList';
import { definitionKey, targetKeys } from '../../../nodes/shared/validation/compareDefinitions';
import { hints, refusal, sent, wrongParts } from './results';

const context = { now: Date.UTC(2026, 10, 21, 12), serviceIsLoopback: false };
const check = (body: unknown) => checkRadarDefinition(body, context);

describe('a creation body', () => {
	it('is sent in its normal form', () => {
		const body = {
			domain: 'https://www.Acme.com/about',
			radar_type: 'company_new_hires',
			departments: 'Sales, Marketing',
			profile_url: 'https://network.test/company/acme/',
			webhook_url: 'https://n8n.acme.com/webhook/x',
			custom_fields: '{ "crm_id": "42" }',
		};
		const result = check(body);
		expect(sent(result)).toEqual({
			radar_type: 'company_new_hires',
			domain: 'acme.com',
			departments: ['Sales', 'Marketing'],
			profile_url: 'https://network.test/company/acme',
			webhook_url: 'https://n8n.acme.com/webhook/x',
			custom_fields: { crm_id: '42' },
		});
		expect(hints(result)).toBe('');
	});

	it('is not changed itself', () => {
		const body = Object.freeze({
			radar_type: 'company_mentions',
			domain: 'Acme.com',
			note: Object.freeze({ a: 1 }),
		});
		expect(sent(check(body))).toEqual({ radar_type: 'company_mentions', domain: 'acme.com', note: { a: 1 } });
	});

	it('may be the JSON text of an object', () => {
		expect(sent(check('{ "radar_type": "industry_new_companies" }'))).toEqual({
			radar_type: 'industry_new_companies',
		});
	});

	it('leaves empty fields out', () => {
		const empty = {
			email: '',
			keyword: null,
			departments: [],
			custom_fields: {},
			other: ' ',
		};
		const result = check({ radar_type: 'company_mentions', domain: 'acme.com', ...empty });
		expect(sent(result)).toEqual({ radar_type: 'company_mentions', domain: 'acme.com' });
		for (const name of Object.keys(empty))
			expect(hints(result)).toContain(`${name} is empty and was left out.`);
	});

	it('refuses a field whose expression gives no value', () => {
		const body = { radar_type: 'company_mentions', domain: 'acme.com', webhook_url: undefined };
		expect(wrongParts(check(body))).toEqual(['webhook_url']);
	});

	it('reports every wrong field at once, by its name in the API', () => {
		const body = {
			radar_type: 'company_new_hires',
			domain: 'acme',
			job_titles: 'sales and marketing',
			updates_since: '2026-11-01T00:00:00',
			webhook_url: 'http://acme.com',
			custom_fields: { fine: 'x', crm: { id: 1 }, none: null },
			include_historical: 'perhaps',
			departments: ['Sales', {}],
			profile_url: 'https://network.test/in/jane',
		};
		expect(wrongParts(check(body))).toEqual([
			'domain',
			'profile_url',
			'departments.entry 2',
			'job_titles',
			'updates_since',
			'include_historical',
			'webhook_url',
			'custom_fields.crm',
			'custom_fields.none',
		]);
	});

	it('reports the wrong fields also where the type is wrong', () => {
		expect(wrongParts(check({ radar_type: 'company_hires', domain: 'acme', keyword: {} }))).toEqual([
			'radar_type',
			'domain',
			'keyword',
		]);
		expect(wrongParts(check({}))).toEqual(['radar_type']);
	});

	it.each([
		['company_mentions', {}, ['domain']],
		['contact_job_changes', {}, ['domain', 'profile_url']],
		['contact_job_changes', { domain: 'acme.com' }, ['profile_url']],
		['contact_social_posts', { domain: 'acme.com', full_name: 'Jane Doe' }, ['profile_url']],
		['industry_mentions', {}, ['keyword']],
		['industry_job_openings', { countries: ['Germany'] }, ['keyword']],
	])('%s with %j lacks %j', (radar_type, fields, parts) => {
		expect(wrongParts(check({ radar_type, ...fields }))).toEqual(parts);
	});

	it('does not call a field missing that is wrong', () => {
		expect(
			wrongParts(check({ radar_type: 'contact_job_changes', domain: 'acme.com', email: 'info@acme.com' })),
		).toEqual(['email']);
	});

	it.each([
		{ email: 'jane@acme.com' },
		{ full_name: 'Jane Doe' },
		{ profile_url: 'https://network.test/in/jane' },
	])('contact_job_changes takes %j as the identifier', (identifier) => {
		const body = { radar_type: 'contact_job_changes', domain: 'acme.com', ...identifier };
		expect(sent(check(body))).toEqual(body);
	});

	it.each([
		[{ radar_type: 'company_mentions', domain: 'acme.com', priority: 1 }, /priority: This field isn't known/],
		[
			{ radar_type: 'company_mentions', domain: 'acme.com', keyword: 'x' },
			/keyword: company_mentions radars don't use/,
		],
		[
			{ radar_type: 'company_mentions', domain: 'acme.com', departments: ['Sales'] },
			/have no effect|has no effect/,
		],
		[
			{ radar_type: 'company_new_hires', domain: 'acme.com', departments: ['Sales'], job_titles: 'vp' },
			/job_titles overrides departments and seniorities/,
		],
		[
			{ radar_type: 'company_new_hires', domain: 'acme.com', updates_since: '2026-11-01T00:00:00Z' },
			/updates_since has no effect/,
		],
		[{ radar_type: 'company_mentions', domain: 'acme.com', include_historical: true }, /deprecated/],
		[{ radar_type: 'industry_funding_rounds' }, /have no filters/],
		[
			{ radar_type: 'contact_job_changes', domain: 'acme.com', email: 'jane@gmail.com' },
			/email: .* is a private address/,
		],
		[{ radar_type: 'industry_mentions', keyword: 'AI' }, /keyword: "AI" has fewer/],
		[
			{ radar_type: 'company_mentions', domain: 'acme.com', custom_fields: { a: 1 } },
			/custom_fields: Sent as text: "a"/,
		],
	])('%j is sent with a hint', (body, hint) => {
		expect(hints(check(body))).toMatch(hint);
	});

	it('sends a field that the type does not use unchecked and unchanged', () => {
		const body = {
			radar_type: 'industry_new_companies',
			domain: 'not a domain',
			note: { empty: {} },
			list: [],
		};
		expect(sent(check(body))).toEqual(body);
	});

	it('refuses an unknown field that is no JSON', () => {
		const cyclic: Record<string, unknown> = {};
		cyclic.self = cyclic;
		const body = { radar_type: 'company_mentions', domain: 'acme.com', cyclic, run: () => 1 };
		expect(wrongParts(check(body))).toEqual(['cyclic', 'run']);
	});

	it.each([undefined, null, '', 'acme.com', 42, [], [{}], true])('cannot be %j', (body) => {
		expect(refusal(check(body))).toMatch(/empty|not a JSON object|not an object/);
	});

	it('reads a time without an offset in the time zone, where one is given', () => {
		const body = { radar_type: 'company_mentions', domain: 'acme.com', updates_since: '2026-11-01T00:00:00' };
		const result = checkRadarDefinition(body, { ...context, timeZone: 'Europe/Berlin' });
		expect(sent(result).updates_since).toBe('2026-11-01T00:00:00+01:00');
		expect(wrongParts(check(body))).toEqual(['updates_since']);
	});

	it.each(RADAR_TYPES)('of type %s needs no more than its own fields', (radar_type) => {
		const all = {
			...{ domain: 'acme.com', keyword: 'heat pumps' },
			profile_url: `https://network.test/${radar_type.startsWith('contact_') ? 'in' : 'company'}/acme`,
		};
		expect(sent(check({ radar_type, ...all }))).toEqual({ radar_type, ...all });
	});
});

describe('a list of creation bodies', () => {
	it('may be JSON text', async () => {
		const list = [{ radar_type: 'company_mentions', domain: 'acme.com' }];
		expect(sent(await checkRadarList(JSON.stringify(list), context))).toEqual(list);
	});

	it('names the radar and the field of every problem', async () => {
		const list = [
			{ radar_type: 'company_mentions', domain: 'acme.com' },
			{ radar_type: 'company_mentions' },
			'x',
		];
		expect(wrongParts(await checkRadarList(list, context))).toEqual(['2.domain', '3']);
		expect(refusal(await checkRadarList(list, context))).toMatch(/Radar 2, domain: /);
	});

	it('names the radar of a hint', async () => {
		expect(
			hints(await checkRadarList([{ radar_type: 'industry_mentions', keyword: 'AI' }], context)),
		).toMatch(/^Radar 1: keyword/);
	});

	it('gives the same hint once, with the number of radars', async () => {
		const list = Array.from({ length: 1000 }, () => ({ radar_type: 'industry_mentions', keyword: 'AI' }));
		expect(hints(await checkRadarList(list, context))).toMatch(/^Radar 1 and 999 more: keyword.*$/);
	});

	it.each(['', '[', '{}', {}, [], null, 42])('cannot be %j', async (value) => {
		expect(refusal(await checkRadarList(value, context))).toMatch(/list/);
	});
});

describe('a whole definition', () => {
	const key = (body: Record<string, unknown>) => definitionKey(sent(check(body)));
	const body = { radar_type: 'company_new_hires', domain: 'acme.com' };

	it('is the same in any order of its fields and lists', () => {
		const one = { ...body, departments: ['Sales', 'Legal'], custom_fields: { a: '1', b: '2' } };
		const other = { custom_fields: { b: '2', a: '1' }, departments: ['Legal', 'Sales'], ...body };
		expect(key(one)).toBe(key(other));
	});

	it('is another with any other field', () => {
		const other = {
			job_titles: 'CEO',
			custom_fields: { a: '1' },
			webhook_url: 'https://n8n.acme.com/webhook/x',
		};
		for (const [name, value] of Object.entries(other))
			expect(key({ ...body, [name]: value })).not.toBe(key(body));
	});
});

describe('what a definition watches', () => {
	const keys = (body: Record<string, unknown>) => targetKeys(sent(check(body)));

	it.each([
		[
			{ radar_type: 'company_mentions', domain: 'acme.com' },
			{ radar_type: 'company_mentions', domain: 'www.ACME.com', custom_fields: { a: 'b' } },
		],
		[
			{ radar_type: 'contact_job_changes', domain: 'acme.com', email: 'jane@acme.com' },
			{
				radar_type: 'contact_job_changes',
				domain: 'acme.com',
				email: 'Jane@acme.com',
				full_name: 'Jane Doe',
			},
		],
		[
			{ radar_type: 'industry_mentions', keyword: 'Heat Pumps' },
			{ radar_type: 'industry_mentions', keyword: 'heat pumps' },
		],
		[{ radar_type: 'industry_new_companies' }, { radar_type: 'industry_new_companies' }],
	])('%j is %j', (one, other) => {
		expect(keys(one).some((key) => keys(other).includes(key))).toBe(true);
	});

	it.each([
		[
			{ radar_type: 'company_mentions', domain: 'acme.com' },
			{ radar_type: 'company_reviews', domain: 'acme.com' },
		],
		[
			{ radar_type: 'company_mentions', domain: 'acme.com' },
			{ radar_type: 'company_mentions', domain: 'beta.com' },
		],
		[
			{ radar_type: 'contact_job_changes', domain: 'acme.com', full_name: 'Jane Doe' },
			{ radar_type: 'contact_job_changes', domain: 'beta.com', full_name: 'Jane Doe' },
		],
		[
			{ radar_type: 'contact_job_changes', domain: 'acme.com', email: 'jane@acme.com' },
			{ radar_type: 'contact_job_changes', domain: 'acme.com', full_name: 'jane@acme.com' },
		],
	])('%j is not %j', (one, other) => {
		expect(keys(one).some((key) => keys(other).includes(key))).toBe(false);
	});
});
