import { AbortGroup, clock } from '../../../nodes/shared/host/clock';
import type { Control } from '../../../sandbox';

/** Milliseconds. */
const TICK = 5;

/** Milliseconds of the transport, and of the sandboxes that go along with it, that pass with a tick. */
const STEP = 40 * TICK;

const real = { ...clock };

let ticking: NodeJS.Timeout | undefined;

let now = 0;

/** What to do, by the time of the tick. */
const alarms = new Map<number, Set<() => void>>();

/** The sandboxes whose clocks go by the same ticks. */
const followers = new Set<Control>();

/** One step, however long it took: a machine that is too busy to answer does not lose time by it. */
function tick(): void {
	now += STEP;
	for (const control of followers) control.clock({ advance: STEP / 1000 });
	for (const ring of alarms.get(now) ?? []) ring();
	alarms.delete(now);
}

function timer(milliseconds: number, ring: () => void): () => void {
	const end = now + Math.max(1, Math.ceil(milliseconds / STEP)) * STEP;
	const due = alarms.get(end) ?? new Set();
	alarms.set(end, due);
	due.add(ring);
	return () => void due.delete(ring);
}

/** What a sandbox gets so that its latencies and late commits go by the same time; no budget runs out. */
export const FAST = { timer, settings: { unlimited: true } };

async function wait(milliseconds: number, stop = new AbortGroup()): Promise<void> {
	if (milliseconds <= 0 || stop.isAborted) return;
	await new Promise<void>((resolve) => {
		const end = () => {
			stop.remove(end);
			silence();
			resolve();
		};
		const silence = timer(milliseconds, end);
		stop.add(end);
	});
}

/** Lets the transport's waits and time-outs pass faster, until `normalTime()`. */
export function fastTime(): void {
	ticking = setInterval(tick, TICK);
	clock.now = () => now;
	clock.sleep = wait;
	clock.deadline = (milliseconds) => {
		const deadline = new AbortController();
		void wait(milliseconds).then(() => deadline.abort());
		return new AbortGroup(deadline.signal);
	};
}

export function normalTime(): void {
	clearInterval(ticking);
	alarms.clear();
	Object.assign(clock, real);
}

/** Keeps the sandbox's clock in step with the transport's while the work lasts. */
export async function inStep<T>(control: Control, work: () => Promise<T>): Promise<T> {
	control.clock({ stopped: true });
	followers.add(control);
	try {
		return await work();
	} finally {
		followers.delete(control);
	}
}
