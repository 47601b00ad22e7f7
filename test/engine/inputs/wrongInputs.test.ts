import type { IDataObject } from 'n8n-workflow';

import { apiNamesIn } from './fields';
import { Ways, type Given } from './ways';

// A value of each field in every way that radars are given; test/unit/validation/values.tsv has all that people type. Charges are counted, not only errors.
const ways = new Ways();

const hires = { radar_type: 'company_new_hires', domain: 'example.com' };

const WAYS = Object.entries(ways.all).map(([way, give]) => ({ way, give }));
const isPublished = (way: string) => way.startsWith('the trigger');
const isForm = (way: string) => ['Fields Below', "the trigger's fields"].includes(way);

const expectNothingBought = ({ charges, sent }: Given) => {
	expect(sent).toEqual([]);
	expect(charges).toBe(0);
};

const WRONG: Array<[what: string, radar: IDataObject, message: RegExp]> = [
	[
		'an international label that stands for nothing',
		{ ...hires, domain: 'xn--a.com' },
		/stands for no international name/,
	],
	[
		'an expression in a keyword',
		{ radar_type: 'industry_mentions', keyword: '{{ $json.topic }}' },
		/an expression that n8n didn't evaluate: \{\{ \$json\.topic \}\}/,
	],
	[
		'one curly quote',
		{ ...hires, job_titles: '\u201csoftware engineer" AND Java' },
		/Use straight double quotes/,
	],
	['a radar type of nothing', { ...hires, radar_type: 'company_hires' }, /company_hires/],
];

describe.each(WRONG)('%s is refused', (_, radar, message) => {
	// A form offers its own radar types.
	const offersAnyType = ({ way }: { way: string }) =>
		way !== 'Fields Below' || radar.radar_type !== 'company_hires';

	test.each(WAYS.filter(offersAnyType))('by $way', async ({ way, give }) => {
		const result = await give([radar]);
		expect(result.error).toMatch(message);
		// A type that a form doesn't offer is no name of its own.
		if (isForm(way) && radar.radar_type !== 'company_hires')
			expect(apiNamesIn(String(result.error))).toEqual([]);
		expectNothingBought(result);
	});
});

const DOUBTFUL: Array<[what: string, radar: IDataObject, hint: RegExp]> = [
	['an email provider', { ...hires, domain: 'gmail.com' }, /email provider/],
	['a wildcard', { ...hires, job_titles: 'Recruit*' }, /no wildcards|wildcard, which isn't supported/],
	[
		'a list of keywords',
		{ radar_type: 'industry_mentions', keyword: 'AI, robotics, drones' },
		/Create one radar for each keyword/,
	],
	[
		'a name in another order',
		{ radar_type: 'contact_job_changes', domain: 'example.com', full_name: 'Doe, Jane' },
		/does not look like the name of one person/,
	],
	['an unknown department', { ...hires, departments: ['Robotics'] }, /isn't a known department/],
];

describe.each(DOUBTFUL)('%s is doubtful', (_, radar, hint) => {
	test.each(WAYS)('by $way, so nothing is bought', async ({ way, give }) => {
		const result = await give([radar]);
		if (isForm(way)) expect(apiNamesIn(result.error ?? '')).toEqual([]);
		expect(result.error).toMatch(hint);
		expect(result.error).toMatch(/turn on 'Allow Doubtful Values' under Options\.$/);
		expectNothingBought(result);
		if (isPublished(way)) expect(result.hints).toMatch(hint);
	});

	test.each(WAYS)('by $way, but bought if it is allowed', async ({ way, give }) => {
		const result = await give([radar], { allowDoubtful: true });
		expect(result.error).toBeUndefined();
		expect(result.sent).toHaveLength(1);
		if (!isPublished(way)) expect(result.hints).toMatch(hint);
	});
});

const CORRECTED: Array<[what: string, radar: IDataObject, sent: IDataObject]> = [
	[
		'separators of a CRM',
		{ ...hires, departments: 'Sales;Marketing' },
		{ ...hires, departments: ['Sales', 'Marketing'] },
	],
	[
		'wide commas',
		{ ...hires, seniorities: 'Director，Manager' },
		{ ...hires, seniorities: ['Director', 'Manager'] },
	],
	[
		'curly quotes in pairs',
		{ ...hires, job_titles: '\u201cCEO\u201d OR \u00abCTO\u00bb' },
		{ ...hires, job_titles: '"CEO" OR "CTO"' },
	],
	[
		'an invisible character',
		{ radar_type: 'industry_mentions', keyword: 'heat\u2066 pumps' },
		{ radar_type: 'industry_mentions', keyword: 'heat pumps' },
	],
];

describe.each(CORRECTED)('%s means the same as what is sent', (_, radar, sent) => {
	test.each(WAYS)('by $way', async ({ give }) => {
		const result = await give([radar]);
		expect(result.error).toBeUndefined();
		expect(result.sent).toEqual([sent]);
	});
});

test.each(WAYS)('several pages on one host of one company are no doubt, by $way', async ({ give }) => {
	const types = ['company_new_hires', 'company_mentions', 'company_reviews'];
	const domains = ['example.com/products', 'example.com/services', 'example.com/about'];
	const result = await give(domains.map((domain, index) => ({ radar_type: types[index], domain })));
	expect(result.error).toBeUndefined();
	expect(result.hints).not.toMatch(/page/i);
	expect(result.sent).toHaveLength(3);
});

describe('Keys', () => {
	const KEYED = WAYS.filter(({ way }) => !/fields/i.test(way));

	describe.each<[string, IDataObject]>([
		['a byte order mark', { '\ufeffjob_titles': 'sales' }],
		['blanks and capitals', { 'Job Titles': 'sales' }],
		['a blank at the end', { 'job_titles ': 'sales' }],
		['a no-break space', { 'job\u00a0titles': 'sales' }],
		['camel case', { jobTitles: 'sales' }],
		['hyphens', { 'JOB-TITLES': 'sales' }],
	])('with %s are read by their letters', (_, filter) => {
		test.each(KEYED)('by $way', async ({ give }) => {
			const result = await give([{ ...hires, ...filter }]);
			expect(result.error).toBeUndefined();
			expect(result.sent).toEqual([{ ...hires, job_titles: 'sales' }]);
		});
	});

	describe.each<[string, IDataObject]>([
		['one letter less', { jobtitle: 'sales' }],
		['two letters swapped', { job_titels: 'sales' }],
		['the singular', { Seniority: 'Director' }],
		['another singular', { department: 'Sales' }],
	])('with %s would be a filter that goes missing', (_, filter) => {
		test.each(KEYED)('by $way', async ({ give }) => {
			const result = await give([{ ...hires, ...filter }]);
			expect(result.error).toMatch(/looks like (job_titles|seniorities|departments)/);
			expect(result.error).toMatch(/Rename it to .* remove it/s);
			expectNothingBought(result);
		});
	});

	test.each(KEYED)('that are the same one must not differ, by $way', async ({ give }) => {
		const result = await give([{ ...hires, departments: 'Sales', 'Departments ': 'Legal' }]);
		expect(result.error).toMatch(/"departments" and "Departments " are the same field/);
		expectNothingBought(result);
	});

	test('a missing column is named by the one that looks like it', async () => {
		const result = await ways.all['Input Items']?.([
			{ radar_type: 'company_new_hires', 'Old website': 'example.com' },
		]);
		expect(result?.error).toContain("'Company Domain (domain)' is empty");
		expect(result?.error).toContain('If "Old website" holds it, rename that to domain.');
	});
});

test('a JSON list that breaks says where', async () => {
	const { service } = ways.test;
	const radars = '[{ "radar_type": "company_mentions",\n "domain": "w3.org", }]';
	const result = await service.run({
		resource: 'bulkRequest',
		operation: 'create',
		radarsFrom: 'list',
		radars,
	});
	expect(result.error?.message).toMatch(/It breaks at line 2, character \d+, near/);
});

test('of a thousand wrong radars, the first twenty are explained', async () => {
	const radars = Array.from({ length: 1000 }, (_, index) => ({
		radar_type: 'company_mentions',
		domain: `a${index}`,
	}));
	const result = await ways.all['JSON Array']?.(radars);
	expect(result?.error).toContain('980 more problems like these');
	expect(result?.error?.length).toBeLessThan(6000);
});

test('a radar that exists is never refused when the workflow is published again', async () => {
	const parameters = {
		delivery: 'webhook',
		radars: 'create',
		defineRadars: 'json',
		radarsJson: '[{"radar_type":"company_new_hires","domain":"example.con"}]',
	};
	const host = await ways.test.listening({ ...parameters, options: { allowDoubtful: true } });
	await host.activate();
	await host.deactivate();
	host.options = { ...host.options, parameters };
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
		const result = await service.run(
			{
				resource: 'radar',
				operation: 'create',
				radarType: 'company_new_hires',
				domain: 'example.com',
				filterBy: 'build',
				titlesAnyOf: "={{ $json.title ?? $fromAI('title') }}",
			},
			[{ title }],
		);
		expect(result.error?.message).toMatch(/'(Any of These|Job Titles)'/);
		expect(service.control.charges()).toEqual([]);
	},
);

test('a published workflow of older rules goes on after a restart', async () => {
	const { test: trigger } = ways;
	const parameters = {
		delivery: 'webhook',
		radars: 'create',
		defineRadars: 'json',
		radarsJson: '[{"radar_type":"company_new_hires","domain":"example.com","job_titles":"sales"}]',
	};
	const host = await trigger.listening(parameters);
	await host.activate();
	host.options = {
		...host.options,
		parameters: {
			...parameters,
			radarsJson: '[{"radar_type":"company_new_hires","domain":"example.con","job_titles":"VP*"}]',
		},
	};
	host.restart();
	await host.activate('init');
	const { service } = trigger;
	expect(service.bodies('/v1/radars')).toHaveLength(1);
});
