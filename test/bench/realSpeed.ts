import { atMost, told, type Bench, type BenchContext, type Figure } from './bench';
import { execute } from './support/engine';
import { leastSeconds } from './support/leastTime';
import { withSandbox } from './support/separateSandbox';
import { secondsOf } from './support/stats';
import { freshItems, REVEALS } from './support/work';

const CALLS = 150;
const MOST_IN_FLIGHT = 64;
const LIMITS = { perMinute: 100, perSecond: 10 };
const USUAL_LATENCY = 2;
const LONGEST_LATENCY = 25;

/** What the calls of one run took, and how many of them were refused. */
async function measured(latency: number, { built }: BenchContext) {
	const settings = { latencyMs: { 'POST /v1/company-reveal': latency * 1000 } };
	const nodeType = built.fresh('CompanyRadar');
	return await withSandbox({ balanceUsd: 1_000_000, settings }, async (sandbox) => {
		const credential = sandbox.credential(LIMITS.perSecond);
		const { parameters } = REVEALS;
		const items = freshItems(REVEALS, CALLS);
		const seconds = await secondsOf(async () => await execute({ nodeType, parameters, items, credential }));
		return { seconds, refused: await sandbox.refused() };
	});
}

const usual = async (context: BenchContext): Promise<Figure[]> => {
	const { seconds, refused } = await measured(USUAL_LATENCY, context);
	const least = leastSeconds(CALLS, { ...LIMITS, latency: USUAL_LATENCY });
	return [
		atMost(
			`Real speed: ${CALLS} reveals, time over the least possible`,
			seconds / least,
			1.05,
			`${USUAL_LATENCY} s an answer; ${seconds.toFixed(1)} s over ${least.toFixed(1)} s; ${refused} answers with 429`,
		),
	];
};

const longest = async (context: BenchContext): Promise<Figure[]> => {
	const { seconds, refused } = await measured(LONGEST_LATENCY, context);
	const model = { ...LIMITS, latency: LONGEST_LATENCY };
	const [least, bounded] = [
		leastSeconds(CALLS, model),
		leastSeconds(CALLS, { ...model, inFlight: MOST_IN_FLIGHT }),
	];
	return [
		atMost(
			`Real speed: ${CALLS} reveals at ${LONGEST_LATENCY} s an answer, time over the least possible with ${MOST_IN_FLIGHT} in flight`,
			seconds / bounded,
			1.05,
			`${seconds.toFixed(1)} s over ${bounded.toFixed(1)} s; ${refused} answers with 429`,
		),
		told(
			`Real speed: ${CALLS} reveals at ${LONGEST_LATENCY} s an answer, time over the least possible`,
			seconds / least,
			`${least.toFixed(1)} s with any number in flight; ${MOST_IN_FLIGHT} at most make it ${(bounded / least).toFixed(2)} times that`,
		),
	];
};

/** Both do nothing but wait, so they run at the same time. */
export const realSpeed: Bench = {
	name: 'realSpeed',
	run: async (context) => (await Promise.all([usual(context), longest(context)])).flat(),
};
