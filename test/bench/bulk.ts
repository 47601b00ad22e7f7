import type { IDataObject } from 'n8n-workflow';

import { atMost, type Bench, type BenchContext } from './bench';
import { execute, type ContextOptions } from './support/engine';
import { heapBytes, jsonBytes } from './support/heap';
import { UNLIMITED, withSandbox, type SeparateSandbox } from './support/separateSandbox';
import { range } from './support/stats';
import { whileRunning } from './support/whileRunning';

const ITEMS = 10_000;
const BULK_REQUESTS = 10;
const LOOK_EVERY_MS = 25;
/** A definition is kept until its radar is ready, because the row of a radar in progress shows it. */
const OVER_JSON = 2.75;

const PARAMETERS: IDataObject = { resource: 'bulkRequest', operation: 'create', radarsFrom: 'itemJson' };

let round = 0;

/** Definitions as a CRM would give them: with a title expression, and ids to find the account again. */
export const definitions = (count: number): IDataObject[] => {
	round++;
	return range(count).map((index) => ({
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

/** How far the heap grows above what it was, over the size of the output. */
async function heapGrowth(sandbox: SeparateSandbox, bench: BenchContext) {
	// Code that is loaded, and the room that a table grows to, take memory once.
	await execute(optionsFor(definitions(ITEMS), sandbox, bench));
	await sandbox.clearLog();
	const options = optionsFor(definitions(ITEMS), sandbox, bench);
	const heaps = [heapBytes()];
	const output = await whileRunning(execute(options), LOOK_EVERY_MS, () => heaps.push(heapBytes()));
	heaps.push(heapBytes());
	const outputBytes = jsonBytes(output);
	// The least is the start, unless what an earlier bench left was freed only then.
	const growth = Math.max(...heaps) - Math.min(...heaps);
	return { ratio: growth / outputBytes, bytesPerItem: outputBytes / ITEMS };
}

export const bulkBench: Bench = {
	name: 'bulk',
	run: async (context) =>
		await withSandbox({ balanceUsd: 1_000_000, settings: { unlimited: true } }, async (sandbox) => {
			const { ratio, bytesPerItem } = await heapGrowth(sandbox, context);
			const requests = (await sandbox.log()).filter(
				({ method, path }) => method === 'POST' && path === '/v1/radars/bulk',
			).length;
			return [
				atMost('Bulk: requests for 10,000 items', requests, BULK_REQUESTS, 'with their results awaited'),
				atMost(
					'Bulk: peak heap over the JSON of the output',
					ratio,
					OVER_JSON,
					`${ITEMS} items; after collections every ${LOOK_EVERY_MS} ms, less the least; output items of ${Math.round(bytesPerItem)} bytes`,
				),
			];
		}),
};
