import type { Entries } from './entries';
import type { Listed } from './types';

export interface Rules {
	/** Whether execute() recorded the update in this process. */
	isConfirmed: (id: string) => boolean;
	/** After so many handings without a confirmation an update counts as arrived: execute() may run in another process. */
	mostHandings: number;
	/** Updates before this time are passed over. */
	startsAt?: number;
}

/** Decides what is handed over in one poll, and collects it. */
export class Judge<T> {
	readonly handed: Array<Listed<T>> = [];

	private readonly handedIds = new Set<string>();

	constructor(
		private readonly rules: Rules,
		/** How many updates may still be handed over in this poll. */
		public room: number,
	) {}

	/** Whether nothing is to be done about the update any more. */
	isSettled({ id, time, wanted }: Listed<T>, entries: Entries): boolean {
		const { startsAt, isConfirmed, mostHandings } = this.rules;
		const status = entries.get(id);
		if (!wanted || status === 'settled' || (startsAt !== undefined && time < startsAt)) return true;
		return isConfirmed(id) || (status !== undefined && status >= mostHandings && !this.handedIds.has(id));
	}

	/** Notes in `entries` what becomes of the update: it is settled, or handed over, or left as it is for want of room. */
	judge(item: Listed<T>, entries: Entries): 'settled' | 'handed' | 'left' {
		if (this.isSettled(item, entries)) {
			entries.set(item.id, 'settled');
			return 'settled';
		}
		if (this.handedIds.has(item.id)) return 'handed';
		if (this.room <= 0) return 'left';
		const handings = entries.get(item.id);
		this.room--;
		this.handedIds.add(item.id);
		this.handed.push(item);
		entries.set(item.id, (typeof handings === 'number' ? handings : 0) + 1);
		return 'handed';
	}
}
