import { HOUR_MS } from '../../shared/basics/durations';
import { hourOf } from '../../shared/money/dailySpending';
import { recordedIn } from '../../shared/triggers/recordedValues';
import type { Store } from '../../shared/n8n/processedItems';

/** Beyond this, the oldest keys are forgotten. */
const MAX_KEYS = 10_000;

/** When each key was last seen: exactly in memory, to the hour in n8n's table. Times are the service's. */
export class TimedKeys {
	/** Oldest first. */
	private readonly seenAt = new Map<string, number>();

	/** @param name distinguishes its entries from others in the same table */
	constructor(private readonly name: string) {}

	entryOf(key: string, time: number): string {
		return `${this.name} ${key} ${hourOf(time)}`;
	}

	/** Whether the key was seen within these hours; n8n's table shows keys seen before a restart. Forgets older keys. */
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

	/** Forgets keys that are older than these hours or exceed the limit; returns their entries. */
	private removeOld(now: number, hours: number): string[] {
		const removed: string[] = [];
		for (const [key, seenAt] of this.seenAt) {
			if (now - seenAt < hours * HOUR_MS && this.seenAt.size < MAX_KEYS) break;
			removed.push(...this.remove(key));
		}
		return removed;
	}
}
