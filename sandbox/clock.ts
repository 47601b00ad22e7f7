import { performance } from 'node:perf_hooks';

/** The service's time, which tests may set, stop and move. Budgets refill by `elapsed`, which never goes back. */
export class Clock {
	private offset = 0;
	private elapsedOffset = 0;
	private stoppedAt: { now: number; elapsed: number } | null = null;

	/** Milliseconds since the epoch, as the service sees it. */
	now(): number {
		return this.stoppedAt?.now ?? Date.now() + this.offset;
	}

	/** Milliseconds since some instant: goes with real time and with every `advance`, stands still while stopped. */
	elapsed(): number {
		return this.stoppedAt?.elapsed ?? performance.now() + this.elapsedOffset;
	}

	get stopped(): boolean {
		return this.stoppedAt !== null;
	}

	set(milliseconds: number): void {
		this.offset = milliseconds - Date.now();
		if (this.stoppedAt !== null) this.stoppedAt.now = milliseconds;
	}

	stop(): void {
		this.stoppedAt = { now: this.now(), elapsed: this.elapsed() };
	}

	start(): void {
		if (this.stoppedAt === null) return;
		const { now, elapsed } = this.stoppedAt;
		this.stoppedAt = null;
		this.offset = now - Date.now();
		this.elapsedOffset = elapsed - performance.now();
	}

	/** Moves the clock on by this many milliseconds, and lets the budgets refill as if they had passed. */
	advance(milliseconds: number): void {
		this.set(this.now() + milliseconds);
		if (this.stoppedAt === null) this.elapsedOffset += milliseconds;
		else this.stoppedAt.elapsed += milliseconds;
	}

	reset(): void {
		this.start();
		this.offset = 0;
	}
}
