import { atMost, told, type Bench, type BenchContext, type Figure } from './bench';
import { execute } from './support/engine';
import { credentialOf, LATENCY, leastFor, prepareBudget, SPEED, withSpeededUp } from './support/speededUp';
import type { SeparateSandbox } from './support/separateSandbox';
import { listed, median, secondsOf } from './support/stats';
import { CREATES, freshItems, REVEALS, type Work } from './support/work';

const CALLS = 600;
const RUNS = 5;
const SINGLE_CALLS = 150;

const MODEL_IN_WORDS = `${CALLS} calls, ${LATENCY} s an answer, at ${SPEED} times real speed`;

async function budgetUse(work: Work, sandbox: SeparateSandbox, context: BenchContext): Promise<Figure[]> {
	const ratios: number[] = [];
	let refused = 0;
	while (ratios.length < RUNS) {
		await prepareBudget(sandbox);
		const nodeType = context.built.fresh('CompanyRadar');
		const items = freshItems(work, CALLS);
		const credential = credentialOf(sandbox);
		const seconds = await secondsOf(
			async () => await execute({ nodeType, parameters: work.parameters, items, credential }),
		);
		ratios.push(seconds / leastFor(CALLS));
		refused += await sandbox.refused();
	}
	return [
		atMost(
			`Budget use: ${CALLS} ${work.name}, time over the least possible`,
			median(ratios),
			1.05,
			`${MODEL_IN_WORDS}: ${leastFor(CALLS).toFixed(2)} s; median of ${listed(ratios, 3)}`,
		),
		atMost(`Budget use: ${CALLS} ${work.name}, answers with 429`, refused, 0, `in all ${RUNS} runs together`),
	];
}

/** The same node with one item after the other, as a loop over single items does. */
async function oneAtATime(sandbox: SeparateSandbox, { built }: BenchContext): Promise<Figure> {
	await prepareBudget(sandbox);
	const nodeType = built.fresh('CompanyRadar');
	const seconds = await secondsOf(async () => {
		for (const item of freshItems(REVEALS, SINGLE_CALLS)) {
			const { parameters } = REVEALS;
			await execute({ nodeType, parameters, items: [item], credential: credentialOf(sandbox) });
		}
	});
	return told(
		'Budget use: one call at a time, time over the least possible',
		((seconds / SINGLE_CALLS) * CALLS) / leastFor(CALLS),
		`${CALLS} reveals, computed from ${SINGLE_CALLS}`,
	);
}

export const budgetUseBench: Bench = {
	name: 'budget',
	run: async (context) =>
		await withSpeededUp(async (sandbox) => [
			...(await budgetUse(CREATES, sandbox, context)),
			...(await budgetUse(REVEALS, sandbox, context)),
			await oneAtATime(sandbox, context),
		]),
};
