import { simulateAll } from '../unit/client/simulation';
import { atMost, type Bench, type Figure } from './bench';
import { listed, range } from './support/stats';

const CALLS_OF_EACH_PROCESS = 110;
const SECONDS = [0.2, 2];

/** Most 429s, in percent, by the number of processes. */
const PROCESSES = { 2: 1, 3: 1, 5: 3, 10: 5 };

const sharing = (count: keyof typeof PROCESSES, seconds: number): Figure => {
	const requests = range(count).map(() => CALLS_OF_EACH_PROCESS);
	const { refusedShare, minShare, maxShare } = simulateAll(seconds * 1000, { requests });
	return atMost(
		`Simulated: ${count} processes on one key, ${seconds} s a response, 429, %`,
		refusedShare * 100,
		PROCESSES[count],
		`${CALLS_OF_EACH_PROCESS} calls each; shares of a process from ${listed([minShare * 100, maxShare * 100], 0).replace(', ', ' to ')} %`,
	);
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
		...([2, 3, 5, 10] as const).flatMap((count) => SECONDS.map((seconds) => sharing(count, seconds))),
		withoutHeaders(),
	],
};
