import { sleep } from 'n8n-workflow';

import { sleepUntilAborted } from './host';

/**
 * Notifies any number of listeners when one of several signals aborts.
 * Adds only one listener to each signal, since Node warns of a leak beyond ten.
 */
export class AbortGroup {
	private readonly listeners = new Set<() => void>();

	private readonly signals: readonly AbortSignal[];

	constructor(...signals: Array<AbortSignal | undefined>) {
		this.signals = signals.filter((signal) => signal !== undefined);
	}

	get isAborted(): boolean {
		return this.signals.some(({ aborted }) => aborted);
	}

	add(listener: () => void): void {
		if (this.listeners.size === 0) {
			for (const signal of this.signals) signal.addEventListener('abort', this.notify);
		}
		this.listeners.add(listener);
	}

	remove(listener: () => void): void {
		if (!this.listeners.delete(listener) || this.listeners.size > 0) return;
		for (const signal of this.signals) signal.removeEventListener('abort', this.notify);
	}

	private readonly notify = (): void => {
		for (const listener of [...this.listeners]) listener();
	};
}

/** Durations are measured with `now`; points in time are the service's. Tests replace single methods. */
export const clock = {
	/** Milliseconds since this process started. They only grow, even if the computer's clock is changed. */
	now: (): number => performance.now(),

	/** The computer's clock, in milliseconds since the epoch. It can be wrong or jump, so no wait, charge or update depends on it. */
	computerTime: (): number => Date.now(),

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

/** @throws a TimeoutError if the call takes longer */
export async function withTimeout<T>(call: Promise<T>, milliseconds: number): Promise<T> {
	const signal = AbortSignal.timeout(milliseconds);
	const timedOut = new Promise<never>((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason as Error));
	});
	return await Promise.race([call, timedOut]);
}

/** Waits, and returns true. */
async function pause(seconds: number): Promise<boolean> {
	if (seconds > 0) await sleep(1000 * seconds);
	return true;
}

/**
 * Tries until the result is right, or there are no more delays. Returns the last result; undefined if the run was stopped.
 * @param delays the seconds before each try
 * @param wait returns false if the run was stopped
 */
export async function repeat<T>(
	work: () => Promise<T>,
	{
		delays,
		until,
		wait = pause,
	}: {
		delays: Iterable<number>;
		until(result: T): boolean;
		wait?(seconds: number): Promise<boolean>;
	},
): Promise<T | undefined> {
	let result: T | undefined;
	for (const seconds of delays) {
		if (!(await wait(seconds))) return undefined;
		result = await work();
		if (until(result)) break;
	}
	return result;
}
