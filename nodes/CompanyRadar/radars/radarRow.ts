import type { IDataObject } from 'n8n-workflow';

import type { Radar, RadarDefinition } from '../../shared/api/types';

/** A radar as an output row: what it watches first, then what the operation adds, its IDs last. */
export type RadarRow<Added = object, Ids = object> = Pick<Radar, 'domain' | 'full_name' | 'keyword'> &
	Pick<Radar, 'radar_type' | 'radar_status'> &
	Added &
	Omit<Radar, 'radar_id'> &
	Pick<Radar, 'radar_id'> &
	Ids;

const FIRST_COLUMNS = ['domain', 'full_name', 'keyword', 'radar_type', 'radar_status'];

export function radarRow(radar: Radar | RadarDefinition, added?: object, ids?: object): IDataObject {
	const { radar_id, ...others } = { ...radar } as IDataObject;
	const first = FIRST_COLUMNS.filter((name) => name in others).map((name) => [name, others[name]]);
	const lastIds = radar_id === undefined ? ids : { radar_id, ...ids };
	return Object.assign(Object.fromEntries(first), added, others, lastIds);
}

/** When a deactivated radar ends whose paid month still runs, at this time of the service (docs/contributing/api.md, Radar states). */
export const endOf = (
	{ radar_status: status, next_charge_at: end }: Radar,
	now: number,
): string | undefined =>
	status !== 'active' && Date.parse(end ?? '') > now ? (end ?? undefined) : undefined;

/** From when on the service takes radars again, given when those in their way end. */
export function onOrAfter(ends: string[]): string {
	const last = ends.reduce((a, b) => (a > b ? a : b), '');
	return `on or after ${last.slice(0, 10)} (${last.slice(11, 16)} UTC)`;
}

export interface GracePeriod {
	/** Whether the paid month of a deactivated radar still runs. */
	grace_period: boolean;
	/** Until then, updates may come. */
	grace_period_ends_at?: string;
}

/** Of a radar that isn't active: whether a paid grace period runs, and until when (docs/contributing/api.md, Radar states). */
export const gracePeriod = ({ radar_status: status, next_charge_at: end }: Radar): Partial<GracePeriod> =>
	status === 'active' ? {} : { grace_period: Boolean(end), ...(end ? { grace_period_ends_at: end } : {}) };

export const deactivatedRadar = (radar: Radar): IDataObject =>
	radarRow(radar, gracePeriod({ ...radar, radar_status: 'inactive' }));
