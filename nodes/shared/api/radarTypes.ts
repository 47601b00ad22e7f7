/** The fields of a creation body. Only `required` is certain: the API leaves the others open (docs/contributing/api.md, Assumptions). */
interface FieldsOfType {
	/** The service rejects a radar without them. */
	required?: readonly string[];
	/** A radar without one of them probably finds nothing. */
	expected?: readonly string[];
	/** The same for one without any of these. */
	oneOf?: readonly string[];
	optional?: readonly string[];
	/** The service takes them, but may not look at them. */
	mayIgnore?: readonly string[];
}

interface TypeFacts {
	/** As a radar, in the list of radar types. */
	option: { name: string; description: string };
	/** As a finding, in the list of the trigger's events. */
	event: { name: string; description: string };
	/** The radar starts at the first of the current month, whatever `updates_since` says. */
	ignoresUpdatesSince?: boolean;
	fields: FieldsOfType;
}

const PEOPLE_FILTERS = ['departments', 'seniorities', 'job_titles'];
const ANY_COMPANY = { required: ['domain'], optional: ['profile_url', 'include_historical'] };
const UNFILTERED_COMPANY: FieldsOfType = { ...ANY_COMPANY, mayIgnore: PEOPLE_FILTERS };
const FILTERED_COMPANY: FieldsOfType = {
	...ANY_COMPANY,
	optional: [...ANY_COMPANY.optional, ...PEOPLE_FILTERS],
};
const SOCIAL_CONTACT: FieldsOfType = { expected: ['profile_url'], optional: ['domain', 'full_name'] };
const EVERYTHING: FieldsOfType = { mayIgnore: ['keyword'] };

/** All that the nodes know of a radar type. Its group is the first word of its value. */
const TYPES = {
	company_new_hires: {
		option: { name: 'New Hires', description: 'People who joined the company' },
		event: { name: 'New Hire at a Company', description: 'Someone joined a company' },
		ignoresUpdatesSince: true,
		fields: FILTERED_COMPANY,
	},
	company_job_openings: {
		option: { name: 'Job Openings', description: 'Jobs posted by the company' },
		event: { name: 'Job Opening at a Company', description: 'A company posted a job' },
		fields: FILTERED_COMPANY,
	},
	company_promotions: {
		option: { name: 'Promotions', description: 'People promoted at the company' },
		event: { name: 'Promotion at a Company', description: 'Someone was promoted at a company' },
		ignoresUpdatesSince: true,
		fields: FILTERED_COMPANY,
	},
	company_reviews: {
		option: { name: 'Reviews', description: 'Reviews of the company' },
		event: { name: 'Review of a Company', description: 'Someone reviewed a company' },
		fields: UNFILTERED_COMPANY,
	},
	company_mentions: {
		option: { name: 'Mentions', description: 'Mentions of the company in news and posts' },
		event: { name: 'Mention of a Company', description: 'News or a post mentions a company' },
		fields: UNFILTERED_COMPANY,
	},
	company_social_posts: {
		option: { name: 'Social Posts', description: 'Posts by the company' },
		event: { name: 'Post by a Company', description: 'A company posted' },
		fields: UNFILTERED_COMPANY,
	},
	company_social_posts_cxo: {
		option: { name: 'Social Posts of Executives', description: "Posts by the company's executives" },
		event: { name: 'Post by a Company Executive', description: "One of a company's executives posted" },
		fields: FILTERED_COMPANY,
	},
	company_social_engagements: {
		option: { name: 'Social Engagements', description: "People who react to the company's posts" },
		event: { name: "Engagement With a Company's Post", description: "Someone reacted to a company's post" },
		fields: UNFILTERED_COMPANY,
	},
	contact_job_changes: {
		option: {
			name: 'Job Changes',
			description:
				'The person changes jobs, gets promoted or leaves. Needs a profile URL, an email or a full name.',
		},
		event: { name: 'Contact Changed Jobs', description: 'A person changed jobs, was promoted or left' },
		fields: { expected: ['domain'], oneOf: ['profile_url', 'email', 'full_name'] },
	},
	contact_social_posts: {
		option: { name: 'Social Posts', description: 'Posts by the person' },
		event: { name: 'Post by a Contact', description: 'A person posted' },
		fields: SOCIAL_CONTACT,
	},
	contact_social_engagements: {
		option: { name: 'Social Engagements', description: "People who react to the person's posts" },
		event: { name: "Engagement With a Contact's Post", description: "Someone reacted to a person's post" },
		fields: SOCIAL_CONTACT,
	},
	industry_mentions: {
		option: { name: 'Mentions', description: 'Mentions of a keyword in news and posts' },
		event: { name: 'Mention of a Keyword', description: 'News or a post mentions a keyword' },
		fields: { expected: ['keyword'] },
	},
	industry_funding_rounds: {
		option: { name: 'Funding Rounds', description: 'Companies that raised money' },
		event: { name: 'Funding Round', description: 'A company raised money' },
		fields: EVERYTHING,
	},
	industry_new_companies: {
		option: { name: 'New Companies', description: 'Newly founded companies' },
		event: { name: 'New Company', description: 'A company was founded' },
		fields: EVERYTHING,
	},
	industry_job_openings: {
		option: { name: 'Job Openings', description: 'Jobs that match a keyword' },
		event: { name: 'Job Opening for a Keyword', description: 'A job matches a keyword' },
		fields: { expected: ['keyword'], optional: ['countries'] },
	},
} satisfies Record<string, TypeFacts>;

export type RadarType = keyof typeof TYPES;
export const RADAR_TYPE_FACTS: Readonly<Record<RadarType, TypeFacts>> = TYPES;
export const RADAR_TYPES = Object.keys(TYPES) as RadarType[];

type FieldUse = keyof FieldsOfType;

/** The ways in which the service is taken to look at a field. */
export const WORKING_USES: FieldUse[] = ['required', 'expected', 'oneOf', 'optional'];

/** The radar types that use the field in one of these ways. */
export const typesWith = (field: string, uses: FieldUse[] = [...WORKING_USES, 'mayIgnore']): RadarType[] =>
	RADAR_TYPES.filter((type) => uses.some((use) => RADAR_TYPE_FACTS[type].fields[use]?.includes(field)));

export const TYPES_THAT_IGNORE_UPDATES_SINCE = RADAR_TYPES.filter(
	(type) => RADAR_TYPE_FACTS[type].ignoresUpdatesSince,
);

/** `inactive` may be a paid month (docs/contributing/api.md, Radar states). */
export const RADAR_STATUSES = ['active', 'inactive'] as const;

/** docs/contributing/api.md, Events. */
export const UPDATE_TYPES = ['radar_finding', 'radar_failure', 'radar_created', 'bulk_completed'] as const;
export type UpdateType = (typeof UPDATE_TYPES)[number];

export const GROUP_NAMES = { company: 'Company', contact: 'Contact', industry: 'Industry' } as const;
export type Group = keyof typeof GROUP_NAMES;
export const GROUPS = Object.keys(GROUP_NAMES) as Group[];

export const isRadarType = (value: string): value is RadarType => RADAR_TYPES.some((type) => type === value);

/** The name of a radar type, also of one that isn't known. */
export const radarTypeName = (type: string): string =>
	isRadarType(type) ? RADAR_TYPE_FACTS[type].option.name : type;

/** The name with its group: "Contact: Job Changes". */
export const radarTypeWithGroup = (type: string): string =>
	isRadarType(type) ? `${GROUP_NAMES[type.split('_', 1)[0] as Group]}: ${radarTypeName(type)}` : type;

/** The name with its value, for those who write values: `New Hires (company_new_hires)`. */
export const radarTypeWithValue = (type: string): string => `${radarTypeName(type)} (${type})`;

/** The kinds of a test event. */
export const SAMPLE_NAMES = { radar_finding: 'Radar Finding', radar_failure: 'Radar Failed' } as const;
export type SampleType = keyof typeof SAMPLE_NAMES;
export const SAMPLE_TYPES = Object.keys(SAMPLE_NAMES) as SampleType[];
