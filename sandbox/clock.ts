import { performance } from 'node:perf_hooks';

/** The service's time, which tests may set, stop and move. Budgets refill by `elapsed`, which never goes back. */
export class Clock {
	private offset = 0;
	private stoppedAt: number | null = null;
	private advanced = 0;

	/** Milliseconds since the epoch, as the service sees it. */
	now(): number {
		return this.stoppedAt ?? Date.now() + this.offset;
	}

	/** Milliseconds since some instant; grows with real time and with every `advance`. */
	elapsed(): number {
		return performance.now() + this.advanced;
	}

	get stopped(): boolean {
		return this.stoppedAt !== null;
	}

	set(milliseconds: number): void {
		this.offset = milliseconds - Date.now();
		if (this.stoppedAt !== null) this.stoppedAt = milliseconds;
	}

	stop(): void {
		this.stoppedAt = this.now();
	}

	start(): void {
		this.set(this.now());
		this.stoppedAt = null;
	}

	/** Moves the clock on by so many milliseconds, and lets the budgets refill as if they had passed. */
	advance(milliseconds: number): void {
		this.advanced += milliseconds;
		this.set(this.now() + milliseconds);
	}

	reset(): void {
		this.offset = 0;
		this.stoppedAt = null;
	}
}
