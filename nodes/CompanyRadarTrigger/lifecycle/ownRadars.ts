import type { Radar, RadarDefinition } from '../../shared/interface/types';
import { LIMITS } from '../../shared/interface/limits';
import { ServiceError, type RadarService } from '../../shared/transport';
import { definitionKey } from '../../shared/validation/radarDefinition';
import type { StaticData } from '../staticData';
import { keyOfRadar } from './definitions';
import { isSameUrl, secretIn } from './ownUrl';

/** What there is already of what the node is to have. */
export interface Inventory {
	/** Active radars with the URL of this node, by the definition they fulfil. */
	adopted: Map<RadarDefinition, Radar>;
	missing: RadarDefinition[];
	/** Secrets in the URLs of the node's radars, also of those that are no longer active: they may still deliver. */
	secrets: string[];
}

/** The account's radars that deliver to this URL. The service's own list is the truth, whatever n8n remembers. */
export async function ownRadars(service: RadarService, ownUrl: string): Promise<Radar[]> {
	const radars: Radar[] = [];
	for await (const radar of service.allRadars({ limit: LIMITS.listLimit })) {
		if (isSameUrl(radar.webhook_url, ownUrl)) radars.push(radar);
	}
	return radars;
}

/** A radar that was created here a moment ago may not be in the list yet. */
async function recentlyCreated(
	service: RadarService,
	radarId: string | undefined,
): Promise<Radar | undefined> {
	if (radarId === undefined) return undefined;
	const radar = await service.getRadar(radarId).catch((error: unknown) => error as Error);
	if (radar instanceof ServiceError && radar.status === 404) return undefined;
	if (radar instanceof Error) throw radar;
	return radar;
}

const isActive = ({ radar_status: status }: Radar): boolean => status === 'active';

export async function takeInventory(
	service: RadarService,
	ownUrl: string,
	definitions: RadarDefinition[],
	created: StaticData['created'] = {},
): Promise<Inventory> {
	const own = await ownRadars(service, ownUrl);
	const byKey = new Map(own.filter(isActive).map((radar) => [keyOfRadar(radar), radar]));
	const inventory: Inventory = { adopted: new Map(), missing: [], secrets: [] };
	for (const definition of definitions) {
		const key = definitionKey(definition);
		const radar = byKey.get(key) ?? (await recentlyCreated(service, created[key]));
		if (radar && isActive(radar) && isSameUrl(radar.webhook_url, ownUrl)) {
			inventory.adopted.set(definition, radar);
			own.push(radar);
		} else {
			inventory.missing.push(definition);
		}
	}
	inventory.secrets = [...new Set(own.map(({ webhook_url: url }) => secretIn(url)))];
	return inventory;
}
