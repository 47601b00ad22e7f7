import { chunk } from '../../shared/basics/chunk';
import { UPDATES_RADAR_IDS } from '../../shared/api/assumptions';
import { RADAR_TYPES } from '../../shared/api/radarTypes';
import type { UpdateQuery } from '../../shared/api/types';
import { type RadarClient, RadarApiError } from '../../shared/client';
import type { RecentMap } from '../../shared/concurrency/recentMap';

/** All updates, those of a radar type, or those of up to ten radars. */
export type Part = Pick<UpdateQuery, 'radar_type' | 'radar_id'>;

async function partsOf({ radar_type: type, radar_id: ids }: Part, client: RadarClient): Promise<Part[]> {
	if (ids !== undefined) return [];
	if (type === undefined) return RADAR_TYPES.map((each) => ({ radar_type: each }));
	const radarIds: string[] = [];
	// Oldest first, so that new radars don't change the groups of older ones.
	for await (const { radar_id: id } of client.allRadars({ radar_type: type })) radarIds.unshift(id);
	return chunk(radarIds, UPDATES_RADAR_IDS).map((group) => ({ radar_id: group.join() }));
}

/**
 * Polls a part of the list or, for an hour after one of its pages was too large, its smaller parts.
 * Returns the radars whose updates were too large in this poll.
 */
export async function pollParts(
	poll: (part: Part, parents: string[]) => Promise<void>,
	client: RadarClient,
	oversized: RecentMap<true>,
	part: Part = {},
	parents: string[] = [],
): Promise<string[]> {
	const name = Object.values(part).join();
	if (!oversized.has(name)) {
		const error = await poll(part, parents).catch((reason: unknown) => reason);
		if (error === undefined) return [];
		if (!(error instanceof RadarApiError) || error.failure.kind !== 'tooLarge') throw error;
		oversized.set(name, true);
		if (part.radar_id !== undefined) return [part.radar_id];
	}
	const tooLarge: string[] = [];
	for (const each of await partsOf(part, client))
		tooLarge.push(...(await pollParts(poll, client, oversized, each, [...parents, name])));
	return tooLarge;
}
