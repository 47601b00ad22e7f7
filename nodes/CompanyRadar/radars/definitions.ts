import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	DEPARTMENTS,
	SENIORITIES,
	TYPES_IGNORING_FILTERS,
	TYPES_IGNORING_KEYWORD,
	TYPES_WITH_COUNTRIES,
	TYPES_WITH_KEYWORD,
} from '../../shared/api/assumptions';
import { fieldNameWithKey } from '../../shared/api/radarFields';
import { typesWith } from '../../shared/api/radarTypes';
import {
	listValues,
	RADAR_JSON_KEYS,
	RADAR_TYPE_OPTIONS,
	shownWhile,
	withToolDescription,
} from '../../shared/form/fieldOptions';
import { attempt, isObject, parseJson } from '../../shared/values/basics/values';
import { isEmpty } from '../../shared/values/rules/primitives';
import { type Refusal, type ValidationResult, invalid } from '../../shared/values/basics/refusal';
import type { ValidItem } from '../../shared/run/operation';
import type { ParameterReader } from '../../shared/form/parameterReader';
import type { NodeParameters } from '../../shared/form/nodeParameters';
import {
	fieldNameIn,
	RADAR_PATHS,
	radarFormFields,
	radarOptions,
	readRadarForm,
	sourceOfItem,
	isOfFilter,
} from '../../shared/form/radarForm';
import { checkRadarDefinition, type CheckedDefinition } from '../../shared/values/rules/radarDefinition';
import { checkRadarList } from '../../shared/values/rules/radarList';
import { notWantedIn } from './dryRun';
import { isPlanRow } from './radarRow';
import type { DoubtfulEntry } from './entries';

const MODEL_URL = "AI models can't choose where updates are sent.";

/** Fields of a filter follow the choice of one, which is shown only then. */
export const onlyFor = (radarsFrom: string, field: INodeProperties): INodeProperties =>
	isOfFilter(field) ? field : shownWhile({ radarsFrom: [radarsFrom] }, field);

const LIST_FOR_MODELS = `JSON array of radars, such as [{"radar_type": "company_new_hires", "domain": "example.com"}]. radar_type is required: ${listValues(RADAR_TYPE_OPTIONS)}. Company radars need domain. contact_job_changes needs domain and one of profile_url, email and full_name; ${typesWith('profile_url', ['expected']).join(' and ')} need profile_url. ${TYPES_WITH_KEYWORD.join(' and ')} need keyword, ${TYPES_IGNORING_KEYWORD.join(' and ')} may ignore it. Company radars can have departments (${DEPARTMENTS.join(', ')}), seniorities (${SENIORITIES.join(', ')}) and job_titles (such as "head of sales" OR marketing), which ${TYPES_IGNORING_FILTERS.join(', ')} may ignore. Only ${TYPES_WITH_COUNTRIES.join(', ')} can have countries. Each radar can have updates_since (a date) and custom_fields (an object of texts).`;

const radarsFrom: INodeProperties = {
	displayName: 'Radars From',
	name: 'radarsFrom',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Fields Below',
			value: 'fields',
			description: 'Create one radar per input item from the fields below',
		},
		{
			name: 'Input Items',
			value: 'itemJson',
			description: `Create one radar per input item from its keys: ${RADAR_JSON_KEYS}. Usual column names work too, such as Website or Email Address; other keys are left out.`,
		},
		{
			name: 'JSON Array',
			value: 'list',
			description: 'Create the radars of a JSON array, with the same keys',
		},
	],
	default: 'fields',
	description: 'Where to get the radars from',
};

const [forPeople, forAgents] = withToolDescription(radarsFrom, String(radarsFrom.description));

/** The fields that define radars: in the form, by input items or by a JSON array. */
export const definitionsFields: INodeProperties[] = [
	forPeople,
	{ ...forAgents, hint: 'An AI agent gives one radar per call. To let it give several, choose JSON Array.' },
	...radarFormFields.map((field) => onlyFor('fields', field)),
	...withToolDescription(
		onlyFor('list', {
			displayName: 'Radars',
			name: 'radars',
			type: 'json',
			default: '[]',
			description: 'JSON array, such as [{ "radar_type": "company_new_hires", "domain": "example.com" }]',
		}),
		LIST_FOR_MODELS,
	),
];

/** What else the form has, under Options. */
export const definitionOptions = radarOptions.map((field) =>
	shownWhile({ '/radarsFrom': ['fields'] }, field),
);

/** A radar that the user wants. */
export interface WantedRadar extends CheckedDefinition {
	/** Why it must not be created. None where the user allows doubtful values. */
	doubts: Refusal[];
	/** Of a row of a dry run: why it creates nothing. */
	notWanted?: Refusal;
}

const PLAN_ROW = invalid(
	'This is a row of a plan: use Apply Plan Rows.',
	"In Radar: Sync List, set 'Mode' to Apply Plan Rows. It does what the rows of a plan say.",
);

/** The radar of an item, as checked. @param nameOf a part of it, as messages name it */
function acceptRadar(
	read: ParameterReader,
	checked: ValidationResult<CheckedDefinition>,
	nameOf: (part?: string) => string,
): WantedRadar {
	const row = read.parameters.json(read.item);
	const { value, doubts } = read.acceptWithDoubts(nameOf, isPlanRow(row) ? PLAN_ROW : checked);
	return { ...value, doubts, notWanted: notWantedIn(row) };
}

/** Reads the form of an item, and checks its fields as a whole. */
function readDefinition(read: ParameterReader): WantedRadar {
	const source = sourceOfItem(read);
	const { body, withoutData } = readRadarForm(source);
	const checked = checkRadarDefinition(body, { ...read.context, isForm: true, isOfItem: true });
	// A field that is left empty stands for every value, unlike an empty cell.
	return { ...acceptRadar(read, checked, fieldNameIn(source)), unset: withoutData };
}

/** The entries of a JSON array, as far as they may be rows of another operation. */
function rowsOf(list: unknown): unknown[] {
	const rows = typeof list === 'string' && /"(?:plan|dry_run)"/.test(list) ? parseJson(list) : list;
	return Array.isArray(rows) ? rows : [];
}

async function readList(read: ParameterReader): Promise<WantedRadar[]> {
	// Evaluated only once, because it's needed for each radar and the text may be long.
	const isFilledIn = read.parameters.isForModel('radars');
	// A fixed list is created only once, however many input items there are.
	if (read.item > 0 && !read.parameters.isChanging('radars')) {
		read.note('The JSON array is the same for all items, so it counts once.');
		return [];
	}
	const given = read.raw('radars');
	const rows = rowsOf(given);
	if (rows.some(isPlanRow) || isPlanRow(read.parameters.json(read.item))) read.accept('Radars', PLAN_ROW);
	if (read.problems.length > 0) return [];
	const radars = read.accept('Radars', await checkRadarList(given, read.context));
	if (isFilledIn && radars?.some(({ definition }) => definition.webhook_url !== undefined)) {
		read.accept('Radars', invalid(MODEL_URL, 'Remove webhook_url from the list.'));
	}
	if (read.problems.length > 0) return [];
	return radars.map((radar, index) => {
		read.notes.push(...radar.notes.map((text) => ({ text, radar: index + 1 })));
		const doubts = read.judge(radar.doubts, (part = '') => fieldNameWithKey(part), index + 1);
		return { ...radar, doubts, notWanted: notWantedIn(rows[index]) };
	});
}

/** A row of a table also has columns that are not about the radar, such as row_number. */
function readItem(read: ParameterReader): WantedRadar {
	const row = read.parameters.json(read.item);
	const checked = checkRadarDefinition(row, { ...read.context, isTableRow: true, isOfItem: true });
	return acceptRadar(read, checked, (part) => (part === undefined ? 'Radar' : fieldNameWithKey(part)));
}

/** Whether the row has no value but its number, which n8n's sheets add. */
export const isBlankRow = (row: unknown): boolean =>
	isObject(row) && Object.entries(row).every(([name, value]) => name === 'row_number' || isEmpty(value));

const allBlank = new WeakMap<NodeParameters, boolean>();

/** Whether no item has a value, as if there were none: n8n's Always Output Data adds an empty one. */
export function areAllBlank(parameters: NodeParameters): boolean {
	const known = allBlank.get(parameters);
	if (known !== undefined) return known;
	const items = Array.from({ length: parameters.itemCount }, (_, item) => item);
	const areAll = items.every((item) => isBlankRow(parameters.json(item)));
	allBlank.set(parameters, areAll);
	return areAll;
}

/** A row without any value is no row. */
export function leaveOut(read: ParameterReader): void {
	read.problems.length = 0;
	read.notes.splice(0, read.notes.length, { text: 'A row without any value is left out.' });
}

/** Whether the radars are of a row without any value, and not of fixed fields. */
function areOfBlankRow(read: ParameterReader, isJson: boolean): boolean {
	const { parameters, item } = read;
	if (!isBlankRow(parameters.json(item)) || areAllBlank(parameters)) return false;
	const names = RADAR_PATHS.filter((name) => parameters.isChanging(name));
	// An expression may take its value from another node, too.
	return (
		isJson || (names.length > 0 && names.every((name) => isEmpty(attempt(() => parameters.get(name, item)))))
	);
}

async function readAllFrom(read: ParameterReader): Promise<WantedRadar[]> {
	switch (read.raw('radarsFrom')) {
		case 'itemJson':
			return [readItem(read)];
		case 'list':
			return await readList(read);
		default:
			return [readDefinition(read)];
	}
}

/** Reads the radars of an item from `definitionsFields`; none of a blank row, unless all rows are blank. */
export async function readRadarsFrom(read: ParameterReader): Promise<WantedRadar[]> {
	const radars = await readAllFrom(read);
	const from = read.raw('radarsFrom');
	if (from === 'list' || !areOfBlankRow(read, from === 'itemJson')) return radars;
	leaveOut(read);
	return [];
}

/** The domain of an item that failed, as given. The editor paints a first column without it red. */
export function asGiven(read: ParameterReader, isOfItem = false): IDataObject {
	const row = isOfItem || read.raw('radarsFrom') === 'itemJson' ? read.parameters.json(read.item) : undefined;
	const domain = isObject(row) ? row.domain : read.raw('domain');
	return typeof domain === 'string' && domain !== '' ? { domain } : {};
}

export const doubtsOf = (radars: WantedRadar[]): Refusal[] =>
	radars.flatMap(({ doubts, notWanted }) => (notWanted === undefined ? doubts : []));

/** What an item asks for. Several radars of one item are numbered. */
export const entriesOf = ({ item, input }: ValidItem<WantedRadar[]>): DoubtfulEntry[] =>
	input.map(({ definition, doubts, notWanted }, index) => ({
		item,
		definition,
		doubts,
		notWanted,
		...(input.length > 1 ? { number: index + 1 } : {}),
	}));
