import type { IDataObject } from 'n8n-workflow';

import { runNode, runWorkflow, workflowAround } from '../harness';

const NO_CREDENTIAL = { credential: {}, node: { credentials: {} } };

const titles = ['Head of Sales', 'Sales Assistant', 'VP Marketing'].map((title) => ({ title }));

const found = (tested_title: string, matches: boolean) => ({
	tested_title,
	matches,
	why: expect.any(String) as string,
	uncertain: false,
	warning: '',
});

describe('Title Filter: Preview Matches', () => {
	test('tells for each title of the input whether it matches, and by which terms, without a credential', async () => {
		const result = await runNode(
			{
				resource: 'titleFilter',
				operation: 'previewMatches',
				expression: '"head of sales" OR (sales AND NOT assistant)',
				title: '={{ $json.title }}',
			},
			titles,
			NO_CREDENTIAL,
		);
		expect(result.error).toBeUndefined();
		expect(result.json('Company Radar')).toEqual([
			{
				title: 'Head of Sales',
				...found('Head of Sales', true),
				why: expect.stringContaining('contains "head of sales"; '),
			},
			{
				title: 'Sales Assistant',
				...found('Sales Assistant', false),
				why: expect.stringMatching(/excluded by NOT "assistant"$/),
			},
			{ title: 'VP Marketing', ...found('VP Marketing', false) },
		]);
		expect(result.items('Company Radar').map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }],
			[{ item: 1 }],
			[{ item: 2 }],
		]);
	});

	test('says where the service may match, because the term stands inside a word', async () => {
		const result = await runNode(
			{
				resource: 'titleFilter',
				operation: 'previewMatches',
				expression: 'sales',
				title: '={{ $json.title }}',
			},
			['Presales Lead', 'Head of Sales', 'CTO'].map((title) => ({ title })),
			NO_CREDENTIAL,
		);
		expect(result.json('Company Radar')).toEqual([
			{
				title: 'Presales Lead',
				...found('Presales Lead', false),
				why: `doesn't contain "sales"`,
				uncertain: true,
			},
			{ title: 'Head of Sales', ...found('Head of Sales', true), why: 'contains "sales"' },
			{ title: 'CTO', ...found('CTO', false), why: `doesn't contain "sales"` },
		]);
		expect(result.hints('Company Radar').join()).toContain('inside a longer word');
	});

	test('says of a title in another script that filters of updates pass it', async () => {
		const result = await runNode(
			{ resource: 'titleFilter', operation: 'previewMatches', expression: 'sales', title: '営業部長' },
			[{}],
			NO_CREDENTIAL,
		);
		expect(result.json('Company Radar')).toEqual([
			{ ...found('営業部長', false), why: expect.stringMatching(/; is in another script, so filters/) },
		]);
	});

	test('says what a negated short word excludes as well', async () => {
		const result = await runNode(
			{
				resource: 'titleFilter',
				operation: 'previewMatches',
				expression: 'sales AND NOT intern',
				title: 'International Sales Lead',
			},
			[{}],
			NO_CREDENTIAL,
		);
		expect(result.json('Company Radar')).toEqual([
			{
				...found('International Sales Lead', true),
				uncertain: true,
				warning: 'NOT "intern" may also exclude Internal, International, if the service looks inside words.',
			},
		]);
	});
});

describe('Title Filter: Preview Matches, many titles', () => {
	const preview = {
		resource: 'titleFilter',
		operation: 'previewMatches',
		expression: 'sales AND NOT assistant',
		title: '={{ $json.title }}',
	};
	const given = ['Head of Sales', 'Sales Assistant', 'Vice President, Sales', 'Sales Assistant'];

	test.each<[string, unknown]>([
		['one per line', given.join('\n')],
		['a list', given],
		['JSON text', JSON.stringify(given)],
	])('returns an item per title, and sums up what the expression would drop: %s', async (_, title) => {
		const result = await runNode(preview, [{ title } as IDataObject], NO_CREDENTIAL);
		expect(result.json('Company Radar')).toMatchObject([
			found('Head of Sales', true),
			found('Sales Assistant', false),
			found('Vice President, Sales', true),
			found('Sales Assistant', false),
		]);
		expect(result.hints('Company Radar')).toEqual([
			'Would drop 2 of 4 titles, for example "Sales Assistant" (2).',
		]);
	});

	test('passes all columns of the input through, and its own ones win', async () => {
		const own = { matches: 'yes', why: 1, uncertain: 'maybe', warning: 'old', tested_title: 'old' };
		const item = { email: 'ana@example.com', count: 7, tags: ['a'], title: given };
		const result = await runNode(preview, [{ ...item, ...own }], NO_CREDENTIAL);
		// The editor's table follows the order of the first item.
		expect(Object.keys(result.json('Company Radar')[0] ?? {})).toEqual([
			...Object.keys(found('', true)),
			...Object.keys(item),
		]);
		expect(result.json('Company Radar')).toEqual([
			{ ...item, ...found('Head of Sales', true) },
			{ ...item, ...found('Sales Assistant', false) },
			{ ...item, ...found('Vice President, Sales', true) },
			{ ...item, ...found('Sales Assistant', false) },
		]);
		expect(result.items('Company Radar').map(({ pairedItem }) => pairedItem)).toEqual(
			given.map(() => [{ item: 0 }]),
		);
	});

	test('passes the files of an item through', async () => {
		const binary = { data: { data: 'YQ==', mimeType: 'text/plain' } };
		const workflow = workflowAround(preview, [], { credentials: {} });
		workflow.pinData = { Start: [{ json: { title: 'CTO' }, binary }] as never };
		const [item] = (await runWorkflow(workflow, { credential: {} })).items('Company Radar');
		expect(item).toMatchObject({ json: { title: 'CTO', matches: false }, binary });
	});

	test.each([
		['CEO,CTO', 'Put OR between titles'],
		['sales OR and', 'Write operators in capitals'],
		['recruit*', 'List the titles'],
		['CFO', '"CFO" may not find "Chief Financial Officer"'],
	])('warns in every item: %s', async (expression, warning) => {
		const items = [{ title: 'CEO' }, { title: 'Recruiter' }];
		const result = await runNode({ ...preview, expression }, items, NO_CREDENTIAL);
		for (const row of result.json('Company Radar')) expect(row.warning).toContain(warning);
		expect(result.hints('Company Radar').join()).toContain(warning);
	});
});

describe('Title Filter: Preview Matches, without titles', () => {
	const validate = { resource: 'titleFilter', expression: '={{ $json.expression }}' };

	test.each([{}, { title: '={{ $json.title }}' }])('says that the expression is valid: %j', async (field) => {
		const items = [{ expression: '"head of sales" OR CFO', title: '' }];
		const result = await runNode({ ...validate, ...field }, items, NO_CREDENTIAL);
		expect(result.json('Company Radar')).toMatchObject([{ tested_title: '', matches: false }]);
		expect(result.hints('Company Radar')).toEqual([
			expect.stringContaining('"CFO" may not find'),
			'The expression is valid. Enter job titles to see which of them match.',
		]);
	});

	test('says what is wrong, where, and how to repair it', async () => {
		const result = await runNode(validate, [{ expression: 'CFO OR (sales' }], NO_CREDENTIAL);
		expect(result.error).toMatchObject({
			message: "'Title Expression': This opening parenthesis is not closed (character 8).",
			description: expect.stringContaining('Close every parenthesis that is open'),
		});
		expect(result.error?.description).toMatch(/CFO(&nbsp;| )OR(&nbsp;| )\(sales/);
	});

	test('an item without a title among others is not counted', async () => {
		const items = [{ title: 'CTO' }, { title: '' }, { title: 'Head of Sales' }];
		const parameters = { ...validate, expression: 'sales', title: '={{ $json.title }}' };
		const result = await runNode(parameters, items, NO_CREDENTIAL);
		expect(result.json('Company Radar')).toHaveLength(3);
		expect(result.hints('Company Radar')).toEqual(['Would drop 1 of 2 titles, for example "CTO".']);
	});
});

describe('Title Filter, On Error', () => {
	const preview = {
		resource: 'titleFilter',
		operation: 'previewMatches',
		expression: '={{ $json.expression }}',
		title: '={{ $json.title }}',
	};
	const items = [
		{ expression: 'sales', title: 'Head of Sales' },
		{ expression: '(sales', title: { name: 'Head of Sales' } },
	];

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s keeps the others',
		async (onError) => {
			const result = await runNode(preview, items, {
				...NO_CREDENTIAL,
				node: { ...NO_CREDENTIAL.node, onError },
			});
			const [first] = result.json('Company Radar');
			expect(first).toMatchObject({ matches: true });
			const failed =
				onError === 'continueErrorOutput' ? result.json('Error') : result.json('Success').slice(1);
			expect(failed).toEqual([expect.objectContaining({ error: expect.stringContaining('Job Title') })]);
		},
	);
});
