import { COMMON_FIELDS } from './api/assumptions';

const KEYS = [
	'radar_type (required)',
	'domain',
	'email',
	'profile_url',
	'full_name',
	'keyword',
	'countries',
	'departments',
	'seniorities',
	'job_titles',
	...COMMON_FIELDS,
];

/** The keys of a radar in JSON, for descriptions. */
export const RADAR_JSON_KEYS = KEYS.join(', ');
