import type { IExecuteFunctions } from 'n8n-workflow';

import { atMost, type Bench, type BenchContext, type Figure } from './bench';
import { alternating, cpuMs, severalAtATime } from './support/cpu';
import { executeContext, executeIn } from './support/engine';
import { UNLIMITED, withSandbox, type SeparateSandbox } from './support/separateSandbox';
import { listed, median } from './support/stats';
import { CREATES, freshItems, REVEALS, type Work } from './support/work';

const ITEMS = 5000;
const RUNS = 3;

/** As many as the node has in flight. */
const AT_A_TIME = 64;

/** Names of the parameters that the node reads for each item: of the second one, for the first is asked more. */
async function parametersRead(
	work: Work,
	sandbox: SeparateSandbox,
	{ built }: BenchContext,
): Promise<string[]> {
	const nodeType = built.fresh('CompanyRadar');
	const context = contextOf(work, 2, sandbox, nodeType);
	const read: string[] = [];
	const getNodeParameter = (name: string, item: number, ...more: unknown[]) => {
		if (item === 1) read.push(name);
		return (context.getNodeParameter as (...args: unknown[]) => unknown)(name, item, ...more);
	};
	const recording = Object.create(context, { getNodeParameter: { value: getNodeParameter } });
	await executeIn(recording as IExecuteFunctions, nodeType);
	return read;
}

const contextOf = (
	work: Work,
	count: number,
	sandbox: SeparateSandbox,
	nodeType: Parameters<typeof executeIn>[1],
) =>
	executeContext({
		nodeType,
		parameters: work.parameters,
		items: freshItems(work, count),
		credential: sandbox.credential(UNLIMITED),
	});

/** What any node has to do: reads the parameters, and asks n8n to send. */
async function bareLoop(
	context: IExecuteFunctions,
	names: string[],
	{ path, body }: Work,
	baseUrl: string,
): Promise<void> {
	const items = context.getInputData();
	await severalAtATime(AT_A_TIME, items.length, async (index) => {
		for (const name of names) context.getNodeParameter(name, index, null);
		await context.helpers.httpRequestWithAuthentication.call(context, 'companyRadarApi', {
			method: 'POST',
			url: `${baseUrl}${path}`,
			body: { ...body, ...items[index]?.json },
			json: true,
		});
	});
}

async function overhead(work: Work, sandbox: SeparateSandbox, bench: BenchContext): Promise<Figure> {
	const names = await parametersRead(work, sandbox, bench);
	const nodeType = bench.built.fresh('CompanyRadar');
	const run = (execute: (context: IExecuteFunctions) => Promise<unknown>) => async () => {
		const context = contextOf(work, ITEMS, sandbox, nodeType);
		const milliseconds = await cpuMs(async () => await execute(context));
		await sandbox.clearLog();
		return milliseconds;
	};
	const { node, bare } = await alternating(RUNS, {
		bare: run(async (context) => await bareLoop(context, names, work, sandbox.baseUrl)),
		node: run(async (context) => await executeIn(context, nodeType)),
	});
	const perItem = (values: number[]) => `${(median(values) / ITEMS).toFixed(2)} ms`;
	const ratios = node.map((value, index) => value / (bare[index] ?? Number.NaN));
	return atMost(
		`Overhead: ${ITEMS} ${work.name}, CPU over that of a bare loop`,
		median(ratios),
		1.3,
		`${perItem(node)} an item over ${perItem(bare)}, for the same ${names.length} parameters and the same helper, ${AT_A_TIME} at a time; median of ${listed(ratios)}`,
	);
}

export const overheadBench: Bench = {
	name: 'overhead',
	run: async (context) =>
		await withSandbox({ balanceUsd: 1_000_000, settings: { unlimited: true } }, async (sandbox) => {
			const figures: Figure[] = [];
			for (const work of [REVEALS, CREATES]) figures.push(await overhead(work, sandbox, context));
			return figures;
		}),
};
