import type { Radar, RadarDefinition } from '../../shared/api/types';
import { RadarApiError, type RadarClient } from '../../shared/client';
import { isSameReceiver } from '../../shared/basics/sameText';
import { isActive } from '../../shared/radars/radarState';
import { createdRadarId, publishedKey } from './createdRadars';
import { planPublish, type PublishPlan, type RadarOfDefinition } from './planPublish';

interface Publishing {
	/** Identifies the node in this process. */
	node: string;
	ownUrl: string;
	/** The radars of the last publish, by `publishedKey`. */
	radarIds?: Record<string, string>;
}

/** The account's radars, by whether they deliver to this URL. The service's list counts, not what n8n remembers. */
export async function listRadars(client: RadarClient, ownUrl: string) {
	const radars: Record<'own' | 'others', Radar[]> = { own: [], others: [] };
	for await (const radar of client.allRadars()) {
		radars[isSameReceiver(radar.webhook_url, ownUrl) ? 'own' : 'others'].push(radar);
	}
	return radars;
}

/** Compares the definitions with the radars that the service has for this URL. */
export async function reconcile(
	client: RadarClient,
	{ node, ownUrl, radarIds = {} }: Publishing,
	definitions: RadarDefinition[],
): Promise<PublishPlan & { ownRadars: Radar[]; inactive: RadarOfDefinition[] }> {
	const { own: ownRadars, others } = await listRadars(client, ownUrl);
	const listed = new Set(ownRadars.map(({ radar_id: id }) => id));
	const createdFor = (definition: RadarDefinition) => createdRadarId(node, definition);
	for (const id of definitions.map(createdFor)) {
		if (id === undefined || listed.has(id)) continue;
		// This process created the radar a moment ago, so the list may not show it yet.
		const response = await client.call('getRadar', { id }).catch((error: unknown) => {
			if (error instanceof RadarApiError && error.failure.status === 404) return undefined;
			throw error;
		});
		if (response && isSameReceiver(response.data.webhook_url, ownUrl)) ownRadars.push(response.data);
	}
	const { missing, ...plan } = await planPublish(definitions, ownRadars, others, createdFor);
	const byId = new Map([...ownRadars, ...others].map((radar) => [radar.radar_id, radar]));
	const inactive = missing.flatMap((definition) => {
		const radar = byId.get(radarIds[publishedKey(definition)] ?? '');
		return radar && !isActive(radar) ? [{ definition, radar }] : [];
	});
	const known = new Set(inactive.map(({ definition }) => definition));
	return { ...plan, missing: missing.filter((definition) => !known.has(definition)), inactive, ownRadars };
}
