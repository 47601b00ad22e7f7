import { existsSync, readFileSync } from 'node:fs';

const MAIN_THREAD = `/proc/self/task/${process.pid}/schedstat`;
const isLinux = existsSync(MAIN_THREAD);

/** Processor milliseconds of the event loop's thread; where only Linux would tell, of all threads. */
function processorMs(): number {
	if (isLinux) return Number(readFileSync(MAIN_THREAD, 'latin1').split(' ')[0]) / 1e6;
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/**
 * The longest time, in milliseconds, in which the event loop did nothing else while the work ran. Counted as processor
 * time where that is less: this process may also have stood still because others were running.
 */
export async function longestStallMs(work: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let isRunning = true;
	let [seenTime, seenUsed] = [performance.now(), processorMs()];
	const tick = () => {
		const [time, used] = [performance.now(), processorMs()];
		longest = Math.max(longest, Math.min(time - seenTime, used - seenUsed));
		[seenTime, seenUsed] = [time, used];
		if (isRunning) setImmediate(tick);
	};
	setImmediate(tick);
	await work();
	isRunning = false;
	// The last stretch ended the work.
	tick();
	return longest;
}
