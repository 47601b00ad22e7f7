import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../basics/json';
import { attempt } from './update';
import { summarizeEvent, summarizeFinding } from './summarizeUpdate';

/** An update under Simplify. A finding also has the members of its content, which depend on the radar type. */
export interface SimplifiedUpdate {
	/** What happened, in one line. */
	summary: string;
	radar_type?: string;
	/** The person the finding is about. */
	full_name?: string | null;
	/** The job title of the person, or of the opening. */
	title?: string | null;
	/** The name of the company or, where that is not known, its domain. */
	company?: string | null;
	domain?: string | null;
	/** When it happened. */
	date?: string | null;
	/** When the radar found it. */
	discovered_at?: string;
	/** Where to read more. */
	link?: string | null;
	/** Of a failure. */
	code?: number;
	/** Of a failure. */
	message?: string;
	/** Of a failure. */
	reason?: string;
	/** Of a failure. */
	refund_amount_usd?: number;
	/** Of a failure: the radar that exists. */
	conflicting_radar_id?: string;
	/** Of a completed bulk request. */
	total?: number;
	/** Of a completed bulk request. */
	created?: number;
	/** Of a completed bulk request. */
	failed?: number;
	/** Of a completed bulk request: the event of each radar. */
	radars?: IDataObject[];
	custom_fields: { [name: string]: string };
	update_type: string;
	record_id?: string;
	radar_id?: string;
	/** Of a bulk request. */
	bulk_id?: string;
	/** Of a bulk request: the position of the radar. */
	item_index?: number;
	update_id: string;
	/** The members of the content. */
	[name: string]: IDataObject[string];
}

/** The members at one level: `name` of `author` becomes `author_name`. */
const flatten = (content: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(content).flatMap(([name, value]) =>
			isObject(value)
				? Object.entries(value).map(([inner, each]) => [`${name}_${inner}`, each])
				: [[name, value]],
		),
	);

/** The same columns for findings of all types. Their content is not specified, so each column takes the first of its likely names. */
function findingColumns(event: IDataObject, radar: IDataObject, content: IDataObject) {
	const first = (...names: Array<string | undefined>): string | null => {
		const values = names.map((name) => content[name ?? '']);
		return values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
	};
	const names = Object.keys(content);
	const links = names.filter((name) => /(^|_)url$/.test(name) && /^https?:/.test(String(content[name])));
	const domain = (radar.domain as string | null) ?? first('company_domain', 'new_role_company_domain');
	const subject = {
		full_name: first('full_name', 'author_name', 'name'),
		title: first(
			...'title current_title new_role_title job_title previous_role_title author_title'.split(' '),
		),
		company: first('company_name', 'new_role_company_name', 'previous_role_company_name') ?? domain,
	};
	return {
		summary: summarizeFinding(String(radar.radar_type), subject, content),
		radar_type: radar.radar_type,
		...subject,
		domain,
		date: first(
			'new_role_start_date',
			'previous_role_end_date',
			...names.filter((name) => /_(date|at)$/.test(name)),
		),
		discovered_at: event.discovered_at,
		link:
			first(links.find((name) => !name.endsWith('profile_url')) ?? links[0]) ??
			(domain && `https://${domain}`),
	};
}

function failureColumns({ code, message, errors, refund_amount_usd }: IDataObject) {
	const entries = Array.isArray(errors) ? errors.filter(isObject) : [];
	return {
		code,
		message,
		reason: entries.map(({ reason }) => reason).join(', ') || undefined,
		refund_amount_usd,
		conflicting_radar_id: entries.find((entry) => entry.conflicting_radar_id)?.conflicting_radar_id,
	};
}

function eventColumns(event: IDataObject, radar: IDataObject) {
	const { total, created, failed } = isObject(event.summary) ? event.summary : {};
	return {
		summary: summarizeEvent(event, radar.domain ?? radar.keyword ?? radar.full_name ?? radar.profile_url),
		radar_type: radar.radar_type,
		domain: radar.domain,
		discovered_at: event.discovered_at ?? event.completed_at,
		...(event.update_type === 'radar_failure' ? failureColumns(event) : { total, created, failed }),
		...(Array.isArray(event.radars) ? { radars: event.radars.filter(isObject).map(simplifyEntry) } : {}),
	};
}

/** Only a bulk event has radars, and its entries have none of their own. */
const simplifyEntry = (event: IDataObject): IDataObject =>
	Array.isArray(event.radars) ? event : rowOf(event);

/**
 * An update of any type (docs/contributing/api.md, Events) as one row: what happened, to whom and when comes first, its IDs last.
 * A member of the content with the name of a column keeps its value under another name. What can't be simplified stays as it is.
 */
export const simplifyUpdate = (update: object): SimplifiedUpdate =>
	attempt(() => rowOf(update as IDataObject), { ...update } as SimplifiedUpdate);

function rowOf(event: IDataObject): SimplifiedUpdate {
	const data = isObject(event.data) ? event.data : {};
	// `radar_type` may stand at the top or in `data`.
	const radar = { ...data, radar_type: event.radar_type ?? data.radar_type };
	const content = isObject(event.content) ? flatten(event.content) : {};
	const isFinding = event.update_type === 'radar_finding';
	const columns: IDataObject = isFinding ? findingColumns(event, radar, content) : eventColumns(event, radar);
	const lastColumns: IDataObject = {
		custom_fields: data.custom_fields ?? event.custom_fields ?? {},
		update_type: event.update_type,
		record_id: event.record_id ?? undefined,
		radar_id: data.radar_id,
		bulk_id: event.bulk_id,
		item_index: event.item_index,
		update_id: event.update_id,
	};
	const contentColumns = Object.entries(content)
		.filter(([name, value]) => columns[name] !== value)
		.map(([name, value]) => [name in columns || name in lastColumns ? `content_${name}` : name, value]);
	const row = [...Object.entries(columns), ...contentColumns, ...Object.entries(lastColumns)];
	return Object.fromEntries(row.filter(([, value]) => value !== undefined)) as SimplifiedUpdate;
}
