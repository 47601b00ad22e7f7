import { atMost, told, type Bench, type BenchContext, type Figure } from './bench';
import { execute } from './support/engine';
import { LATENCY, withSpeededUp, type SpeededUp } from './support/speededUp';
import { listed, median, secondsOf } from './support/stats';
import { CREATES, freshItems, REVEALS, type Work } from './support/work';

const SPEED = 60;
const CALLS = 600;
const RUNS = 5;
const SINGLE_CALLS = 150;

const MODEL_IN_WORDS = `${CALLS} calls, ${LATENCY} s an answer, at ${SPEED} times real speed`;

async function budgetUse(work: Work, service: SpeededUp, context: BenchContext): Promise<Figure[]> {
	const ratios: number[] = [];
	let refused = 0;
	while (ratios.length < RUNS) {
		await service.prepareBudget();
		const nodeType = context.built.fresh('CompanyRadar');
		const items = freshItems(work, CALLS);
		const { credential } = service;
		const seconds = await secondsOf(
			async () => await execute({ nodeType, parameters: work.parameters, items, credential }),
		);
		ratios.push(seconds / service.leastFor(CALLS));
		refused += await service.sandbox.refused();
	}
	return [
		atMost(
			`Budget use: ${CALLS} ${work.name}, time over the least possible`,
			median(ratios),
			1.05,
			`${MODEL_IN_WORDS}: ${service.leastFor(CALLS).toFixed(2)} s; median of ${listed(ratios, 3)}`,
		),
		atMost(`Budget use: ${CALLS} ${work.name}, answers with 429`, refused, 0, `in all ${RUNS} runs together`),
	];
}

/** The same node with one item after the other, as a loop over single items does. */
async function oneAtATime(service: SpeededUp, { built }: BenchContext): Promise<Figure> {
	await service.prepareBudget();
	const nodeType = built.fresh('CompanyRadar');
	const seconds = await secondsOf(async () => {
		for (const item of freshItems(REVEALS, SINGLE_CALLS)) {
			const { parameters } = REVEALS;
			await execute({ nodeType, parameters, items: [item], credential: service.credential });
		}
	});
	return told(
		'Budget use: one call at a time, time over the least possible',
		((seconds / SINGLE_CALLS) * CALLS) / service.leastFor(CALLS),
		`${CALLS} reveals, computed from ${SINGLE_CALLS}`,
	);
}

export const budgetUseBench: Bench = {
	name: 'budget',
	run: async (context) =>
		await withSpeededUp(SPEED, async (service) => [
			...(await budgetUse(CREATES, service, context)),
			...(await budgetUse(REVEALS, service, context)),
			await oneAtATime(service, context),
		]),
};
