/** The radar types by group. */
export const COMPANY_RADAR_TYPES = [
	'company_new_hires',
	'company_job_openings',
	'company_promotions',
	'company_reviews',
	'company_mentions',
	'company_social_posts',
	'company_social_posts_cxo',
	'company_social_engagements',
] as const;

export const CONTACT_RADAR_TYPES = [
	'contact_job_changes',
	'contact_social_posts',
	'contact_social_engagements',
] as const;

export const INDUSTRY_RADAR_TYPES = [
	'industry_mentions',
	'industry_funding_rounds',
	'industry_new_companies',
	'industry_job_openings',
] as const;

export const RADAR_TYPES = [...COMPANY_RADAR_TYPES, ...CONTACT_RADAR_TYPES, ...INDUSTRY_RADAR_TYPES] as const;

export type CompanyRadarType = (typeof COMPANY_RADAR_TYPES)[number];
export type RadarType = (typeof RADAR_TYPES)[number];

/** These look from the start of the calendar month, whatever `updates_since` says. */
export const TYPES_THAT_IGNORE_UPDATES_SINCE: readonly RadarType[] = [
	'company_new_hires',
	'company_promotions',
];

/** `inactive` may be a paid grace period (docs/api.md, Radar states). */
export const RADAR_STATUSES = ['active', 'inactive'] as const;

/** docs/api.md, Events. */
export const UPDATE_TYPES = ['radar_finding', 'radar_failure', 'radar_created', 'bulk_completed'] as const;
export type UpdateType = (typeof UPDATE_TYPES)[number];

/** What a test event may be. */
export const SAMPLE_TYPES = ['radar_finding', 'radar_failure'] as const;
export type SampleType = (typeof SAMPLE_TYPES)[number];
