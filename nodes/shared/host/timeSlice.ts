import { sleep } from 'n8n-workflow';

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
