import type { DisplayCondition, INodeProperties, NodeParameterValue } from 'n8n-workflow';

import { trimText } from '../values/basics/inWords';
import {
	fieldName,
	TITLE_LISTS,
	BODY_FIELDS,
	parameterOf,
	RADAR_FIELDS,
	type BodyField,
	NEVER_EMPTY,
	filtersOf,
} from '../api/radarFields';
import {
	RADAR_TYPES,
	TYPES_THAT_IGNORE_UPDATES_SINCE,
	typesWith,
	type RadarType,
	GROUP_NAMES,
	GROUPS,
	radarTypeWithGroup,
} from '../api/radarTypes';
import { isBlank, isEmpty } from '../values/rules/primitives';
import {
	listValues,
	RADAR_TYPE_OPTIONS,
	radarTypeField,
	textField,
	VALUE_NAMES,
	withToolDescription,
	collectionField,
	shownWhile,
	titleExpression,
} from './fieldOptions';
import type { ParameterReader } from './parameterReader';
import { forModels, notForModels, type Presence } from './nodeParameters';

/** Which filter of people a radar has: by what they do, or by their titles, which take precedence at the service. */
const FILTER_BY = 'filterBy';
const TITLE_OPTIONS = 'titleOptions';

/** The form's parameter path for each list of titles. */
const TITLE_PATHS = {
	anyOf: 'titlesAnyOf',
	noneOf: 'titlesNoneOf',
	exact: `${TITLE_OPTIONS}.exact`,
	allOf: `${TITLE_OPTIONS}.allOf`,
} as const;

const titlesBox = (
	list: keyof typeof TITLE_LISTS,
	name: string,
	example: string,
	description: string,
): INodeProperties => ({
	...textField(TITLE_LISTS[list], name, example, `${description}, one per line`),
	typeOptions: { rows: 3 },
});

const inMode = (mode: string, field: INodeProperties): INodeProperties =>
	shownWhile({ [FILTER_BY]: [mode] }, field);

/** Departments and seniorities. */
const byRole = (field: INodeProperties): INodeProperties => inMode('role', field);

/** Whether the field is shown only for a filter, which only some radar types have. */
export const isOfFilter = ({ displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.[FILTER_BY] !== undefined;

const filterByField: INodeProperties = {
	displayName: 'Filter By',
	name: FILTER_BY,
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'None', value: 'none', description: 'Find all people or jobs' },
		{ name: 'Department and Seniority', value: 'role', description: 'Choose from lists' },
		{ name: 'Job Title Keywords', value: 'build', description: 'List the words to include or exclude' },
		{ name: 'Boolean Search', value: 'expression', description: 'Combine titles with AND, OR and NOT' },
	],
	default: 'none',
	description: 'Which people or jobs to find',
};

/** The fields that filter by job title: those of a form, or of a row of radars. */
const titleFields: INodeProperties[] = [
	inMode('build', titlesBox('anyOf', TITLE_PATHS.anyOf, 'head of sales', 'Words or phrases')),
	inMode('build', titlesBox('noneOf', TITLE_PATHS.noneOf, 'intern', 'Words or phrases to skip')),
	inMode(
		'build',
		collectionField('Title Options', TITLE_OPTIONS, 'Add Title Option', [
			titlesBox('allOf', 'allOf', 'sales', 'Words or phrases'),
			titlesBox('exact', 'exact', 'Chief of Staff', 'Complete titles to find as well'),
		]),
	),
	inMode('expression', {
		...titleExpression('jobTitles'),
		hint: 'Test it with Title Filter: Preview Matches',
	}),
];

const ADDITIONAL = 'options';

/** The editor's field for job titles as an expression. */
const TITLE_EXPRESSION = 'Title Expression';

/** Where the form is: among the fields of a node, or in a row of a list, which has no Options. */
type Place = 'node' | 'row';

/** The filters of people start here, with the choice of one. */
const FIRST_FILTER: BodyField = 'departments';

/** The fields that the form has, in their order. */
const fieldsIn = (place: Place): BodyField[] =>
	BODY_FIELDS.filter((name) => {
		const { form } = RADAR_FIELDS[name];
		return form && !(place === 'row' && form.isDestination);
	});

const isOfCompany = (type: RadarType): boolean => type.startsWith('company_');

/** The types that a field is shown for. In a node, the page of a company is under Options, since its domain identifies it. */
const typesOf = (name: BodyField, place: Place): RadarType[] => {
	if (name === 'updates_since') {
		return RADAR_TYPES.filter((type) => !TYPES_THAT_IGNORE_UPDATES_SINCE.includes(type));
	}
	const types = RADAR_FIELDS[name].isCommon ? RADAR_TYPES : typesWith(name);
	return name === 'profile_url' && place === 'node' ? types.filter((type) => !isOfCompany(type)) : types;
};

/** Types as whole groups, and those of no whole group. */
function inGroups(types: readonly RadarType[]) {
	const whole = GROUPS.filter((group) =>
		RADAR_TYPES.filter((type) => type.startsWith(`${group}_`)).every((type) => types.includes(type)),
	);
	return { whole, single: types.filter((type) => !whole.some((group) => type.startsWith(`${group}_`))) };
}

/** Types in words: "company types and Contact: Job Changes". */
function typesInWords(types: readonly RadarType[]): string {
	const { whole, single } = inGroups(types);
	const words = [
		...whole.map((group) => `${GROUP_NAMES[group].toLowerCase()} types`),
		...single.map(radarTypeWithGroup),
	];
	return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('');
}

/** Whether the field is only shown for types that need it or another one, which a hint says. */
const isOnlyAlternative = (name: BodyField): boolean =>
	typesWith(name).length > 0 && typesWith(name).length === typesWith(name, ['oneOf']).length;

/** Which types need a field, as a sentence. */
function needs(name: BodyField): string {
	const needing = typesWith(name, ['required', 'expected']);
	return needing.length > 0 ? ` Needed for ${typesInWords(needing)}.` : '';
}

/**
 * The condition on the radar type, short for n8n's assistant. In a collection, older versions of n8n also ask it of nodes without a type,
 * and fail on `startsWith`.
 */
function conditionOn(
	types: readonly RadarType[],
	isInCollection: boolean,
): Array<NodeParameterValue | DisplayCondition> {
	const { whole, single } = inGroups(types);
	const ofGroup = (group: string): DisplayCondition =>
		isInCollection
			? { _cnd: { between: { from: group, to: `${group}~` } } }
			: { _cnd: { startsWith: `${group}_` } };
	return [...whole.map(ofGroup), ...single];
}

/** The field shown only for its types. In a collection, the type is one level up. Fields of a filter are shown wherever it's chosen. */
function forTypes(types: RadarType[], isInCollection: boolean, field: INodeProperties): INodeProperties {
	if (isOfFilter(field)) return field;
	const radarType = isInCollection ? '/radarType' : 'radarType';
	const others = RADAR_TYPES.filter((type) => !types.includes(type));
	if (others.length === 0) return field;
	const [shown = [], hidden = []] = [types, others].map((each) => conditionOn(each, isInCollection));
	const { show, hide } = field.displayOptions ?? {};
	// n8n looks no further than a type by an expression, so the type comes last.
	const condition =
		shown.length <= hidden.length
			? { show: { ...show, [radarType]: shown } }
			: { hide: { ...hide, [radarType]: hidden } };
	return { ...field, displayOptions: { ...field.displayOptions, ...condition } };
}

/**
 * The field for its types, in a second variant that is required for those that the service rejects without it. A type by an expression
 * shows all fields, so none is required there. n8n's assistant joins the two again, since one shows what the other hides, but only outside
 * of lists.
 */
function variantsOf(name: BodyField, place: Place, isInCollection: boolean, field: INodeProperties) {
	const types = typesOf(name, place);
	const required = typesWith(name, ['required']);
	if (place === 'row' || required.length === 0) return [forTypes(types, isInCollection, field)];
	const others = (all: readonly RadarType[]): Array<NodeParameterValue | DisplayCondition> => [
		...conditionOn(
			all.filter((type) => !required.includes(type)),
			isInCollection,
		),
		{ _cnd: { startsWith: '=' } },
	];
	return [
		{ ...field, displayOptions: { show: { radarType: others(types) } } },
		{ ...field, required: true, displayOptions: { hide: { radarType: others(RADAR_TYPES) } } },
	];
}

const customFieldRows: Partial<INodeProperties> = {
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Custom Field',
	default: {},
	options: [
		{
			displayName: 'Fields',
			name: 'fields',
			values: [
				textField('Name', 'name', 'crm_id', 'Key in each update'),
				textField('Value', 'value', '42', 'Text or a number'),
			],
		},
	],
};

/** The field as the editor shows it; twice if AI models need another description. */
function control(name: BodyField, place: Place): INodeProperties[] {
	const { label, choices, kind, form } = RADAR_FIELDS[name];
	if (!form) return [];
	if (kind === 'titles') return titleFields;
	const description = `${form.description}${form.description.endsWith('.') || needs(name) === '' ? '' : '.'}${needs(name)}`;
	const base: INodeProperties = { ...textField(label, parameterOf(name), form.example ?? '', description) };
	if (isOnlyAlternative(name)) base.hint = 'Enter at least one of Profile URL, Email or Full Name';
	if (form.example === undefined) delete base.placeholder;
	if (choices) {
		const shown: INodeProperties = {
			...base,
			type: 'multiOptions',
			options: choices.map((value) => ({ name: VALUE_NAMES[value] ?? value, value })),
			default: [],
		};
		// n8n's assistant knows the names of countries, and reads those of a node's departments once, in its hint.
		const isShort = kind === 'countries' || place === 'node';
		const short: INodeProperties = isShort ? { ...shown, typeOptions: { loadOptionsDependsOn: [] } } : shown;
		const filter = kind === 'names' ? byRole(short) : short;
		const values = kind === 'countries' ? 'such as Germany, France' : choices.join(', ');
		return place === 'row'
			? [filter]
			: withToolDescription(filter, `${description}, separated by commas: ${values}`);
	}
	if (kind === 'date') return [{ ...base, type: 'dateTime' }];
	if (kind === 'customFields') return [{ ...base, ...customFieldRows }];
	return [form.isDestination ? notForModels(base) : base];
}

const radarType = radarTypeField('What to look for');

/** @param isAdditional of a node: those under Options, or the others */
const controlsIn = (place: Place, isAdditional = false): INodeProperties[] =>
	fieldsIn(place)
		.filter((name) => place === 'row' || (RADAR_FIELDS[name].form?.isAdditional ?? false) === isAdditional)
		.flatMap((name) =>
			[...(name === FIRST_FILTER ? [filterByField] : []), ...control(name, place)].flatMap((field) =>
				variantsOf(name, place, isAdditional, field),
			),
		);

const companyPage = forTypes(
	RADAR_TYPES.filter(isOfCompany),
	true,
	textField(
		RADAR_FIELDS.profile_url.label,
		parameterOf('profile_url'),
		'https://profiles.example/company/example',
		'Page on a professional network',
	),
);

/** The fields that define a radar (docs/contributing/api.md, Create a radar), among those of a node. */
export const radarFormFields: INodeProperties[] = [
	...withToolDescription(
		radarType,
		`Who or what to monitor, and what to look for: ${listValues(RADAR_TYPE_OPTIONS)}`,
	),
	...controlsIn('node'),
];

/** Those that a node has under Options. */
export const radarOptions: INodeProperties[] = [...controlsIn('node', true), companyPage].map(forModels);

/** The parameters of a node that define a radar. */
export const RADAR_PATHS: string[] = [
	...radarFormFields.map(({ name }) => name),
	...radarOptions.map(({ name }) => `${ADDITIONAL}.${name}`),
];

/** The same in a row of a list, for a node that knows where updates go. */
export const radarRowFields: INodeProperties[] = [radarType, ...controlsIn('row')];

/** A field of a form. */
interface FilledField {
	/** Undefined if the editor doesn't show it. */
	value: unknown;
	presence: Presence;
	/** Whether an expression gives the value, so that an empty one is a gap in the data. */
	isFromData: boolean;
}

/** The parameters of one form. */
interface FormSource {
	read(path: string): FilledField;
	/** The parameter as the workflow holds it, with its expressions. */
	written(path: string): unknown;
}

const ROWS = `${parameterOf('custom_fields')}.fields`;

/** The form of an input item. */
export function sourceOfItem(read: ParameterReader): FormSource {
	const { parameters } = read;
	const pathOf = (path: string) =>
		parameters.isSet(`${ADDITIONAL}.${path}`) ? `${ADDITIONAL}.${path}` : path;
	return {
		read: (path) => {
			const at = pathOf(path);
			const value = read.raw(at);
			const isFromData = parameters.isChanging(at) && !parameters.isForModel(at);
			return { value, presence: parameters.presenceOf(at, value), isFromData };
		},
		written: (path) => parameters.asWritten(pathOf(path)),
	};
}

const isExpression = (written: unknown): boolean => typeof written === 'string' && written.startsWith('=');

const valueIn = (row: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>((value, name) => Object(value ?? {})[name], row);

/** The form of a row of a list. @param written the row with its expressions */
export const sourceOfRow = (row: object, written: object): FormSource => ({
	read: (path) => {
		const value = valueIn(row, path);
		const isFromData = isExpression(valueIn(written, path));
		const unfilled = isFromData ? 'empty' : 'absent';
		return { value, presence: isEmpty(value) ? unfilled : 'given', isFromData };
	},
	written: (path) => valueIn(written, path),
});

/** The job titles: an expression, or lists of titles. Only the fields of the selected mode count. */
function titlesOf({ read }: FormSource): { job_titles?: unknown } {
	const given = ({ presence, value }: FilledField) => (presence === 'given' ? value : undefined);
	const mode = read(FILTER_BY).value;
	if (mode === 'expression') return { job_titles: given(read(parameterOf('job_titles'))) };
	if (mode !== 'build') return {};
	const lists = Object.entries(TITLE_PATHS)
		.map(([list, path]) => [list, read(path)] as const)
		.filter(([, { presence }]) => presence !== 'absent')
		.map(([list, field]) => [list, given(field)] as const);
	return { job_titles: Object.fromEntries(lists) };
}

/** The custom fields whose expression yields nothing. */
function emptyCustomFields({ read, written }: FormSource): string[] {
	const writtenRows = written(ROWS);
	const rows = read(ROWS).value;
	return (Array.isArray(rows) ? rows : [])
		.filter(
			(row, index) => isExpression(valueIn(writtenRows, `${index}.value`)) && isBlank(valueIn(row, 'value')),
		)
		.map((row) => `custom_fields.${trimText(String(valueIn(row, 'name')))}`);
}

/** Whether the form filters by department and seniority, and has neither. */
const lacksRole = ({ read, written }: FormSource): boolean =>
	read(FILTER_BY).value === 'role' &&
	['departments', 'seniorities'].every((path) => isEmpty(written(path))) &&
	filtersOf(String(read('radarType').value)).includes('departments');

/** What a form holds: the creation body to check, and the fields whose expression yields nothing. */
interface RadarForm {
	/** A field that must have a value and has none is undefined. */
	body: Record<string, unknown>;
	withoutData: string[];
}

export function readRadarForm(source: FormSource): RadarForm {
	const { read } = source;
	const rows = read(ROWS);
	const body: Record<string, unknown> = {
		radar_type: read('radarType').value,
		...titlesOf(source),
		...(rows.presence === 'given' ? { custom_fields: rows.value } : {}),
	};
	const withoutData = emptyCustomFields(source);
	for (const name of BODY_FIELDS) {
		if (name === 'job_titles' || name === 'custom_fields') continue;
		const { value, presence, isFromData } = read(parameterOf(name));
		if (presence === 'given') body[name] = value;
		else if (presence === 'empty') body[name] = NEVER_EMPTY.includes(name) ? undefined : value;
		if (presence !== 'given' && isFromData) withoutData.push(name);
	}
	if (lacksRole(source)) body.departments = '';
	return { body, withoutData };
}

/** The name of a field, as this form shows it. */
export const fieldNameIn =
	({ read }: FormSource) =>
	(part = ''): string =>
		part === 'job_titles' && read(FILTER_BY).value === 'expression' ? TITLE_EXPRESSION : fieldName(part);
