import { CREATE_TAG_FIELD, DEFINITION_FIELD, LIST_FIELD, LIST_KEY_FIELD } from './assumptions';
import { RADAR_TYPES, type RadarType } from './radarTypes';

/** The radar types as the form and messages name them. */
export const RADAR_TYPE_NAMES: Readonly<Record<RadarType, string>> = {
	company_job_openings: 'Job Openings',
	company_mentions: 'Mentions',
	company_new_hires: 'New Hires',
	company_promotions: 'Promotions',
	company_reviews: 'Reviews',
	company_social_engagements: 'Social Engagements',
	company_social_posts: 'Social Posts',
	company_social_posts_cxo: 'Social Posts of Executives',
	contact_job_changes: 'Job Changes',
	contact_social_engagements: 'Social Engagements',
	contact_social_posts: 'Social Posts',
	industry_funding_rounds: 'Funding Rounds',
	industry_job_openings: 'Job Openings',
	industry_mentions: 'Mentions',
	industry_new_companies: 'New Companies',
};

export const GROUP_NAMES = { company: 'Company', contact: 'Contact', industry: 'Industry' } as const;
export type Group = keyof typeof GROUP_NAMES;
export const GROUPS = Object.keys(GROUP_NAMES) as Group[];

/** The name of a radar type, also of one that isn't known. */
export const radarTypeName = (type: string): string =>
	new Map<string, string>(Object.entries(RADAR_TYPE_NAMES)).get(type) ?? type;

/** The name with its value, for those who write values: `New Hires (company_new_hires)`. */
export const radarTypeWithValue = (type: string): string => `${radarTypeName(type)} (${type})`;

/** The fields of a creation body as the form and messages name them. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
	radar_type: 'Radar Type',
	domain: 'Company Domain',
	email: 'Email',
	profile_url: 'Profile URL',
	full_name: 'Full Name',
	keyword: 'Keyword',
	countries: 'Countries',
	departments: 'Departments',
	seniorities: 'Seniorities',
	job_titles: 'Job Titles',
	updates_since: 'Updates Since',
	include_historical: 'Include Historical',
	custom_fields: 'Custom Fields',
	webhook_url: 'Webhook URL',
};

/** The name of a field, also inside one: `custom_fields.crm_id` is "Custom Fields, crm_id". */
export function fieldName(part: string): string {
	const [name = '', ...inner] = part.split('.');
	return [FIELD_NAMES[name] ?? name, inner.join('.')].filter(Boolean).join(', ');
}

/** The same with the key, for those who write keys: "Company Domain (domain)". */
export function fieldNameWithKey(part: string): string {
	const [name = '', ...inner] = part.split('.');
	const own = FIELD_NAMES[name];
	return [own === undefined ? name : `${own} (${name})`, inner.join('.')].filter(Boolean).join(', ');
}

/** What differs, in words: `job_titles, custom_fields.crm (1 → 2)` as "Job Titles, Custom Fields, crm (1 → 2)". */
export const differencesInWords = (differs: readonly string[]): string =>
	differs.map((text) => text.replace(/^\w+(\.[^ ]+)?/, fieldName)).join(', ');

export const isRadarType = (value: string): value is RadarType => RADAR_TYPES.some((type) => type === value);

/** The custom fields that this package writes: those of one radar must not get to another. */
export const PACKAGE_FIELDS: readonly string[] = [
	CREATE_TAG_FIELD,
	DEFINITION_FIELD,
	LIST_FIELD,
	LIST_KEY_FIELD,
];
