import type { CompanyRadarType, RadarType } from './radarTypes';

/**
 * What the interface leaves open and this package assumes. Every value here may change without the interface changing:
 * it is read in one place, and the code bears the other answer too. The README lists them.
 */

/** `departments` values offered in the editor; any other value is sent as typed (section 2.2 leaves the list open). */
export const DEPARTMENTS = [
	'Accounting',
	'Administrative',
	'Business Development',
	'Consulting',
	'Customer Success',
	'Design',
	'Education',
	'Engineering',
	'Finance',
	'Human Resources',
	'Information Technology',
	'Legal',
	'Manufacturing',
	'Marketing',
	'Media and Communication',
	'Operations',
	'Product Management',
	'Project Management',
	'Purchasing',
	'Quality Assurance',
	'Real Estate',
	'Research',
	'Sales',
	'Support',
] as const;

/** `seniorities` values offered in the editor; any other value is sent as typed (section 2.2 leaves the list open). */
export const SENIORITIES = [
	'Owner',
	'CXO',
	'Vice President',
	'Director',
	'Manager',
	'Senior',
	'Entry',
	'Training',
	'Partner',
] as const;

/** The company radar types on which departments, seniorities and job_titles work; the others ignore them. */
export const TYPES_WITH_FILTERS: readonly CompanyRadarType[] = [
	'company_new_hires',
	'company_job_openings',
	'company_promotions',
	'company_social_posts_cxo',
];

/** Industry radar types that need a `keyword`, of at least this many characters. */
export const TYPES_WITH_KEYWORD: readonly RadarType[] = ['industry_mentions', 'industry_job_openings'];
export const KEYWORD_MIN_LENGTH = 3;

/** The one radar type that takes `countries`, and how many. */
export const TYPES_WITH_COUNTRIES: readonly RadarType[] = ['industry_job_openings'];
export const COUNTRIES_MAX = 5;

/** The body field of `DELETE /v1/radars/bulk` (section 4.3 leaves it open). */
export const BULK_DEACTIVATE_FIELD = 'radar_ids';

/** `GET /v1/updates` takes at most this many `radar_id` values a call (section 4.9 leaves it open). */
export const UPDATES_RADAR_IDS = 10;

/** Names under which `GET /v1/updates` may hold its array, in the order in which they are tried. */
export const UPDATES_ARRAY_NAMES = ['updates', 'data'] as const;

/** A create whose outcome is unknown may still be committed for so long after it was sent, in seconds. */
export const LATE_COMMIT_SECONDS = 60;

/** Below this balance, in USD, the editor shows a hint. */
export const LOW_BALANCE_USD = 5;
