import { sleep } from 'n8n-workflow';

import { Alarm } from './alarm';

/** A deadline may come later by this share of its time, so that calls of about the same time share a timer. */
const GRAIN = 1 / 60;

/** Deadlines to come, by their length and their turn. */
const deadlines = new Map<string, Alarm>();

/** Time as the transport sees it. Tests replace single methods. */
export const clock = {
	/** Milliseconds that only grow; a change of the computer's clock does not touch them. */
	now: (): number => performance.now(),

	/** Waits until the time is over or the alarm is raised. */
	sleep: async (milliseconds: number, alarm: Alarm = new Alarm()): Promise<void> => {
		if (alarm.isRaised) return;
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

	/** An alarm after so many milliseconds, or a little later. It does not keep the process alive. */
	deadline: (milliseconds: number): Alarm => {
		const grain = milliseconds * GRAIN;
		const turn = Math.ceil(clock.now() / grain);
		const id = `${milliseconds} ${turn}`;
		const known = deadlines.get(id);
		if (known) return known;
		const left = Math.max(0, Math.ceil(turn * grain + milliseconds - clock.now()));
		const deadline = new Alarm(AbortSignal.timeout(left));
		deadlines.set(id, deadline);
		deadline.add(() => deadlines.delete(id));
		return deadline;
	},

	/** 0 to 1. */
	random: (): number => Math.random(),
};
