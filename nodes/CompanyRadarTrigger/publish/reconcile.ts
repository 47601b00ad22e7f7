import type { Radar, RadarDefinition } from '../../shared/api/types';
import { RadarApiError, type RadarClient } from '../../shared/client';
import { createdRadarId } from './createdRadars';
import { isSameUrl } from './ownUrl';
import { planPublish, type PublishPlan } from './planPublish';

/** The account's radars, by whether they deliver to this URL. The service's list counts, not what n8n remembers. */
export async function listRadars(client: RadarClient, ownUrl: string) {
	const radars: Record<'own' | 'others', Radar[]> = { own: [], others: [] };
	for await (const radar of client.allRadars()) {
		radars[isSameUrl(radar.webhook_url, ownUrl) ? 'own' : 'others'].push(radar);
	}
	return radars;
}

/** Compares the definitions with the radars that the service has for this URL. */
export async function reconcile(
	client: RadarClient,
	node: string,
	ownUrl: string,
	definitions: RadarDefinition[],
): Promise<PublishPlan & { ownRadars: Radar[] }> {
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
		if (response && isSameUrl(response.data.webhook_url, ownUrl)) ownRadars.push(response.data);
	}
	return { ...(await planPublish(definitions, ownRadars, others, createdFor)), ownRadars };
}
