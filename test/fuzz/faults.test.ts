import { fastTime, normalTime } from '../engine/faults/fastTime';
import { schedules } from './faultSchedules';
import { observe, violations } from './faultWorld';
import { alwaysInEngine, ENGINE_TIMEOUT } from './runs';

beforeAll(fastTime);
afterAll(normalTime);

test(
	'no schedule of faults charges twice, loses what was charged, or ends without a clear outcome',
	async () => await alwaysInEngine(schedules, async (schedule) => violations(await observe(schedule))),
	ENGINE_TIMEOUT,
);
