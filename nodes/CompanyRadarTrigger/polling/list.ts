import type { IDataObject } from 'n8n-workflow';

import { type Page, type RadarClient, RadarApiError } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { idOf, timeOf } from '../../shared/updates/update';

/** An update as the poller sees it. */
export interface PolledUpdate {
	/** `update_id`. */
	id: string;
	/** When the update was made, in milliseconds since the epoch. The list is sorted by this time. */
	time: number;
	/** False if the node's filters leave the update out; undefined if a later poll has to decide. */
	isWanted: boolean | undefined;
	update: IDataObject;
}

export interface PolledPage extends Page<PolledUpdate> {
	/** The service's time in the response, in milliseconds since the epoch, if there is one. */
	serviceTime?: number;
}

/** `expired`: the service no longer accepts this cursor. `later`: this poll can read no more. */
export type Fetched = PolledPage | 'expired' | 'later';

/** Fetches a page, the first one of a poll only once. Throws all other errors. */
export type FetchPage = (cursor: string | undefined) => Promise<Fetched>;

/** Whether each update is wanted; undefined if that isn't known yet. */
type WantedOf = (updates: IDataObject[], serviceTime: number) => Promise<Array<boolean | undefined>>;

/** The list of updates for one poll. */
export function updatePages(client: RadarClient, wantedOf: WantedOf, mayGoOn: () => boolean): FetchPage {
	let first: { cursor: string | undefined; page: Fetched } | undefined;

	const fetch = async (cursor: string | undefined): Promise<Fetched> => {
		const page = await client.listUpdates({ cursor }).catch((error: unknown) => error as Error);
		if (page instanceof RadarApiError) {
			// The pages read so far still count.
			if (page.isRateLimited && first) return 'later';
			if (cursor !== undefined && page.failure.status === 400) return 'expired';
		}
		if (page instanceof Error) throw page;
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
		if (first?.cursor === cursor && first) return first.page;
		if (first && !mayGoOn()) return 'later';
		const page = await fetch(cursor);
		if (page !== 'expired') first ??= { cursor, page };
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
