import type { IDataObject } from 'n8n-workflow';

import { apiNamesIn } from './fields';
import { Ways } from './ways';

// A value of each field in every way that radars are given; test/unit/validation has all that people type. Charges are counted, not only errors.
const ways = new Ways();

const hires = { radar_type: 'company_new_hires', domain: 'example.com' };
const contact = { radar_type: 'contact_job_changes', domain: 'example.com' };
const robots = { radar_type: 'industry_job_openings', keyword: 'robots' };

const WAYS = Object.entries(ways.all).map(([way, give]) => ({ way, give }));
const FIELDS = "the trigger's fields";
const isForm = (way: string) => ['Fields Below', FIELDS].includes(way);

type Verdict = [what: string, radar: IDataObject, says: RegExp];

const WRONG: Verdict[] = [
	[
		'an expression in a keyword',
		{ ...robots, keyword: '{{ $json.topic }}' },
		/an expression that n8n didn't evaluate/,
	],
	[
		'one curly quote',
		{ ...hires, job_titles: '\u201csoftware engineer" AND Java' },
		/Use straight double quotes/,
	],
	['a radar type of nothing', { ...hires, radar_type: 'company_hires' }, /company_hires/],
];

const DOUBTFUL: Verdict[] = [
	['an email provider', { ...hires, domain: 'gmail.com' }, /email provider/],
	['a list of keywords', { ...robots, keyword: 'AI, robotics, drones' }, /Create one radar for each keyword/],
	['an unknown department', { ...hires, departments: ['Robotics'] }, /isn't a known department/],
];

describe.each([
	...WRONG.map((row) => [...row, false] as const),
	...DOUBTFUL.map((row) => [...row, true] as const),
])('%s is refused', (_, radar, message, isDoubtful) => {
	// A form offers its own radar types.
	const isOffered = ({ way }: { way: string }) =>
		way !== 'Fields Below' || radar.radar_type !== 'company_hires';

	test.each(WAYS.filter(isOffered))('by $way, and nothing is bought', async ({ way, give }) => {
		const { error = '', sent, hints, charges } = await give([radar]);
		expect(error).toMatch(message);
		if (isDoubtful) expect(error).toMatch(/turn on 'Allow Doubtful Values' under Options\.$/);
		// A type that a form doesn't offer is no name of its own.
		if (isForm(way) && radar.radar_type !== 'company_hires') expect(apiNamesIn(error)).toEqual([]);
		if (way.startsWith('the trigger')) expect(hints).toMatch(message);
		expect([sent, charges]).toEqual([[], 0]);
	});
});

describe.each(DOUBTFUL)('%s is bought if it is allowed', (_, radar, message) => {
	test.each(WAYS)('by $way', async ({ way, give }) => {
		const result = await give([radar], { allowDoubtful: true });
		expect([result.error, result.sent.length]).toEqual([undefined, 1]);
		if (!way.startsWith('the trigger')) expect(result.hints).toMatch(message);
	});
});

/** What is sent instead of the radar, or of parts of it. */
const SENT: Array<[what: string, radar: IDataObject, sent?: IDataObject]> = [
	['an international domain', { ...hires, domain: 'münchen.example' }, { domain: 'xn--mnchen-3ya.example' }],
	[
		'separators of a CRM',
		{ ...hires, departments: 'Sales;Marketing' },
		{ departments: ['Sales', 'Marketing'] },
	],
	[
		'no filter, said so',
		{ ...hires, departments: 'Any', job_titles: 'any' },
		{ departments: undefined, job_titles: undefined },
	],
	[
		'a template and a formula',
		{ ...hires, custom_fields: { greeting: 'Hi {{ first_name }}', formula: '=SUM(A1:A3)' } },
	],
	[
		'a contact with an email and a page',
		{ ...contact, email: 'jane.doe@w3.org', profile_url: 'https://profiles.example.com/in/jane-doe' },
	],
	['countries', { ...robots, countries: ['Germany', 'United States'] }],
];

/** The trigger's fields take custom fields as rows, where a text that begins with = is an expression. */
const inRows = (fields: Record<string, string>) =>
	Object.entries(fields).map(([name, text]) => ({
		name,
		value: text.startsWith('=') ? `={{ '${text}' }}` : text,
	}));

describe.each(SENT)('%s is sent as it is meant', (_, radar, sent) => {
	test.each(WAYS)('by $way', async ({ way, give }) => {
		const rows = radar.custom_fields
			? { custom_fields: { fields: inRows(radar.custom_fields as Record<string, string>) } }
			: {};
		const result = await give([{ ...radar, ...(way === FIELDS && rows) }]);
		expect(result.error).toBeUndefined();
		expect(result.sent).toEqual([{ ...radar, ...sent }]);
	});
});

describe('Keys', () => {
	const KEYED = WAYS.filter(({ way }) => !/fields/i.test(way));

	test.each(KEYED)('are read by their letters, by $way', async ({ give }) => {
		for (const key of ['\ufeffjob_titles', 'Job Titles', 'jobTitles'])
			expect((await give([{ ...hires, [key]: 'sales' }])).sent.at(-1)).toEqual({
				...hires,
				job_titles: 'sales',
			});
	});

	test.each(KEYED)(
		'that would be a filter that goes missing are refused, as are two of one, by $way',
		async ({ give }) => {
			const missing = await give([{ ...hires, Seniority: 'Director' }]);
			expect(missing.error).toMatch(/looks like seniorities.*Rename it to .* remove it/s);
			const twice = await give([{ ...hires, departments: 'Sales', 'Departments ': 'Legal' }]);
			expect(twice.error).toMatch(/"departments" and "Departments " are the same field/);
			expect([twice.sent, twice.charges]).toEqual([[], 0]);
		},
	);

	test('a missing column is named by the one that looks like it', async () => {
		const renamed = { radar_type: 'company_new_hires', 'Old website': 'example.com' };
		const result = await ways.all['Input Items']?.([renamed]);
		expect(result?.error).toContain("'Company Domain (domain)' is empty");
		expect(result?.error).toContain('If "Old website" holds it, rename that to domain.');
	});
});

test('a JSON list that breaks says where', async () => {
	const radars = '[{ "radar_type": "company_mentions",\n "domain": "w3.org", }]';
	const parameters = { resource: 'bulkRequest', operation: 'create', radarsFrom: 'list', radars };
	const result = await ways.test.service.run(parameters);
	expect(result.error?.message).toMatch(/It breaks at line 2, character \d+, near/);
});

test('of a thousand wrong radars, the first twenty are explained', async () => {
	const radars = Array.from({ length: 1000 }, (_, index) => ({ ...hires, domain: `a${index}` }));
	const result = await ways.all['JSON Array']?.(radars);
	expect(result?.error).toContain('980 more problems like these');
	expect(result?.error?.length).toBeLessThan(6000);
});

test.each(['example.con', 'VP*'])('a published workflow of older rules goes on with %s', async (value) => {
	const radars = [{ ...hires, ...(value === 'VP*' ? { job_titles: value } : { domain: value }) }];
	const create = {
		delivery: 'webhook',
		radars: 'create',
		defineRadars: 'json',
		radarsJson: JSON.stringify(radars),
	};
	const host = await ways.test.listening({ ...create, options: { allowDoubtful: true } });
	await host.activate();
	await host.deactivate();
	// A radar that exists is never refused when it is published again.
	host.options = { ...host.options, parameters: create };
	await host.activate();
	host.savedStaticData = {};
	host.restart();
	await host.activate('init');
	expect(ways.test.service.bodies('/v1/radars')).toHaveLength(1);
});

test.each(['CEO OR CTO', '-intern', 'title:CEO', 'VP*', 'CEO, CTO, CFO'])(
	'an AI agent can not search for %s as one title',
	async (title) => {
		const { service } = ways.test;
		const radar = {
			resource: 'radar',
			operation: 'create',
			radarType: hires.radar_type,
			domain: hires.domain,
		};
		const titlesAnyOf = "={{ $json.title ?? $fromAI('title') }}";
		const result = await service.run({ ...radar, filterBy: 'build', titlesAnyOf }, [{ title }]);
		expect(result.error?.message).toMatch(/'(Any of These|Job Titles)'/);
		expect(service.control.charges()).toEqual([]);
	},
);
