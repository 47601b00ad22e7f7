import { setImmediate } from 'node:timers/promises';

/** What the service still has to do after an answer: deliveries, bulk items, late commits. */
export class Tasks {
	private readonly timers = new Map<NodeJS.Timeout, () => void>();
	private pending = 0;
	private waiting: Array<() => void> = [];
	private generation = 0;

	/** Runs `work` after this many milliseconds, unless everything is cancelled before. */
	after(milliseconds: number, work: () => void): void {
		void this.track(this.pause(milliseconds).then((due) => (due ? work() : undefined)));
	}

	/** Resolves after this many milliseconds: true, or false when everything was cancelled. */
	pause(milliseconds: number): Promise<boolean> {
		const generation = this.generation;
		return new Promise((resolve) => {
			const timer = setTimeout(() => {
				this.timers.delete(timer);
				resolve(generation === this.generation);
			}, milliseconds);
			this.timers.set(timer, () => resolve(false));
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
		for (const [timer, drop] of this.timers) {
			clearTimeout(timer);
			drop();
		}
		this.timers.clear();
	}
}
