import type { IDataObject } from 'n8n-workflow';

import { fieldName, fieldNameWithKey, radarTypeName } from '../../shared/api/names';
import type { RadarDefinition } from '../../shared/api/types';
import { firstLines } from '../../shared/basics/listed';
import { contextOf, type ParameterSource } from '../../shared/parameters/parameterReader';
import { definitionKey } from '../../shared/radars/sameRadar';
import { TITLE_OPTIONS, TITLE_PATHS, TITLES_MODE } from '../../shared/parameters/titleFields';
import { checkCustomFieldRows } from '../../shared/validation/nameValues';
import { isEmpty } from '../../shared/validation/primitives';
import { checkRadarList, type ListedRadar } from '../../shared/validation/radarList';
import { about, allOf } from '../../shared/validation/result';
import { InputError } from '../../shared/triggers/errors';

interface Rows {
	radar?: IDataObject[];
}

const BELOW = 'Radars to Create';
const JSON_LIST = 'Radars to Create (JSON)';

const isExpression = (written: unknown): boolean => typeof written === 'string' && written.startsWith('=');

const valueIn = (row: IDataObject, path: string): unknown =>
	path.split('.').reduce<unknown>((value, name) => (value as IDataObject | undefined)?.[name], row);

/** Whether a field was filled in, even with an expression that returned nothing. */
const isFilled = (value: unknown, written: unknown): boolean => !isEmpty(value) || isExpression(written);

/** The job titles of a row. Only the fields of the selected mode count. */
function titlesOf(row: IDataObject, written: IDataObject): IDataObject {
	const mode = row[TITLES_MODE];
	if (mode === 'expression') return { job_titles: isEmpty(row.jobTitles) ? undefined : row.jobTitles };
	if (mode !== 'build') return {};
	const lists = Object.entries(TITLE_PATHS)
		.map(([list, path]) => [list, valueIn(row, path), valueIn(written, path)] as const)
		.filter(([, value, source]) => isFilled(value, source))
		.map(([list, value]) => [list, isEmpty(value) ? undefined : value]);
	return { job_titles: Object.fromEntries(lists) as IDataObject };
}

const NOT_COPIED = ['customFields', TITLES_MODE, 'jobTitles', ...Object.values(TITLE_PATHS), TITLE_OPTIONS];

/** The create request of a row. An empty field is left out, and a field whose expression returned nothing is undefined. */
const bodyOf = (row: IDataObject, written: IDataObject = {}): IDataObject => ({
	...Object.fromEntries(
		Object.entries(row)
			.filter(([name, value]) => !NOT_COPIED.includes(name) && isFilled(value, written[name]))
			.map(([name, value]) => [
				name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
				isEmpty(value) ? undefined : value,
			]),
	),
	...titlesOf(row, written),
});

const CUSTOM_FIELDS = 'customFields.fields';

/** The custom fields of a row. `number` counts the radars from 1. */
function customFieldsOf(row: IDataObject, written: IDataObject, number: number) {
	const fields = valueIn(row, CUSTOM_FIELDS) ?? [];
	const isTyped = (index: number) => !isExpression(valueIn(written, `${CUSTOM_FIELDS}.${index}.value`));
	return about(() => `Radar ${number}, ${fieldName('custom_fields')}`, checkCustomFieldRows(fields, isTyped));
}

/** The create requests of the rows. */
function readForm(source: ParameterSource): { bodies: IDataObject[]; isTyped?: boolean } {
	const read = (options = {}) => source.getNodeParameter('radarsToCreate', 0, {}, options) as Rows;
	const { radar: rows = [] } = read();
	const { radar: written = [] } = read({ rawExpressions: true });
	if (rows.length === 0) {
		throw new InputError(`'${BELOW}' is empty`, "Add a radar, or set 'Radars' to 'Existing Radars'.");
	}
	const customFields = allOf(rows.map((row, index) => customFieldsOf(row, written[index] ?? {}, index + 1)));
	if (!customFields.ok) throw InputError.ofField(BELOW, customFields.problems);
	return {
		bodies: rows.map((row, index) => ({
			...bodyOf(row, written[index]),
			custom_fields: customFields.value[index],
		})),
	};
}

/** The create requests of the JSON list, and whether a person typed their custom fields. */
function readJson(source: ParameterSource): { bodies: unknown; isTyped: boolean } {
	const read = (options = {}) => source.getNodeParameter('radarsJson', 0, '[]', options);
	return { bodies: read(), isTyped: !isExpression(read({ rawExpressions: true })) };
}

/**
 * The radars defined in the node, in their order.
 * @throws InputError
 */
export async function readListedRadars(
	source: ParameterSource,
	serviceIsLoopback: boolean,
): Promise<ListedRadar[]> {
	const isJson = source.getNodeParameter('defineRadars', 0, 'below') === 'json';
	const field = isJson ? JSON_LIST : BELOW;
	const { bodies, isTyped } = isJson ? readJson(source) : readForm(source);
	const context = {
		...contextOf(source),
		serviceIsLoopback,
		// An existing radar is never refused. For a new one, a domain that can't exist is a doubt.
		allowUnknownDomains: true,
		isTyped,
		isForm: !isJson,
	};
	const radars = await checkRadarList(bodies, context, isJson ? fieldNameWithKey : fieldName);
	if (!radars.ok) throw InputError.ofField(field, radars.problems);
	const seen = new Set<string>();
	for (const { definition } of radars.value) {
		if (definition.webhook_url !== undefined) {
			throw new InputError(
				`'${field}' contains a webhook_url`,
				"Remove it: radars created here use this node's URL.",
			);
		}
		// The service would refuse a second radar that differs only in these fields.
		const key = definitionKey({ ...definition, custom_fields: undefined, updates_since: undefined });
		if (seen.has(key)) {
			throw new InputError(
				`'${field}' names the same radar twice: ${targetInWords(definition)}`,
				'Remove one of them: you pay for each radar.',
			);
		}
		seen.add(key);
	}
	return radars.value;
}

/** How a message names a radar. */
export function targetInWords({ radar_type: type, ...radar }: RadarDefinition): string {
	const subject = radar.profile_url ?? radar.email ?? radar.full_name ?? radar.domain ?? radar.keyword;
	return subject === undefined ? radarTypeName(type) : `${radarTypeName(type)} of ${subject}`;
}

const LISTED = 20;

/**
 * Refuses to create radars that look like mistakes, since n8n shows no hints when a workflow is published.
 * @throws InputError
 */
export function rejectDoubtful(missing: readonly RadarDefinition[], radars: readonly ListedRadar[]): void {
	const doubtful = doubtfulOf(missing, radars);
	if (doubtful.length === 0) return;
	const lines = doubtful.map(({ definition, doubts }) => `${targetInWords(definition)}: ${doubts.join(' ')}`);
	throw new InputError(
		doubtful.length === 1
			? `A radar to create may not be what you mean`
			: `${doubtful.length} radars to create may not be what you mean`,
		[
			...firstLines(lines, LISTED),
			"Nothing was created. Correct them, or turn on 'Create Doubtful Radars' under Options.",
		].join('\n'),
	);
}

/** The missing radars that look like mistakes. */
export function doubtfulOf(
	missing: readonly RadarDefinition[],
	radars: readonly ListedRadar[],
): ListedRadar[] {
	const wanted = new Set(missing);
	return radars.filter(({ definition, doubts }) => doubts.length > 0 && wanted.has(definition));
}
