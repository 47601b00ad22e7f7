import { fieldName } from '../../shared/api/names';
import type { Radar } from '../../shared/api/types';
import { filtersIn } from '../../shared/radars/sameRadar';
import { filtersOf } from '../../shared/validation/radarDefinition';
import { radarName } from '../../shared/radars/radarName';
import { filtersKeyOf } from './targets';

/** All problems in the order of the output. A note needs no action. */
const SEVERITIES = {
	'Balance ran out': 'problem',
	'Setup failed': 'problem',
	'Test URL': 'problem',
	'Unknown webhook URL': 'problem',
	Duplicate: 'problem',
	'No updates': 'problem',
	"Can't tell about updates": 'problem',
	'Another host': 'note',
	'Deactivated, still running': 'note',
} as const;

export type Problem = keyof typeof SEVERITIES;

export const PROBLEMS = Object.keys(SEVERITIES) as Problem[];

/** One problem of one radar. */
export interface HealthRow {
	problem: Problem;
	/** What the radar monitors. */
	radar: string;
	what_to_do: string;
	severity: (typeof SEVERITIES)[Problem];
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
	if (filtersKeyOf(radar) === undefined) return 'Unknown';
	return filtersIn(radar, filtersOf(radar.radar_type)).map(fieldName).join(', ') || 'None';
}

/** A problem of several radars, or of one that the service doesn't list. */
export const unlistedRow = (problem: Problem, radar: string, whatToDo: string): HealthRow => ({
	problem,
	radar,
	what_to_do: whatToDo,
	severity: SEVERITIES[problem],
});

export function rowOf(problem: Problem, radar: Radar, whatToDo: string, otherId?: string): HealthRow {
	const { radar_type, radar_status, created_at, webhook_url, custom_fields, radar_id } = radar;
	return {
		...unlistedRow(problem, radarName(radar), whatToDo),
		filters: filtersText(radar),
		radar_type,
		radar_status,
		created_at,
		webhook_url,
		custom_fields,
		...(otherId === undefined ? {} : { other_radar_id: otherId }),
		radar_id,
	};
}
