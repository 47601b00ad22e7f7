import { fastTime, normalTime } from '../engine/faults/fastTime';
import { schedules } from './faultSchedules';
import { observe, tallyOf, violations } from './faultWorld';
import { alwaysInEngine, ENGINE_TIMEOUT } from './runs';

beforeAll(fastTime);
afterAll(normalTime);

/** Lookups, and radars of bulk requests that aren't there after the last search. */
const MOST_UNKNOWN = 0.12;

test(
	'no schedule of faults charges twice, loses what was charged, or ends without a clear outcome',
	async () => {
		const all = { schedules: 0, items: 0, unknown: 0 };
		await alwaysInEngine(schedules, async (schedule) => {
			const observed = await observe(schedule);
			const { items, unknown } = tallyOf(observed);
			all.schedules++;
			all.items += items;
			all.unknown += unknown;
			return violations(observed);
		});
		console.info(`Unknown outcomes: ${JSON.stringify(all)}`);
		expect(all.unknown / all.items).toBeLessThan(MOST_UNKNOWN);
	},
	ENGINE_TIMEOUT,
);
