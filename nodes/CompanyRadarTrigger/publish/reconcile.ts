import { hash } from 'crypto';

import { LATE_COMMIT_SECONDS } from '../../shared/api/assumptions';
import type { RadarDefinition, Radar } from '../../shared/api/types';
import { DAY_MS } from '../../shared/values/basics/time';
import { clock } from '../../shared/host/clock';
import { RecentMap } from '../../shared/host/recentMap';
import { lastingKey } from '../../shared/values/radars/sameRadar';
import { RadarApiError } from '../../shared/client/errors/radarApiError';
import type { RadarClient } from '../../shared/client/radarClient';
import { isSameReceiver } from '../../shared/values/basics/sameText';
import { isActive, radarName } from '../../shared/values/radars/radarInWords';
import { planPublish, type PublishPlan, type RadarOfDefinition } from './planPublish';
import { wrong } from '../../shared/values/basics/refusal';

/** Recognizes a published definition. */
export const publishedKey = (definition: RadarDefinition): string =>
	hash('sha256', lastingKey(definition), 'base64url').slice(0, 16);

/** What this process knows about its create for a definition. */
interface KnownCreate {
	radarId?: string;
	/** When the create failed with an unknown outcome, by `clock.now()`. */
	unknownSince?: number;
}

/** By node and definition. Needed since n8n saves no static data if publishing fails, and the service may list a radar late. */
const creations = new RecentMap<KnownCreate>({ seconds: DAY_MS / 1000 });

const creationKeyOf = (node: string, definition: RadarDefinition): string =>
	`${node} ${publishedKey(definition)}`;

export const noteCreation = (node: string, definition: RadarDefinition, creation: KnownCreate): void => {
	creations.set(creationKeyOf(node, definition), creation);
};

const createdRadarId = (node: string, definition: RadarDefinition): string | undefined =>
	creations.get(creationKeyOf(node, definition))?.radarId;

/**
 * A create with an unknown outcome may still take effect for a while, and be charged.
 * @throws Refused while one of these radars may still appear
 */
export function rejectUnknown(node: string, missing: RadarDefinition[]): void {
	for (const definition of missing) {
		const creation = creations.get(creationKeyOf(node, definition));
		if (creation?.unknownSince === undefined) continue;
		const left = creation.unknownSince + LATE_COMMIT_SECONDS * 1000 - clock.now();
		if (left > 0) {
			throw wrong(
				`The radar ${radarName(definition)} may still be created by the last attempt`,
				`Publish again in ${Math.ceil(left / 1000)} seconds, when it's clear whether it exists. Nothing was created now.`,
			);
		}
	}
}

interface Publishing {
	/** Identifies the node in this process. */
	node: string;
	ownUrl: string;
	/** The radars of the last publish, by `publishedKey`. */
	radarIds?: Record<string, string>;
}

/** The account's radars, by whether they deliver to this URL. The service's list counts, not what n8n remembers. */
export async function radarsByReceiver(client: RadarClient, ownUrl: string) {
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
	const { own: ownRadars, others } = await radarsByReceiver(client, ownUrl);
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
