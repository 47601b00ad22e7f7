import { setImmediate } from 'node:timers/promises';

/** Calls back after this many milliseconds, unless what it returns is called before. */
export type Timer = (milliseconds: number, callBack: () => void) => () => void;

const realTimer: Timer = (milliseconds, callBack) => {
	const timeout = setTimeout(callBack, milliseconds);
	return () => clearTimeout(timeout);
};

/** What the service still has to do after an answer: deliveries, bulk items, late commits. */
export class Tasks {
	private readonly drops = new Set<() => void>();
	private pending = 0;
	private waiting: Array<() => void> = [];
	private generation = 0;

	constructor(private readonly timer: Timer = realTimer) {}

	/** Runs `work` after this many milliseconds, unless everything is cancelled before. */
	after(milliseconds: number, work: () => void): void {
		void this.track(this.pause(milliseconds).then((due) => (due ? work() : undefined)));
	}

	/** Resolves after this many milliseconds: true, or false when everything was cancelled. */
	pause(milliseconds: number): Promise<boolean> {
		return new Promise((resolve) => {
			const stop = this.timer(milliseconds, () => {
				this.drops.delete(drop);
				resolve(true);
			});
			const drop = () => {
				stop();
				resolve(false);
			};
			this.drops.add(drop);
		});
	}

	/** Lets other requests have their turn: true, or false when everything was cancelled meanwhile. */
	async turn(): Promise<boolean> {
		const generation = this.generation;
		await setImmediate();
		return generation === this.generation;
	}

	/** Counts a piece of work as under way until it ends. */
	async track(work: Promise<void>): Promise<void> {
		this.pending += 1;
		try {
			await work;
		} finally {
			this.pending -= 1;
			if (this.pending === 0) this.waiting.splice(0).forEach((resolve) => resolve());
		}
	}

	get isIdle(): boolean {
		return this.pending === 0;
	}

	/** Resolves when nothing is under way. */
	idle(): Promise<void> {
		return this.isIdle ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
	}

	/** Drops everything that waits for its time. */
	cancel(): void {
		this.generation += 1;
		for (const drop of this.drops) drop();
		this.drops.clear();
	}
}
