import { HOUR_MS } from '../../shared/basics/durations';
import { hourOf } from '../../shared/money/dailySpending';
import { recordedIn } from '../../shared/triggers/recordedValues';
import type { Store } from '../../shared/triggers/processedItems';

/** Beyond this, the oldest keys are forgotten. */
const MAX_KEYS = 10_000;

/** When each key was seen last: in memory exactly, and in n8n's table to the hour. Times are the service's. */
export class TimedKeys {
	/** Oldest first. */
	private readonly seenAt = new Map<string, number>();

	/** @param name tells its entries from those of others */
	constructor(private readonly name: string) {}

	entryOf(key: string, time: number): string {
		return `${this.name} ${key} ${hourOf(time)}`;
	}

	/** Whether the key was seen within these hours; older ones are forgotten. Only n8n's table knows what was seen before a restart. */
	async isRecent(store: Store, key: string, now: number, hours: number): Promise<boolean> {
		const old = this.removeOld(now, hours);
		if (old.length > 0) await store.forget(old);
		const seenAt = this.seenAt.get(key);
		if (seenAt !== undefined && now - seenAt < hours * HOUR_MS) return true;
		const entries = Array.from({ length: hours + 1 }, (_, ago) => this.entryOf(key, now - ago * HOUR_MS));
		return (await recordedIn(store, entries)).length > 0;
	}

	add(key: string, now: number): void {
		this.seenAt.delete(key);
		this.seenAt.set(key, now);
	}

	/** Forgets one key; returns its entry. */
	remove(key: string): string[] {
		const seenAt = this.seenAt.get(key);
		this.seenAt.delete(key);
		return seenAt === undefined ? [] : [this.entryOf(key, seenAt)];
	}

	/** Forgets what is older than these hours, and what is too much; returns the entries. */
	private removeOld(now: number, hours: number): string[] {
		const removed: string[] = [];
		for (const [key, seenAt] of this.seenAt) {
			if (now - seenAt < hours * HOUR_MS && this.seenAt.size < MAX_KEYS) break;
			removed.push(...this.remove(key));
		}
		return removed;
	}
}
