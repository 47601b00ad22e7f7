import { cpuMsOf } from '../../cpuMsOf';

/**
 * Does the work while other work of n8n would go on. Resolves with how often that got its turn, and with the milliseconds
 * of processor time.
 */
export async function countTurns<T>(
	work: () => Promise<T>,
): Promise<{ result: T; turns: number; cpuMs: number }> {
	let turns = 0;
	let isRunning = true;
	const turn = () => {
		turns++;
		if (isRunning) setImmediate(turn);
	};
	setImmediate(turn);
	const { result, cpuMs } = await cpuMsOf(work);
	isRunning = false;
	return { result, turns, cpuMs };
}
