import { clock } from '../../../nodes/shared/transport/clock';
import type { Control } from '../../../sandbox';

/** So many times faster passes the time of the transport, and of the sandboxes that go along with it. */
export const FASTER = 40;

/** What a sandbox is told so that its latencies and late commits keep step; no budget runs out. */
export const FAST_SETTINGS = { speed: FASTER, unlimited: true };

/** Real milliseconds: a busy machine must not run into a time-out by itself. */
const SHORTEST_DEADLINE = 1500;

const real = { ...clock };

/** The sandboxes that go along, and until when, in real milliseconds. */
const followers = new Map<Control, number>();

function catchUp(control: Control, now: number): void {
	const passed = now - (followers.get(control) ?? now);
	followers.set(control, now);
	control.clock({ advance: (passed * (FASTER - 1)) / 1000 });
}

/** Lets the transport's waits and time-outs pass faster, until `normalTime()`. */
export function fastTime(): void {
	clock.now = () => {
		const now = real.now();
		for (const control of followers.keys()) catchUp(control, now);
		return now * FASTER;
	};
	clock.sleep = async (milliseconds, stop) => await real.sleep(milliseconds / FASTER, stop);
	clock.deadline = (milliseconds) => real.deadline(Math.max(milliseconds / FASTER, SHORTEST_DEADLINE));
}

export function normalTime(): void {
	Object.assign(clock, real);
}

/** Keeps the sandbox's clock in step with the transport's while the work lasts. */
export async function inStep<T>(control: Control, work: () => Promise<T>): Promise<T> {
	followers.set(control, real.now());
	try {
		return await work();
	} finally {
		followers.delete(control);
	}
}
