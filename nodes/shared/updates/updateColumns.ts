import type { IDataObject } from 'n8n-workflow';

import type { RadarType, UpdateType } from '../api/radarTypes';
import { isObject } from '../values/basics/values';
import type { NextStep } from './crmColumns';

/** An update under Simplify. The columns stand in this order; UPDATE_COLUMNS says which of them a type has. */
export interface SimplifiedUpdate {
	/** What happened, in one line. */
	summary: string;
	/** The name of the company. May be empty: then use `domain` or `summary`. */
	company?: string;
	/** The domain of the same company. */
	domain?: string | null;
	/** The person the finding is about. */
	full_name?: string | null;
	/** The job title of the person, or of the opening. */
	title?: string | null;
	/** The level of the title: owner, c_level, vice_president, head, director, manager or other. */
	level?: string;
	/** Where to read more: the profile of a person, the post, the job, or the company's website. */
	link?: string | null;
	/** When it happened or, where that is not known, when the radar found it. */
	date?: string | null;
	/** Of a job change: new_company_role, additional_role, promotion or departure. */
	change_type?: string;
	/** Of a hire, a job change or a failure. `new_contact`: add the person at the company, and close their old record if you have one. `close_old_record`: they left. `alert_owner`: they're still there. `check_radar`: the radar failed or stopped. */
	do_next?: NextStep;
	/** Of a promotion. */
	previous_title?: string;
	/** Of a job change: the company that the person comes from. */
	previous_company?: string;
	/** Of a review, such as 4 or 4/5. */
	rating?: number | string;
	/** Of an engagement, such as comment or reaction. */
	engagement_type?: string;
	/** Where a review or a mention was published. */
	source?: string;
	/** Of a funding round. */
	amount_usd?: number;
	/** Of a funding round, such as Series A. */
	round?: string;
	/** Of a new company. */
	industry?: string;
	/** The country of the person, the job or the new company. */
	country?: string;
	/** The text of the review, mention, post, comment or job description. */
	text?: string;
	/** The profile of the person, or the page of the company that posted. */
	profile_url?: string;
	/** Of a failure, such as insufficient_funds. */
	reason?: string;
	/** Of a failure: the values that it is about. */
	field?: string;
	/** Of a failure: the service's status code, such as 402. */
	code?: number;
	/** Of a failure: what the service says. */
	message?: string;
	/** Of a failure. */
	refund_amount_usd?: number;
	/** Of a failure: the radar that exists. */
	conflicting_radar_id?: string;
	/** Of a failure: for the service's support. */
	error_id?: string;
	/** Of a completed bulk request. */
	total?: number;
	/** Of a completed bulk request. */
	created?: number;
	/** Of a completed bulk request. */
	failed?: number;
	/** Of a completed bulk request: the event of each radar. */
	radars?: IDataObject[];
	/** When the service found it. */
	found_at?: string;
	/** The same in each update about the same person, job, post or company, for the upsert of a CRM. At most 64 characters. */
	upsert_key: string;
	radar_type?: string;
	update_type: string;
	custom_fields: { [name: string]: string };
	radar_id?: string;
	/** Of a bulk request. */
	bulk_id?: string;
	/** Of a bulk request: the position of the radar. */
	item_index?: number;
	/** Of the record that the radar found, such as a post. */
	record_id?: string | null;
	update_id: string;
	/** Members of the content that no column of the type takes. */
	[name: string]: IDataObject[string];
}

type KnownNames<Type> = keyof { [Name in keyof Type as string extends Name ? never : Name]: Type[Name] };

/** Where a column takes its value: the first of these paths that leads to one. */
export type Columns = { readonly [Name in KnownNames<SimplifiedUpdate>]?: string | readonly string[] };

/** The company that the radar monitors. */
const MONITORED = { company: 'company_name', domain: 'radar.domain' };
const COMPANY = { company: 'company_name', domain: 'company_domain' };
/** Of the title. */
const LEVEL = { level: 'event.level' };
const AUTHOR = { full_name: 'author.name', title: 'author.title', ...LEVEL };
const COMPANY_OF_AUTHOR = { company: 'author.company_name', domain: 'author.company_domain' };
/** The person that the radar monitors, for content without a name. */
const CONTACT = ['radar.full_name', 'radar.custom_fields.full_name'];

const POST = { link: 'post_url', date: 'post_posted_at', text: 'post_content' };
const MENTION = {
	...AUTHOR,
	link: 'mention_url',
	date: 'mention_posted_at',
	source: 'mention_channel',
	text: 'mention_content',
	profile_url: 'author.profile_url',
};
const ENGAGEMENT = {
	...COMPANY_OF_AUTHOR,
	...AUTHOR,
	link: 'post_url',
	date: 'event.discovered_at',
	engagement_type: 'engagement_type',
	text: 'engagement_content',
	profile_url: 'author.profile_url',
};
const JOB = {
	title: 'job_title',
	...LEVEL,
	link: 'job_url',
	date: 'job_posted_at',
	country: 'country',
	text: 'job_description',
};

/**
 * The columns of each type of update between `summary` and the IDs, in their order, with their places in its content.
 * `radar` is the `data` of the event, `role` the role that a job change is about, `event.level` the level of the title, and
 * `event.do_next` what to do about it.
 */
export const UPDATE_COLUMNS: Readonly<Record<RadarType | Exclude<UpdateType, 'radar_finding'>, Columns>> = {
	company_new_hires: {
		...MONITORED,
		full_name: 'full_name',
		title: 'title',
		...LEVEL,
		link: 'profile_url',
		date: 'start_date',
		do_next: 'event.do_next',
		country: 'country',
		profile_url: 'profile_url',
	},
	company_job_openings: { ...MONITORED, ...JOB },
	company_promotions: {
		...MONITORED,
		full_name: 'full_name',
		title: 'current_title',
		...LEVEL,
		link: 'profile_url',
		date: 'promotion_date',
		previous_title: 'previous_title',
		country: 'country',
		profile_url: 'profile_url',
	},
	company_reviews: {
		...MONITORED,
		title: AUTHOR.title,
		...LEVEL,
		link: 'review_url',
		date: 'reviewed_at',
		rating: 'review_rating',
		source: 'review_source',
		text: 'review_content',
	},
	company_mentions: { ...MONITORED, ...MENTION },
	company_social_posts: { ...MONITORED, ...POST, profile_url: 'author.profile_url' },
	company_social_posts_cxo: { ...MONITORED, ...AUTHOR, ...POST, profile_url: 'author.profile_url' },
	company_social_engagements: ENGAGEMENT,
	contact_job_changes: {
		company: 'role.company_name',
		domain: 'role.company_domain',
		full_name: ['full_name', ...CONTACT],
		title: 'role.title',
		...LEVEL,
		link: 'profile_url',
		date: 'role.date',
		change_type: 'change_type',
		do_next: 'event.do_next',
		previous_company: 'previous_role.company_name',
		profile_url: 'profile_url',
	},
	contact_social_posts: {
		...COMPANY_OF_AUTHOR,
		full_name: ['author.name', ...CONTACT],
		title: 'author.title',
		...LEVEL,
		...POST,
		profile_url: ['author.profile_url', 'radar.profile_url'],
	},
	contact_social_engagements: ENGAGEMENT,
	industry_mentions: { ...COMPANY_OF_AUTHOR, ...MENTION },
	industry_funding_rounds: {
		...COMPANY,
		link: 'link',
		date: 'announced_at',
		amount_usd: 'amount_usd',
		round: 'round',
	},
	industry_new_companies: {
		...COMPANY,
		link: 'link',
		date: 'founded_at',
		industry: 'industry',
		country: 'country',
	},
	industry_job_openings: { ...COMPANY, ...JOB },
	radar_failure: {
		domain: 'radar.domain',
		date: ['discovered_at', 'completed_at'],
		do_next: 'event.do_next',
		reason: 'reason',
		field: 'field',
		code: 'code',
		message: 'message',
		refund_amount_usd: 'refund_amount_usd',
		conflicting_radar_id: 'conflicting_radar_id',
		error_id: 'error_id',
	},
	radar_created: { domain: 'radar.domain', full_name: 'radar.full_name', date: 'completed_at' },
	bulk_completed: {
		date: 'completed_at',
		total: 'summary.total',
		created: 'summary.created',
		failed: 'summary.failed',
	},
};

/** The columns of all types, for n8n's assistant. */
export const UPDATE_OUTPUT = [
	'summary',
	...new Set(Object.values(UPDATE_COLUMNS).flatMap((columns) => Object.keys(columns))),
	'upsert_key',
	'radar_type',
	'update_type',
	'custom_fields',
	'radar_id',
	'update_id',
].join(', ');

/** For findings of unknown radar types, and for updates of unknown types. */
const UNKNOWN_COLUMNS: Columns = {
	...MONITORED,
	full_name: ['full_name', 'author.name'],
	title: 'title',
	...LEVEL,
	link: 'link',
	date: ['event.discovered_at', 'event.completed_at'],
};

/** Members of the content that Simplify leaves out, where no column takes them. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
	'author',
	'first_name',
	'job_source',
	'last_name',
	'new_role',
	'post_posted_at',
	'previous_role',
]);

export const isValue = (value: unknown): boolean =>
	typeof value === 'number' || (typeof value === 'string' && value !== '');

export const valueAt = (source: unknown, path: string): unknown =>
	path.split('.').reduce((value, name) => (isObject(value) ? value[name] : undefined), source);

export const columnsOf = (type: unknown): Columns =>
	Object.hasOwn(UPDATE_COLUMNS, String(type))
		? UPDATE_COLUMNS[type as keyof typeof UPDATE_COLUMNS]
		: UNKNOWN_COLUMNS;

export const pathsOf = (paths: string | readonly string[]): readonly string[] => [paths].flat();

/** The columns with their values in the source; null if there is none. */
export const columnValues = (columns: Columns, source: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(columns).map(([name, paths]) => [
			name,
			pathsOf(paths)
				.map((path) => valueAt(source, path))
				.find(isValue) ?? null,
		]),
	) as IDataObject;

/** The role that a job change is about, with its company. Departures and promotions without a company are at the radar's domain. */
function roleIn(content: IDataObject, domain: IDataObject[string]): IDataObject {
	const { change_type: change } = content;
	const left = change === 'departure';
	const given = left ? content.previous_role : content.new_role;
	const role = isObject(given) ? given : {};
	const isAtRadar = !role.company_name && !role.company_domain && (left || change === 'promotion');
	return {
		...role,
		...(isAtRadar ? { company_domain: domain } : {}),
		date: left ? role.end_date : role.start_date,
	};
}

/** Where the paths of a finding's columns lead. */
export const findingSource = (event: IDataObject, radar: IDataObject, content: IDataObject): IDataObject => ({
	...content,
	radar,
	event,
	role: roleIn(content, radar.domain),
});

/** The parts of an event. `type` is the radar type of a finding, or else the update type. */
export function partsOf(event: IDataObject) {
	const data = isObject(event.data) ? event.data : {};
	// `radar_type` may stand at the top or in `data`.
	const radar: IDataObject = { ...data, radar_type: event.radar_type ?? data.radar_type };
	// Apart from findings, only types that this version doesn't know have content.
	const content = isObject(event.content) ? event.content : {};
	const isFinding = event.update_type === 'radar_finding';
	return { data, radar, content, isFinding, type: String(isFinding ? radar.radar_type : event.update_type) };
}

/** Only the columns of these names, which takes a fraction of the time. */
export function columnsNamed<Name extends keyof Columns>(
	event: IDataObject,
	names: readonly Name[],
): Pick<SimplifiedUpdate, Name> {
	const { radar, content, type } = partsOf(event);
	const columns = columnsOf(type);
	const named = Object.fromEntries(names.flatMap((name) => (columns[name] ? [[name, columns[name]]] : [])));
	return columnValues(named as Columns, findingSource(event, radar, content)) as Pick<SimplifiedUpdate, Name>;
}
