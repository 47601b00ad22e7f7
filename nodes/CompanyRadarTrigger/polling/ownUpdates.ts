import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../shared/api/limits';
import type { RadarClient } from '../../shared/client';
import { isSameUrl } from '../activation/ownUrl';
import type { TriggerRuntimeState } from '../runtimeState';
import { radarOf } from '../event';

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
