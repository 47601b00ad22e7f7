import type { IDataObject } from 'n8n-workflow';

import { workflowAround } from '../harness';
import { CREATE_EACH, CREATE_IN_BULK, REVEAL_EACH, SYNC_LIST } from '../support/paidOperations';
import { applyList } from '../support/syncList';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 1000 });

const including = (parameters: IDataObject, options: IDataObject = {}) => ({
	...parameters,
	options: { ...(parameters.options as IDataObject), ...options, includeInput: true },
});

/** Columns that rows of radars and companies have, too. */
const ROWS = [
	{ domain: 'w3.org', ip: '8.8.8.12', name: 'Alder', input: 1 },
	{ domain: 'ietf.org', ip: '8.8.8.11', name: 'Birch', input: 2 },
];
const WRONG = { domain: 'not a domain', ip: 'not an address', name: 'Cedar' };

const OPERATIONS: Array<[string, IDataObject]> = [
	['Radar: Create', CREATE_EACH],
	['Radar: Create, Dry Run', { ...CREATE_EACH, dryRun: true }],
	['Radars in Bulk: Create', CREATE_IN_BULK],
	['Radar: Sync List, Plan', SYNC_LIST],
	['Radar: Sync List, Apply', applyList],
	['Company: Reveal', REVEAL_EACH],
];

const inputsIn = (rows: IDataObject[]) => rows.map(({ input }) => input);

describe.each(OPERATIONS)('%s', (_, parameters) => {
	test("returns each item's fields under input, in the row that is linked to the item", async () => {
		const result = await service.run(including(parameters), ROWS);
		expect(inputsIn(result.json('Company Radar'))).toEqual(ROWS);
		const links = result.items('Company Radar').map(({ pairedItem }) => pairedItem);
		expect(links).toEqual([[{ item: 0 }], [{ item: 1 }]]);
	});

	test('is off by default', async () => {
		const [row] = (await service.run(parameters, ROWS.slice(0, 1))).json('Company Radar');
		expect(row).not.toHaveProperty('input');
	});

	test('On Error: Continue has it in failed rows', async () => {
		const items = [...ROWS, WRONG];
		const node = { onError: 'continueRegularOutput' as const };
		const rows = (await service.run(including(parameters), items, { node })).json('Company Radar');
		const failed = rows.filter(({ error }) => error);
		expect(failed).toMatchObject([{ input: WRONG, message: expect.any(String) }]);
		// Failed rows of a list come early.
		expect(inputsIn(rows)).toEqual(expect.arrayContaining(items));
		expect(rows).toHaveLength(items.length);
	});

	test('On Error: Continue has it in all rows where the credential is gone', async () => {
		const node = { onError: 'continueRegularOutput' as const };
		const result = await service.run(including(parameters), ROWS, { node, credential: undefined });
		const rows = result.json('Company Radar');
		for (const row of rows) expect(row).toMatchObject({ error: expect.any(String) });
		expect(inputsIn(rows)).toEqual(ROWS);
	});

	test('On Error: Continue (using error output) still sends failed items there', async () => {
		const node = { onError: 'continueErrorOutput' as const };
		const result = await service.run(including(parameters), [...ROWS, WRONG], { node });
		expect(inputsIn(result.json('Success'))).toEqual(ROWS);
		const failed = result.json('Error');
		expect(failed).toEqual([expect.objectContaining({ ...WRONG, error: expect.any(String) })]);
		expect(failed[0]).not.toHaveProperty('input');
	});
});

test('radars that are no longer on the list have no input', async () => {
	await service.run(applyList, ROWS);
	for (const [list, change] of [
		[{ ...SYNC_LIST, syncMode: 'plan' }, 'deactivate'],
		[applyList, 'deactivated'],
	] as const) {
		const rows = (await service.run(including(list), ROWS.slice(0, 1))).json('Company Radar');
		expect(rows.map((row) => ({ change: row.change, domain: row.domain, input: row.input }))).toEqual([
			{ change, domain: 'ietf.org', input: null },
			{ change: 'keep', domain: 'w3.org', input: ROWS[0] },
		]);
	}
});

test.each([CREATE_IN_BULK, SYNC_LIST])('radars of a JSON array have no input: %j', async (parameters) => {
	// Each row would hold the whole list.
	const radars = ['w3.org', 'ietf.org'].map((domain) => ({ radar_type: 'company_new_hires', domain }));
	const ofList = { ...parameters, radarsFrom: 'list', radars: '={{ $json.radars }}' };
	const rows = (await service.run(including(ofList), [{ radars }])).json('Company Radar');
	expect(rows).toHaveLength(2);
	for (const row of rows) expect(row).not.toHaveProperty('input');
});

test('each company of an address has the fields of its item', async () => {
	const item = { ip: '8.8.8.13' };
	const revealed = await service.run(including({ ...REVEAL_EACH, onePerCompany: true }), [item]);
	expect(inputsIn(revealed.json('Company Radar'))).toEqual([item, item]);
});

test('an item that a limit skips has its fields', async () => {
	const rows = (await service.run(including(REVEAL_EACH, { minimumBalance: 5000 }), ROWS)).json(
		'Company Radar',
	);
	for (const row of rows) expect(row).toMatchObject({ skipped: true });
	expect(inputsIn(rows)).toEqual(ROWS);
});

test('a file of the item is left out', async () => {
	const workflow = workflowAround(including(CREATE_EACH));
	const binary = { data: { data: 'YQ==', mimeType: 'text/plain' } };
	workflow.pinData = { Start: [{ json: ROWS[0], binary }] as never };
	const [item] = (await service.runWorkflow(workflow)).items('Company Radar');
	expect(item?.json.input).toEqual(ROWS[0]);
	expect(item).not.toHaveProperty('binary');
});
