import { clock } from '../clock';

/** Keys that are forgotten after some time. */
export class RecentKeys {
	private readonly times = new Map<string, number>();

	constructor(private readonly seconds: number) {}

	add(key: string): void {
		this.times.delete(key);
		this.times.set(key, clock.now());
		for (const [oldest] of this.times) {
			if (this.has(oldest)) break;
			this.times.delete(oldest);
		}
	}

	has(key: string): boolean {
		const time = this.times.get(key);
		return time !== undefined && clock.now() - time <= this.seconds * 1000;
	}
}
