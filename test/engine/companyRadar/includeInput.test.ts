import type { IDataObject } from 'n8n-workflow';

import { workflowAround } from '../harness';
import { CREATE_EACH, CREATE_IN_BULK, REVEAL_EACH, SYNC_LIST } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { CONTINUE, itemsOf, SPLIT, tell, type Step } from '../support/stories';

const service = useSandbox({ balanceUsd: 1000 });

const apply = { ...SYNC_LIST, syncMode: 'apply', options: { maximumToDeactivate: '100%' } };
const INCLUDE = { includeInput: true };

/** Columns that rows of radars and companies have, too. */
const ROWS: IDataObject[] = [
	{ domain: 'w3.org', ip: '8.8.8.12', name: 'Alder', input: 1 },
	{ domain: 'ietf.org', ip: '8.8.8.11', name: 'Birch', input: 2 },
];
const WRONG = { domain: 'not a domain', ip: 'not an address', name: 'Cedar' };
const ALL = [...ROWS, WRONG];
const failed = expect.any(String) as string;

test.each<[string, IDataObject]>([
	['Radar: Create', CREATE_EACH],
	['Radar: Create, Dry Run', { ...CREATE_EACH, dryRun: true }],
	['Radars in Bulk: Create', CREATE_IN_BULK],
	['Radar: Sync List, Plan', SYNC_LIST],
	['Radar: Sync List, Apply', apply],
	['Company: Reveal', REVEAL_EACH],
])(
	"%s returns each item's fields under input, if wanted, in the row that is linked to the item",
	async (_, run) => {
		const of = (items: IDataObject[], step: Step): Step => ({ run, options: INCLUDE, items, ...step });
		await tell(service, [
			of(ROWS, { column: { input: ROWS }, links: [0, 1] }),
			{ run, items: ROWS, column: { input: [null, null] } },
			of(ALL, { node: SPLIT, column: { input: ROWS }, failed: [{ ...WRONG, error: failed }] }),
		]);
		const outcome = async (items: IDataObject[], more: { credential?: undefined } = {}) =>
			(await service.run({ ...run, options: INCLUDE }, items, { node: CONTINUE, ...more })).json(
				'Company Radar',
			);
		const rows = await outcome(ALL);
		expect(rows.filter(({ error }) => error)).toMatchObject([{ input: WRONG, message: failed }]);
		// Failed rows of a list come early.
		expect(rows.map(({ input }) => input)).toEqual(expect.arrayContaining(ALL));
		expect(rows).toHaveLength(ALL.length);
		const withoutKey = await outcome(ROWS, { credential: undefined });
		expect(withoutKey).toMatchObject(ROWS.map((input) => ({ input, error: failed })));
	},
);

test.each<[string, Step[]]>([
	[
		'radars that are no longer on the list have none',
		[
			{ run: apply, items: ROWS },
			{
				run: SYNC_LIST,
				items: ROWS.slice(0, 1),
				gives: 'deactivate ietf.org, keep w3.org',
				column: { input: [null, ROWS[0]] },
			},
			{
				run: apply,
				items: ROWS.slice(0, 1),
				gives: 'deactivated ietf.org, keep w3.org',
				column: { input: [null, ROWS[0]] },
			},
		],
	],
	[
		'radars of a JSON array have none: each row would hold the whole list',
		[CREATE_IN_BULK, SYNC_LIST].map((run) => ({
			run: { ...run, radarsFrom: 'list', radars: '={{ $json.radars }}' },
			items: [{ radars: itemsOf('alder birch') }],
			column: { input: [null, null] },
		})),
	],
	[
		'an item that a limit skips has it',
		[
			{
				run: { ...REVEAL_EACH, options: { minimumBalance: 5000 } },
				items: ROWS,
				column: { skipped: [true, true], input: ROWS },
			},
		],
	],
])('%s', async (_, steps) => {
	await tell(
		service,
		steps.map((step) => ({ options: INCLUDE, ...step })),
	);
});

test('a file of the item is left out', async () => {
	const workflow = workflowAround({ ...CREATE_EACH, options: INCLUDE });
	const binary = { data: { data: 'YQ==', mimeType: 'text/plain' } };
	workflow.pinData = { Start: [{ json: ROWS[0], binary }] as never };
	const [item] = (await service.runWorkflow(workflow)).items('Company Radar');
	expect(item?.json.input).toEqual(ROWS[0]);
	expect(item).not.toHaveProperty('binary');
});
