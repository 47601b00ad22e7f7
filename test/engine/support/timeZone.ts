import { runInThisContext } from 'node:vm';

function setTimeZone(zone: string | undefined): void {
	// A test's `process.env` is a copy, and only the real one sets the time zone.
	runInThisContext(zone === undefined ? 'delete process.env.TZ' : `process.env.TZ = ${JSON.stringify(zone)}`);
}

/** The tests of this block run on a computer in this time zone. */
export function useTimeZone(zone: string): void {
	const before = process.env.TZ;
	beforeAll(() => setTimeZone(zone));
	afterAll(() => setTimeZone(before));
}
