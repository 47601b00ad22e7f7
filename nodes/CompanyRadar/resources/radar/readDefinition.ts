import type { RadarDefinition } from '../../../shared/api/types';
import { checkRadarDefinition } from '../../../shared/validation/radarDefinition';
import { checkCustomFieldRows, checkCustomFields } from '../../../shared/validation/nameValues';
import { compileJobTitles } from '../../../shared/validation/jobTitles';
import { isBlank, checkTextList } from '../../../shared/validation/primitives';
import { invalid } from '../../../shared/validation/result';
import type { ParameterReader } from '../../../shared/parameterReader';

/** The editor's name of each field of a creation body. */
export const FIELD_NAMES = {
	radar_type: 'Radar Type',
	domain: 'Company Domain',
	email: 'Email',
	profile_url: 'Profile URL',
	full_name: 'Full Name',
	keyword: 'Keyword',
	countries: 'Countries',
	departments: 'Departments',
	seniorities: 'Seniorities',
	job_titles: 'Title Expression',
	updates_since: 'Updates Since',
	custom_fields: 'Custom Fields',
	webhook_url: 'Webhook URL',
};

const TITLE_LISTS = ['anyOf', 'allOf', 'noneOf', 'exact'];

const MORE_FIX = 'Enter names separated by commas.';

const fieldName = (part = ''): string =>
	new Map(Object.entries(FIELD_NAMES)).get(part.split('.', 1)[0] ?? '') ?? (part || 'Radar');

/** Checks a creation body that the editor's fields hold, and names them as the editor does. `pathsOf` says where a field stands. */
export function checkFields(
	read: ParameterReader,
	body: object,
	pathsOf: (name: string) => string[],
): RadarDefinition {
	const { now, timeZone, serviceIsLoopback } = read;
	const isForModel = (name: string) => pathsOf(name).some((path) => read.isForModel(path));
	const result = checkRadarDefinition(body, { now, timeZone, serviceIsLoopback, isForModel });
	if (!result.ok) return read.unwrap(fieldName, result);
	const hints = result.hints.map((hint) => hint.replace(/^\w+(?=: )/, fieldName));
	return read.unwrap(fieldName, { ...result, hints });
}

const given = (body: object): object =>
	Object.fromEntries(Object.entries(body).filter(([, value]) => !isBlank(value)));

const checkList = (value: unknown) => checkTextList(value, MORE_FIX);

/** The chosen values, which an expression may give in any form of a list, and those typed below them. */
function readFilter(read: ParameterReader, name: string, more: string): string[] | undefined {
	const lists = [name, `additionalFields.${more}`].flatMap((path) => read.optional(path, checkList) ?? []);
	return lists.length === 0 ? undefined : lists;
}

/** Where a filter was asked for, none at all would be another radar, and it would be paid for. */
function readTitleExpression(read: ParameterReader): unknown {
	const expression = read.raw('jobTitles');
	if (!isBlank(expression)) return expression;
	const fix = "Enter an expression, or set 'Job Titles' to 'Any'.";
	return read.unwrap(FIELD_NAMES.job_titles, invalid('The value is empty.', fix));
}

function readJobTitles(read: ParameterReader): unknown {
	switch (read.raw('jobTitlesMode')) {
		case 'build':
			for (const list of TITLE_LISTS) read.given(`jobTitlesBuild.${list}`);
			return read.unwrap('Titles', compileJobTitles(read.raw('jobTitlesBuild')));
		case 'expression':
			return readTitleExpression(read);
		default:
			return undefined;
	}
}

function readCustomFields(read: ParameterReader): Record<string, string> | undefined {
	const rows = read.raw('additionalFields.customFields.fields');
	const fromRows = isBlank(rows) ? undefined : read.unwrap('Custom Fields', checkCustomFieldRows(rows));
	const fromJson = read.optional('additionalFields.customFieldsJson', checkCustomFields);
	const fields = { ...fromRows, ...fromJson };
	return Object.keys(fields).length > 0 ? fields : undefined;
}

/** Where the editor may hold a field of a creation body. */
function pathsOf(name: string): string[] {
	const path = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	const more = `more${path.charAt(0).toUpperCase()}${path.slice(1)}`;
	return [path, `${path}Build`, `additionalFields.${path}`, `additionalFields.${more}`];
}

/** Who is watched. The editor shows each field in one of two places. */
const readTarget = (read: ParameterReader, name: string): unknown =>
	read.cell(name) ?? read.cell(`additionalFields.${name}`);

/** Reads the definition fields of one item and checks them as a whole. */
export function readDefinition(read: ParameterReader): RadarDefinition {
	const body = given({
		radar_type: read.raw('radarType'),
		domain: read.raw('domain') ?? read.cell('additionalFields.domain'),
		email: read.cell('email'),
		profile_url: readTarget(read, 'profileUrl'),
		full_name: readTarget(read, 'fullName'),
		keyword: read.raw('keyword'),
		countries: readFilter(read, 'countries', 'moreCountries'),
		departments: readFilter(read, 'departments', 'moreDepartments'),
		seniorities: readFilter(read, 'seniorities', 'moreSeniorities'),
		job_titles: readJobTitles(read),
		updates_since: read.given('additionalFields.updatesSince'),
		custom_fields: readCustomFields(read),
		webhook_url: read.given('additionalFields.webhookUrl'),
	});
	return checkFields(read, body, pathsOf);
}
