import type { IDataObject } from 'n8n-workflow';
import {
	CREATE_EACH as create,
	CREATE_IN_BULK as bulk,
	REVEAL_EACH as reveal,
} from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';

const service = useSandbox();

const tool = { node: { type: 'n8n-nodes-company-radar.companyRadarTool' } };
const item = { domain: 'company.example.org', ip: '8.8.8.12' };
const withOptions = (parameters: IDataObject, options: IDataObject) => ({ ...parameters, options });

describe.each([
	['Radar: Create', create, 'maximumRadars', 'Maximum Radars to Create'],
	['Radars in Bulk: Create', bulk, 'maximumRadars', 'Maximum Radars to Create'],
	['Company: Reveal', reveal, 'spendingLimit', 'Spending Limit (USD)'],
])('%s as the tool of an AI agent', (_, parameters, limit, name) => {
	test.each<[string, IDataObject]>([
		['without a limit', {}],
		['with a limit of 0', { [limit]: 0 }],
		['with a limit of 0 by an expression', { [limit]: '={{ 0 }}' }],
		['with another limit only', { monthlyBudget: 5 }],
	])('charges nothing %s, and says what to set', async (__, options) => {
		const { error } = await service.run(withOptions(parameters, options), [item], tool);
		expect(`${error?.message} ${error?.description}`).toContain(name);
		expect(error?.description).toContain('Set it above 0 under Options');
		expect(service.requests()).toEqual([]);
	});

	test('explains an invalid value in one line of plain text', async () => {
		const values = { domain: '<b>a & b', ip: '<b>a & b' };
		const { error } = await service.run(withOptions(parameters, { [limit]: 1 }), [values, values], tool);
		expect(error?.description).toBeTruthy();
		expect(`${error?.message} ${error?.description}`).not.toMatch(/<br>|\n|&\w+;/);
	});

	test.each([
		['fixed', 1],
		['by an expression', '={{ 0.5 + 0.5 }}'],
	])('works with a limit above 0, %s', async (__, value) => {
		const { error } = await service.run(withOptions(parameters, { [limit]: value }), [item], tool);
		expect(error).toBeUndefined();
		expect(service.control.charges()).toHaveLength(1);
	});

	test('takes no limit from the model', async () => {
		const value = "={{ $fromAI('limit', 'How much', 'number') }}";
		const { error } = await service.run(withOptions(parameters, { [limit]: value }), [item], tool);
		expect(`${error?.message} ${error?.description}`).toContain(name);
		expect(service.requests()).toEqual([]);
	});

	test('needs no limit in a workflow', async () => {
		const { error } = await service.run(withOptions(parameters, {}), [item]);
		expect(error).toBeUndefined();
	});
});

test.each([create, bulk])('a dry run of an agent needs no limit', async (parameters) => {
	const { error } = await service.run({ ...parameters, dryRun: true }, [item], tool);
	expect(error).toBeUndefined();
	expect(service.control.charges()).toEqual([]);
});
