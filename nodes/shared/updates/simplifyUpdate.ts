import type { IDataObject } from 'n8n-workflow';

import { ownCustomFields } from '../api/radarFields';
import { isRadarType } from '../api/radarTypes';
import { attempt, isObject, chunk } from '../values/basics/values';
import { oneLine } from '../values/basics/inWords';
import { nextStep, upsertKey } from './crmColumns';
import { levelOf } from '../values/basics/levels';
import { summarizeEvent, summarizeFinding } from './summarizeUpdate';
import {
	columnsNamed,
	columnsOf,
	columnValues,
	findingSource,
	isValue,
	LEFT_OUT,
	partsOf,
	pathsOf,
	valueAt,
	type Columns,
	type SimplifiedUpdate,
} from './updateColumns';
import { TimeSlice, withTimeout } from '../host/clock';
import { LIMITS } from '../api/limits';
import type { Radar } from '../api/types';
import { isUuid } from './update';

/** If a type has one of these columns, all of its findings have it, even if it is null. */
const ALWAYS = ['domain', 'full_name', 'title', 'link', 'date'];

const LAST_COLUMNS = [
	'found_at',
	'upsert_key',
	'radar_type',
	'update_type',
	'custom_fields',
	'radar_id',
	'bulk_id',
	'item_index',
	'record_id',
	'update_id',
] as const;

/** Finds a page or a date by the form of its name, since the API doesn't specify the content. */
function guess(content: IDataObject, form: RegExp): string | undefined {
	const texts = Object.entries(content).filter(([name, value]) => form.test(name) && isValue(value));
	return texts.map(([, value]) => String(value))[0];
}

const WEB_PAGE = /^https?:/;

function linkIn(columns: IDataObject, content: IDataObject): string | null {
	const candidates = [
		columns.link,
		guess(content, /^(?!.*profile_url).*url$/),
		guess(content, /profile_url$/),
	];
	const page = candidates.find((link) => typeof link === 'string' && WEB_PAGE.test(link));
	return (page as string | undefined) ?? (columns.domain ? `https://${String(columns.domain)}` : null);
}

/** The names of the members that columns with a value take. */
const takenBy = (columns: Columns, found: IDataObject): Set<string | undefined> =>
	new Set(
		Object.entries(columns)
			.filter(([column]) => found[column] !== null)
			.flatMap(([, paths]) => pathsOf(paths))
			.map((path) => path.split('.')[0]),
	);

/** The members of the content that no column takes or repeats. Those named like a column get the prefix `content_`. */
function otherMembers(content: IDataObject, taken: Set<string | undefined>, row: IDataObject): IDataObject {
	const guessed = [row.link, row.date];
	const names = new Set(['summary', 'do_next', ...Object.keys(row), ...LAST_COLUMNS]);
	return Object.fromEntries(
		Object.entries(content)
			.filter(
				([name, value]) =>
					!taken.has(name) && !LEFT_OUT.has(name) && value !== '' && !guessed.includes(value),
			)
			.map(([name, value]) => [names.has(name) ? `content_${name}` : name, value]),
	);
}

function findingColumns(event: IDataObject, radar: IDataObject, content: IDataObject): IDataObject {
	const type = String(radar.radar_type);
	const columns = columnsOf(type);
	const found = columnValues(columns, findingSource(event, radar, content));
	const row: IDataObject = {
		...found,
		link: linkIn(found, content),
		date: found.date ?? guess(content, /_(date|at)$/) ?? event.discovered_at,
	};
	if (row.previous_company === row.company) delete row.previous_company;
	return {
		summary: oneLine(summarizeFinding(type, row, radar.domain)),
		...row,
		...otherMembers(content, takenBy(columns, found), row),
	};
}

/** The columns of a failure that come from its `errors`. */
function failureColumns({ errors }: IDataObject): IDataObject {
	const entries = Array.isArray(errors) ? errors.filter(isObject) : [];
	return {
		reason: entries.map(({ reason }) => reason).join(', '),
		field: entries.flatMap(({ field }) => field || []).join(', '),
		conflicting_radar_id: entries.find((entry) => entry.conflicting_radar_id)?.conflicting_radar_id,
	};
}

function eventColumns(event: IDataObject, radar: IDataObject, content: IDataObject): IDataObject {
	const failure = failureColumns(event);
	const target = radar.domain ?? radar.keyword ?? radar.full_name ?? radar.profile_url;
	const columns = columnsOf(event.update_type);
	const found = columnValues(columns, { ...content, ...event, ...failure, radar, event });
	return {
		summary: oneLine(summarizeEvent(event, target, failure.reason)),
		...found,
		...otherMembers(content, takenBy(columns, found), found),
		...(Array.isArray(event.radars) ? { radars: event.radars.filter(isObject).map(simplifyEntry) } : {}),
	};
}

/** Only a bulk event has radars, and its entries have none of their own. */
const simplifyEntry = (event: IDataObject): IDataObject =>
	Array.isArray(event.radars) ? event : simplifiedRow(event);

/**
 * An update of any type (docs/contributing/api.md, Events) as one row: what happened, to whom and when comes first, its IDs last.
 * A member of the content with the name of a column keeps its value under another name. Nothing in one event
 * may fail another, so what can't be simplified stays as it is.
 */
export const simplifyUpdate = (update: object): SimplifiedUpdate =>
	attempt(() => simplifiedRow(update as IDataObject)) ?? ({ ...update } as SimplifiedUpdate);

function simplifiedRow(event: IDataObject): SimplifiedUpdate {
	const { data, radar, content, isFinding, type } = partsOf(event);
	const { title } = columnsNamed(event, ['title']);
	const ownWords = { do_next: nextStep(type, content), level: title ? levelOf(String(title)) : undefined };
	const columns = (isFinding ? findingColumns : eventColumns)({ ...event, ...ownWords }, radar, content);
	const lastColumns: Record<(typeof LAST_COLUMNS)[number], unknown> = {
		found_at: event.discovered_at ?? event.completed_at,
		upsert_key: upsertKey(type, (path) => valueAt({ ...content, radar, event }, path)),
		radar_type: radar.radar_type,
		update_type: event.update_type,
		custom_fields: ownCustomFields(data.custom_fields ?? event.custom_fields ?? {}),
		radar_id: data.radar_id,
		bulk_id: event.bulk_id,
		item_index: event.item_index,
		record_id: event.record_id,
		update_id: event.update_id,
	};
	const row = Object.entries({ ...columns, ...lastColumns });
	const isAlways = (name: string) =>
		isFinding && isRadarType(String(radar.radar_type)) && ALWAYS.includes(name);
	return Object.fromEntries(
		row.filter(([name, value]) => (value ?? null) !== null || isAlways(name)),
	) as SimplifiedUpdate;
}

/** The columns from here on are in all rows of updates. */
const FIRST_OF_LAST = 'upsert_key';

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The columns that any of the rows has. Rows keep the order of their own. */
function columnsIn(rows: readonly IDataObject[]): string[] {
	const columns: string[] = [];
	const kinds = new Map(rows.map((row) => [Object.keys(row).join(), row]));
	for (const row of kinds.values()) {
		let last = -1;
		for (const name of Object.keys(row)) {
			const at = columns.indexOf(name);
			if (at < 0) columns.splice(++last, 0, name);
			else last = at;
		}
	}
	return columns;
}

/**
 * Gives simplified updates the same columns in the same order, null where a row has none: n8n's table shows a column that only other rows
 * have as undefined. Those that no row lacks come first.
 * @param dropsEmpty whether to leave out columns without any value
 */
export async function alignRows(rows: readonly IDataObject[], dropsEmpty = false): Promise<IDataObject[]> {
	const slice = new TimeSlice();
	const counts = new Map(columnsIn(rows).map((name) => [name, 0]));
	for (const row of rows) {
		await slice.yieldToEventLoop();
		for (const [name, value] of Object.entries(row))
			if (hasValue(value)) counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const columns = [...counts.keys()].filter((name) => !dropsEmpty || counts.get(name) !== 0);
	const end = columns.includes(FIRST_OF_LAST) ? columns.indexOf(FIRST_OF_LAST) : columns.length;
	const isFull = (name: string) => counts.get(name) === rows.length;
	const isGap = (name: string) => !isFull(name);
	const first = columns.slice(0, end);
	const ordered = [...first.filter(isFull), ...first.filter(isGap), ...columns.slice(end)];
	const aligned: IDataObject[] = [];
	for (const row of rows) {
		await slice.yieldToEventLoop();
		aligned.push(Object.fromEntries(ordered.map((name) => [name, row[name] ?? null])));
	}
	return aligned;
}

interface RadarReader {
	allRadars(query: { radar_id: string }): AsyncIterable<Radar>;
}

/** Names are optional, so updates don't wait longer for them. */
const TIMEOUT_MS = 5000;

type Connect = () => RadarReader | Promise<RadarReader>;

async function readNames(ids: string[], connect: Connect, names: Map<string, string>): Promise<void> {
	const reader = await connect();
	for (const group of chunk(ids, LIMITS.listRadarIds)) {
		for await (const { radar_id: id, full_name: name } of reader.allRadars({ radar_id: group.join(',') }))
			if (name) names.set(id, name);
	}
}

/**
 * Fills in the person in rows of job changes that have no name, from the Full Name of the radar. Never throws: if the radars
 * can't be read, the rows stay as they are.
 */
export async function nameContacts(rows: IDataObject[], connect: Connect): Promise<void> {
	const nameless = rows.filter(
		({ radar_type: type, full_name: name }) => type === 'contact_job_changes' && name === null,
	);
	const ids = new Set(nameless.map(({ radar_id: id }) => id).filter(isUuid));
	if (ids.size === 0) return;
	const names = new Map<string, string>();
	await withTimeout(readNames([...ids], connect, names), TIMEOUT_MS).catch(() => undefined);
	for (const row of nameless) {
		row.full_name = names.get(String(row.radar_id)) ?? null;
		row.summary = oneLine(summarizeFinding(String(row.radar_type), row));
	}
}
