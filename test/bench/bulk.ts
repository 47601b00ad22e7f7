import type { IDataObject } from 'n8n-workflow';

import { atMost, type Bench, type BenchContext } from './bench';
import { execute, executeContext, executeIn, type ContextOptions } from './support/engine';
import { heapBytes, jsonBytes } from './support/heap';
import { UNLIMITED, withSandbox, type SeparateSandbox } from './support/separateSandbox';
import { longestStallMs } from './support/stall';
import { listed, median, range } from './support/stats';
import { whileRunning } from './support/whileRunning';

const ITEMS = 10_000;
const SUBMISSIONS = 10;
const RUNS = 3;
const LOOK_EVERY_MS = 25;

const PARAMETERS: IDataObject = { resource: 'bulkSubmission', operation: 'create', radarsFrom: 'itemJson' };

let round = 0;

/** Definitions as a CRM would give them: with a title expression, and ids to find the account again. */
const definitions = (): IDataObject[] => {
	round++;
	return range(ITEMS).map((index) => ({
		radar_type: 'company_new_hires',
		domain: `company-${index}-${round}.example.org`,
		job_titles:
			'("VP Sales" OR "Head of Sales" OR "Sales Director" OR EXACT("CRO")) AND NOT (assistant OR intern)',
		updates_since: new Date().toISOString(),
		custom_fields: {
			crm_account_id: `0015g00000ABC${index}`,
			owner: `owner-${index % 50}`,
			segment: 'enterprise',
		},
	}));
};

const optionsFor = (
	items: IDataObject[],
	sandbox: SeparateSandbox,
	{ built }: BenchContext,
): ContextOptions => ({
	nodeType: built.fresh('CompanyRadar'),
	parameters: PARAMETERS,
	items,
	credential: sandbox.credential(UNLIMITED),
});

/** How far the heap grows above what it was, over the size of the items. */
async function heapGrowth(sandbox: SeparateSandbox, bench: BenchContext) {
	const options = optionsFor(definitions(), sandbox, bench);
	const itemBytes = jsonBytes(options.items);
	const start = heapBytes();
	let peak = start;
	const output = await whileRunning(execute(options), LOOK_EVERY_MS, () => {
		peak = Math.max(peak, heapBytes());
	});
	peak = Math.max(peak, heapBytes());
	return { itemBytes, ratio: (peak - start) / itemBytes, outputRatio: jsonBytes(output) / itemBytes };
}

export const bulkBench: Bench = {
	name: 'bulk',
	run: async (context) =>
		await withSandbox({ balanceUsd: 1_000_000, settings: { unlimited: true } }, async (sandbox) => {
			const { itemBytes, ratio, outputRatio } = await heapGrowth(sandbox, context);
			const submissions = (await sandbox.log()).filter(
				({ method, path }) => method === 'POST' && path === '/v1/radars/bulk',
			).length;
			await sandbox.clearLog();
			const stalls: number[] = [];
			while (stalls.length < RUNS) {
				const options = optionsFor(definitions(), sandbox, context);
				const node = executeContext(options);
				stalls.push(await longestStallMs(async () => await executeIn(node, options.nodeType)));
				await sandbox.clearLog();
			}
			return [
				atMost('Bulk: submissions for 10,000 items', submissions, SUBMISSIONS, 'with their results awaited'),
				atMost(
					'Bulk: peak heap over the JSON of the items',
					ratio,
					4,
					`after collections every ${LOOK_EVERY_MS} ms, less the start; items of ${Math.round(itemBytes / ITEMS)} bytes; the output alone is ${outputRatio.toFixed(1)} times their JSON`,
				),
				atMost(
					'Bulk: longest stall inside execute(), ms',
					median(stalls),
					50,
					`of processor time; median of ${listed(stalls, 0)}`,
				),
			];
		}),
};
