import { clock } from '../../../nodes/shared/transport/clock';

/** Seconds of the transport's waits and time-outs pass so many times faster. */
export const FASTER = 200;

/** Makes the transport wait less in the tests of this file, and tells for how many seconds it meant to wait. */
export function fasterWaits(): { waits: number[] } {
	const seen = { waits: [] as number[] };
	const { sleep, deadline } = clock;
	beforeEach(() => {
		seen.waits = [];
		jest.spyOn(clock, 'sleep').mockImplementation(async (milliseconds, signal) => {
			seen.waits.push(milliseconds / 1000);
			await sleep(milliseconds / FASTER, signal);
		});
		jest.spyOn(clock, 'deadline').mockImplementation((milliseconds) => deadline(milliseconds / FASTER));
	});
	afterEach(() => jest.restoreAllMocks());
	return seen;
}
