import type { EndpointName } from '../../api/endpoints';
import { LIMITS } from '../../api/limits';
import type { Radar, RadarQuery } from '../../api/types';
import { nonEmptyText, type JsonBody } from '../../values/basics/values';
import { clock } from '../../host/clock';
import type { Connection } from './connection';
import { apiFailure } from '../errors/apiFailure';
import { RadarApiError } from '../errors/radarApiError';

/** What a page says about the rest of its list. */
interface Ending {
	hasMore: boolean;
	/** Null where the service gave none. */
	cursor: string | null;
}

/** One page of a list, whatever its fields are called. */
export interface Page<T> extends Ending {
	items: T[];
}

/** With `has_more`, only `false` ends a list; without it, a missing cursor does. A number is a cursor, too. */
export function endingOf({ has_more: more, next_cursor: next }: JsonBody): Ending {
	const cursor = typeof next === 'number' ? String(next) : (nonEmptyText(next) ?? null);
	return { hasMore: more === undefined || more === null ? cursor !== null : more !== false, cursor };
}

export const incompleteList = (endpoint: EndpointName, detail: string): RadarApiError =>
	new RadarApiError(apiFailure(endpoint, 'incompleteList', 'notDone', { detail }));

/**
 * The cursor of the next page, or null at the end of the list.
 * @param used the cursors of this list so far
 * @throws RadarApiError if the page promises more without a new cursor
 */
export function nextCursor(
	endpoint: EndpointName,
	{ hasMore, cursor }: Ending,
	used: ReadonlySet<string | undefined>,
): string | null {
	if (!hasMore) return null;
	if (cursor !== null && !used.has(cursor)) return cursor;
	throw incompleteList(
		endpoint,
		`A page promises more, but ${cursor === null ? "doesn't say where" : 'leads back to an earlier page'}.`,
	);
}

/** Long lists take a while, even if a single call must be quick. */
const MIN_TIMEOUT_SECONDS = 300;

interface PaginationOptions<T> {
	endpoint: EndpointName;
	limit: number;
	/** The longest time for one call. The whole list has at least `MIN_TIMEOUT_SECONDS`. */
	longestWaitSeconds: number;
	idOf(item: T): unknown;
}

export const REPEATED_PAGE = 'A page repeats an earlier one.';

/**
 * Yields the items of all pages.
 * @throws RadarApiError, also if a list promises more pages but doesn't give them
 */
export async function* paginate<T>(
	getPage: (cursor: string | undefined) => Promise<Page<T>>,
	{ endpoint, limit, longestWaitSeconds, idOf }: PaginationOptions<T>,
): AsyncGenerator<T, void> {
	const seconds = Math.max(MIN_TIMEOUT_SECONDS, longestWaitSeconds);
	const deadline = clock.now() + seconds * 1000;
	const cursors = new Set<string | undefined>();
	const firstIds = new Set<unknown>();
	let cursor: string | undefined;
	let left = limit;
	while (left > 0) {
		if (clock.now() > deadline)
			throw incompleteList(endpoint, `The list did not end within ${seconds} seconds.`);
		const page = await getPage(cursor);
		const firstId = page.items[0] === undefined ? undefined : idOf(page.items[0]);
		if (firstIds.has(firstId)) throw incompleteList(endpoint, REPEATED_PAGE);
		if (firstId !== undefined) firstIds.add(firstId);
		yield* page.items.slice(0, left);
		left -= page.items.length;
		if (left <= 0) return;
		cursors.add(cursor);
		const next = nextCursor(endpoint, page, cursors);
		if (next === null) return;
		cursor = next;
	}
}

const isAboutLimit = (error: unknown): boolean =>
	error instanceof RadarApiError &&
	error.failure.status === 400 &&
	error.failure.errors.some(({ field }) => field === 'limit');

/** Yields radars one by one, newest first, in pages as large as the service allows. @throws RadarApiError */
export function allRadars(
	connection: Connection,
	query: Omit<RadarQuery, 'cursor'>,
	limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Radar> {
	let pageLimit: number | undefined = Math.min(limit, LIMITS.listLimit);
	const ask = async (cursor: string | undefined) =>
		await connection.request({ endpoint: 'listRadars', query: { limit: pageLimit, ...query, cursor } });
	return paginate(
		async (cursor) => {
			const body = await ask(cursor).catch(async (error: unknown) => {
				// The API has lowered its maximum before.
				if (pageLimit === undefined || !isAboutLimit(error)) throw error;
				pageLimit = undefined;
				return await ask(cursor);
			});
			return { items: body.data, ...endingOf(body) };
		},
		{
			endpoint: 'listRadars',
			limit,
			longestWaitSeconds: connection.options.longestWaitSeconds,
			idOf: ({ radar_id: id }) => id,
		},
	);
}
