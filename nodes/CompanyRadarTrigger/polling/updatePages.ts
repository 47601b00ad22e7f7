import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../shared/api/limits';
import { type RadarClient, RadarApiError } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { idOf, timeOf } from '../../shared/updates/update';
import type { FetchPage, Fetched, PolledPage, PolledUpdate } from './list';

/** Half of the read budget of a minute: the other half is for the rest of the account. */
export const MAX_REQUESTS = LIMITS.readPerMinute / 2;

/** Whether each update is wanted; undefined if that isn't known yet. */
type WantedOf = (updates: IDataObject[], serviceTime: number) => Promise<Array<boolean | undefined>>;

/** The list of updates for one poll, which fetches each page once. */
export function updatePages(client: RadarClient, wantedOf: WantedOf, mayGoOn: () => boolean): FetchPage {
	const pages = new Map<string | undefined, Fetched>();
	let hasRead = false;

	const fetch = async (cursor: string | undefined): Promise<Fetched> => {
		const page = await client.listUpdates({ cursor }).catch((error: unknown) => error as Error);
		if (page instanceof RadarApiError) {
			// The pages read so far still count.
			if (page.isRateLimited && hasRead) return 'later';
			if (cursor !== undefined && page.failure.status === 400) return 'expired';
		}
		if (page instanceof Error) throw page;
		hasRead = true;
		const updates: IDataObject[] = page.items;
		const serviceTime = Date.parse(page.timestamp ?? '');
		return {
			items: polledUpdates(updates, await wantedOf(updates, serviceTime || clock.computerTime())),
			hasMore: page.hasMore,
			cursor: page.cursor,
			serviceTime: Number.isNaN(serviceTime) ? undefined : serviceTime,
		};
	};

	return async (cursor) => {
		const known = pages.get(cursor);
		if (known) return known;
		if (pages.size >= MAX_REQUESTS || (pages.size > 0 && !mayGoOn())) return 'later';
		const page = await fetch(cursor);
		pages.set(cursor, page);
		return page;
	};
}

/** An update without a time gets that of its neighbour. */
function polledUpdates(updates: IDataObject[], wanted: Array<boolean | undefined>): PolledPage['items'] {
	let time = updates.map(timeOf).find((each) => each !== undefined) ?? 0;
	return updates.map((update, index): PolledUpdate => {
		time = timeOf(update) ?? time;
		return { id: idOf(update), time, isWanted: wanted[index], update };
	});
}
