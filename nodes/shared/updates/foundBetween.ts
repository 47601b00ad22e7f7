import type { IDataObject } from 'n8n-workflow';

import { timeOf } from './update';

/** Milliseconds since the epoch. `after` is in the range, `before` isn't. */
export interface TimeRange {
	after: number;
	before: number;
}

/** Picks a time range from a list whose order the API leaves open. */
export class FoundBetween {
	/** The time of the oldest update so far; Infinity if none has a time. */
	oldest = Number.POSITIVE_INFINITY;

	/** Whether the list was newest first, as far as it was read. Undefined until two neighbours differ in time. */
	isNewestFirst: boolean | undefined;

	private last: number | undefined;

	constructor(private readonly range: TimeRange) {}

	/** What to do with the next update of the list; `end` means that none after it is in the range. An update without a time is taken. */
	judge(update: IDataObject): 'take' | 'leave' | 'end' {
		const time = timeOf(update);
		if (time === undefined) return 'take';
		if (this.last !== undefined && time !== this.last)
			this.isNewestFirst = this.isNewestFirst !== false && time < this.last;
		this.last = time;
		this.oldest = Math.min(this.oldest, time);
		const { after, before } = this.range;
		if (time >= after && time < before) return 'take';
		return time < after && this.isNewestFirst ? 'end' : 'leave';
	}
}
