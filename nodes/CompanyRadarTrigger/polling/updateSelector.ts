import type { DoneIds } from './doneIds';
import type { PolledUpdate } from './types';

export interface SelectionRules {
	isRecorded: (id: string) => boolean;
	skipsListed?: boolean;
	visibleUntil?: number;
}

/** Collects what one poll hands over. */
export class UpdateSelector<T> {
	readonly selected: Array<PolledUpdate<T>> = [];

	/** How many more updates may be selected. */
	remainingCapacity = 0;

	/** How many updates were selected or found to be recorded. */
	progress = 0;

	private readonly seenIds = new Set<string>();

	private accepted: Array<{ item: PolledUpdate<T>; hasRoom: boolean }> = [];

	/** How many more updates can be remembered by their id. */
	private remainingIds: number;

	constructor(
		private readonly done: DoneIds,
		private readonly rules: SelectionRules,
	) {
		this.remainingIds = done.remainingCapacity;
	}

	/** Whether nothing is left to be done about the update, apart from handing over what is selected. */
	accept(item: PolledUpdate<T>, needsId: boolean): boolean {
		const { id, time } = item;
		const { isRecorded, skipsListed, visibleUntil = Number.POSITIVE_INFINITY } = this.rules;
		const isWanted = item.isWanted && skipsListed !== true;
		const isHidden = time > visibleUntil && skipsListed !== true;
		if (isHidden || this.seenIds.has(id) || this.done.has(id)) return true;
		const isKnown = isWanted && isRecorded(id);
		const isSelected = isWanted && !isKnown;
		if (isSelected && (this.remainingCapacity <= 0 || (needsId && this.remainingIds <= 0))) return false;
		this.seenIds.add(id);
		this.accepted.push({ item, hasRoom: isSelected && needsId });
		if (!isWanted) return true;
		this.progress++;
		if (isKnown) return true;
		this.remainingCapacity--;
		if (needsId) this.remainingIds--;
		this.selected.push(item);
		return true;
	}

	/** What was accepted since the last call. */
	takeAccepted(): Array<{ item: PolledUpdate<T>; hasRoom: boolean }> {
		return this.accepted.splice(0);
	}
}
