import { chunk } from '../../shared/basics/chunk';
import { HOUR_MS } from '../../shared/basics/durations';
import { UPDATES_RADAR_IDS } from '../../shared/api/assumptions';
import { RADAR_TYPES } from '../../shared/api/radarTypes';
import type { UpdateQuery } from '../../shared/api/types';
import { type RadarClient, RadarApiError } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';

const RETRY_MS = HOUR_MS;

/** All updates, those of a radar type, or those of ten radars. */
export type Part = Pick<UpdateQuery, 'radar_type' | 'radar_id'>;

async function partsOf({ radar_type: type, radar_id: ids }: Part, client: RadarClient): Promise<Part[]> {
	if (ids !== undefined) return [];
	if (type === undefined) return RADAR_TYPES.map((each) => ({ radar_type: each }));
	const radarIds: string[] = [];
	// Oldest first: new radars leave the parts as they are.
	for await (const { radar_id: id } of client.allRadars({ radar_type: type })) radarIds.unshift(id);
	return chunk(radarIds, UPDATES_RADAR_IDS).map((group) => ({ radar_id: group.join() }));
}

/**
 * Polls a part of the list or, for an hour after a page of it was too large, its own parts.
 * Returns the radars whose updates were found to be too large just now.
 */
export async function pollParts(
	poll: (part: Part, parents: string[]) => Promise<void>,
	client: RadarClient,
	oversizedAt: Map<string, number>,
	part: Part = {},
	parents: string[] = [],
): Promise<string[]> {
	const name = Object.values(part).join();
	if (clock.now() - (oversizedAt.get(name) ?? Number.NEGATIVE_INFINITY) > RETRY_MS) {
		const error = await poll(part, parents).catch((reason: unknown) => reason);
		if (error === undefined) return [];
		if (!(error instanceof RadarApiError) || error.failure.kind !== 'tooLarge') throw error;
		oversizedAt.set(name, clock.now());
		if (part.radar_id !== undefined) return [part.radar_id];
	}
	const tooLarge: string[] = [];
	for (const each of await partsOf(part, client))
		tooLarge.push(...(await pollParts(poll, client, oversizedAt, each, [...parents, name])));
	return tooLarge;
}
