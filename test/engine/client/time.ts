import { clock } from '../../../nodes/shared/host/clock';

/** Seconds of the transport's waits pass this many times faster. */
export const FASTER = 200;

/** Every call is given up after this many milliseconds: enough for a busy computer, too little for a fault. */
const TIME_OUT = 700;

/** Makes the transport wait less in the tests of this file, and tells for how many seconds it meant to wait. */
export function fasterWaits(): { waits: number[] } {
	const seen = { waits: [] as number[] };
	const { sleep, deadline } = clock;
	beforeEach(() => {
		seen.waits = [];
		jest.spyOn(clock, 'sleep').mockImplementation(async (milliseconds, alarm) => {
			seen.waits.push(milliseconds / 1000);
			await sleep(milliseconds / FASTER, alarm);
		});
		jest.spyOn(clock, 'deadline').mockImplementation(() => deadline(TIME_OUT));
	});
	afterEach(() => jest.restoreAllMocks());
	return seen;
}
