import { sleep } from 'n8n-workflow';

/** Time as the transport sees it. Tests replace single methods. */
export const clock = {
	/** Milliseconds that only grow; a change of the computer's clock does not touch them. */
	now: (): number => performance.now(),

	/** Waits; rejects at once when the signal is raised. */
	sleep: async (milliseconds: number, signal?: AbortSignal): Promise<void> =>
		await sleep(milliseconds, signal),

	/** A signal that is raised after so many milliseconds. It does not keep the process alive. */
	deadline: (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds),

	/** 0 to 1. */
	random: (): number => Math.random(),
};

export type Clock = typeof clock;
