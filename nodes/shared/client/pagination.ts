import { LIMITS } from '../api/limits';
import type { Radar, RadarQuery } from '../api/types';
import { clock } from './clock';
import type { Connection } from './connection';
import type { EndpointName } from './endpoints';
import { apiFailure } from './errors/apiFailure';
import { RadarApiError } from './errors/radarApiError';

/** One page of a list, whatever its fields are called. */
export interface Page<T> {
	items: T[];
	hasMore: boolean;
	/** Null where the service gave none. */
	cursor: string | null;
}

/** So many pages in a row may be empty though more is promised. */
const MAX_EMPTY_PAGES = 20;

/** A list of many pages needs a while, also where a single call must not wait long. */
const MIN_TIMEOUT_SECONDS = 300;

interface PaginationOptions<T> {
	endpoint: EndpointName;
	limit: number;
	/** One call may take so long; the whole list may take at least `LEAST_SECONDS`. */
	longestWaitSeconds: number;
	idOf(item: T): unknown;
}

/**
 * Walks through the pages, and ends also where a cursor is missing or repeated, and where pages bring nothing new.
 * @throws RadarApiError
 */
export async function* paginate<T>(
	getPage: (cursor: string | undefined) => Promise<Page<T>>,
	{ endpoint, limit, longestWaitSeconds, idOf }: PaginationOptions<T>,
): AsyncGenerator<T, void> {
	const seconds = Math.max(MIN_TIMEOUT_SECONDS, longestWaitSeconds);
	const deadline = clock.now() + seconds * 1000;
	const cursors = new Set<string>();
	const firstIds = new Set<unknown>();
	let cursor: string | undefined;
	let left = limit;
	let empty = 0;
	while (left > 0 && empty < MAX_EMPTY_PAGES) {
		if (clock.now() > deadline) {
			const detail = `The list did not end within ${seconds} seconds.`;
			throw new RadarApiError(apiFailure(endpoint, 'notThisService', 'notDone', { detail }));
		}
		const page = await getPage(cursor);
		const firstId = page.items[0] === undefined ? undefined : idOf(page.items[0]);
		if (firstIds.has(firstId)) return;
		if (firstId !== undefined) firstIds.add(firstId);
		yield* page.items.slice(0, left);
		left -= page.items.length;
		empty = page.items.length === 0 ? empty + 1 : 0;
		if (!page.hasMore || page.cursor === null || cursors.has(page.cursor)) return;
		cursor = page.cursor;
		cursors.add(cursor);
	}
}

/** Radar by radar, newest first, in pages as large as the service allows. @throws RadarApiError */
export const allRadars = (
	connection: Connection,
	query: Omit<RadarQuery, 'cursor'>,
	limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Radar> =>
	paginate(
		async (cursor) => {
			const page = { limit: Math.min(limit, LIMITS.listLimit), ...query, cursor };
			const body = await connection.request({ endpoint: 'listRadars', query: page });
			return { items: body.data, hasMore: body.has_more, cursor: body.next_cursor ?? null };
		},
		{
			endpoint: 'listRadars',
			limit,
			longestWaitSeconds: connection.options.longestWaitSeconds,
			idOf: ({ radar_id: id }) => id,
		},
	);
