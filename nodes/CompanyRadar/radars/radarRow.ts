import type { IDataObject } from 'n8n-workflow';

import { ownCustomFields } from '../../shared/api/names';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { domainInWords } from '../../shared/basics/inWords';
import { known, type Known } from '../../shared/basics/values';
import { timeIn } from '../../shared/basics/time';

type DatesAndUrls = Pick<
	Radar,
	'created_at' | 'deactivated_at' | 'next_charge_at' | 'profile_url' | 'updates_since' | 'webhook_url'
>;

/** A radar as an output row: its target first, then the columns of the operation, its IDs last. Only dates and URLs may be null. */
export type RadarRow<Added = object, Ids = object> = Known<Pick<Radar, 'domain' | 'full_name' | 'keyword'>> &
	Pick<Radar, 'radar_type' | 'radar_status'> & {
		/** Of a deactivated radar: the end of its paid month. No further charge follows. */
		runs_until?: string | null;
	} & Added &
	Known<Omit<Radar, keyof DatesAndUrls | 'radar_id'>> & {
		[Name in keyof DatesAndUrls]?: DatesAndUrls[Name] | null;
	} & Pick<Radar, 'radar_id'> &
	Ids;

const FIRST_COLUMNS = ['domain', 'full_name', 'keyword', 'radar_type', 'radar_status', 'runs_until'];

/** A radar that isn't active isn't charged at `next_charge_at`: it ends then (docs/contributing/api.md, Radar states). */
function withEnd(radar: IDataObject): IDataObject {
	const { radar_status: status = 'active', next_charge_at: end, ...others } = radar;
	return status === 'active' ? radar : { runs_until: end, radar_status: status, ...others };
}

export function radarRow(
	radar: Radar | RadarDefinition | undefined,
	added?: object,
	ids?: object,
): IDataObject {
	const { radar_id, ...others } = withEnd({ ...radar } as IDataObject);
	const first = FIRST_COLUMNS.map((name) => [name, others[name]]);
	const custom_fields = ownCustomFields(radar?.custom_fields);
	return known({ ...Object.fromEntries(first), ...added, ...others, custom_fields, radar_id, ...ids });
}

/** A row that people read before radars are created: its domain is as they write it. */
export const inWords = (row: IDataObject): IDataObject =>
	typeof row.domain === 'string' ? { ...row, domain: domainInWords(row.domain) } : row;

/** When the last of several radars ends, in words. */
export function lastOf(ends: string[]): string {
	const last = ends.reduce((a, b) => (a > b ? a : b), '');
	return `${last.slice(0, 10)} (${last.slice(11, 16)} UTC)`;
}

/** When the service accepts new radars, given the ends of the radars in their way. */
export const onOrAfter = (ends: string[]): string => `on or after ${lastOf(ends)}`;

export type DeactivatedRow = { summary: string } & RadarRow;

/** A radar that was deactivated just now or earlier. Its summary says how long it finds updates, and that no charge follows. */
export function deactivatedRadar(radar: Radar, now: number): IDataObject {
	const { next_charge_at: end } = radar;
	const verb = (timeIn(end) ?? 0) > now ? 'Finds' : 'Found';
	const summary = `Deactivated. ${end ? `${verb} updates until ${end.slice(0, 10)}, no further charge.` : 'No further charge.'}`;
	return { summary, ...radarRow({ ...radar, radar_status: 'inactive' }) };
}
