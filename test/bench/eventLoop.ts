import type { IDataObject, INodeType } from 'n8n-workflow';

import type { SeedWanted } from '../../sandbox';
import { atMost, type Bench, type BenchContext, type Figure } from './bench';
import { execute, executeContext, executeIn } from './support/engine';
import { collectGarbage } from './support/heap';
import { UNLIMITED, withSandbox, type SeparateSandbox } from './support/separateSandbox';
import { longestStallMs } from './support/stall';
import { listed, median, range } from './support/stats';
import { BULK_CREATES, definitions, freshAddresses, REVEALS } from './support/work';

const ITEMS = 100_000;
const ADDRESSES = 5000;
const EXECUTIONS = 5;
const WARM_UP_ITEMS = 500;
const ROUNDS = 3;
const MOST_MS = 50;

/** Some executions that start at once. */
interface Case {
	name: string;
	seed?: SeedWanted;
	parameters: IDataObject;
	/** Of each execution. */
	items: () => IDataObject[][];
}

const visits = () => {
	const addresses = freshAddresses(ADDRESSES);
	return range(ITEMS).map((index) => addresses[index % ADDRESSES] ?? {});
};

const CASES: Case[] = [
	{
		name: `${ITEMS} radars created in bulk`,
		parameters: BULK_CREATES,
		items: () => [definitions(ITEMS)],
	},
	{
		name: `${ITEMS} radars listed`,
		seed: { radars: ITEMS },
		parameters: { resource: 'radar', operation: 'getMany', returnAll: true },
		items: () => [[{}]],
	},
	{
		name: `${ITEMS} visits by ${ADDRESSES} addresses revealed`,
		parameters: REVEALS,
		items: () => [visits()],
	},
	{
		name: `${EXECUTIONS} executions at once, ${ITEMS / EXECUTIONS} title expressions each`,
		parameters: {
			resource: 'titleFilter',
			operation: 'previewMatches',
			expression: '={{ $json.job_titles }}',
		},
		items: () => range(EXECUTIONS).map(() => definitions(ITEMS / EXECUTIONS)),
	},
];

/** n8n loads its HTTP client with the first request. */
async function warmUp(nodeType: INodeType, sandbox: SeparateSandbox): Promise<void> {
	await execute({
		nodeType,
		parameters: REVEALS,
		items: freshAddresses(WARM_UP_ITEMS),
		credential: sandbox.credential(UNLIMITED),
	});
}

/** The longest stall of each round. */
async function stallsOf({ seed, parameters, items }: Case, { built }: BenchContext): Promise<number[]> {
	return await withSandbox({ balanceUsd: 1_000_000, settings: { unlimited: true } }, async (sandbox) => {
		if (seed) await sandbox.seed(seed);
		const nodeType = built.freshNode();
		await warmUp(nodeType, sandbox);
		const credential = sandbox.credential(UNLIMITED);
		const stalls: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const contexts = items().map((own) => executeContext({ nodeType, parameters, items: own, credential }));
			// The input items were made by the node before this one: the time to move them is not this node's.
			collectGarbage();
			const run = async () =>
				await Promise.all(contexts.map(async (context) => await executeIn(context, nodeType)));
			stalls.push(await longestStallMs(run));
		}
		return stalls;
	});
}

async function figureOf(each: Case, context: BenchContext): Promise<Figure> {
	const stalls = await stallsOf(each, context);
	return atMost(
		`Event loop: longest stall, ${each.name}, ms`,
		median(stalls),
		MOST_MS,
		`of processor time of its thread, inside execute(); the median of ${listed(stalls, 0)}`,
	);
}

/** How long large executions keep n8n from other work. */
export const eventLoop: Bench = {
	name: 'eventLoop',
	run: async (context) => {
		const figures: Figure[] = [];
		for (const each of CASES) figures.push(await figureOf(each, context));
		return figures;
	},
};
