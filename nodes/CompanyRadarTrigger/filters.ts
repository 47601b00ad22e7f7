import type { IDataObject } from 'n8n-workflow';

import type { TriggerParameters } from './parameters';
import { radarOf } from './event';

/** Whether the update is to start the workflow. What an update does not say cannot exclude it. */
export function isWanted(
	update: IDataObject,
	{ unwantedTypes, radarTypes, radarIds }: TriggerParameters['filters'],
): boolean {
	if (unwantedTypes.has(String(update.update_type))) return false;
	const { radarId, radarType } = radarOf(update);
	if (radarTypes.size > 0 && radarType !== undefined && !radarTypes.has(radarType)) return false;
	return radarIds.size === 0 || radarId === undefined || radarIds.has(radarId.toLowerCase());
}
