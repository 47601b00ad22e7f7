import { fieldName, ownCustomFields } from '../../shared/api/names';
import type { Radar } from '../../shared/api/types';
import { areFiltersUnknown, filtersIn } from '../../shared/radars/sameRadar';
import { filtersOf } from '../../shared/validation/radarDefinition';
import { radarName } from '../../shared/radars/radarInWords';

/** All problems in the order of the output. */
export const PROBLEMS = [
	'Balance ran out',
	'Setup failed',
	'Test URL',
	'Unknown webhook URL',
	'Duplicate',
	'No updates',
] as const;

export type HealthProblem = (typeof PROBLEMS)[number];

/** One problem of one radar. */
export interface HealthRow {
	problem: HealthProblem;
	/** What the radar monitors. */
	radar: string;
	what_to_do: string;
	/** The names of its filters, or `Unknown`. */
	filters?: string;
	radar_type?: string;
	radar_status?: string;
	created_at?: string;
	webhook_url?: string;
	custom_fields?: { [name: string]: string };
	/** The radar with the same target. */
	other_radar_id?: string;
	radar_id?: string;
}

function filtersText(radar: Radar): string {
	if (areFiltersUnknown(radar)) return 'Unknown';
	return filtersIn(radar, filtersOf(radar.radar_type)).map(fieldName).join(', ') || 'None';
}

export function rowOf(problem: HealthProblem, radar: Radar, whatToDo: string, otherId?: string): HealthRow {
	const { radar_type, radar_status, created_at, webhook_url, custom_fields, radar_id } = radar;
	return {
		problem,
		radar: radarName(radar),
		what_to_do: whatToDo,
		filters: filtersText(radar),
		radar_type,
		radar_status,
		created_at,
		webhook_url,
		custom_fields: ownCustomFields(custom_fields),
		...(otherId === undefined ? {} : { other_radar_id: otherId }),
		radar_id,
	};
}
