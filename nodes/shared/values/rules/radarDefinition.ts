import {
	BODY_FIELDS,
	COMMON_FIELDS,
	FILTERS,
	filtersOf,
	NEVER_EMPTY,
	RADAR_FIELDS,
	type BodyField,
	type FieldKind,
	FIELD_NAMES,
	fieldName,
} from '../../api/radarFields';
import {
	RADAR_TYPE_FACTS,
	RADAR_TYPES,
	type RadarType,
	TYPES_THAT_IGNORE_UPDATES_SINCE,
	typesWith,
	WORKING_USES,
	radarTypeName,
	radarTypeWithGroup,
} from '../../api/radarTypes';
import type { RadarDefinition } from '../../api/types';
import { attempt } from '../basics/values';
import { listed, LISTED, quoted, trimText } from '../basics/inWords';
import {
	checkCountries,
	checkFilterNames,
	checkFullName,
	checkKeyword,
	checkRadarType,
	checkCustomFieldRows,
	checkCustomFields,
	leftOutEmpty,
} from './radarFieldChecks';
import { checkDomain, type DomainContext } from './domain';
import { checkEmail, checkProfileUrl, checkWebhookUrl } from './addresses';
import {
	checkFlag,
	checkObject,
	classifyValue,
	IS_EMPTY,
	isAny,
	isBlank,
	isEmpty,
	lettersOf,
	shown,
	type ObjectEntries,
	saysNothing,
} from './primitives';
import { CHECK_DATA, checkJobTitles, compileJobTitles, NO_FILTER } from './jobTitles/check';
import { keyReader, nearNameFinder, readColumns, type ReadKeys } from './keys';
import { checkUpdatesSince, type UpdatesSinceContext } from './dates';
import {
	allOf,
	andThen,
	asDoubts,
	hintOn,
	inPart,
	invalid,
	valid,
	withNotes,
	type ValidationResult,
} from '../basics/refusal';

export interface DefinitionContext extends UpdatesSinceContext, DomainContext {
	/** Whether the values come from a form, where job titles may be lists, and custom fields are rows. */
	isForm?: boolean;
	/** Leaves out what radars don't use, since a table row has other columns, too. Otherwise, everything is sent. */
	isTableRow?: boolean;
	/** Whether the values come from an input item, so that a Filter node can leave it out. */
	isOfItem?: boolean;
	/** Whether nobody sees a note on custom fields, which then is a doubt: a radar can't get them later. */
	hidesNotes?: boolean;
}

export interface CheckedDefinition {
	definition: RadarDefinition;
	/**
	 * Names without a value in the body: filters that are neither given nor `any`, and empty cells, also those of custom fields
	 * (`custom_fields.owner`).
	 */
	unset: string[];
}

interface FieldContext extends DefinitionContext {
	/** Undefined if it's wrong: then all fields are checked, so that every problem is reported. */
	type: RadarType | undefined;
}

type FieldCheck = (value: unknown, context: FieldContext, name: BodyField) => ValidationResult<unknown>;

const FIELD_CHECKS: Readonly<Record<FieldKind, FieldCheck>> = {
	domain: checkDomain,
	email: checkEmail,
	profileUrl: (value, context) =>
		checkProfileUrl(value, context.type?.startsWith('contact_') ? 'person' : 'company', context),
	personName: checkFullName,
	keyword: checkKeyword,
	countries: checkCountries,
	names: (value, _, name) => checkFilterNames(value, RADAR_FIELDS[name]),
	titles: (value, { isForm, type }) => {
		const isOfPeople = type !== undefined && !type.endsWith('_job_openings');
		return isForm && classifyValue(value).kind === 'object'
			? compileJobTitles(value, { isOfPeople })
			: checkJobTitles(value, { isOfPeople });
	},
	date: checkUpdatesSince,
	flag: checkFlag,
	url: checkWebhookUrl,
	customFields: (value, { isForm }) => (isForm ? checkCustomFieldRows(value) : checkCustomFields(value)),
};

/** The fields that a type takes, each with whether the service is taken to look at it. */
const USED: ReadonlyMap<string, ReadonlyMap<string, boolean>> = new Map(
	RADAR_TYPES.map((type) => {
		const { mayIgnore = [] } = RADAR_TYPE_FACTS[type].fields;
		const working = WORKING_USES.flatMap((use) => RADAR_TYPE_FACTS[type].fields[use] ?? []);
		return [
			type,
			new Map([
				...mayIgnore.map((name) => [name, false] as const),
				...[...COMMON_FIELDS, ...working].map((name) => [name, true] as const),
			]),
		];
	}),
);

const isUsed = (name: string, type: RadarType): boolean => USED.get(type)?.has(name) === true;

/** Whether the service may not look at the field. */
const mayBeIgnored = (name: string, type: RadarType): boolean => USED.get(type)?.get(name) !== true;

const groupOf = (type: string): string => type.slice(0, type.indexOf('_'));

/** Whether any type of the same group has the field. */
const isOfGroup = (name: string, type: RadarType): boolean =>
	typesWith(name).some((other) => groupOf(other) === groupOf(type));

const isFilter = (name: string): boolean => FILTERS.some((filter) => filter === name);

const isEmptyObject = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** What is sent of one field: nothing if it is empty. */
type Entries = Array<readonly [name: string, value: unknown]>;

const SENDS_NOTHING = valid<Entries>([]);

/** Sends what this package doesn't know, if it's valid JSON: the service decides. */
function sendUnchanged(name: string, value: unknown, doubt: string): ValidationResult<Entries> {
	const json = classifyValue(value).kind === 'unreadable' ? undefined : attempt(() => JSON.stringify(value));
	if (json !== undefined) return valid([[name, JSON.parse(json) as unknown]], `${doubt}.`);
	const reason = `The value is ${shown(value)}, which isn't valid JSON.`;
	return invalid(reason, 'Use text, numbers, lists or plain objects.');
}

const EMPTY_TITLES =
	"Enter job titles, or set 'Filter By' to 'None'. If an n8n expression gives them, check that it finds data. For no filter, it may give the word any.";

function checkEmptyField(name: BodyField, value: unknown, isForm = false): ValidationResult<Entries> {
	if (value === undefined && (isForm || NEVER_EMPTY.includes(name))) {
		if (isForm && name === 'job_titles') return invalid(IS_EMPTY, EMPTY_TITLES);
		const fix = isFilter(name) ? ` ${NO_FILTER}` : '';
		return invalid(IS_EMPTY, `${CHECK_DATA}${fix}`);
	}
	const label = fieldName(name);
	return withNotes(
		SENDS_NOTHING,
		isFilter(name) ? `${label} is empty, so the radar has no such filter.` : leftOutEmpty(label),
	);
}

/** Fields that are lists or objects themselves. */
const COMPOUND: readonly FieldKind[] = ['names', 'countries', 'titles', 'customFields'];

/** The only entry of a list, and the member of the field's name in a record, as CRMs give. */
function onlyEntry(value: unknown, name: BodyField): unknown {
	if (COMPOUND.includes(RADAR_FIELDS[name].kind)) return value;
	const given = classifyValue(value);
	const only = given.kind === 'list' && given.items.length === 1 ? given.items[0] : value;
	const record = classifyValue(only);
	const member = record.kind === 'object' ? record.entries.find(([key]) => key === name)?.[1] : undefined;
	return member ?? only;
}

/** A field that radars of the type don't have: a row of a table may have it for other radars. */
function checkUnusedField(name: BodyField, value: unknown, type: RadarType, isTableRow = false) {
	const unused = `${radarTypeName(type)} radars don't use this field`;
	if (isTableRow) return withNotes(SENDS_NOTHING, `${unused}, so it was left out.`);
	const users = typesWith(name).map(radarTypeWithGroup).join(', ');
	return sendUnchanged(name, value, `${unused}. Only these use it: ${users}`);
}

function checkGivenField(name: BodyField, value: unknown, context: FieldContext): ValidationResult<Entries> {
	const { type } = context;
	if (isFilter(name) && isAny(value)) return SENDS_NOTHING;
	const isNothing = context.isTableRow && isFilter(name) && saysNothing(value);
	const result: ValidationResult<unknown> = isNothing
		? valid(
				undefined,
				`${shown(value)} stands for no value, so the radar would have no such filter. ${NO_FILTER}`,
			)
		: FIELD_CHECKS[RADAR_FIELDS[name].kind](onlyEntry(value, name), context, name);
	const isUnused = type !== undefined && !isUsed(name, type);
	if (isUnused && !(result.ok && isOfGroup(name, type)))
		return checkUnusedField(name, value, type, context.isTableRow);
	// Where the service may ignore a value, it doesn't have to be right.
	return andThen(isUnused && result.ok ? { ...result, doubts: [] } : result, (checked) => {
		if (checked === undefined) return SENDS_NOTHING;
		if (isEmptyObject(checked))
			return result.ok && result.notes.length > 0 ? SENDS_NOTHING : checkEmptyField(name, '');
		return withNotes(
			valid<Entries>([[name, checked]]),
			type !== undefined &&
				mayBeIgnored(name, type) &&
				`The service may ignore this field on ${radarTypeName(type)} radars.`,
		);
	});
}

function checkField(name: BodyField, value: unknown, context: FieldContext): ValidationResult<Entries> {
	const result = isEmpty(value)
		? checkEmptyField(name, value, context.isForm)
		: checkGivenField(name, value, context);
	const label = fieldName(name);
	if (!result.ok) return inPart(name, result);
	if (name === 'custom_fields' && context.hidesNotes) return inPart(name, asDoubts(result));
	return inPart(name, { ...result, notes: result.notes.map((note) => hintOn(label, note)) });
}

/** The radar type, if it's right. */
function typeIn(known: ReadonlyMap<string, unknown>): string {
	const type = checkRadarType(known.get('radar_type'));
	return type.ok ? type.value : '';
}

const readKeys = keyReader(['radar_type', ...BODY_FIELDS]);

/** Finds the field that a misspelled key means, among those with an effect on radars of a type. */
const nearFieldOf = Object.fromEntries(
	RADAR_TYPES.map((type) => [type, nearNameFinder(BODY_FIELDS.filter((name) => !mayBeIgnored(name, type)))]),
) as Record<RadarType, ReturnType<typeof nearNameFinder>>;

/** A key that isn't a field of radars, with its value. */
interface OtherKey {
	key: string;
	value: unknown;
	/** The field that the key may be a misspelling of, if that field has no value. */
	meant: string | undefined;
}

/** Rejects a misspelled field, since a filter could go missing. Other unknown keys are sent, or left out of a table row. */
function checkOtherKey(
	{ key, value, meant }: OtherKey,
	context: DefinitionContext,
): ValidationResult<Entries> {
	if (meant !== undefined) {
		return invalid(
			`${quoted(key)} looks like ${meant} (${fieldName(meant)}), which this radar doesn't have.`,
			`Rename it to ${meant}. If it is something else, remove it, for example with an Edit Fields node.`,
			key,
		);
	}
	if (context.isTableRow) return SENDS_NOTHING;
	const unknown = sendUnchanged(key, value, `${quoted(key)} isn't a field of radars that this node knows`);
	return inPart(key, unknown);
}

/** The IDs of what the service returned: what has one isn't meant as a definition. An update has both. */
const RETURNED = { update_id: 'an update of a radar', radar_id: 'a radar that exists' } as const;

const isReturnedId = (key: string): key is keyof typeof RETURNED => key in RETURNED;

/** Doubts a copy of a radar, since it has none of the filters that records don't show. */
function checkCopy(others: ObjectEntries, lost: readonly string[]): ValidationResult<Entries> {
	const ids = others.flatMap(([key, value]) => (isReturnedId(key) && !isBlank(value) ? [key] : []));
	if (ids.length === 0) return SENDS_NOTHING;
	const what = RETURNED[ids.includes('update_id') ? 'update_id' : 'radar_id'];
	const filters =
		lost.length > 0
			? ` A copy has no ${lost.map(fieldName).join(', ')}, since records don't show a radar's filters.`
			: '';
	return valid<Entries>([], `This is ${what}.${filters} Map the fields that you mean.`);
}

/** Adds the hints that depend on the whole definition. */
function withRemarks(definition: RadarDefinition): ValidationResult<RadarDefinition> {
	const type = definition.radar_type;
	const name = radarTypeName(type);
	const isInBody = (field: keyof RadarDefinition) => definition[field] !== undefined;
	const overridden = (['departments', 'seniorities'] as const).filter(isInBody).map(fieldName);
	return withNotes(
		valid(definition),
		isInBody('job_titles') &&
			filtersOf(type).includes('job_titles') &&
			overridden.length > 0 &&
			`${FIELD_NAMES.job_titles} overrides ${overridden.join(' and ')}.`,
		type.startsWith('industry_') &&
			!isInBody('keyword') &&
			`Without a keyword, ${name} radars report every new event worldwide, and each one may be charged.`,
		isInBody('updates_since') &&
			TYPES_THAT_IGNORE_UPDATES_SINCE.some((ignoring) => ignoring === type) &&
			`${FIELD_NAMES.updates_since} has no effect on ${name} radars: they always start from the beginning of the month.`,
		isInBody('include_historical') &&
			`${FIELD_NAMES.include_historical} is deprecated and has no effect. Use ${FIELD_NAMES.updates_since} instead.`,
	);
}

/** The column that may hold a missing field. */
const columnLike = (name: string, columns: readonly string[]): string | undefined =>
	columns.find((column) => RADAR_FIELDS[name as BodyField].columns?.test(lettersOf(column)));

/** What to do about a missing field. `columns` may have it under another name. */
function missingFix(name: string, columns: readonly string[], fix: string): string {
	const column = columnLike(name, columns);
	if (column !== undefined) return `If ${quoted(column)} holds it, rename that to ${name}.`;
	const more = columns.length > 0 ? ` This item has ${listed(columns.map(quoted), LISTED)}.` : '';
	return `${fix}${more}`;
}

/** Missing fields that a type needs. One that the API doesn't require is a doubt. */
function missingFields(
	type: RadarType,
	isPresent: (name: string) => boolean,
	columns: readonly string[],
	isOfItem = false,
): Array<ValidationResult<Entries>> {
	const { required = [], expected = [], oneOf = [] } = RADAR_TYPE_FACTS[type].fields;
	const radars = `${radarTypeWithGroup(type)} radars`;
	const enter = `Enter a value${isOfItem ? ', or remove items without one with a Filter node' : ''}.`;
	const fixOf = (name: string, fix = enter) => missingFix(name, columns, fix);
	const doubt = (name: string, need: string, fix: string) =>
		inPart(name, valid<Entries>([], `${IS_EMPTY}, but ${radars} probably need ${need}. ${fix}`));
	const lacks = (name: string) => !isPresent(name);
	const [first] = oneOf;
	const words = oneOf.map(fieldName);
	const oneOfThem = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
	return [
		...required.filter(lacks).map((name) => invalid(IS_EMPTY, `${radars} need it. ${fixOf(name)}`, name)),
		...expected.filter(lacks).map((name) => doubt(name, 'it', fixOf(name))),
		...(first !== undefined && oneOf.every(lacks)
			? [doubt(first, oneOfThem, fixOf(first, `${fieldName(first)} works best.`))]
			: []),
	];
}

/** Empty cells other than filters, including those in custom fields. */
function emptyCellsIn(known: ReadonlyMap<string, unknown>): string[] {
	const empty = [...known].filter(([name, value]) => !isFilter(name) && isBlank(value));
	const fields = checkObject(known.get('custom_fields'), '');
	const emptyFields = fields.ok ? fields.value.filter(([, value]) => isBlank(value)) : [];
	return [...empty.map(([name]) => name), ...emptyFields.map(([name]) => `custom_fields.${trimText(name)}`)];
}

/**
 * A whole creation body (docs/contributing/api.md, Create a radar): an item of a bulk request, or the fields of the editor. Case
 * and punctuation of keys don't count. All problems and doubts are reported, each with the API's name of the field as its part
 * (`custom_fields.crm_id` inside custom fields). Empty fields are left out; fields that the API doesn't know, or that the type
 * doesn't use, are doubtful.
 */
export const checkRadarDefinition = (
	body: unknown,
	context: DefinitionContext,
): ValidationResult<CheckedDefinition> =>
	andThen(
		checkObject(body, 'Use an object such as { "radar_type": "company_mentions", "domain": "example.com" }.'),
		(entries) =>
			andThen(readKeys(entries), (keys) =>
				andThen(
					context.isTableRow ? readColumns(withoutNothing(keys), typeIn(keys.known)) : valid(keys),
					({ known, others }) => checkFields(known, others, context),
				),
			),
	);

/** A row with cells that say "nothing" as empty ones, but for filters: without its filter, a radar finds more. */
function withoutNothing({ known, others }: ReadKeys): ReadKeys {
	const cell = (name: string, value: unknown) => (!isFilter(name) && saysNothing(value) ? '' : value);
	const emptied = <Cell extends readonly [string, unknown]>([name, value]: Cell) =>
		[name, cell(name, value)] as const;
	return { known: new Map([...known].map(emptied)), others: others.map(emptied) };
}

/** The keys that aren't fields of radars and have a value. */
const otherKeysIn = (
	others: ObjectEntries,
	type: RadarType | undefined,
	isFilled: (name: string) => boolean,
): OtherKey[] =>
	others
		.filter(([key, value]) => !isReturnedId(key) && !isBlank(value))
		.map(([key, value]) => {
			const near = type && nearFieldOf[type](key);
			return { key, value, meant: near !== undefined && isFilled(near) ? undefined : near };
		});

function checkFields(
	known: ReadonlyMap<string, unknown>,
	others: ObjectEntries,
	context: DefinitionContext,
): ValidationResult<CheckedDefinition> {
	const checkedType = inPart('radar_type', checkRadarType(known.get('radar_type')));
	const type = checkedType.ok ? checkedType.value : undefined;
	const isFilled = (name: string) => !isEmpty(known.get(name));
	const { required = [], expected = [] } = type ? RADAR_TYPE_FACTS[type].fields : {};
	// `missingFields` reports these.
	const needed = [...required, ...expected];
	const isChecked = (name: string) => known.has(name) && (isFilled(name) || !needed.includes(name));
	const ofType = { ...context, type };
	const otherKeys = otherKeysIn(others, type, isFilled);
	const meant = otherKeys.map((other) => other.meant);
	const columns = context.isTableRow ? otherKeys.map(({ key }) => key) : [];
	const checked = andThen(
		allOf([
			andThen(checkedType, () => SENDS_NOTHING),
			checkCopy(others, type ? filtersOf(type).filter((name) => !isFilled(name)) : []),
			...BODY_FIELDS.filter(isChecked).map((name) => checkField(name, known.get(name), ofType)),
			...otherKeys.map((other) => checkOtherKey(other, context)),
			...(type
				? missingFields(type, (name) => isFilled(name) || meant.includes(name), columns, context.isOfItem)
				: []),
		]),
		(sent) => withRemarks({ radar_type: type ?? '', ...Object.fromEntries(sent.flat()) }),
	);
	const remarked = withNotes(
		checked,
		columns.length > 0 && `Left out keys that radars don't have: ${listed(columns.map(quoted), LISTED)}.`,
	);
	return andThen(remarked, (definition) => valid({ definition, unset: unsetIn(definition, known) }));
}

/** The names of `CheckedDefinition.unset`. */
const unsetIn = (definition: RadarDefinition, known: ReadonlyMap<string, unknown>): string[] => [
	...filtersOf(definition.radar_type).filter((name) => !(name in definition) && !isAny(known.get(name))),
	...emptyCellsIn(known),
];
