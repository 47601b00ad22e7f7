import { AbortGroup, clock } from '../../../nodes/shared/host/clock';

/** Seconds of the transport's waits pass this many times faster. */
export const FASTER = 200;

/** Every call is given up after this many ticks: too few for a fault. A busy computer ticks less often. */
const TICKS = 140;
const TICK_MS = 5;

function deadline(): AbortGroup {
	const end = new AbortController();
	let left = TICKS;
	const ticking = setInterval(() => {
		if (--left > 0) return;
		clearInterval(ticking);
		end.abort();
	}, TICK_MS);
	ticking.unref();
	return new AbortGroup(end.signal);
}

/** Makes the transport wait less in the tests of this file, and tells for how many seconds it meant to wait. */
export function fasterWaits(): { waits: number[] } {
	const seen = { waits: [] as number[] };
	const { sleep } = clock;
	beforeEach(() => {
		seen.waits = [];
		jest.spyOn(clock, 'sleep').mockImplementation(async (milliseconds, alarm) => {
			seen.waits.push(milliseconds / 1000);
			await sleep(milliseconds / FASTER, alarm);
		});
		jest.spyOn(clock, 'deadline').mockImplementation(deadline);
	});
	afterEach(() => jest.restoreAllMocks());
	return seen;
}
