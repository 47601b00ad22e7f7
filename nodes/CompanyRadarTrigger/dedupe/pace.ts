import { sleep } from 'n8n-workflow';

/**
 * A claim is looked up again after so many milliseconds, or after four times the slowest call. Two processes do not both
 * keep an update as long as each needs less than a quarter of that from reading n8n's row to writing it; of many that
 * write all the time two may.
 */
const SETTLE = 500;
const SETTLE_PER_CALL = 4;
export const LONGEST_SETTLE = 5000;

const SETTLE_IN_FLOOD = 4000;
/** What comes later than this after the last execution that deliveries share is no flood: the node needs 15 seconds. */
const FLOOD_ENDS = 20_000;
const SLOWING = 4;

/** A worker runs ten executions at a time: while more than these wait that are not shared, few others can come. */
const FEW = 4;

/**
 * When the store is called. Calls keep their distance, also after a rest, so that what comes meanwhile shares the next.
 * While executions that deliveries share keep coming each distance is four times the one before: in a flood n8n's row is
 * written less often.
 */
export class Pace {
	private slowestCall = 0;

	private distance = SETTLE;

	/** By `performance.now()`. */
	private lastShared = -Infinity;

	private next = 0;

	get isFlood(): boolean {
		return this.distance > SETTLE;
	}

	/** Waits until the next call may come. */
	async turn(): Promise<void> {
		await sleep(Math.max(0, this.next - performance.now()));
	}

	async measure<T>(call: () => Promise<T>): Promise<T> {
		const start = performance.now();
		try {
			return await call();
		} finally {
			this.slowestCall = Math.max(performance.now() - start, this.slowestCall * 0.9);
		}
	}

	/** After a call for executions that are shared or not; for none if it only went on with earlier ones. */
	rest(areShared: boolean[]): void {
		const now = performance.now();
		const goesOn = now - this.lastShared < FLOOD_ENDS;
		if (areShared.includes(true)) {
			this.distance = goesOn ? Math.min(this.distance * SLOWING, SETTLE_IN_FLOOD) : SETTLE;
			this.lastShared = now;
		} else if (areShared.length > (goesOn ? FEW : 0)) this.distance = SETTLE;
		const settle = Math.min(LONGEST_SETTLE, Math.max(this.distance, this.slowestCall * SETTLE_PER_CALL));
		// Processes that keep step would overwrite each other each time.
		this.next = now + settle * (1 + Math.random() / 4);
	}
}
