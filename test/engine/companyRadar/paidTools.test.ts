import type { IDataObject } from 'n8n-workflow';
import {
	CREATE_EACH as create,
	CREATE_IN_BULK as bulk,
	REVEAL_EACH as reveal,
} from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { storiesOf, type Step } from '../support/stories';

const told = storiesOf(useSandbox());

const node = { type: 'n8n-nodes-company-radar.companyRadarTool' };
const item = { domain: 'company.example.org', ip: '8.8.8.12' };

describe.each([
	['Radar: Create', create, 'maximumRadars', 'Maximum Radars to Create'],
	['Radars in Bulk: Create', bulk, 'maximumRadars', 'Maximum Radars to Create'],
	['Company: Reveal', reveal, 'spendingLimit', 'Spending Limit (USD)'],
])('%s as the tool of an AI agent', (_, parameters, limit, name) => {
	const call = (options: IDataObject, step: Step): Step => ({
		run: { ...parameters, options },
		items: [item],
		node,
		...step,
	});
	const fromModel = { [limit]: "={{ $fromAI('limit', 'How much', 'number') }}" };
	const values = { domain: '<b>a & b', ip: '<b>a & b' };

	told({
		'charges nothing without a limit, and says what to set': [
			...[{}, { [limit]: 0 }, { [limit]: '={{ 0 }}' }, { monthlyBudget: 5 }].map((options) =>
				call(options, { fails: /./, says: [name, 'Set it above 0 under Options'], requests: 0 }),
			),
			call(fromModel, { fails: /./, says: name, requests: 0 }),
		],
		'explains an invalid value in one line of plain text': [
			call({ [limit]: 1 }, { items: [values, values], fails: /./, says: /\n./, hides: /<br>|.\n.*\n|&\w+;/ }),
		],
		'works with a limit above 0, fixed or by an expression, and needs none in a workflow or a dry run': [
			call({ [limit]: 1 }, { charges: 1 }),
			call(
				{ [limit]: '={{ 0.5 + 0.5 }}' },
				{ items: [{ domain: 'other.example.org', ip: '8.8.9.12' }], charges: 2 },
			),
			call({}, { node: {} }),
			...(parameters === reveal ? [] : [call({}, { set: { dryRun: true }, requests: 2 })]),
		],
	});
});
