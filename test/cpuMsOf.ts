/** Does the work, and measures the milliseconds of processor time of this process. Other programs make them three times as many at most. */
export async function cpuMsOf<T>(work: () => Promise<T> | T): Promise<{ result: T; cpuMs: number }> {
	const before = process.cpuUsage();
	const result = await work();
	return { result, cpuMs: process.cpuUsage(before).user / 1000 };
}
