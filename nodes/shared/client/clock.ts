import { sleepUntilAborted } from '../host';
import { AbortGroup } from './abortGroup';

/** Time as the client sees it. Tests replace single methods. */
export const clock = {
	/** Milliseconds that only grow; a change of the computer's clock does not touch them. */
	now: (): number => performance.now(),

	/** Waits until the time is over or the stop is signalled. */
	sleep: async (milliseconds: number, stop: AbortGroup = new AbortGroup()): Promise<void> => {
		if (stop.isAborted) return;
		const nap = new AbortController();
		const wake = () => nap.abort();
		stop.add(wake);
		await sleepUntilAborted(milliseconds, nap.signal);
		stop.remove(wake);
	},

	/** Aborts after this many milliseconds, without keeping the process alive. */
	deadline: (milliseconds: number): AbortGroup => new AbortGroup(AbortSignal.timeout(milliseconds)),

	/** 0 to 1. */
	random: (): number => Math.random(),
};
