import {
	FIELD_NAMES,
	fieldName,
	GROUP_NAMES,
	GROUPS,
	isRadarType,
	radarTypeName,
} from '../../../shared/api/names';
import { typeField } from '../../../shared/parameters/fieldOptions';
import { checkCustomFieldRows, checkCustomFields } from '../../../shared/validation/nameValues';
import { TITLE_PATHS, TITLES_MODE } from '../../../shared/parameters/titleFields';
import { checkRadarDefinition, type CheckedDefinition } from '../../../shared/validation/radarDefinition';
import { checkTextList, isAny, isBlank, isEmpty, IS_EMPTY } from '../../../shared/validation/primitives';
import { invalid, valid } from '../../../shared/validation/result';
import type { ParameterReader } from '../../../shared/parameters/parameterReader';

/** In the editor, job titles as text stand in a field of their own. */
const TITLE_EXPRESSION = 'Title Expression';

/** Whatever was given: the definition as a whole is checked. */
const unchecked = (value: unknown) => valid(value);

/** A filter as it was given, which may be a list in any form: checked with the definition, but never missing. */
const readFilter = (read: ParameterReader, name: string): unknown =>
	read.optional<unknown>(name, (value) =>
		isAny(value) ? valid(value) : checkTextList(value, 'Enter names.'),
	);

/** An empty expression is refused: without the filter, it would be a different radar, and charged. */
function readTitleExpression(read: ParameterReader): unknown {
	const expression = read.raw('jobTitles');
	if (!isEmpty(expression)) return expression;
	return read.accept(
		TITLE_EXPRESSION,
		invalid(IS_EMPTY, "Enter an expression, or set 'Job Titles' to 'Any'."),
	);
}

/** The lists of titles that were given. */
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
			return readTitleExpression(read);
		default:
			return undefined;
	}
}

const ROWS = 'additionalFields.customFields.fields';
const JSON_FIELDS = 'additionalFields.customFieldsJson';

function readCustomFields(read: ParameterReader): Record<string, string> | undefined {
	const rows = read.raw(ROWS);
	const written = read.parameters.asWritten(ROWS);
	const isTyped = (row: number) =>
		!String(Array.isArray(written) ? (written[row] as { value?: unknown }).value : '=').startsWith('=');
	const fromRows = isBlank(rows)
		? undefined
		: read.accept(FIELD_NAMES.custom_fields ?? '', checkCustomFieldRows(rows, isTyped));
	const fromJson = read.optional(
		JSON_FIELDS,
		(value) => checkCustomFields(value, !read.parameters.isChanging(JSON_FIELDS)),
		{ mayBeEmpty: true },
	);
	const fields = { ...fromRows, ...fromJson };
	return Object.keys(fields).length > 0 ? fields : undefined;
}

/** `job_titles` is `jobTitles` in the editor. */
const camelCase = (name: string): string =>
	name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The parameters that may hold a field of a creation body. */
function parametersOf(name: string): string[] {
	const parameter = camelCase(name);
	return [
		parameter,
		`additionalFields.${parameter}`,
		...(name === 'radar_type' ? GROUPS.map(typeField) : []),
		...(name === 'job_titles' ? Object.values(TITLE_PATHS) : []),
	];
}

/** Who is monitored. The editor shows each field in one of two places. */
const readTarget = (read: ParameterReader, name: string): unknown =>
	[name, `additionalFields.${name}`]
		.map((path) => read.optional(path, unchecked, { mayBeEmpty: true }))
		.find((value) => value !== undefined);

/** The radar type of the group that is shown. */
function readRadarType(read: ParameterReader): unknown {
	const group = GROUPS.find((name) => name === read.raw('group')) ?? 'company';
	const type = read.raw(typeField(group));
	if (typeof type !== 'string' || !isRadarType(type) || type.startsWith(`${group}_`)) return type;
	const reason = `${radarTypeName(type)} isn't a radar type of ${GROUP_NAMES[group]}.`;
	read.accept('Radar Type', invalid(reason, "Choose another radar type, or change 'Monitor'."));
	return type;
}

const isGiven = ([, value]: [string, unknown]): boolean => !isBlank(value);

/** Reads the definition fields of one item and checks them as a whole. */
export function readDefinition(read: ParameterReader): CheckedDefinition {
	const body = {
		radar_type: readRadarType(read),
		domain: read.raw('domain') ?? read.optional('additionalFields.domain', unchecked, { mayBeEmpty: true }),
		email: readTarget(read, 'email'),
		profile_url: readTarget(read, 'profileUrl'),
		full_name: readTarget(read, 'fullName'),
		keyword: read.raw('keyword'),
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
	const checked = read.accept(
		fieldNameOf,
		checkRadarDefinition(Object.fromEntries(Object.entries(body).filter(isGiven)), {
			...read.context,
			isForm: true,
			isForModel: (name) => parametersOf(name).some((path) => read.parameters.isForModel(path)),
		}),
	);
	// What the form leaves open, the user left open.
	return { ...checked, unset: [] };
}
