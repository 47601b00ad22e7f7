import type { IDataObject } from 'n8n-workflow';

import { runNode, runWorkflow, workflowAround } from '../harness';

const NO_CREDENTIAL = { credential: {}, node: { credentials: {} } };
const preview = {
	...{ resource: 'titleFilter', operation: 'previewMatches' },
	...{ expression: 'sales AND NOT assistant', title: '={{ $json.title }}' },
};
const GIVEN = ['Head of Sales', 'Sales Assistant', 'Vice President, Sales', 'Sales Assistant'];

const found = (tested_title: string, matches: boolean, more: object = {}) => ({
	...{ tested_title, matches, why: expect.any(String) as string, uncertain: false, warning: '' },
	...more,
});
const FOUND = GIVEN.map((title) => found(title, title !== 'Sales Assistant'));

/** Without a credential. */
async function run(more: IDataObject, items: IDataObject[] = [{}]) {
	const result = await runNode({ ...preview, ...more }, items, NO_CREDENTIAL);
	return { result, hints: result.error ? [] : result.hints('Company Radar') };
}

describe('Title Filter: Preview Matches', () => {
	test.each<[string, string, string, object, RegExp]>([
		[
			'by which terms a title matches',
			'"head of sales" OR (sales AND NOT assistant)',
			'Head of Sales',
			found('', true, { why: expect.stringContaining('contains "head of sales"; ') }),
			/^/,
		],
		[
			'where the term stands inside a word',
			'sales',
			'Presales Lead',
			found('', false, { why: `doesn't contain "sales"`, uncertain: true }),
			/inside a longer word/,
		],
		[
			'a title in another script, which filters of updates pass',
			'sales',
			'営業部長',
			found('', false, { why: expect.stringMatching(/; is in another script, so filters/) }),
			/^/,
		],
		[
			'what a negated short word excludes as well',
			'sales AND NOT intern',
			'International Sales Lead',
			found('', true, {
				uncertain: true,
				warning: 'NOT "intern" may also exclude Internal, International, if the service looks inside words.',
			}),
			/^/,
		],
	])('says %s', async (_, expression, title, row, hint) => {
		const { result, hints } = await run({ expression, title });
		expect(result.json('Company Radar')).toEqual([{ ...row, tested_title: title }]);
		expect(hints.join()).toMatch(hint);
	});

	test.each<[unknown]>([[GIVEN.join('\n')], [GIVEN], [JSON.stringify(GIVEN)]])(
		'returns an item per title, and sums up what the expression would drop: %j',
		async (title) => {
			const { result, hints } = await run({}, [{ title } as IDataObject]);
			expect(result.json('Company Radar')).toMatchObject(FOUND);
			expect(hints).toEqual(['Would drop 2 of 4 titles, for example "Sales Assistant" (2).']);
		},
	);

	test('passes all columns and files of the input through, and its own columns win', async () => {
		const own = { matches: 'yes', why: 1, uncertain: 'maybe', warning: 'old', tested_title: 'old' };
		const item: IDataObject = { email: 'ana@example.com', count: 7, tags: ['a'], title: GIVEN };
		const binary = { data: { data: 'YQ==', mimeType: 'text/plain' } };
		const workflow = workflowAround(preview, [], { credentials: {} });
		workflow.pinData = { Start: [{ json: { ...item, ...own }, binary }] as never };
		const items = (await runWorkflow(workflow, { credential: {} })).items('Company Radar');
		expect(items).toEqual(
			FOUND.map((row) => ({ json: { ...item, ...row }, binary, pairedItem: [{ item: 0 }] })),
		);
		// The editor's table follows the order of the first item.
		expect(Object.keys(items[0]?.json ?? {})).toEqual([...Object.keys(FOUND[0] ?? {}), ...Object.keys(item)]);
	});

	test.each([
		['recruit*', 'List the titles'],
		['CFO', '"CFO" may not find "Chief Financial Officer"'],
	])('warns in every item, and once below: %s', async (expression, warning) => {
		const { result, hints } = await run({ expression }, [{ title: 'CEO' }, { title: 'Recruiter' }]);
		for (const row of result.json('Company Radar')) expect(row.warning).toContain(warning);
		expect(hints.join()).toContain(warning);
	});

	test('says without titles that the expression is valid', async () => {
		const { result, hints } = await run({ expression: 'sales OR CFO' }, [{ title: '' }]);
		expect(result.json('Company Radar')).toMatchObject([{ tested_title: '', matches: false }]);
		expect(hints).toEqual([
			expect.stringContaining('"CFO" may not find'),
			'The expression is valid. Enter job titles to see which of them match.',
		]);
	});

	test('does not count an item without a title among others', async () => {
		const titles = ['CTO', '', 'Head of Sales'].map((title) => ({ title }));
		const { result, hints } = await run({}, titles);
		expect(result.items('Company Radar').map(({ pairedItem }) => pairedItem)).toEqual(
			titles.map((__, item) => [{ item }]),
		);
		expect(hints).toEqual(['Would drop 1 of 2 titles, for example "CTO".']);
	});

	test('says what is wrong, where, and how to repair it', async () => {
		const { result } = await run({ expression: 'CFO OR (sales' });
		expect(result.error).toMatchObject({
			message: "'Title Expression': This opening parenthesis is not closed (character 8).",
			description: expect.stringContaining('Close every parenthesis that is open'),
		});
		expect(result.error?.description).toMatch(/CFO(&nbsp;| )OR(&nbsp;| )\(sales/);
	});
});
