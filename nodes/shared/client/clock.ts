import { sleep } from 'n8n-workflow';

import { AbortGroup } from './abortGroup';

/** Time as the client sees it. Tests replace single methods. */
export const clock = {
	/** Milliseconds that only grow; a change of the computer's clock does not touch them. */
	now: (): number => performance.now(),

	/** Waits until the time is over or the alarm is raised. */
	sleep: async (milliseconds: number, alarm: AbortGroup = new AbortGroup()): Promise<void> => {
		if (alarm.isAborted) return;
		const nap = new AbortController();
		let wake = () => {};
		const woken = new Promise<void>((resolve) => {
			wake = () => {
				nap.abort();
				resolve();
			};
		});
		alarm.add(wake);
		// Hosts before 2.35 have a sleep that takes no signal: there it goes on, and nobody waits for it.
		await Promise.race([sleep(milliseconds, nap.signal).catch(() => undefined), woken]);
		alarm.remove(wake);
	},

	/** An alarm after so many milliseconds. It does not keep the process alive. */
	deadline: (milliseconds: number): AbortGroup => new AbortGroup(AbortSignal.timeout(milliseconds)),

	/** 0 to 1. */
	random: (): number => Math.random(),
};
