import { typesWith, WORKING_USES, type RadarType } from './radarTypes';

/**
 * What the API leaves open and this package assumes. The service may change any of these values, and the code also works if an
 * assumption is wrong. docs/contributing/api.md lists them under Assumptions.
 */

/** `departments` values offered in the editor; any other value is doubtful. */
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

/** `seniorities` values offered in the editor; any other value is doubtful. */
export const SENIORITIES = [
	'Owner',
	'Partner',
	'CXO',
	'Vice President',
	'Director',
	'Manager',
	'Senior',
	'Entry',
	'Training',
] as const;

/** The company radar types on which departments, seniorities and job_titles work; the others may ignore them. */
export const TYPES_WITH_FILTERS: readonly RadarType[] = typesWith('job_titles', WORKING_USES);
export const TYPES_IGNORING_FILTERS: readonly RadarType[] = typesWith('job_titles', ['mayIgnore']);

/** The fewest characters of a `keyword`. */
export const KEYWORD_MIN_LENGTH = 3;

/** The most entries of `countries`. */
export const COUNTRIES_MAX = 5;

/** The date that a monthly radar has. An active radar without it is charged per update. */
export const NEXT_CHARGE_FIELD = 'next_charge_at';

/** The body field of `DELETE /v1/radars/bulk`. */
export const BULK_DEACTIVATE_FIELD = 'radar_ids';

/** `GET /v1/updates` takes at most this many `radar_id` values a call. */
export const UPDATES_RADAR_IDS = 10;

/** Names under which `GET /v1/updates` may hold its array, in the order in which they are tried. */
export const UPDATES_ARRAY_NAMES = ['updates', 'data'] as const;

/** The same for the results of a bulk request. */
export const BULK_ARRAY_NAMES = ['radars', 'results', 'data'] as const;

/** Seconds after which a create without a response can't take effect any more. */
export const LATE_COMMIT_SECONDS = 60;

/** Seconds after such a create at which the list of radars is searched. The last search decides. */
export const CREATE_LOOKS_SECONDS = [2, 10, LATE_COMMIT_SECONDS];

/** The most seconds by which the clocks behind the service's `timestamp` and `created_at` differ. */
export const SERVER_CLOCKS_DIFFER_SECONDS = 120;

/** The custom field of every radar that this package creates: the tag of its create. */
export const CREATE_TAG_FIELD = 'n8n_create_tag';

/** The custom field of every radar that this package creates: a fingerprint of what its record doesn't show. */
export const DEFINITION_FIELD = 'n8n_definition';

/** The custom fields of radars created for a list: the name of the list, and the radar's key in it. */
export const LIST_FIELD = 'n8n_list';
export const LIST_KEY_FIELD = 'n8n_list_key';

/** The `radar_status` of the radars that `active_radars` of the account summary counts. */
export const COUNTED_AS_ACTIVE = 'active';

/** Below this balance, in USD, the editor shows a hint. */
export const LOW_BALANCE_USD = 5;

/** The industry radar types on which a `keyword` works, and which find nothing without one; the others may ignore it. */
export const TYPES_WITH_KEYWORD: readonly RadarType[] = typesWith('keyword', WORKING_USES);
export const TYPES_IGNORING_KEYWORD: readonly RadarType[] = typesWith('keyword', ['mayIgnore']);

/** The radar types on which `countries` work. */
export const TYPES_WITH_COUNTRIES: readonly RadarType[] = typesWith('countries');

/** The radar types with filters that work and that the record of a radar doesn't show. */
export const TYPES_WITH_HIDDEN_FIELDS: readonly string[] = [...TYPES_WITH_FILTERS, ...TYPES_WITH_COUNTRIES];

/** The API names no price of a lookup: until one shows its charge, it's taken to cost at most this, in USD. */
export const HIGHEST_LOOKUP_USD = 1;
