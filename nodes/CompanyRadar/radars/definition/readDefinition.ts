import { fieldName, GROUPS } from '../../../shared/api/names';
import { trimText } from '../../../shared/basics/plainText';
import { typeField } from '../../../shared/parameters/fieldOptions';
import { checkCustomFieldRows, checkCustomFields } from '../../../shared/validation/nameValues';
import { TITLE_PATHS, TITLES_MODE } from '../../../shared/parameters/titleFields';
import { checkRadarDefinition, type CheckedDefinition } from '../../../shared/validation/radarDefinition';
import {
	checkObject,
	checkTextList,
	isBlank,
	isEmpty,
	IS_EMPTY,
} from '../../../shared/validation/primitives';
import { invalid, valid, type ValidationResult } from '../../../shared/validation/result';
import type { ParameterReader } from '../../../shared/parameters/parameterReader';

/** The editor's field for job titles as an expression. */
const TITLE_EXPRESSION = 'Title Expression';

/** Accepts any value, because the definition is checked as a whole. */
const unchecked = (value: unknown) => valid(value);

/** A filter, as a list in any form. A filter that is set must not be empty; its values are checked with the definition. */
const readFilter = (read: ParameterReader, name: string) =>
	read.optional(name, (value) => checkTextList(value, 'Enter names.'));

/** Refuses an empty expression, because a radar without the filter is a different one, and charged. */
const checkTitleExpression = (value: unknown): ValidationResult<unknown> =>
	isEmpty(value) ? invalid(IS_EMPTY, "Enter an expression, or set 'Job Titles' to 'Any'.") : valid(value);

const readTitleLists = (read: ParameterReader): object =>
	Object.fromEntries(
		Object.entries(TITLE_PATHS)
			.map(([list, path]) => [list, read.optional(path, unchecked)] as const)
			.filter(([, titles]) => titles !== undefined),
	);

function readJobTitles(read: ParameterReader): unknown {
	switch (read.raw(TITLES_MODE)) {
		case 'build':
			return readTitleLists(read);
		case 'expression':
			return read.value('jobTitles', checkTitleExpression);
		default:
			return undefined;
	}
}

const ROWS = 'additionalFields.customFields.fields';
const JSON_FIELDS = 'additionalFields.customFieldsJson';

/** Returns whether a person typed the value of a row, instead of an expression. */
function typedRows({ parameters }: ParameterReader): (row: number) => boolean {
	const written = parameters.asWritten(ROWS);
	return (row) =>
		!String(Array.isArray(written) ? (written[row] as { value?: unknown }).value : '=').startsWith('=');
}

function readCustomFields(read: ParameterReader): Record<string, string> | undefined {
	const rows = read.raw(ROWS);
	const fromRows = isBlank(rows)
		? undefined
		: read.accept(fieldName('custom_fields'), checkCustomFieldRows(rows, typedRows(read)));
	const fromJson = read.optional(
		JSON_FIELDS,
		(value) => checkCustomFields(value, !read.parameters.isChanging(JSON_FIELDS)),
		{ mayBeEmpty: true },
	);
	const fields = { ...fromRows, ...fromJson };
	return Object.keys(fields).length > 0 ? fields : undefined;
}

/** The parameters that can hold each field of the definition. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
	radar_type: GROUPS.map(typeField),
	domain: ['domain', 'additionalFields.domain'],
	email: ['email'],
	profile_url: ['profileUrl', 'additionalFields.profileUrl'],
	full_name: ['fullName', 'additionalFields.fullName'],
	keyword: ['keyword'],
	countries: ['countries'],
	departments: ['departments'],
	seniorities: ['seniorities'],
	job_titles: ['jobTitles', ...Object.values(TITLE_PATHS)],
	updates_since: ['additionalFields.updatesSince'],
	custom_fields: [ROWS, JSON_FIELDS],
	webhook_url: ['additionalFields.webhookUrl'],
};

/** A field that says who is monitored. The editor shows some of them in one of two places. */
const readTarget = (read: ParameterReader, name: string): unknown =>
	PATHS[name]
		?.map((path) => read.optional(path, unchecked, { mayBeEmpty: true }))
		.find((value) => value !== undefined);

/** The radar type of the selected group. */
const readRadarType = (read: ParameterReader): unknown =>
	read.raw(typeField(GROUPS.find((name) => name === read.raw('group')) ?? 'company'));

/** Whether an expression gives the value. A model leaves a field empty on purpose. */
const isFromItem = ({ parameters }: ParameterReader, path: string): boolean =>
	parameters.isChanging(path) && !parameters.isForModel(path);

/** The custom fields whose expression yields nothing, or `custom_fields` for the JSON as a whole. */
function emptyCustomFields(read: ParameterReader): string[] {
	const valueOf = (path: string) => (isFromItem(read, path) ? read.raw(path) : []);
	const [rows, json] = [valueOf(ROWS), valueOf(JSON_FIELDS)];
	const isTyped = typedRows(read);
	const fromRows = (Array.isArray(rows) ? rows : [])
		.filter((_, row) => !isTyped(row))
		.map((row) => Object(row) as { name?: unknown; value?: unknown })
		.map(({ name, value }) => [String(name), value] as const);
	const fromJson = checkObject(json, '');
	const empty = [...fromRows, ...(fromJson.ok ? fromJson.value : [])].filter(([, value]) => isBlank(value));
	const names = empty.map(([name]) => `custom_fields.${trimText(name)}`);
	return isBlank(json) ? ['custom_fields', ...names] : names;
}

/** Reads the definition fields of one item and checks them as a whole. */
export function readDefinition(read: ParameterReader): CheckedDefinition {
	const body = {
		radar_type: readRadarType(read),
		domain: readTarget(read, 'domain'),
		email: readTarget(read, 'email'),
		profile_url: readTarget(read, 'profile_url'),
		full_name: readTarget(read, 'full_name'),
		keyword: readTarget(read, 'keyword'),
		countries: readFilter(read, 'countries'),
		departments: readFilter(read, 'departments'),
		seniorities: readFilter(read, 'seniorities'),
		job_titles: readJobTitles(read),
		updates_since: read.optional('additionalFields.updatesSince', unchecked),
		custom_fields: readCustomFields(read),
		webhook_url: read.optional('additionalFields.webhookUrl', unchecked),
	};
	const fieldNameOf = (part = '') =>
		part === 'job_titles' && read.raw(TITLES_MODE) === 'expression' ? TITLE_EXPRESSION : fieldName(part);
	const filled = Object.fromEntries(Object.entries(body).filter(([, value]) => !isBlank(value)));
	const checked = read.accept(
		fieldNameOf,
		checkRadarDefinition(filled, {
			...read.context,
			isForm: true,
			isForModel: (name) => PATHS[name]?.some((path) => read.parameters.isForModel(path)) === true,
		}),
	);
	// Without an expression, an empty field is intended.
	const empty = Object.entries(PATHS)
		.filter(([name, paths]) => !(name in filled) && paths.some((path) => isFromItem(read, path)))
		.map(([name]) => name)
		.filter((name) => name !== 'custom_fields');
	return { ...checked, unset: [...empty, ...emptyCustomFields(read)] };
}
