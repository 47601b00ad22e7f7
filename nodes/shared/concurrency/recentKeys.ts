import { hash } from 'crypto';

import { clock } from './clock';

const HASH_BYTES = 6;

/** As a number, a key takes a tenth of the memory. Hash objects, one for each key, would stall the event loop when they are collected. */
const hashOf = (key: string): number => Number.parseInt(hash('sha256', key).slice(0, 2 * HASH_BYTES), 16);

const MAX_KEYS_PER_PART = 8192;

interface Part {
	/** When each key was added, by `clock.now()`. */
	times: Map<number, number>;
	lastAddedAt: number;
}

/** Keys that are forgotten after some time. Kept in parts, oldest first: one large map stalls the event loop when it grows. */
export class RecentKeys {
	private parts: Part[] = [];

	constructor(private readonly seconds: number) {}

	add(...keys: string[]): void {
		const now = Math.round(clock.now());
		for (const id of keys.map(hashOf)) {
			const part = this.partWithRoom();
			part.times.set(id, now);
			part.lastAddedAt = now;
		}
	}

	has(key: string): boolean {
		const id = hashOf(key);
		return this.parts.some(({ times }) => this.isRecent(times.get(id)));
	}

	/** The newest part. If it is full, adds another and forgets those whose keys are all old. */
	private partWithRoom(): Part {
		const newest = this.parts.at(-1);
		if (newest && newest.times.size < MAX_KEYS_PER_PART) return newest;
		const part: Part = { times: new Map(), lastAddedAt: clock.now() };
		this.parts = [...this.parts.filter(({ lastAddedAt }) => this.isRecent(lastAddedAt)), part];
		return part;
	}

	private isRecent(time = Number.NEGATIVE_INFINITY): boolean {
		return clock.now() - time <= this.seconds * 1000;
	}
}
