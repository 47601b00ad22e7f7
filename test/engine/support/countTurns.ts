/** Does the work while other work of n8n would go on, and tells how often that got its turn, and in how many milliseconds. */
export async function countTurns<T>(
	work: () => Promise<T>,
): Promise<{ result: T; turns: number; elapsed: number }> {
	let turns = 0;
	let isRunning = true;
	const turn = () => {
		turns++;
		if (isRunning) setImmediate(turn);
	};
	const start = performance.now();
	setImmediate(turn);
	const result = await work();
	isRunning = false;
	return { result, turns, elapsed: performance.now() - start };
}
