import { ownership, type Wish } from './ownership';

/** Processes that keep overwriting each other end it after so many rounds. */
export const MOST_ROUNDS = 10;

/** What was handed on, until it is seen that it is written down: another process may have overwritten it. */
export class Unseen {
	private readonly updates = new Map<string, { entries: string[]; rounds: number }>();

	add(id: string, owner: Wish): void {
		this.updates.set(id, { entries: [id, ...ownership(id, owner)], rounds: 0 });
	}

	get isEmpty(): boolean {
		return this.updates.size === 0;
	}

	get entries(): string[] {
		return [...this.updates.values()].flatMap(({ entries }) => entries);
	}

	/** After all entries were written again; `isNew` are those that were not there, undefined if the store failed. */
	check(isNew: Set<string> | undefined): void {
		for (const [id, update] of this.updates) {
			const isThere = isNew && !update.entries.some((entry) => isNew.has(entry));
			if (isThere || ++update.rounds > MOST_ROUNDS) this.updates.delete(id);
		}
	}
}
