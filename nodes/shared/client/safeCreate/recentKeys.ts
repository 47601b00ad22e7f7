import { createHash } from 'crypto';

import { clock } from '../clock';

const HASH_BYTES = 6;

/** As a number, a key takes a tenth of the memory. */
const hashOf = (key: string): number => createHash('sha256').update(key).digest().readUIntBE(0, HASH_BYTES);

/** Keys that are forgotten after some time. */
export class RecentKeys {
	private readonly times = new Map<number, number>();

	constructor(private readonly seconds: number) {}

	add(...keys: string[]): void {
		const now = Math.round(clock.now());
		for (const hash of keys.map(hashOf)) {
			this.times.delete(hash);
			this.times.set(hash, now);
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
