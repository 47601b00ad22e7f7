import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../shared/api/limits';
import { type RadarClient, RadarApiError } from '../../shared/client';
import { isSameUrl } from '../activation/ownUrl';
import type { TriggerRuntimeState } from '../state';
import { radarOf, idOf, timeOf } from '../../shared/update';
import { isObject } from '../../shared/json';
import type { FetchPage, Fetched, PolledUpdate, Page } from './list';

const MAX_REMEMBERED_RADARS = 50_000;

/** Looks up radars that are not known yet, 50 a call. The URL of a radar never changes, so once is enough. */
async function learn(
	radarIds: string[],
	ownUrl: string,
	{ isOwnRadar }: TriggerRuntimeState,
	service: RadarClient,
): Promise<void> {
	if (isOwnRadar.size > MAX_REMEMBERED_RADARS) isOwnRadar.clear();
	const unknown = [...new Set(radarIds)].filter((id) => !isOwnRadar.has(id));
	for (let start = 0; start < unknown.length; start += LIMITS.listRadarIds) {
		const ids = unknown.slice(start, start + LIMITS.listRadarIds);
		const { data } = await service.listRadars({ radar_id: ids.join(','), limit: LIMITS.listRadarIds });
		const found = new Map(data.map((radar) => [radar.radar_id, radar]));
		for (const id of ids) {
			const radar = found.get(id);
			isOwnRadar.set(id, radar && isSameUrl(radar.webhook_url, ownUrl));
		}
	}
}

/**
 * Whether updates, in their order, belong to radars with the URL of this node.
 * Notices of radars that do not exist do: a creation that failed leaves no radar, and its refund must not be missed (docs/api.md, Radar states).
 */
export async function ownUpdates(
	updates: IDataObject[],
	ownUrl: string,
	memory: TriggerRuntimeState,
	service: RadarClient,
): Promise<boolean[]> {
	const ids = updates.map((update) => radarOf(update).radarId);
	await learn(
		ids.filter((id) => id !== undefined),
		ownUrl,
		memory,
		service,
	);
	return updates.map((update, index) => {
		const id = ids[index];
		const isOwn = id === undefined ? undefined : memory.isOwnRadar.get(id);
		return isOwn ?? update.update_type === 'radar_failure';
	});
}

/** Half of the read budget of a minute: the other half is for the rest of the account. */
export const MAX_REQUESTS = LIMITS.readPerMinute / 2;

/** Whether updates are wanted, in their order. */
type WantedOf = (updates: IDataObject[]) => Promise<boolean[]>;

/** The list of updates for one poll: each page is fetched once, and so many that half of the read budget is left. */
export function updatePages(
	service: RadarClient,
	wantedOf: WantedOf,
	mayGoOn: () => boolean,
): FetchPage<IDataObject> {
	const pages = new Map<string | undefined, Fetched<IDataObject>>();
	let hasRead = false;

	const fetch = async (cursor: string | undefined): Promise<Fetched<IDataObject>> => {
		const page = await service.listUpdates({ cursor }).catch((error: unknown) => error as Error);
		if (page instanceof RadarApiError) {
			// What was read so far still counts.
			if (page.isRateLimited && hasRead) return 'later';
			if (cursor !== undefined && page.status === 400) return 'refused';
		}
		if (page instanceof Error) throw page;
		hasRead = true;
		const updates = page.updates.filter(isObject);
		const serviceTime = Date.parse(page.timestamp ?? '');
		return {
			items: polledUpdates(updates, await wantedOf(updates)),
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
function polledUpdates(updates: IDataObject[], wanted: boolean[]): Page<IDataObject>['items'] {
	let time = updates.map(timeOf).find((each) => each !== undefined) ?? 0;
	return updates.map((update, index): PolledUpdate<IDataObject> => {
		time = timeOf(update) ?? time;
		return { id: idOf(update), time, isWanted: wanted[index] === true, update };
	});
}
