import { hash } from 'crypto';

import { clock } from '../clock';

const HASH_BYTES = 6;

/** As a number, a key takes a tenth of the memory. Hash objects, one for each key, would stall the event loop when they are collected. */
const hashOf = (key: string): number => Number.parseInt(hash('sha256', key).slice(0, 2 * HASH_BYTES), 16);

/** Keys that are forgotten after some time. */
export class RecentKeys {
	private readonly times = new Map<number, number>();

	constructor(private readonly seconds: number) {}

	add(...keys: string[]): void {
		const now = Math.round(clock.now());
		for (const id of keys.map(hashOf)) {
			this.times.delete(id);
			this.times.set(id, now);
		}
		// Once for all keys: a map that was deleted from is slow to begin to iterate.
		for (const [oldest, time] of this.times) {
			if (this.isRecent(time)) break;
			this.times.delete(oldest);
		}
	}

	has(key: string): boolean {
		const time = this.times.get(hashOf(key));
		return time !== undefined && this.isRecent(time);
	}

	private isRecent(time: number): boolean {
		return clock.now() - time <= this.seconds * 1000;
	}
}
