import { simulateAll } from '../unit/client/simulation';
import { atMost, told, type Bench, type Figure } from './bench';
import { listed, range } from './support/stats';

const CALLS_OF_EACH_PROCESS = 110;
const SECONDS = [0.2, 2];

/** Most 429s, in percent, by the number of processes. They are free, and the requests are sent again. */
const PROCESSES = { 1: 0, 2: 1, 3: 2, 5: 5, 10: undefined };

const sharing = (count: keyof typeof PROCESSES, seconds: number): Figure => {
	const requests = range(count).map(() => CALLS_OF_EACH_PROCESS);
	const { refusedShare, minShare, maxShare } = simulateAll(seconds * 1000, { requests });
	const name = `Simulated: ${count} ${count === 1 ? 'process' : 'processes'} on one key, ${seconds} s a response, 429, %`;
	const target = PROCESSES[count];
	const detail = `${CALLS_OF_EACH_PROCESS} calls each; shares of a process from ${listed([minShare * 100, maxShare * 100], 0).replace(', ', ' to ')} %`;
	return target === undefined
		? told(name, refusedShare * 100, detail)
		: atMost(name, refusedShare * 100, target, detail);
};

const withoutHeaders = (): Figure => {
	const { refusedShare } = simulateAll(2000, { perMinute: 60, requests: [600], withoutHeaders: true });
	return atMost(
		'Simulated: no rate-limit headers, limit of 60 a minute, 429, %',
		refusedShare * 100,
		3,
		'600 calls, 2 s a response',
	);
};

/** The client's rate limiter in simulated time, with eight series of random latencies: the same in every run. */
export const simulated: Bench = {
	name: 'simulated',
	run: async () => [
		...([1, 2, 3, 5, 10] as const).flatMap((count) => SECONDS.map((seconds) => sharing(count, seconds))),
		withoutHeaders(),
	],
};
