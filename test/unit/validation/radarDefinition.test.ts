import { RADAR_TYPES } from '../../../nodes/shared/api/radarTypes';
import {
	checkRadarDefinition,
	type DefinitionContext,
} from '../../../nodes/shared/values/rules/radarDefinition';
import { checkRadarList } from '../../../nodes/shared/values/rules/radarList';
import { definitionKey, sameTargetKeys, targetKeys } from '../../../nodes/shared/values/radars/sameRadar';
import { andThen, valid } from '../../../nodes/shared/values/rules/result';
import { doubtfulParts, doubts, hints, notTaken, refusal, sent, wrongParts } from './results';

const context = { now: Date.UTC(2026, 10, 21, 12), timeZone: 'Europe/Berlin', serviceIsLoopback: false };
const check = (body: unknown, more: Partial<DefinitionContext> = {}) =>
	andThen(checkRadarDefinition(body, { ...context, ...more }), ({ definition }) => valid(definition));

describe('a creation body', () => {
	it('is sent in its normal form', () => {
		const body = {
			domain: 'https://www.Example.com/about',
			radar_type: 'company_new_hires',
			departments: 'Sales, Marketing',
			profile_url: 'https://example.com/company/acme/',
			webhook_url: 'https://n8n.example.com/webhook/x',
			custom_fields: '{ "crm_id": "42" }',
		};
		const result = check(body);
		expect(sent(result)).toEqual({
			radar_type: 'company_new_hires',
			domain: 'example.com',
			departments: ['Sales', 'Marketing'],
			profile_url: 'https://example.com/company/acme',
			webhook_url: 'https://n8n.example.com/webhook/x',
			custom_fields: { crm_id: '42' },
		});
		expect(hints(result)).toBe('');
	});

	it('is not changed itself', () => {
		const body = Object.freeze({
			radar_type: 'company_mentions',
			domain: 'Example.com',
			note: Object.freeze({ a: 1 }),
		});
		expect(sent(check(body))).toEqual({
			radar_type: 'company_mentions',
			domain: 'example.com',
			note: { a: 1 },
		});
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
		};
		const result = check({ radar_type: 'company_mentions', domain: 'example.com', ...empty, other: ' ' });
		expect(sent(result)).toEqual({ radar_type: 'company_mentions', domain: 'example.com' });
		for (const name of ['Email', 'Keyword', 'Departments', 'Custom Fields'])
			expect(hints(result)).toContain(`${name} is empty`);
	});

	it.each(['webhook_url', 'updates_since', 'job_titles', 'departments', 'seniorities'])(
		'refuses %s if its expression gives no value',
		(name) => {
			const body = { radar_type: 'company_new_hires', domain: 'example.com', [name]: undefined };
			expect(wrongParts(check(body))).toEqual([name]);
			expect(refusal(check(body))).toMatch(/^is empty/);
		},
	);

	it.each(['job_titles', 'departments', 'seniorities'])('leaves out an empty %s, and says so', (name) => {
		for (const empty of [null, '', ' ', '\u200b']) {
			const result = check({ radar_type: 'company_new_hires', domain: 'example.com', [name]: empty });
			expect(sent(result)).toEqual({ radar_type: 'company_new_hires', domain: 'example.com' });
			expect(hints(result)).toMatch(/ is empty, so the radar has no such filter\.$/);
			expect(doubts(result)).toBe('');
		}
	});

	it.each([['any'], [' ANY '], ['Any\u200b'], [['any']]])('takes %j as no filter', (any) => {
		const body = { radar_type: 'company_new_hires', domain: 'example.com' };
		const filters = { job_titles: any, departments: any, seniorities: any };
		const result = check({ ...body, ...filters });
		expect(sent(result)).toEqual(body);
		expect(hints(result)).toBe('');
		expect(sent(checkRadarDefinition({ ...body, ...filters }, context)).unset).toEqual([]);
		expect(sent(checkRadarDefinition(body, context)).unset.sort()).toEqual(Object.keys(filters).sort());
	});

	it('says which filters of its type it lacks', () => {
		const unset = (body: unknown) => sent(checkRadarDefinition(body, context)).unset;
		expect(
			unset({ radar_type: 'company_new_hires', domain: 'example.com', job_titles: 'ceo', departments: null }),
		).toEqual(['departments', 'seniorities']);
		expect(unset({ radar_type: 'company_mentions', domain: 'example.com', departments: 'any' })).toEqual([
			'seniorities',
			'job_titles',
		]);
		expect(unset({ radar_type: 'industry_mentions', keyword: 'heat pumps' })).toEqual([]);
		expect(unset({ radar_type: 'industry_job_openings', keyword: 'heat pumps' })).toEqual(['countries']);
	});

	it('says which custom fields are empty, without the blanks around their names', () => {
		const body = { radar_type: 'industry_new_companies', custom_fields: { ' owner ': '' } };
		expect(sent(checkRadarDefinition(body, context)).unset).toEqual(['custom_fields.owner']);
	});

	it('says which fields have an empty cell', () => {
		const cells = { email: '', full_name: ' ', custom_fields: { owner: '', segment: 'smb' } };
		const body = { radar_type: 'industry_new_companies', ...cells };
		expect(sent(checkRadarDefinition(body, context)).unset).toEqual([
			'email',
			'full_name',
			'custom_fields.owner',
		]);
	});

	it('names all fields of which one is missing', () => {
		const text = doubts(check({ radar_type: 'contact_job_changes', domain: 'example.com' }));
		expect(text).toMatch(/need Profile URL, Email or Full Name\. Profile URL works best\.$/);
	});

	it.each([
		['company_new_hires', true],
		['company_mentions', false],
	])('says whether updates_since has an effect on %s radars: ignored %s', (radar_type, isIgnored) => {
		const since = { updates_since: '2026-11-20T10:00:00Z' };
		const text = hints(check({ radar_type, domain: 'example.com', ...since }));
		expect(text.includes('has no effect')).toBe(isIgnored);
	});

	it('takes lists of job titles from a form only', () => {
		const body = { radar_type: 'company_new_hires', domain: 'example.com', job_titles: { anyOf: 'CEO' } };
		expect(sent(check(body, { isForm: true }))).toMatchObject({ job_titles: '"CEO"' });
		expect(wrongParts(check(body))).toEqual(['job_titles']);
		const any = { ...body, job_titles: { anyOf: 'any' } };
		expect(sent(check(any, { isForm: true }))).toEqual({ radar_type: body.radar_type, domain: body.domain });
	});

	it('reports every wrong field at once, by its name in the API', () => {
		const body = {
			radar_type: 'company_new_hires',
			domain: 'acme',
			job_titles: 'sales and marketing',
			updates_since: '2026-13-01T00:00:00',
			webhook_url: 'http://example.com',
			custom_fields: { fine: 'x', crm: { id: 1 } },
			include_historical: 'perhaps',
			departments: ['Sales', {}],
			profile_url: 'https://example.com/in/jane',
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
		['company_new_hires', { departments: ['Sales'] }, ['domain']],
	])('%s with %j lacks %j, which the API requires', (radar_type, fields, parts) => {
		expect(wrongParts(check({ radar_type, ...fields }))).toEqual(parts);
	});

	it.each<[string, object, string[]]>([
		['contact_job_changes', {}, ['domain', 'profile_url']],
		['contact_job_changes', { domain: 'example.com' }, ['profile_url']],
		['contact_social_posts', { domain: 'example.com', full_name: 'Jane Doe' }, ['profile_url']],
		['industry_mentions', {}, ['keyword']],
		['industry_mentions', { keyword: '' }, ['keyword']],
		['industry_job_openings', { countries: ['Germany'] }, ['keyword']],
		['industry_funding_rounds', {}, []],
	])('%s with %j is doubtful without %j', (radar_type, fields, parts) => {
		const result = check({ radar_type, ...fields });
		expect(doubtfulParts(result)).toEqual(parts);
		expect(doubts(result).match(/ is empty, but .+ radars probably need /g) ?? []).toHaveLength(parts.length);
	});

	it('does not call a field missing that is wrong', () => {
		expect(
			wrongParts(check({ radar_type: 'contact_job_changes', domain: 'example.com', email: 'info@w3.org' })),
		).toEqual(['email']);
	});

	it.each([
		{ email: 'jane@w3.org' },
		{ full_name: 'Jane Doe' },
		{ profile_url: 'https://example.com/in/jane' },
	])('contact_job_changes takes %j as the identifier', (identifier) => {
		const body = { radar_type: 'contact_job_changes', domain: 'example.com', ...identifier };
		expect(sent(check(body))).toEqual(body);
	});

	it.each([
		[
			{ radar_type: 'company_mentions', domain: 'example.com', priority: 1 },
			/"priority" isn't a field of radars that this node knows/,
		],
		[
			{ radar_type: 'company_mentions', domain: 'example.com', keyword: 'x' },
			/Keyword: Mentions radars don't use this field\. Only these use it: Industry: Mentions, Industry: Funding Rounds, /,
		],
		[
			{ radar_type: 'company_mentions', domain: 'example.com', departments: ['Sales'] },
			/Departments: The service may ignore this field on Mentions radars\./,
		],
		[
			{ radar_type: 'company_new_hires', domain: 'example.com', departments: ['Sales'], job_titles: 'vp' },
			/Job Titles overrides Departments\./,
		],
		[
			{ radar_type: 'company_new_hires', domain: 'example.com', updates_since: '2026-11-01T00:00:00Z' },
			/Updates Since has no effect on New Hires radars/,
		],
		[{ radar_type: 'company_mentions', domain: 'example.com', include_historical: true }, /deprecated/],
		[{ radar_type: 'industry_funding_rounds' }, /Without a keyword, Funding Rounds radars report every/],
		[
			{ radar_type: 'industry_new_companies', keyword: 'heat pumps' },
			/^Keyword: The service may ignore this field on New Companies radars\.$/,
		],
		[
			{ radar_type: 'industry_mentions', keyword: 'heat pumps', countries: ['Germany'] },
			/Countries: The service may ignore this field on Mentions radars\./,
		],
		[
			{ radar_type: 'contact_job_changes', domain: 'example.com', email: 'jane@gmail.com' },
			/Email: .* is a private address/,
		],
		[{ radar_type: 'industry_mentions', keyword: 'AI' }, /Keyword: "AI" has fewer/],
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
		const body = { radar_type: 'company_mentions', domain: 'example.com', cyclic, run: () => 1 };
		expect(wrongParts(check(body))).toEqual(['cyclic', 'run']);
	});

	it.each([undefined, null, '', 'example.com', 42, [], [{}], true])('cannot be %j', (body) => {
		expect(refusal(check(body))).toMatch(/empty|not a JSON object|not an object/);
	});

	it.each([
		[['example.com']],
		[[{ domain: 'example.com', root_domain: 'example.org' }]],
		[{ domain: 'example.com', id: 7 }],
	])('takes the only entry of a list: %j', (domain) => {
		const body = { radar_type: 'company_mentions', domain };
		for (const isTableRow of [false, true])
			expect(sent(check(body, { isTableRow }))).toEqual({ ...body, domain: 'example.com' });
	});

	it.each([
		['domain', ['example.com', 'example.org'], 'a list, not text'],
		['domain', [], 'is empty'],
		['domain', [{ root_domain: 'example.com' }], 'an object'],
	])('asks for the first entry of several: %s %j', (name, value, words) => {
		const text = refusal(check({ radar_type: 'company_mentions', [name]: value }));
		expect(text).toContain(words);
		expect(text.includes('Use its first entry: add [0] to the end of the expression.')).toBe(
			words.includes('a list'),
		);
	});

	it('reads a time without an offset in the time zone', () => {
		const body = {
			radar_type: 'company_mentions',
			domain: 'example.com',
			updates_since: '2026-11-01T00:00:00',
		};
		expect(sent(check(body)).updates_since).toBe('2026-11-01T00:00:00+01:00');
		expect(sent(check(body, { timeZone: 'America/New_York' })).updates_since).toBe(
			'2026-11-01T00:00:00-04:00',
		);
	});

	it.each(RADAR_TYPES)('of type %s needs no more than its own fields', (radar_type) => {
		const all = {
			...{ domain: 'example.com', keyword: 'heat pumps' },
			profile_url: `https://example.com/${radar_type.startsWith('contact_') ? 'in' : 'company'}/acme`,
		};
		expect(sent(check({ radar_type, ...all }))).toEqual({ radar_type, ...all });
	});
});

describe('a list of creation bodies', () => {
	it('may be JSON text', async () => {
		const list = [{ radar_type: 'industry_mentions', keyword: 'heat pumps' }];
		expect(sent(await checkRadarList(JSON.stringify(list), context))).toEqual([
			{ definition: list[0], unset: [], doubts: [], notes: [] },
		]);
	});

	it('names the radar and the field of every problem', async () => {
		const list = [
			{ radar_type: 'company_mentions', domain: 'example.com' },
			{ radar_type: 'company_mentions' },
			'x',
		];
		expect(wrongParts(await checkRadarList(list, context))).toEqual(['2.domain', '3']);
		expect(refusal(await checkRadarList(list, context))).toMatch(
			/^Radar 2, Company Domain \(domain\) is empty/,
		);
	});

	it('gives the same hint once, with the first radar and the number of others', async () => {
		const list = Array.from({ length: 1000 }, () => ({
			radar_type: 'company_mentions',
			domain: 'a.example.com',
			email: '',
		}));
		expect(hints(await checkRadarList(list.slice(0, 1), context))).toMatch(/^Radar 1: Email/);
		expect(hints(await checkRadarList(list, context))).toMatch(/^Radar 1 and 999 more: Email.*$/);
	});

	it('says which of its radars are doubtful', async () => {
		const list = [
			{ radar_type: 'industry_mentions', keyword: 'solar, wind, water' },
			{ radar_type: 'industry_mentions', keyword: 'heat pumps' },
		];
		const checked = sent(await checkRadarList(list, context));
		expect(checked.map((radar) => radar.doubts.length)).toEqual([1, 0]);
	});

	it.each([
		['[{ "radar_type": "company_mentions" ', /line 1, character \d+/],
		['[\n{ "a": 1 }\n{ "b": 2 }]', /breaks at line 3, character 1/],
		["[{ 'a': 1 }]", /breaks at line 1, character 4/],
		['[{ "a": 1 },]', /breaks at line 1, character 13/],
		['\ufeff[{ "a": 1 ]', /breaks at line 1/],
	])('says where the JSON text breaks: %j', async (text, place) => {
		expect(refusal(await checkRadarList(text, context))).toMatch(place);
	});

	it('may have a byte order mark before its JSON text', async () => {
		const text = '\ufeff[{ "radar_type": "company_mentions", "domain": "example.com" }]';
		expect((await checkRadarList(text, context)).ok).toBe(true);
	});

	it.each(['', '[', '{}', {}, [], null, 42])('cannot be %j', async (value) => {
		expect(refusal(await checkRadarList(value, context))).toMatch(/list/);
	});
});

describe('a whole definition', () => {
	const key = (body: Record<string, unknown>) => definitionKey(sent(check(body)));
	const body = { radar_type: 'company_new_hires', domain: 'example.com' };

	it('is the same in any order of its fields and lists', () => {
		const one = { ...body, departments: ['Sales', 'Legal'], custom_fields: { a: '1', b: '2' } };
		const other = { custom_fields: { b: '2', a: '1' }, departments: ['Legal', 'Sales'], ...body };
		expect(key(one)).toBe(key(other));
	});

	it('is another with any other field', () => {
		const other = {
			job_titles: 'CEO',
			custom_fields: { a: '1' },
			webhook_url: 'https://n8n.example.com/webhook/x',
		};
		for (const [name, value] of Object.entries(other))
			expect(key({ ...body, [name]: value })).not.toBe(key(body));
	});
});

describe('what a definition watches', () => {
	const watchSame = (...bodies: Array<Record<string, unknown>>) => {
		const [one, other] = bodies.map((body) => sent(check(body)));
		const meet = (a = one, b = other) => sameTargetKeys(a!).some((key) => targetKeys(b!).includes(key));
		expect(meet(other, one)).toBe(meet());
		return meet();
	};
	const jane = { radar_type: 'contact_job_changes', domain: 'example.com', full_name: 'Jane Doe' };
	const page = (name: string) => ({ profile_url: `https://example.com/in/${name}` });

	it.each([
		[
			{ radar_type: 'company_mentions', domain: 'example.com' },
			{ radar_type: 'company_mentions', domain: 'www.EXAMPLE.com', custom_fields: { a: 'b' } },
		],
		[
			{ radar_type: 'contact_job_changes', domain: 'example.com', email: 'jane@w3.org' },
			{
				radar_type: 'contact_job_changes',
				domain: 'example.com',
				email: 'Jane@w3.org',
				full_name: 'Jane Doe',
			},
		],
		[
			{ radar_type: 'industry_mentions', keyword: 'Heat Pumps' },
			{ radar_type: 'industry_mentions', keyword: 'heat pumps' },
		],
		[{ radar_type: 'industry_new_companies' }, { radar_type: 'industry_new_companies' }],
		[jane, { ...jane, ...page('jane') }],
		[
			{ ...jane, ...page('jane') },
			{ ...jane, email: 'jane@w3.org' },
		],
		[
			{ ...jane, ...page('jane'), email: 'jane@w3.org' },
			{ ...jane, ...page('jane-doe'), email: 'jane@w3.org' },
		],
	])('%j is %j', (one, other) => {
		expect(watchSame(one, other)).toBe(true);
	});

	it.each([
		[
			{ radar_type: 'company_mentions', domain: 'example.com' },
			{ radar_type: 'company_reviews', domain: 'example.com' },
		],
		[
			{ radar_type: 'company_mentions', domain: 'example.com' },
			{ radar_type: 'company_mentions', domain: 'beta.example.com' },
		],
		[
			{ radar_type: 'contact_job_changes', domain: 'example.com', full_name: 'Jane Doe' },
			{ radar_type: 'contact_job_changes', domain: 'beta.example.com', full_name: 'Jane Doe' },
		],
		[
			{ radar_type: 'contact_job_changes', domain: 'example.com', email: 'jane@w3.org' },
			{ radar_type: 'contact_job_changes', domain: 'example.com', full_name: 'jane@w3.org' },
		],
		[
			{ ...jane, ...page('jane') },
			{ ...jane, ...page('jane-2') },
		],
		[
			{ ...jane, ...page('jane'), email: 'jane@w3.org' },
			{ ...jane, email: 'jane.doe@w3.org' },
		],
	])('%j is not %j', (one, other) => {
		expect(watchSame(one, other)).toBe(false);
	});

	const posts = (url: string) => ({ radar_type: 'contact_social_posts', profile_url: url });

	it.each([
		'https://www.example.com/in/jane-doe',
		'http://de.example.com/in/jane-doe/?trk=x',
		'example.com/in/Jane-Doe/details/experience/',
	])('is the person of example.com/in/jane-doe: %s', (url) => {
		expect(watchSame(posts('https://example.com/in/jane-doe'), posts(url))).toBe(true);
		expect(sent(check(posts(url))).profile_url).toBe(
			`https://${url.replace(/^\w+:\/\//, '').replace(/(?<=jane-doe)\/.*$/i, '')}`,
		);
	});

	it.each([
		['example.com/in/jane-doe', 'example.com/in/jane-doe-2'],
		['example.com/in/jane-doe', 'example.net/in/jane-doe'],
		['example.com/in/jane-doe', 'team.example.com/in/jane-doe'],
		['ab.co.uk/in/jane-doe', 'cd.co.uk/in/jane-doe'],
		['example.com/in/de/jane-doe', 'example.com/in/de/john-roe'],
		['example.com/in/pt-br/jane-doe', 'example.com/in/pt-br/john-roe'],
		['example.com/in/people/jane-doe', 'example.com/in/people/john-roe'],
	])('is another person: %s and %s', (one, other) => {
		expect(watchSame(posts(one), posts(other))).toBe(false);
	});
});

describe('a row of a table', () => {
	const checkRow = (body: unknown) => check(body, { isTableRow: true });
	const MENTIONS = { radar_type: 'company_mentions', domain: 'example.com' };
	const PERSON = { radar_type: 'contact_social_posts', profile_url: 'https://example.com/in/jane-doe' };

	it('leaves out the columns that radars do not have, and names them', () => {
		const row = {
			radar_type: 'company_mentions',
			domain: 'example.com',
			Owner: 'Jane',
			'Lead Status': 'New',
		};
		const result = checkRow(row);
		expect(sent(result)).toEqual({ radar_type: 'company_mentions', domain: 'example.com' });
		expect(doubts(result)).toBe('');
		expect(hints(result)).toBe('Left out keys that radars don\'t have: "Owner", "Lead Status".');
	});

	it.each([
		[{ ...MENTIONS, Email: 'jane@w3.org' }, 'Email'],
		[{ ...MENTIONS, keyword: 'heat pumps' }, 'Keyword'],
		[{ ...MENTIONS, countries: 'Germany' }, 'Countries'],
		[{ ...PERSON, departments: 'Sales' }, 'Departments'],
		[{ radar_type: 'industry_mentions', keyword: 'heat pumps', job_titles: 'ceo' }, 'Job Titles'],
		[{ ...PERSON, email: 'info@example.com' }, 'Email'],
	])('leaves out a field of another group, and one that may be ignored and is wrong: %j', (row, name) => {
		const result = checkRow(row);
		expect(Object.keys(sent(result))).toHaveLength(2);
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(
			new RegExp(`^${name}: .+ radars don't use this field, so it was left out`, 'm'),
		);
	});

	it.each<[object, string, object]>([
		[MENTIONS, 'Departments', { departments: ['Sales'] }],
		[{ ...MENTIONS, radar_type: 'company_reviews' }, 'Seniorities', { seniorities: ['CXO'] }],
		[{ ...MENTIONS, radar_type: 'company_social_posts' }, 'Job Titles', { job_titles: 'ceo' }],
		[{ ...MENTIONS, radar_type: 'company_social_engagements' }, 'Job Titles', { job_titles: 'ceo' }],
		[{ radar_type: 'industry_funding_rounds' }, 'Keyword', { keyword: 'heat pumps' }],
		[{ radar_type: 'industry_new_companies' }, 'Keyword', { keyword: 'heat pumps' }],
		[
			{ radar_type: 'industry_mentions', keyword: 'heat pumps' },
			'Countries',
			{ countries: ['Germany', 'Atlantis'] },
		],
		[PERSON, 'Email', { email: 'jane@gmail.com' }],
	])('%j sends %s, with a note that the service may ignore it', (row, name, given) => {
		for (const result of [checkRow({ ...row, ...given }), check({ ...row, ...given })]) {
			expect(sent(result)).toEqual({ ...row, ...given });
			expect(doubts(result)).toBe('');
			expect(hints(result)).toContain(`${name}: The service may ignore this field on `);
		}
	});

	it('passes as it is where it is a contact of a HubSpot export', () => {
		const row = {
			'Record ID': 901,
			'First Name': 'Jane',
			'Last Name': 'Doe',
			Email: 'jane.doe@w3.org',
			'Job Title': 'VP Sales',
			Department: 'Sales',
			'Company Name': 'Acme',
			'Website URL': 'example.com',
			'Country/Region': 'Germany',
			Seniority: null,
			radar_type: 'contact_job_changes',
			domain: 'example.com',
		};
		const result = checkRow(row);
		expect(sent(result)).toEqual({
			radar_type: 'contact_job_changes',
			domain: 'example.com',
			email: 'jane.doe@w3.org',
		});
		expect(doubts(result)).toBe('');
	});

	const acme = { radar_type: 'company_mentions' };
	const jane = { radar_type: 'contact_job_changes', domain: 'example.com' };
	const profile = 'https://example.com/in/jane-doe';

	it.each<[string, object, string, string]>([
		['website', acme, 'https://www.example.com/', 'domain'],
		['Website URL', acme, 'example.com', 'domain'],
		['Company Domain', acme, 'example.com', 'domain'],
		['Company Website', acme, 'example.com', 'domain'],
		['Homepage', acme, 'example.com', 'domain'],
		['URL', acme, 'example.com', 'domain'],
		[
			'Company Profile URL',
			{ ...acme, domain: 'example.com' },
			'https://example.com/company/acme',
			'profile_url',
		],
		['Company Website', { radar_type: 'contact_job_changes', email: 'jane@w3.org' }, 'example.com', 'domain'],
		['Email Address', jane, 'jane@w3.org', 'email'],
		['Work Email', jane, 'jane@w3.org', 'email'],
		['E-mail 1', jane, 'jane@w3.org', 'email'],
		['Network URL', jane, profile, 'profile_url'],
		['network_profile', jane, 'example.com/in/jane-doe', 'profile_url'],
		['Person Network Url', jane, profile, 'profile_url'],
		['Contact Name', jane, 'Jane Doe', 'full_name'],
	])('reads the column %s of %j as %s', (column, row, value, name) => {
		const result = checkRow({ ...row, [column]: value });
		expect(Object.keys(sent(result))).toContain(name);
		expect(doubts(result)).toBe('');
		expect(hints(result)).toContain(`"${column}" was read as ${name}.`);
		expect(hints(result)).not.toContain('Left out');
	});

	it.each([
		['Website', 'Company Domain', acme, 'example.com', 'beta.example.com', 'domain'],
		['Email Address', 'Work Email', jane, 'jane@w3.org', 'jane@beta.example.com', 'email'],
		['Network URL', 'Other Profile', jane, profile, `${profile}-2`, 'profile_url'],
	])('is refused with two columns that fit and differ: %s and %s', (one, other, row, first, second, name) => {
		const result = checkRow({ ...row, [one]: first, [other]: second });
		expect(wrongParts(result)).toEqual([name]);
		expect(refusal(result)).toContain(`"${one}" and "${other}" may both be ${name}, with different values.`);
	});

	it.each([
		{ Website: 'https://www.example.com/about', 'Company Domain': 'example.com' },
		{ Website: '', 'Company Domain': 'example.com' },
	])('reads two columns that mean the same: %j', (columns) => {
		expect(sent(checkRow({ ...acme, ...columns }))).toEqual({ ...acme, domain: 'example.com' });
	});

	it('leaves a column out where the field has a value, or the type needs another', () => {
		expect(sent(checkRow({ ...acme, domain: 'example.com', Website: 'beta.example.com' }))).toEqual({
			...acme,
			domain: 'example.com',
		});
		const row = { ...acme, domain: 'example.com', 'Email Address': 'jane@w3.org', 'Person URL': profile };
		expect(sent(checkRow(row))).toEqual({ ...acme, domain: 'example.com' });
	});

	it('reads a whole row of labels', () => {
		const row = { 'Radar Type': 'New Hires', 'Company Website': 'https://www.example.com', Owner: 'Jane' };
		expect(sent(checkRow(row))).toEqual({ radar_type: 'company_new_hires', domain: 'example.com' });
	});

	it('reads no other names in a list that is sent as it is', () => {
		expect(check({ ...acme, Website: 'example.com' }).ok).toBe(false);
	});

	it.each([
		['Website of the Firm', acme, 'domain'],
		['Search Term', { radar_type: 'industry_mentions' }, 'keyword'],
	])('names the column %s of %j that may hold %s', (column, row, name) => {
		expect(notTaken(checkRow({ ...row, [column]: 'x' }))).toContain(`rename that to ${name}.`);
	});

	it('names the columns of a row where none may hold what is missing', () => {
		expect(refusal(checkRow({ ...acme, Account_Name: 'Acme', Owner: 'Jane' }))).toContain(
			'This item has "Account_Name", "Owner".',
		);
	});

	it.each([
		['Website URL', { radar_type: 'contact_job_changes', domain: 'example.com' }],
		['Company URL', { radar_type: 'contact_social_posts' }],
		['Profile URL of the Company', { radar_type: 'company_mentions' }],
		['Photo URL', { radar_type: 'company_mentions' }],
	])('does not ask to rename %s of %j, which holds something else', (column, row) => {
		expect(notTaken(checkRow({ ...row, [column]: 'x' }))).not.toContain('rename');
	});
});

describe('keys of a creation body', () => {
	const body = { radar_type: 'company_new_hires', domain: 'example.com' };

	it.each([
		'\ufeffjob_titles',
		'Job Titles',
		'job_titles ',
		'job\u00a0titles',
		'jobTitles',
		'JOB-TITLES',
		'job\u200b_titles',
		'job.titles',
		'ｊｏｂ＿ｔｉｔｌｅｓ',
	])('are read by their letters: %j', (key) => {
		const result = check({ ...body, [key]: 'founder' });
		expect(sent(result)).toEqual({ ...body, job_titles: 'founder' });
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/was read as job_titles\.$/);
	});

	it.each([
		['jobtitle', 'job_titles'],
		['Job Title', 'job_titles'],
		['department', 'departments'],
		['departemnts', 'departments'],
		['seniority', 'seniorities'],
		['seniorites', 'seniorities'],
		['jobs_titles', 'job_titles'],
		['custom_field', 'custom_fields'],
		['webhook_urls', 'webhook_url'],
		['updated_since', 'updates_since'],
	])('that are nearly right are wrong: %s', (key, name) => {
		for (const isTableRow of [false, true]) {
			const result = check({ ...body, [key]: 'x' }, { isTableRow });
			expect(wrongParts(result)).toEqual([key]);
			expect(refusal(result)).toMatch(
				new RegExp(`looks like ${name} .*Rename it to ${name}\\..*Edit Fields`),
			);
		}
	});

	it.each(['domains', 'Domian', 'domain1'])(
		'that are nearly a missing field are named instead of it: %s',
		(key) => {
			expect(wrongParts(check({ radar_type: 'company_new_hires', [key]: 'example.com' }))).toEqual([key]);
		},
	);

	it('that are nearly right do no harm where the right one is there, or the type does not use it', () => {
		const isTableRow = true;
		expect(sent(check({ ...body, job_titles: 'ceo', jobtitle: 'VP' }, { isTableRow }))).toEqual({
			...body,
			job_titles: 'ceo',
		});
		const mentions = { radar_type: 'company_mentions', domain: 'example.com' };
		expect(sent(check({ ...mentions, jobtitle: 'VP', country: 'x' }, { isTableRow }))).toEqual(mentions);
		expect(sent(check({ ...body, jobtitle: '', department: null }, { isTableRow }))).toEqual(body);
	});

	it('that are one field with two values are named both', () => {
		const text = refusal(check({ ...body, job_titles: 'ceo', 'Job Titles': 'cto' }));
		expect(text).toMatch(/"job_titles" and "Job Titles" are the same field, with different values\./);
	});
});

describe('a cell that says "nothing"', () => {
	const row = { radar_type: 'company_new_hires', domain: 'example.com' };
	const checkRow = (body: unknown) => check(body, { isTableRow: true });

	it.each(['n/a', 'N/A', '-', '—', 'tbd', 'None', '#N/A', 'n.a.', '?', 'not available', 'null'])(
		'is empty: %s',
		(cell) => {
			const result = checkRow({
				radar_type: 'contact_job_changes',
				domain: 'w3.org',
				full_name: 'Ada Roe',
				email: cell,
			});
			expect(sent(result)).toEqual({
				radar_type: 'contact_job_changes',
				domain: 'w3.org',
				full_name: 'Ada Roe',
			});
			expect(doubts(result)).toBe('');
			expect(sent(checkRow({ ...row, domain: cell, Website: 'w3.org' })).domain).toBe('w3.org');
			expect(refusal(checkRow({ ...row, domain: cell }))).toMatch(/is empty/);
		},
	);

	it.each(['departments', 'seniorities', 'job_titles'])('is doubtful in a filter: %s', (filter) => {
		const result = checkRow({ ...row, [filter]: 'n/a' });
		expect(doubts(result)).toMatch(/"n\/a" stands for no value, .* use the word any/);
		expect(sent(result)).toEqual(row);
	});

	it('is not a domain with such a word', () => {
		expect(sent(checkRow({ ...row, domain: 'none.io' })).domain).toBe('none.io');
	});
});
