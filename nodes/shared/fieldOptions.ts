import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DEPARTMENTS, FIELDS_OF_TYPE, SENIORITIES } from './api/assumptions';
import COUNTRIES from './api/countries.json';
import { GROUP_NAMES, GROUPS, RADAR_TYPE_NAMES, type Group } from './api/names';
import { RADAR_TYPES, type RadarType, type UpdateType } from './api/radarTypes';
import { DEFINITION_FIELDS } from './validation/radarDefinition';

const RADAR_TYPE_DESCRIPTIONS: Readonly<Record<RadarType, string>> = {
	company_job_openings: 'Jobs posted by the company',
	company_mentions: 'Mentions of the company in news and posts',
	company_new_hires: 'People who joined the company',
	company_promotions: 'People promoted at the company',
	company_reviews: 'Reviews of the company',
	company_social_engagements: "People who react to the company's posts",
	company_social_posts: 'Posts by the company',
	company_social_posts_cxo: "Posts by the company's executives",
	contact_job_changes: 'The person changes jobs, gets promoted or leaves',
	contact_social_engagements: "People who react to the person's posts",
	contact_social_posts: 'Posts by the person',
	industry_funding_rounds: 'Companies that raised money',
	industry_job_openings: 'Jobs that match a keyword',
	industry_mentions: 'Mentions of a keyword in news and posts',
	industry_new_companies: 'Newly founded companies',
};

/** The radar types of a group as the editor offers them, in alphabetical order. */
export const radarTypeOptions = (group: Group): INodePropertyOptions[] =>
	RADAR_TYPES.filter((type) => type.startsWith(`${group}_`))
		.map((value) => ({
			name: RADAR_TYPE_NAMES[value],
			value,
			description: RADAR_TYPE_DESCRIPTIONS[value],
		}))
		.sort((a, b) => (a.name < b.name ? -1 : 1));

/** All radar types in one list, each with its group in front. */
export const ALL_RADAR_TYPE_OPTIONS: INodePropertyOptions[] = GROUPS.flatMap((group) =>
	radarTypeOptions(group).map((option) => ({ ...option, name: `${GROUP_NAMES[group]}: ${option.name}` })),
);

/** The field that holds the radar type of a group: each keeps its own, so that group and type can't disagree. */
export const typeField = (group: Group): string => `${group}RadarType`;

type FieldUse = keyof (typeof FIELDS_OF_TYPE)[RadarType];

/** The radar types that use the field in one of these ways. */
export const typesWith = (field: string, uses: FieldUse[] = ['required', 'oneOf', 'optional']): RadarType[] =>
	RADAR_TYPES.filter((type) => uses.some((use) => FIELDS_OF_TYPE[type][use]?.includes(field)));

/** A finding of a radar type, or an update type; `radar_finding` means every finding. */
export type RadarEvent = RadarType | UpdateType;

const EVENTS: Record<RadarEvent, { name: string; description: string }> = {
	radar_finding: { name: 'Any Finding', description: 'Anything your radars find, of any type' },
	bulk_completed: {
		name: 'Bulk Request Completed',
		description: 'A bulk request has processed all its radars. Needs a webhook delivery.',
	},
	contact_job_changes: {
		name: 'Contact Changed Jobs',
		description: 'A person changed jobs, was promoted or left',
	},
	company_social_engagements: {
		name: "Engagement With a Company's Post",
		description: "Someone reacted to a company's post",
	},
	contact_social_engagements: {
		name: "Engagement With a Contact's Post",
		description: "Someone reacted to a person's post",
	},
	industry_funding_rounds: { name: 'Funding Round', description: 'A company raised money' },
	company_job_openings: { name: 'Job Opening at a Company', description: 'A company posted a job' },
	industry_job_openings: { name: 'Job Opening for a Keyword', description: 'A job matches a keyword' },
	company_mentions: { name: 'Mention of a Company', description: 'News or a post mentions a company' },
	industry_mentions: { name: 'Mention of a Keyword', description: 'News or a post mentions a keyword' },
	industry_new_companies: { name: 'New Company', description: 'A company was founded' },
	company_new_hires: { name: 'New Hire at a Company', description: 'Someone joined a company' },
	company_social_posts: { name: 'Post by a Company', description: 'A company posted' },
	company_social_posts_cxo: {
		name: 'Post by a Company Executive',
		description: "One of a company's executives posted",
	},
	contact_social_posts: { name: 'Post by a Contact', description: 'A person posted' },
	company_promotions: { name: 'Promotion at a Company', description: 'Someone was promoted at a company' },
	radar_created: {
		name: 'Radar Created in Bulk',
		description: 'A radar from a bulk request was created. Needs a webhook delivery.',
	},
	radar_failure: {
		name: 'Radar Failed',
		description: "A radar couldn't be set up, or stopped because the balance ran out",
	},
	company_reviews: { name: 'Review of a Company', description: 'Someone reviewed a company' },
};

/** All events that can start a workflow. */
export const RADAR_EVENTS = Object.keys(EVENTS) as RadarEvent[];

export const nameOfEvent = (event: RadarEvent): string => EVENTS[event].name;

/** The node panel lists each option by its action. */
export const EVENT_OPTIONS = RADAR_EVENTS.map((value): INodePropertyOptions => {
	const { name, description } = EVENTS[value];
	return { name, value, description, action: name.charAt(0) + name.slice(1).toLowerCase() };
});

/**
 * The field, described to a model in another way than to a person: a model sees no lists, hints or other fields. Only where the
 * node is a tool does n8n show the second one.
 */
export const withToolDescription = (field: INodeProperties, description: string): INodeProperties[] => {
	const { show, hide } = field.displayOptions ?? {};
	return [
		{ ...field, displayOptions: { ...(show ? { show } : {}), hide: { ...hide, '@tool': [true] } } },
		{
			...field,
			description,
			displayOptions: { ...(hide ? { hide } : {}), show: { ...show, '@tool': [true] } },
		},
	];
};

const valueText = ({ value, description }: INodePropertyOptions): string =>
	description ? `${value} (${description.charAt(0).toLowerCase()}${description.slice(1)})` : String(value);

/** The values of a list with their meanings, for a model. */
export const listValues = (options: INodePropertyOptions[]): string => options.map(valueText).join(', ');

/** The list, described to a model with its values. */
export const withListedValues = (
	field: INodeProperties & { options: INodePropertyOptions[]; description: string },
): INodeProperties[] => withToolDescription(field, `${field.description}: ${listValues(field.options)}`);

/** The keys of a radar in JSON, for descriptions. */
export const RADAR_JSON_KEYS = [
	'radar_type (required, such as company_new_hires)',
	...DEFINITION_FIELDS.filter((name) => name !== 'include_historical'),
].join(', ');

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Any radar type. */
export const radarTypeField = (description: string): INodeProperties[] =>
	withListedValues({
		displayName: 'Radar Type',
		name: 'radarType',
		type: 'options',
		options: ALL_RADAR_TYPE_OPTIONS,
		default: 'company_new_hires',
		description,
	});

export const textField = (
	displayName: string,
	name: string,
	example: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${example}`,
	description,
});

/** A text between the fields. */
export const notice = (
	name: string,
	text: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties => ({
	displayName: text,
	name,
	type: 'notice',
	...(displayOptions ? { displayOptions } : {}),
	default: '',
});

export const filtersField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options,
});

export const titleExpression = (name: string): INodeProperties => ({
	...textField(
		'Title Expression',
		name,
		'"head of sales" OR (marketing AND NOT intern)',
		'Combine titles with AND, OR and AND NOT (in capitals). Put phrases in double quotes, group with parentheses, and use EXACT("title") for a whole title.',
	),
	typeOptions: { rows: 2 },
});

const listField = (displayName: string, name: string, values: readonly string[]): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	options: values.map((value) => ({ name: value, value })),
	default: [],
});

/** The fields that define a radar. Each node says when it shows them, and describes what differs. */
export const RADAR_FIELDS = {
	domain: textField('Company Domain', 'domain', 'example.com', "The company's domain"),
	profileUrl: textField(
		'Profile URL',
		'profileUrl',
		'https://profiles.example/in/jane-doe',
		'Page on a professional network: /in/ for a person, /company/ or /school/ for a company',
	),
	email: textField('Email', 'email', 'jane.doe@example.com', "The person's work email address"),
	fullName: textField('Full Name', 'fullName', 'Jane Doe', "The person's name"),
	keyword: textField('Keyword', 'keyword', 'industrial robots', 'Word or phrase to look for'),
	countries: listField('Countries', 'countries', COUNTRIES),
	departments: listField('Departments', 'departments', DEPARTMENTS),
	seniorities: listField('Seniorities', 'seniorities', [...SENIORITIES].sort()),
	jobTitles: { displayName: 'Title Expression', name: 'jobTitles', type: 'string', default: '' },
	updatesSince: { displayName: 'Updates Since', name: 'updatesSince', type: 'dateTime', default: '' },
} satisfies Record<string, INodeProperties>;
