import { Traffic } from '../../../nodes/CompanyRadarVisitorTrigger/visitor/traffic';

const MINUTE = 60_000;

/** How many of so many page views may start an execution. */
const started = (traffic: Traffic, count: number, network: (index: number) => string, now: number) =>
	Array.from({ length: count }, (_, index) => traffic.mayStart(network(index), now)).filter(Boolean).length;

describe('Page views', () => {
	it('start one execution per network', () => {
		expect(started(new Traffic(), 1000, () => 'one', 0)).toBe(1);
		expect(started(new Traffic(), 1000, (index) => String(index % 50), 0)).toBe(50);
	});

	it('start no more than 100 executions a minute', () => {
		const traffic = new Traffic();
		expect(started(traffic, 1000, String, 0)).toBe(100);
		expect(started(traffic, 1000, String, MINUTE - 1)).toBe(0);
		expect(started(traffic, 150, (index) => `later ${index}`, MINUTE)).toBe(100);
	});

	it('start another one after 10 minutes, or when their execution says so', () => {
		const traffic = new Traffic();
		traffic.mayStart('a', 0);
		expect(traffic.mayStart('a', 10 * MINUTE - 1)).toBe(false);
		expect(traffic.mayStart('a', 10 * MINUTE)).toBe(true);
		traffic.quiet('a', 60 * MINUTE);
		expect(traffic.mayStart('a', 30 * MINUTE)).toBe(false);
		traffic.quiet('a', 0);
		expect(traffic.mayStart('a', 30 * MINUTE)).toBe(true);
	});

	it('start nothing during a pause, of which the longest counts', () => {
		const traffic = new Traffic();
		traffic.pause(60 * MINUTE);
		traffic.pause(MINUTE);
		expect(traffic.isPaused(60 * MINUTE - 1)).toBe(true);
		expect(traffic.mayStart('a', 60 * MINUTE - 1)).toBe(false);
		expect(traffic.mayStart('a', 60 * MINUTE)).toBe(true);
	});

	it('of many networks take bounded memory', () => {
		const traffic = new Traffic();
		traffic.mayStart('first', 0);
		for (let network = 0; network < 10_000; network++) traffic.quiet(String(network), MINUTE);
		expect(traffic.mayStart('first', MINUTE)).toBe(true);
	});
});
