import { tableOf } from '../../../tools/shared/markdownTable';
import type { Counts } from './callCases';
import type { CaseResult } from './runCase';

const counted = ({ radars, charges, items, errors }: Counts): string =>
	[radars, charges, items, errors].join(' ');

const cellOf = ({ expected, seen }: CaseResult): string =>
	counted(expected) === counted(seen) ? counted(seen) : `**${counted(seen)}**, expected ${counted(expected)}`;

const letterOf = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);

/** One row for each fault, one column for each call; where a cell stands for several settings, what was seen under any of them. */
function faultTable(results: CaseResult[]): string {
	const calls = [...new Set(results.map(({ call }) => call))];
	const faults = [...new Set(results.map(({ fault }) => fault))];
	const cells = new Map<string, Set<string>>();
	for (const result of results) {
		const key = `${result.call} ${result.fault}`;
		cells.set(key, (cells.get(key) ?? new Set()).add(cellOf(result)));
	}
	const cell = (call: string, fault: string) => [...(cells.get(`${call} ${fault}`) ?? [])].join('; ');
	const rows = faults.map((fault) => [fault, ...calls.map((call) => cell(call, fault))]);
	const list = calls.map((call, index) => `- ${letterOf(index)}: ${call}`).join('\n');
	return `${list}\n\n${tableOf([['Fault', ...calls.map((_, index) => letterOf(index))], ...rows])}`;
}

const WITHOUT_RETRY = `# What every fault comes to

**No retry of the nodes is charged twice, under any of these faults but one: where an account allows duplicates, a create that the service
commits more than 60 seconds after its response was lost has been created a second time.**

Each call was run by the n8n engine against the sandbox, with the fault on its request: once, unless it says "every time". Calls that are
charged were run under each of the three On Error settings.

Each cell: radars created (or deactivated), charges, successful items, failed
items. Where that was not as expected, the cell says so in bold. "Done late" is within the bound for late commits (\`LATE_COMMIT_SECONDS\`).

- An empty cell: the API rules it out (a 500 to a lookup is never charged).
- What was charged is an item, or named by an error, or its error says that the outcome is unknown; but for that one.`;

const WITH_RETRY = `## With Retry On Fail

Every call that is charged, with n8n's Retry On Fail and three attempts, under each of the three On Error settings. An error that ends the
workflow counts as an error of each item. What failed is sent by the next attempt. What may have been created is looked for first; what
succeeded is not sent again.`;

const END = 'Made by the tests themselves: `FAULT_TABLE=write npx jest -i test/engine/faults`.';

/** The two parts of fault-table.md. */
export const faultTableParts = {
	withoutRetry: (results: CaseResult[]): string => `${WITHOUT_RETRY}\n\n${faultTable(results)}\n\n`,
	withRetry: (results: CaseResult[]): string => `${WITH_RETRY}\n\n${faultTable(results)}\n\n${END}\n`,
};
