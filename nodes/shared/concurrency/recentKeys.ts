import { clock } from './clock';

/** Keys that are forgotten after some time. */
export class RecentKeys {
	/** When each key was added, by `clock.now()`, oldest first. */
	private readonly times = new Map<string, number>();

	constructor(private readonly seconds: number) {}

	add(...keys: string[]): void {
		const now = clock.now();
		for (const key of keys) {
			this.times.delete(key);
			this.times.set(key, now);
		}
		for (const oldest of this.times.keys()) {
			if (this.has(oldest)) break;
			this.times.delete(oldest);
		}
	}

	has(key: string): boolean {
		return clock.now() - (this.times.get(key) ?? Number.NEGATIVE_INFINITY) <= this.seconds * 1000;
	}
}
