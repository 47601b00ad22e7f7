import type { IDataObject } from 'n8n-workflow';

import type { UpdateQuery } from '../../shared/api/types';
import { LIMITS } from '../../shared/api/limits';
import { type RadarClient, RadarApiError } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { isSameUrl } from '../publish/ownUrl';
import type { TriggerRuntimeState } from '../state';
import { radarOf, idOf, timeOf } from '../../shared/updates/update';
import { isObject } from '../../shared/basics/json';
import type { FetchPage, Fetched, PolledUpdate, Page } from './list';

const MAX_REMEMBERED_RADARS = 50_000;

/** The list of radars may lag: until then, an update of a radar that isn't listed waits. */
const MAX_WAIT_MS = 3_600_000;
const MIN_LOOKUPS = 2;
const FIRST_INTERVAL_MS = 30_000;

/** Looks up radars that are not known yet, 50 a call, at growing intervals. The URL of a radar never changes, so once it is known is enough. */
async function learn(radarIds: string[], ownUrl: string, memory: TriggerRuntimeState, service: RadarClient) {
	const { isOwnRadar, unlistedRadars } = memory;
	for (const known of [isOwnRadar, unlistedRadars]) if (known.size > MAX_REMEMBERED_RADARS) known.clear();
	const isDue = (id: string) =>
		!isOwnRadar.has(id) && clock.now() >= (unlistedRadars.get(id)?.nextLookup ?? 0);
	const unknown = [...new Set(radarIds)].filter(isDue);
	for (let start = 0; start < unknown.length; start += LIMITS.listRadarIds) {
		const ids = unknown.slice(start, start + LIMITS.listRadarIds);
		const query = { radar_id: ids.join(','), limit: LIMITS.listRadarIds };
		const { data } = await service.call('listRadars', { query });
		for (const id of ids) {
			const lookups = (unlistedRadars.get(id)?.lookups ?? 0) + 1;
			const radar = data.find(({ radar_id: listed }) => listed === id);
			if (radar) isOwnRadar.set(id, isSameUrl(radar.webhook_url, ownUrl));
			else unlistedRadars.set(id, { lookups, nextLookup: clock.now() + FIRST_INTERVAL_MS * 2 ** lookups });
		}
	}
}

/**
 * Whether updates, in their order, belong to radars with the URL of this node; undefined where that isn't known yet.
 * Notices of radars that do not exist do: a creation that failed leaves no radar, and its refund must not be missed (docs/contributing/api.md, Radar states).
 */
export async function ownUpdates(
	updates: IDataObject[],
	ownUrl: string,
	memory: TriggerRuntimeState,
	service: RadarClient,
	serviceTime: number,
): Promise<Array<boolean | undefined>> {
	const ids = updates.map((update) => radarOf(update).radarId);
	const mayWait = (update: IDataObject, lookups = 0) =>
		lookups < MIN_LOOKUPS || serviceTime - (timeOf(update) ?? 0) < MAX_WAIT_MS;
	await learn(
		ids.filter((id) => id !== undefined),
		ownUrl,
		memory,
		service,
	);
	return updates.map((update, index) => {
		const id = ids[index];
		const isFailure = update.update_type === 'radar_failure';
		if (id === undefined) return isFailure;
		const isOwn = memory.isOwnRadar.get(id);
		if (isOwn !== undefined || isFailure) return isOwn ?? true;
		return mayWait(update, memory.unlistedRadars.get(id)?.lookups) ? undefined : false;
	});
}

/** Half of the read budget of a minute: the other half is for the rest of the account. */
export const MAX_REQUESTS = LIMITS.readPerMinute / 2;

/** Whether updates are wanted, in their order; undefined where that isn't known yet. */
type WantedOf = (updates: IDataObject[], serviceTime: number) => Promise<Array<boolean | undefined>>;

/** The list of updates for one poll: each page is fetched once, and half of the read budget is left. */
export function updatePages(
	service: RadarClient,
	part: UpdateQuery,
	wantedOf: WantedOf,
	mayGoOn: () => boolean,
): FetchPage<IDataObject> {
	const pages = new Map<string | undefined, Fetched<IDataObject>>();
	let hasRead = false;

	const fetch = async (cursor: string | undefined): Promise<Fetched<IDataObject>> => {
		const page = await service.listUpdates({ ...part, cursor }).catch((error: unknown) => error as Error);
		if (page instanceof RadarApiError) {
			// What was read so far still counts.
			if (page.isRateLimited && hasRead) return 'later';
			if (cursor !== undefined && page.failure.status === 400) return 'refused';
		}
		if (page instanceof Error) throw page;
		hasRead = true;
		const updates = page.updates.filter(isObject);
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

/** An update that tells no time stands where its neighbour stands. */
function polledUpdates(
	updates: IDataObject[],
	wanted: Array<boolean | undefined>,
): Page<IDataObject>['items'] {
	let time = updates.map(timeOf).find((each) => each !== undefined) ?? 0;
	return updates.map((update, index): PolledUpdate<IDataObject> => {
		time = timeOf(update) ?? time;
		return { id: idOf(update), time, isWanted: wanted[index], update };
	});
}
