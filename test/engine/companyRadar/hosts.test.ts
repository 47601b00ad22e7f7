import { randomUUID } from 'node:crypto';

import type { IDataObject, INode } from 'n8n-workflow';

import { execute } from '../../../nodes/CompanyRadar/execute';
import { CALL_CONTEXTS, type ContextOf, EXECUTION_CONTEXTS, watched } from '../client/service';
import { EVERY_OPERATION } from '../support/everyOperation';
import { CREATE_EACH, CREATE_IN_BULK, REVEAL_EACH, SYNC_LIST } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 1000 });

const LIMITS = { maximumRadars: 5, spendingLimit: 5 };
const PAID = [CREATE_EACH, CREATE_IN_BULK, REVEAL_EACH];

const nameOf = ({ resource, operation }: IDataObject) => `${String(resource)}.${String(operation)}`;

const FREE = EVERY_OPERATION.filter(({ name }) => !PAID.some((paid) => nameOf(paid) === name)).map(
	({ ways }) => ways[0]!,
);

async function callIn(
	contextOf: ContextOf,
	parameters: IDataObject,
	json: IDataObject,
	id: string = randomUUID(),
) {
	const node = { parameters, id } as unknown as INode;
	const lacking: string[] = [];
	const context = watched(contextOf({ credential: service.credential, node, items: [{ json }] }), lacking);
	try {
		const [output = []] = await execute.call(context);
		return output.map((item) => item.json);
	} finally {
		expect(lacking).toEqual([]);
	}
}

async function works(contextOf: ContextOf, parameters: IDataObject) {
	service.control.seed({ radars: 3, updates: 3 });
	const [radar] = service.control.radars();
	const item: IDataObject = {
		...{ domain: 'w3.org', ip: '8.8.8.12', radar_id: radar?.radar_id },
		...{ radar_type: 'company_new_hires', title: 'Head of Sales' },
	};
	if (parameters.bulkId) {
		const sent = await service.run(CREATE_IN_BULK, [item]);
		item.bulk_id = sent.json('Company Radar')[0]?.bulk_id;
	}
	const output = await callIn(contextOf, parameters, item);
	expect(output.length).toBeGreaterThan(0);
	expect(output.filter(({ error }) => error !== undefined && error !== null)).toEqual([]);
}

describe.each(Object.entries(EXECUTION_CONTEXTS))('In %s', (_, contextOf) => {
	const all = [...FREE, ...PAID.map((parameters) => ({ ...parameters, options: LIMITS }))];

	test.each(all.map((parameters) => [nameOf(parameters), parameters] as const))(
		'%s works',
		async (__, parameters) => await works(contextOf, parameters),
	);
});

describe.each(Object.entries(CALL_CONTEXTS))('In %s, where each call stands alone', (_, contextOf) => {
	const call = async (parameters: IDataObject, json: IDataObject = {}) =>
		await callIn(contextOf, parameters, json);

	test.each(FREE.map((parameters) => [nameOf(parameters), parameters] as const))(
		'%s works',
		async (__, parameters) => await works(contextOf, parameters),
	);

	test('Radar: Sync List applies nothing, and says how in its message', async () => {
		await expect(call({ ...SYNC_LIST, syncMode: 'apply' }, { domain: 'w3.org' })).rejects.toThrow(
			"An AI agent can only plan. Set 'Mode' to Plan.",
		);
	});

	test.each(PAID.map((parameters) => [nameOf(parameters), parameters] as const))(
		'%s charges nothing without a monthly budget, works within one, and stops there',
		async (__, parameters) => {
			const item = { domain: 'company.example.org', ip: '8.8.8.12' };
			const within = (options: IDataObject) => ({ ...parameters, options: { ...LIMITS, ...options } });
			const missing = /'Monthly Budget \(USD\)' is missing.*Set it under Options/;
			await expect(call(within({}), item)).rejects.toThrow(missing);
			const wrong = call(within({ monthlyBudget: 5 }), { domain: 'acme', ip: '10.0.0.1' });
			await expect(wrong).rejects.toThrow(/^(The field|').*\. Nothing was sent\. \S/);
			expect(service.requests()).toEqual([]);
			const budget = within({ monthlyBudget: 0.01 });
			expect(await call(budget, item)).toHaveLength(1);
			const next = { domain: 'other.example.org', ip: '8.8.8.13' };
			const refused = await call(budget, next).catch(({ message }: Error) => [{ reason: message }]);
			expect(refused[0]?.reason).toMatch(/monthly budget of \$0\.01.*the next month begins on/);
			expect(service.control.charges()).toHaveLength(1);
		},
	);
});

test("In n8n's next engine, a limit counts all passes of a loop, and each execution for itself", async () => {
	const contextOf = EXECUTION_CONTEXTS["n8n's next engine"] as ContextOf;
	const parameters = { ...CREATE_EACH, options: { maximumRadars: 2 } };
	const pass = async (executionId: string, name: string) => {
		const inExecution: ContextOf = (options) => contextOf({ ...options, executionId });
		return await callIn(inExecution, parameters, { domain: `${name}.example.org` }, 'node');
	};
	await pass('7', 'alder');
	await pass('7', 'birch');
	await expect(pass('7', 'cedar')).rejects.toThrow(/'Maximum Radars to Create'/);
	await pass('8', 'dune');
	expect(service.control.charges()).toHaveLength(3);
});
