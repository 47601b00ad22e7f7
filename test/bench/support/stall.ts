/**
 * The longest time, in milliseconds, in which the event loop did nothing else while the work ran. Counted as processor
 * time where that is less: this process may also have stood still because others were running.
 */
export async function longestStallMs(work: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let isRunning = true;
	const cpu = () => {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1000;
	};
	let [seenTime, seenCpu] = [performance.now(), cpu()];
	const tick = () => {
		const [time, used] = [performance.now(), cpu()];
		longest = Math.max(longest, Math.min(time - seenTime, used - seenCpu));
		[seenTime, seenCpu] = [time, used];
		if (isRunning) setImmediate(tick);
	};
	setImmediate(tick);
	await work();
	isRunning = false;
	// The last stretch ended the work.
	tick();
	return longest;
}
