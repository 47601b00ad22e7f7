import { createHash } from 'crypto';

/** Characters of a hash: 54 bits, so that no two of a few thousand are alike. */
const KEY_LENGTH = 9;
const MINUTE_MS = 60_000;

/** n8n keeps the state with the workflow: this many take 36 KB. */
export const MAX_DONE_IDS = 4000;
/** Beyond them the cursor tells what is done. */
const MAX_IDS_AT_START = 300;

const keyOf = (id: string): string =>
	createHash('sha256').update(id).digest('base64url').slice(0, KEY_LENGTH);

function* keysIn(text: string): Generator<string> {
	for (let start = 0; start < text.length; start += KEY_LENGTH) yield text.slice(start, start + KEY_LENGTH);
}

/** Updates of one time. */
export class IdsAtTime {
	private readonly keys: Set<string>;

	constructor(text: string) {
		this.keys = new Set(keysIn(text));
	}

	has(id: string): boolean {
		return this.keys.has(keyOf(id));
	}

	add(id: string): void {
		this.keys.add(keyOf(id));
	}

	toString(): string {
		return [...this.keys].slice(-MAX_IDS_AT_START).join('');
	}
}

/** The updates that are done, by the minute of their time. */
export class DoneIds {
	private readonly minutes = new Map<string, number>();

	constructor(done: PollStateDone) {
		for (const [minute, text] of Object.entries(done)) {
			for (const key of keysIn(text)) this.minutes.set(key, Number(minute));
		}
	}

	get remainingCapacity(): number {
		return MAX_DONE_IDS - this.minutes.size;
	}

	has(id: string): boolean {
		return this.minutes.has(keyOf(id));
	}

	add(id: string, time: number): void {
		this.minutes.set(keyOf(id), Math.floor(time / MINUTE_MS));
	}

	/** Forgets minutes that lie wholly outside of these times, both ends included. */
	retain(ranges: Array<{ from: number; to: number }>): void {
		for (const [key, minute] of this.minutes) {
			const first = minute * MINUTE_MS;
			const isInside = ranges.some(({ from, to }) => first <= to && first + MINUTE_MS > from);
			if (!isInside) this.minutes.delete(key);
		}
	}

	toJSON(): PollStateDone {
		const done: PollStateDone = {};
		for (const [key, minute] of this.minutes) done[minute] = (done[minute] ?? '') + key;
		return done;
	}
}

type PollStateDone = Record<string, string>;
