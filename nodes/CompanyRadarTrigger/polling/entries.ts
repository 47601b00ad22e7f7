import { createHash } from 'crypto';

/** Characters of a hash: 54 bits, so that among the few thousand that are kept no two are alike. */
const KEY_LENGTH = 9;
const SETTLED_MARK = 's';
const MOST_HANDINGS = 9;

const keyOf = (id: string): string =>
	createHash('sha256').update(id).digest('base64url').slice(0, KEY_LENGTH);

/** What became of an update: settled, or how often it was handed over. */
export type Status = 'settled' | number;

/** The status of updates by id, as ten characters each. */
export class Entries {
	private constructor(private readonly statuses: Map<string, Status>) {}

	/** `forgetHandings`: another process handed them over, and whether they arrived is not known. */
	static read(text: string, forgetHandings = false): Entries {
		const statuses = new Map<string, Status>();
		for (let start = 0; start < text.length; start += KEY_LENGTH + 1) {
			const mark = text.charAt(start + KEY_LENGTH);
			const handings = forgetHandings ? 0 : Number(mark);
			statuses.set(text.slice(start, start + KEY_LENGTH), mark === SETTLED_MARK ? 'settled' : handings);
		}
		return new Entries(statuses);
	}

	static empty(): Entries {
		return new Entries(new Map());
	}

	/** How many were handed over and are not settled. */
	get openCount(): number {
		return [...this.statuses.values()].filter((status) => status !== 'settled').length;
	}

	get(id: string): Status | undefined {
		return this.statuses.get(keyOf(id));
	}

	set(id: string, status: Status): void {
		this.statuses.set(keyOf(id), status === 'settled' ? status : Math.min(status, MOST_HANDINGS));
	}

	delete(id: string): void {
		this.statuses.delete(keyOf(id));
	}

	/** Those that were set last. */
	last(count: number): Entries {
		return new Entries(new Map([...this.statuses].slice(-count)));
	}

	toString(): string {
		let text = '';
		for (const [key, status] of this.statuses) text += key + (status === 'settled' ? SETTLED_MARK : status);
		return text;
	}
}
