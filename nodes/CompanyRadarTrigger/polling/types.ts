/** An update as the poller sees it. */
export interface PolledUpdate<T = unknown> {
	/** `update_id`. */
	id: string;
	/** `discovered_at`, in milliseconds. The service sorts its list by it. */
	time: number;
	/** False for what the node's filters leave out. */
	isWanted: boolean;
	update: T;
	/** Set for what is handed over again on purpose. */
	replay?: string;
}

export interface Page<T = unknown> {
	items: Array<PolledUpdate<T>>;
	/** Null where the list ends. */
	next: string | null;
	/** The service's clock, in milliseconds. */
	serviceTime: number;
}

/** The service is busy: a scan that has read something may stop here and go on at the next poll. */
export interface Busy {
	error: Error;
}

/** `refused`: the service does not take this cursor any more. `later`: the budget of this poll is used up. */
export type Fetched<T = unknown> = Page<T> | Busy | 'refused' | 'later';

/** The list of updates; must give the same answer for the same cursor within a poll. Everything else that goes wrong is thrown. */
export type FetchPage<T = unknown> = (cursor: string | undefined) => Promise<Fetched<T>>;

/** How the service sorts its list; its interface leaves it open. */
export type SortOrder = 'newest-first' | 'oldest-first';

/** A part of the list that is read in the list's own direction, over several polls if need be. */
export interface ScanRange {
	/** The page to go on with; without it the start of the list. */
	cursor?: string;
	/** Everything before this time, in the direction of the list, is done; null: nothing is. */
	start: number | null;
	/** Ends beyond this time; null: with the list. */
	end: number | null;
	/** The updates of the time `start` that are done: without a cursor the list is read from its start again. */
	idsAtStart: string;
}

/** What is kept between polls. It states only what has surely happened, so any older one loses nothing. Plain JSON. */
export interface PollState {
	version: 2;
	/** How many updates were handed over or found to be recorded by now: the highest revision knows most. */
	revision: number;
	order?: SortOrder;
	/** Everything before this time is done, but for the backlog; null: nothing is. */
	watermark: number | null;
	/** The updates that are done at or after the watermark or in the backlog, by minute. */
	done: Record<string, string>;
	/** Where the watermark is in the list, if the oldest come first. */
	cursor?: string;
	/** What exceeded one poll. Old enough for nothing to be added to it. */
	backlog?: ScanRange;
	replay?: ScanRange & { token: string };
	/** Hours of the last replay, until the option is taken away. */
	replayHours?: number;
	/** Updates up to these times may have been handed over beyond what this state says, one time for each handover. */
	handedUntil?: number[];
	/** How often in a row the service refused a cursor before any progress was made. */
	refusals: number;
}
