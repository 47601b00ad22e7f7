/** An update as the poller sees it. */
export interface Listed<T = unknown> {
	/** `update_id`. */
	id: string;
	/** `discovered_at`, in milliseconds. The service sorts its list by it. */
	time: number;
	/** False for what the node's filters leave out: it is passed over, and never handed over. */
	wanted: boolean;
	update: T;
	/** Set for what is handed over again on purpose. */
	replay?: string;
}

/** `next` is null where the list ends. */
export interface Page<T = unknown> {
	items: Array<Listed<T>>;
	next: string | null;
}

/** The service is busy: a walk that has come some way may stop here and go on at the next poll. */
export interface Busy {
	error: Error;
}

/** `refused`: the service does not take this cursor any more. `later`: the budget of this poll is used up. */
export type Fetched<T = unknown> = Page<T> | Busy | 'refused' | 'later';

/** The list of updates. Everything else that goes wrong is thrown, and no state moves. */
export type FetchPage<T = unknown> = (cursor: string | undefined) => Promise<Fetched<T>>;

/** How the service sorts its list; the interface leaves it open. */
export type Order = 'newest-first' | 'oldest-first';

/** A stretch of the list that is walked in the list's own direction, over several polls if need be. */
export interface Stretch {
	/** Where to go on; without it at the start of the list. */
	cursor?: string;
	/** Everything before this time, in the direction of the list, is done; null: nothing is. */
	passed: number | null;
	/** Ends beyond this time; null: with the list. */
	end: number | null;
	/** What became of the updates beyond `passed`. */
	entries: string;
	/** The settled updates at `passed` itself: after a refused cursor the list is read from its start again. */
	ties?: string;
}

/** What is kept between polls, in n8n's static data. Plain JSON. */
export interface PollState {
	version: 1;
	/** The process that handed over what is not settled: another one hands all of that over again. */
	process: string;
	/** Counts the polls of this process. */
	serial: number;
	/** The state that this process began with. */
	basedOn?: string;
	order?: Order;
	/** The newest part of the list. Everything older than `passed` is done, or in the backlog. */
	window: Omit<Stretch, 'end'>;
	/** Until the present is reached, what is older than this is passed over: "From Now On". */
	startsAt?: number;
	/** Updates that were too many for one poll; only where the list is newest first. */
	backlog?: Stretch;
	replay?: Stretch & { token: string };
	/** How often in a row the service refused a cursor before any progress was made. */
	refusals: number;
}
