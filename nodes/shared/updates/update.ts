import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { timeIn } from '../values/basics/time';
import { attempt, isObject, nonEmptyText } from '../values/basics/values';

/** The radar that an update belongs to (`radar_type` is at the top or in `data`). Bulk events name none. */
export function radarRefOf(update: IDataObject): { radarId?: string; radarType?: string } {
	const data = isObject(update.data) ? update.data : {};
	return {
		radarId: nonEmptyText(data.radar_id),
		radarType: nonEmptyText(update.radar_type) ?? nonEmptyText(data.radar_type),
	};
}

/** When an update was made, in milliseconds since the epoch; undefined if it has no time that can be read. */
export const timeOf = (update: IDataObject): number | undefined =>
	timeIn(update.discovered_at) ?? timeIn(update.completed_at);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the service could have given this ID: an event can be forged. */
export const isUuid = (id: unknown): id is string => typeof id === 'string' && UUID.test(id);

const MAX_ID_LENGTH = 100;

const contentOf = (update: IDataObject): string => attempt(() => JSON.stringify(update)) ?? '';

/** The ID that the service gave an update. JSON rounds larger numbers, so there the content stands for it. */
export function givenIdOf(update: IDataObject): string | undefined {
	const { update_id: id } = update;
	if (typeof id !== 'number') return nonEmptyText(id);
	return Number.isSafeInteger(id) ? String(id) : contentOf(update);
}

/** Identifies an update. An ID longer than any of the service's is replaced with its hash, so that it can't fill the memory. */
export function idOf(update: IDataObject): string {
	// An update without an ID is identified by its content.
	const text = givenIdOf(update) ?? contentOf(update);
	return text.length <= MAX_ID_LENGTH ? text : hash('sha256', text);
}

/** Marks an item as sample data, right after its summary. */
export function asSample(json: IDataObject): IDataObject {
	const { summary, ...others } = json;
	return { ...(summary === undefined ? {} : { summary }), sample: true, ...others };
}

/** Milliseconds since the epoch. `after` is in the range, `before` isn't. */
export interface TimeRange {
	after: number;
	before: number;
}

/** Picks a time range from a list whose order the API leaves open. */
export class FoundBetween {
	/** The time of the oldest update so far; Infinity if none has a time. */
	oldest = Number.POSITIVE_INFINITY;

	/** Whether the list was newest first, as far as it was read. Undefined until two neighbors differ in time. */
	isNewestFirst: boolean | undefined;

	/** How many updates were read. */
	count = 0;

	/** Where reading ended: at the end of the range or of the list, or before. */
	end: 'range' | 'list' | 'cut' = 'cut';

	private last: number | undefined;

	constructor(private readonly range: TimeRange) {}

	/** What to do with the next update of the list; `end` means that none after it is in the range. An update without a time is taken. */
	judge(update: IDataObject): 'take' | 'leave' | 'end' {
		const time = timeOf(update);
		this.count++;
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
