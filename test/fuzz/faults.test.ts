import fc from 'fast-check';

import { fastTime, normalTime } from '../engine/faults/fastTime';
import { schedules } from './faultSchedules';
import { observe, violations } from './faultWorld';

/** Each run is an execution in the engine with real HTTP: a thousand at most. */
const MOST_RUNS = 1000;
const RUNS = Math.min(MOST_RUNS, Number(process.env.FUZZ_RUNS ?? 32));

/** A run is mostly waiting, so several go on side by side. */
const SIDE_BY_SIDE = 16;

beforeAll(fastTime);
afterAll(normalTime);

test(
	'no schedule of faults charges twice, loses what was charged, or ends without a clear outcome',
	async () => {
		let failedLane: number | undefined;
		const seed = Number(process.env.FUZZ_SEED ?? 20261121);
		const lanes = Array.from({ length: SIDE_BY_SIDE }, async (_, lane) => {
			const property = fc.asyncProperty(schedules, async (schedule) => {
				// One counterexample is enough: the other lanes end.
				if (failedLane !== undefined && failedLane !== lane) return;
				const wrong = violations(await observe(schedule));
				if (wrong.length > 0) failedLane ??= lane;
				expect(wrong).toEqual([]);
			});
			await fc.assert(property, { numRuns: Math.ceil(RUNS / SIDE_BY_SIDE), seed: seed + lane });
		});
		const failed = (await Promise.allSettled(lanes)).find((ended) => ended.status === 'rejected');
		if (failed) throw failed.reason;
	},
	60_000 + 3000 * RUNS,
);
