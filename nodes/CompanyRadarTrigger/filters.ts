import type { IDataObject } from 'n8n-workflow';

import { UPDATE_TYPES } from '../shared/api/radarTypes';
import { radarOf } from './event';
import type { TriggerParameters } from './parameters';

const isFinding = (type: string): boolean =>
	type === 'radar_finding' || !UPDATE_TYPES.some((known) => known === type);

/** Update types that this node doesn't know count as findings. */
const isSelected = (updateType: string, radarType: string, events: ReadonlySet<string>): boolean =>
	isFinding(updateType) ? events.has('radar_finding') || events.has(radarType) : events.has(updateType);

/** Whether the update starts the workflow. An update without a radar ID passes the filter by radar ID. */
export function isWanted(update: IDataObject, { events, radarIds }: TriggerParameters['filters']): boolean {
	const { radarId, radarType = '' } = radarOf(update);
	if (!isSelected(String(update.update_type), radarType, events)) return false;
	return radarIds.size === 0 || radarId === undefined || radarIds.has(radarId.toLowerCase());
}
