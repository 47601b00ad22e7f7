import { clock } from './clock';

interface MapLimits {
	/** An entry is forgotten this long after it was last set. */
	seconds?: number;
	/** Beyond this, the entries set first are forgotten. */
	size?: number;
}

/** A map that forgets old entries, by age and by number. Ages are measured by `clock.now()`. */
export class RecentMap<Value> {
	/** Oldest first. */
	private readonly recent = new Map<string, { value: Value; setAt: number }>();

	private readonly milliseconds: number;

	private readonly maxSize: number;

	constructor({ seconds = Number.POSITIVE_INFINITY, size = Number.POSITIVE_INFINITY }: MapLimits) {
		this.milliseconds = seconds * 1000;
		this.maxSize = size;
	}

	get size(): number {
		this.forgetOld();
		return this.recent.size;
	}

	/** The entry's age counts from now on. */
	set(key: string, value: Value): void {
		this.recent.delete(key);
		this.recent.set(key, { value, setAt: clock.now() });
		this.forgetOld();
	}

	get(key: string): Value | undefined {
		this.forgetOld();
		return this.recent.get(key)?.value;
	}

	has(key: string): boolean {
		this.forgetOld();
		return this.recent.has(key);
	}

	delete(key: string): void {
		this.recent.delete(key);
	}

	/** Oldest first. */
	entries(): Array<[key: string, value: Value]> {
		this.forgetOld();
		return [...this.recent].map(([key, { value }]) => [key, value]);
	}

	private forgetOld(): void {
		for (const [key, { setAt }] of this.recent) {
			if (this.recent.size <= this.maxSize && clock.now() - setAt <= this.milliseconds) return;
			this.recent.delete(key);
		}
	}
}

/** Caches the last results of a function of plain values, since the items of a run often have the same ones. */
export function memoized<Given extends unknown[], T>(
	size: number,
	read: (...given: Given) => T,
): (...given: Given) => T {
	const known = new RecentMap<{ value: T }>({ size });
	return (...given) => {
		const key = JSON.stringify(given);
		const before = known.get(key);
		if (before) return before.value;
		const value = read(...given);
		known.set(key, { value });
		return value;
	};
}
