import { sleepUntilAborted } from '../n8n/host';

/**
 * Tells any number of listeners that one of some signals was raised.
 * The signals themselves, which others use as well, carry one listener at most: beyond ten, Node warns of a leak.
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

/** Requests that start within this time share a timer: Node can't cancel one, and each holds on to its request until it ends. */
const SHARED_DEADLINE_MS = 1000;

const deadlines = new Map<number, { startedAt: number; group: AbortGroup }>();

/** Durations are measured with `now`; points in time are the service's. Tests replace single methods. */
export const clock = {
	/** Milliseconds that only grow; a change of the computer's clock does not touch them. */
	now: (): number => performance.now(),

	/** The computer's clock, in milliseconds since the epoch. It can be wrong or jump, so nothing may depend on it alone. */
	computerTime: (): number => Date.now(),

	/** Milliseconds since this process was started. */
	uptime: (): number => performance.now(),

	/** Waits until the time is over or the stop is signalled. */
	sleep: async (milliseconds: number, stop: AbortGroup = new AbortGroup()): Promise<void> => {
		if (stop.isAborted) return;
		const nap = new AbortController();
		const wake = () => nap.abort();
		stop.add(wake);
		await sleepUntilAborted(milliseconds, nap.signal);
		stop.remove(wake);
	},

	/** Aborts after this many milliseconds or up to a second later, without keeping the process alive. */
	deadline: (milliseconds: number): AbortGroup => {
		const now = performance.now();
		const shared = deadlines.get(milliseconds);
		if (shared && now - shared.startedAt < SHARED_DEADLINE_MS) return shared.group;
		const group = new AbortGroup(AbortSignal.timeout(milliseconds + SHARED_DEADLINE_MS));
		deadlines.set(milliseconds, { startedAt: now, group });
		return group;
	},

	/** 0 to 1. */
	random: (): number => Math.random(),
};
