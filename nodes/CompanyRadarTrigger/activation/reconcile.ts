import type { Radar, RadarDefinition } from '../../shared/api/types';
import { LIMITS } from '../../shared/api/limits';
import { RadarApiError, type RadarClient } from '../../shared/client';
import { differences, hasFingerprint, targetKeys } from '../../shared/validation/compareDefinitions';
import { createdRadarId } from './createdRadars';
import { isSameUrl, secretIn } from './ownUrl';

/** What there is already of what the node is to have. */
export interface Reconciliation {
	/** Active radars with the URL of this node, by the definition they fulfil. */
	adopted: Map<RadarDefinition, Radar>;
	missing: RadarDefinition[];
	/** Active radars with the URL of this node that watch the same as a definition, and differ from it. */
	edited: Array<{ definition: RadarDefinition; radar: Radar; differs: string[] }>;
	/** Secrets in the URLs of the node's radars, also of those that are no longer active: they may still deliver. */
	secrets: string[];
}

/** The account's radars that deliver to this URL. The service's own list is the truth, whatever n8n remembers. */
export async function ownRadars(service: RadarClient, ownUrl: string): Promise<Radar[]> {
	const radars: Radar[] = [];
	for await (const radar of service.allRadars({ limit: LIMITS.listLimit })) {
		if (isSameUrl(radar.webhook_url, ownUrl)) radars.push(radar);
	}
	return radars;
}

/** A radar that was created here a moment ago may not be in the list yet. */
async function recentlyCreated(
	service: RadarClient,
	radarId: string | undefined,
): Promise<Radar | undefined> {
	if (radarId === undefined) return undefined;
	const radar = await service.getRadar(radarId).catch((error: unknown) => error as Error);
	if (radar instanceof RadarApiError && radar.status === 404) return undefined;
	if (radar instanceof Error) throw radar;
	return radar;
}

const watchesSame = (definition: RadarDefinition, radar: Radar): boolean => {
	const keys = targetKeys(radar);
	return targetKeys(definition).some((key) => keys.includes(key));
};

const isActive = ({ radar_status: status }: Radar): boolean => status === 'active';

export async function reconcile(
	service: RadarClient,
	node: string,
	ownUrl: string,
	definitions: RadarDefinition[],
): Promise<Reconciliation> {
	const own = await ownRadars(service, ownUrl);
	const inventory: Reconciliation = { adopted: new Map(), missing: [], edited: [], secrets: [] };
	const unclaimed = new Set(own.filter(isActive));
	// Radars whose filters are known come first: an older one without a fingerprint fits more than one definition.
	const claim = (definition: RadarDefinition, fits: (radar: Radar) => boolean): Radar | undefined => {
		const same = [...unclaimed].filter((radar) => watchesSame(definition, radar) && fits(radar));
		const radar = same.find(hasFingerprint) ?? same[0];
		if (radar) unclaimed.delete(radar);
		return radar;
	};
	const adopt = (definition: RadarDefinition, radar: Radar) => inventory.adopted.set(definition, radar);

	const unmatched: RadarDefinition[] = [];
	for (const definition of definitions) {
		const radar = claim(definition, (candidate) => differences(definition, candidate).length === 0);
		if (radar) adopt(definition, radar);
		else unmatched.push(definition);
	}
	for (const definition of unmatched) {
		const recent = await recentlyCreated(service, createdRadarId(node, definition));
		if (recent && isActive(recent) && isSameUrl(recent.webhook_url, ownUrl)) {
			adopt(definition, recent);
			own.push(recent);
			continue;
		}
		const radar = claim(definition, () => true);
		if (radar) inventory.edited.push({ definition, radar, differs: differences(definition, radar) });
		else inventory.missing.push(definition);
	}
	inventory.secrets = [...new Set(own.map(({ webhook_url: url }) => secretIn(url)))];
	return inventory;
}
