import { AbortGroup, clock } from '../../../nodes/shared/client/clock';
import type { Control } from '../../../sandbox';

/** So many times faster passes the time of the transport, and of the sandboxes that go along with it. */
const FASTER = 40;

/** Milliseconds. */
const TICK = 5;

/** What a sandbox is told so that its latencies and late commits keep step; no budget runs out. */
export const FAST_SETTINGS = { speed: FASTER, unlimited: true };

const real = { ...clock };

let ticking: NodeJS.Timeout | undefined;

let now = 0;

/** What is to be done when a tick has passed. */
const sleepers = new Set<() => void>();

/** The sandboxes whose clocks go by the same ticks. */
const followers = new Set<Control>();

/** One step, however long it took: a machine that is too busy to answer does not lose time by it. */
function tick(): void {
	now += TICK * FASTER;
	for (const control of followers) control.clock({ advance: (TICK * FASTER) / 1000 });
	for (const look of [...sleepers]) look();
}

async function until(isOver: () => boolean): Promise<void> {
	await new Promise<void>((resolve) => {
		const look = () => {
			if (!isOver()) return;
			sleepers.delete(look);
			resolve();
		};
		sleepers.add(look);
		look();
	});
}

/** Lets the transport's waits and time-outs pass faster, until `normalTime()`. */
export function fastTime(): void {
	ticking = setInterval(tick, TICK);
	clock.now = () => now;
	clock.sleep = async (milliseconds, alarm) => {
		const end = now + milliseconds;
		await until(() => now >= end || alarm?.isAborted === true);
	};
	clock.deadline = (milliseconds) => {
		const deadline = new AbortController();
		const end = now + milliseconds;
		void until(() => now >= end).then(() => deadline.abort());
		return new AbortGroup(deadline.signal);
	};
}

export function normalTime(): void {
	clearInterval(ticking);
	sleepers.clear();
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
