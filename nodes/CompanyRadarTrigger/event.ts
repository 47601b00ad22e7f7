import { createHash, randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { UPDATE_TYPES } from '../shared/api/radarTypes';
import type { TriggerParameters } from './parameters';
import { PROCESS_ID } from './runtimeState';

/** What webhook() and poll() hand over to execute(). */
export interface Envelope {
	update: IDataObject;
	/** Pushed by the service, and so worth to be verified. */
	pushed?: boolean;
	/** Handed over again on purpose. */
	replay?: string;
	/** The call of webhook() or poll() that brought it. */
	deliveryId: string;
	/** The process that received it. */
	process: string;
}

const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The radar that an update belongs to (`radar_type` is at the top or in `data`). Bulk events name none. */
export function radarOf(update: IDataObject): { radarId?: string; radarType?: string } {
	const data = isObject(update.data) ? update.data : {};
	return { radarId: text(data.radar_id), radarType: text(update.radar_type) ?? text(data.radar_type) };
}

/** When an update was made, in milliseconds; undefined where it does not say. */
export function timeOf(update: IDataObject): number | undefined {
	const time = Date.parse(text(update.discovered_at) ?? text(update.completed_at) ?? '');
	return Number.isNaN(time) ? undefined : time;
}

const MAX_ID_LENGTH = 100;

/** Identifies an update. A longer ID than the service ever gives is replaced by its hash, so that it can't fill the memory. */
export function idOf({ update_id: id }: IDataObject): string {
	const text = String(id);
	return text.length <= MAX_ID_LENGTH ? text : createHash('sha256').update(text).digest('hex');
}

/** The items of one delivery. n8n keeps them with the execution, so Retry brings them again as they are. */
export function toItems(
	updates: Array<Pick<Envelope, 'update' | 'pushed' | 'replay'>>,
	deliveryId: string = randomUUID(),
): INodeExecutionData[] {
	return updates.map((each) => ({ json: { ...each, deliveryId, process: PROCESS_ID } }));
}

const isEnvelope = (json: IDataObject): json is IDataObject & Envelope => isObject(json.update);

export const envelopesIn = (items: INodeExecutionData[]): Envelope[] =>
	items.map(({ json }) => json).filter(isEnvelope);

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
