import type { IDataObject } from 'n8n-workflow';

import type { Radar } from '../../../shared/api/types';
import { radarRow } from './radarRow';

export interface GracePeriod {
	grace_period: boolean;
	grace_period_ends_at?: string;
}

/** The record, and whether a paid grace period runs: `next_charge_at` is then when it ends (docs/api.md, Radar states). */
export const deactivatedRadar = (radar: Radar): IDataObject =>
	radarRow(radar, {
		grace_period: Boolean(radar.next_charge_at),
		...(radar.next_charge_at ? { grace_period_ends_at: radar.next_charge_at } : {}),
	});
