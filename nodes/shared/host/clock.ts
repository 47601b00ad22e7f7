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

/** Waits for a later turn of the event loop. One timer isn't enough: after a busy turn, it may be due in the same one. */
async function anotherTurn(): Promise<void> {
	await sleep(0);
	await sleep(0);
}

let lastTurn = Promise.resolve();
/** By `performance.now()`: a change of the computer's clock must not let a loop run on. */
let lastTurnAt = 0;

/** Waits for a turn of the event loop in which no other long task of this package runs. */
export async function takeTurn(): Promise<void> {
	lastTurn = lastTurn.then(anotherTurn).then(() => {
		lastTurnAt = performance.now();
	});
	await lastTurn;
}

let nextTurn: Promise<void> | undefined;

/** Waits for the next turn of the event loop, the same one for all executions. */
async function yieldToEventLoop(): Promise<void> {
	nextTurn ??= anotherTurn().then(() => {
		nextTurn = undefined;
	});
	await nextTurn;
}

/** A request and its response take n8n up to a millisecond each. */
const MAX_STARTS_PER_TURN = 8;

let starts = 0;

/** Lets only a few requests start per turn of the event loop, so that their responses don't block it all at once. */
export async function throttleStart(): Promise<void> {
	while (starts >= MAX_STARTS_PER_TURN) await yieldToEventLoop();
	if (starts++ > 0) return;
	void yieldToEventLoop().then(() => {
		starts = 0;
	});
}

/** The most requests of a budget in flight. If responses are slow, the rate limit alone would allow any number. */
export const MAX_IN_FLIGHT = 512;

const SLICE_MS = 10;

/** Synchronous work over many items blocks all of n8n, so this yields to the event loop every 10 ms. */
export class TimeSlice {
	private readonly startedAt = performance.now();

	private turn: Promise<void> | undefined;

	async yieldToEventLoop(): Promise<void> {
		// Nested loops, and all callers that wait on the same slice, share one turn.
		while (performance.now() - Math.max(this.startedAt, lastTurnAt) >= SLICE_MS) {
			this.turn ??= takeTurn().then(() => {
				this.turn = undefined;
			});
			await this.turn;
		}
	}
}

/** The items one by one, yielding to the event loop every 10 ms. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T, void> {
	const slice = new TimeSlice();
	for (const item of items) {
		await slice.yieldToEventLoop();
		yield item;
	}
}

/** Runs tasks with the same key one after the other, and all others at once. */
export class KeyedMutex {
	/** The end of the last task of each key. */
	private readonly ends = new Map<string, Promise<void>>();

	isBusy(key: string): boolean {
		return this.ends.has(key);
	}

	async run<T>(key: string, task: () => Promise<T>): Promise<T> {
		const before = this.ends.get(key);
		const result = before ? before.then(task) : task();
		const end = result.then(
			() => undefined,
			() => undefined,
		);
		this.ends.set(key, end);
		try {
			return await result;
		} finally {
			if (this.ends.get(key) === end) this.ends.delete(key);
		}
	}
}
