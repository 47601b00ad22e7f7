import { COMMON_FIELDS, TYPES_WITH_FILTERS } from '../api/assumptions';
import { FIELD_NAMES, fieldName, isRadarType, radarTypeName } from '../api/names';
import {
	RADAR_TYPE_FACTS,
	RADAR_TYPES,
	type RadarType,
	TYPES_THAT_IGNORE_UPDATES_SINCE,
} from '../api/radarTypes';
import type { RadarDefinition } from '../api/types';
import { attempt } from '../basics/attempt';
import { listed } from '../basics/listed';
import {
	checkCountries,
	checkDepartments,
	checkSeniorities,
	checkFullName,
	checkKeyword,
	checkRadarType,
} from './radarFields';
import { checkCustomFields } from './nameValues';
import { checkDomain, type DomainContext } from './domain';
import { checkEmail } from './email';
import { quoted, trimText } from '../basics/plainText';
import {
	checkFlag,
	checkObject,
	classifyValue,
	IS_EMPTY,
	isAny,
	isBlank,
	lettersOf,
	shown,
	type ObjectEntries,
} from './primitives';
import { checkJobTitles, compileJobTitles } from './jobTitles';
import { keyReader, nearNameFinder, readColumns } from './keys';
import { checkProfileUrl } from './profileUrl';
import { checkUpdatesSince, type UpdatesSinceContext } from './dates';
import {
	allOf,
	andThen,
	forField,
	inPart,
	invalid,
	valid,
	withNotes,
	withoutDoubts,
	type ValidationResult,
} from './result';
import { checkWebhookUrl } from './webhookUrl';

export interface DefinitionContext extends UpdatesSinceContext, DomainContext {
	/** Whether an AI model fills in the field, by its name in the API. */
	isForModel?(name: string): boolean;
	/** Whether a person typed the values, instead of an expression or data. */
	isTyped?: boolean;
	/** Whether the values come from a form, where job titles may be lists of titles. */
	isForm?: boolean;
	/** Leaves out what radars don't use, since a table row has other columns, too. Otherwise, everything is sent. */
	isTableRow?: boolean;
}

export interface CheckedDefinition {
	definition: RadarDefinition;
	/**
	 * Names without a value in the body: filters that are neither given nor `any`, and empty cells, also those of custom fields
	 * (`custom_fields.owner`).
	 */
	unset: string[];
}

type BodyField = Exclude<keyof RadarDefinition, 'radar_type'>;
type FieldCheck = (
	value: unknown,
	context: DefinitionContext,
	type: RadarType | undefined,
) => ValidationResult<unknown>;

const CHECKS: Readonly<Record<BodyField, FieldCheck>> = {
	domain: checkDomain,
	email: checkEmail,
	profile_url: (value, context, type) =>
		checkProfileUrl(value, type?.startsWith('contact_') ? 'person' : 'company', context),
	full_name: checkFullName,
	keyword: checkKeyword,
	countries: checkCountries,
	departments: checkDepartments,
	seniorities: checkSeniorities,
	job_titles: (value, { isForm }) =>
		isForm && classifyValue(value).kind === 'object' ? compileJobTitles(value) : checkJobTitles(value),
	updates_since: checkUpdatesSince,
	include_historical: checkFlag,
	webhook_url: checkWebhookUrl,
	custom_fields: (value, { isTyped }) => checkCustomFields(value, isTyped),
};

/** The fields of a creation body besides `radar_type`, in the order in which they are sent. */
export const BODY_FIELDS = Object.keys(CHECKS) as BodyField[];

const PEOPLE_FILTERS = ['departments', 'seniorities', 'job_titles'];

/** Fields that narrow what a radar finds. If one goes missing, the radar finds more and costs more. */
const FILTERS: readonly string[] = [...PEOPLE_FILTERS, 'countries'];

/** Fields where an expression without a value is a mistake. Identifiers aren't among them, since another one may be given. */
const NEVER_EMPTY: readonly string[] = [...FILTERS, 'updates_since', 'webhook_url'];

const isUsed = (name: string, type: RadarType): boolean => {
	const { required, oneOf = [], optional = [] } = RADAR_TYPE_FACTS[type].assumed;
	return [...COMMON_FIELDS, ...required, ...oneOf, ...optional].includes(name);
};

const isIgnoredFilter = (name: string, type: RadarType): boolean =>
	PEOPLE_FILTERS.includes(name) && !TYPES_WITH_FILTERS.includes(type);

const hasEffect = (name: string, type: RadarType): boolean =>
	isUsed(name, type) && !isIgnoredFilter(name, type);

/** The filters that radars of a type can have. */
export const filtersOf = (type: string): string[] =>
	isRadarType(type) ? FILTERS.filter((name) => hasEffect(name, type)) : [];

const isEmptyObject = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** What is sent of one field: nothing if it is empty. */
type Entries = Array<readonly [name: string, value: unknown]>;

const NOTHING = valid<Entries>([]);

/** Sends what this package doesn't know, if it's valid JSON: the service decides. */
function sendUnchanged(name: string, value: unknown, doubt: string): ValidationResult<Entries> {
	const json = classifyValue(value).kind === 'unreadable' ? undefined : attempt(() => JSON.stringify(value));
	if (json !== undefined) return valid([[name, JSON.parse(json) as unknown]], `${doubt}.`);
	const reason = `The value is ${shown(value)}, which isn't valid JSON.`;
	return invalid(reason, 'Use text, numbers, lists or plain objects.');
}

function checkEmptyField(name: string, value: unknown): ValidationResult<Entries> {
	if (value === undefined && NEVER_EMPTY.includes(name)) {
		const fix = FILTERS.includes(name) ? ' For no filter, use the word any.' : '';
		return invalid(IS_EMPTY, `Check that the expression finds data.${fix}`);
	}
	const label = fieldName(name);
	return FILTERS.includes(name)
		? valid([], `${label} is empty, so the radar has no such filter.`)
		: withNotes(NOTHING, `${label} is empty and was left out.`);
}

/** Checks a field that the type uses. With an unknown type, checks all fields, so that every problem is reported. */
function checkGivenField(
	name: BodyField,
	value: unknown,
	type: RadarType | undefined,
	context: DefinitionContext,
): ValidationResult<Entries> {
	if (FILTERS.includes(name) && isAny(value)) return NOTHING;
	if (type !== undefined && !isUsed(name, type)) {
		const label = `${fieldName(name)}: ${radarTypeName(type)} radars don't use this field`;
		return context.isTableRow && !FILTERS.includes(name)
			? withNotes(NOTHING, `${label}, so it was left out.`)
			: sendUnchanged(name, value, label);
	}
	const isIgnored = type !== undefined && isIgnoredFilter(name, type);
	return andThen(CHECKS[name](value, context, type), (checked) => {
		if (checked === undefined) return NOTHING;
		if (isEmptyObject(checked)) return checkEmptyField(name, '');
		return valid<Entries>(
			[[name, checked]],
			isIgnored &&
				`${radarTypeName(type)} radars ignore this filter. Only these use it: ${TYPES_WITH_FILTERS.map(radarTypeName).join(', ')}.`,
		);
	});
}

function checkField(
	name: BodyField,
	value: unknown,
	type: RadarType | undefined,
	context: DefinitionContext,
): ValidationResult<Entries> {
	const result = isBlank(value) ? checkEmptyField(name, value) : checkGivenField(name, value, type, context);
	const isForModel = [name, 'radar_type'].some((each) => context.isForModel?.(each));
	return inPart(name, forField(fieldName(name), isForModel, result));
}

/** The radar type, if it's right. */
function typeIn(known: ReadonlyMap<string, unknown>): string {
	const type = checkRadarType(known.get('radar_type'));
	return type.ok ? type.value : '';
}

const readKeys = keyReader(['radar_type', ...BODY_FIELDS]);

/** Finds the field that a misspelled key means, among those with an effect on radars of a type. */
const nearFieldOf = Object.fromEntries(
	RADAR_TYPES.map((type) => [type, nearNameFinder(BODY_FIELDS.filter((name) => hasEffect(name, type)))]),
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
	if (context.isTableRow) return NOTHING;
	const unknown = sendUnchanged(key, value, `${quoted(key)} isn't a field of radars that this node knows`);
	return inPart(key, context.isForModel?.(key) ? withoutDoubts(unknown, 'Leave it out.') : unknown);
}

/** Adds the hints that depend on the whole definition. */
function withRemarks(definition: RadarDefinition): ValidationResult<RadarDefinition> {
	const type = definition.radar_type;
	const name = radarTypeName(type);
	const isInBody = (field: keyof RadarDefinition) => definition[field] !== undefined;
	const overridden = (['departments', 'seniorities'] as const).filter(isInBody).map(fieldName);
	return withNotes(
		valid(
			definition,
			isInBody('job_titles') &&
				filtersOf(type).includes('job_titles') &&
				overridden.length > 0 &&
				`${FIELD_NAMES.job_titles} overrides ${overridden.join(' and ')}.`,
		),
		type.startsWith('industry_') &&
			!isInBody('keyword') &&
			`${name} radars have no filters: this one reports every new event worldwide, and each one may be charged.`,
		isInBody('updates_since') &&
			TYPES_THAT_IGNORE_UPDATES_SINCE.some((ignoring) => ignoring === type) &&
			`${FIELD_NAMES.updates_since} has no effect on ${name} radars: they always start from the beginning of the month.`,
		isInBody('include_historical') &&
			`${FIELD_NAMES.include_historical} is deprecated and has no effect. Use ${FIELD_NAMES.updates_since} instead.`,
	);
}

/** How the columns that may hold a field are called, by their letters. A URL may be the company's or a page on a network. */
const COLUMNS: Readonly<Record<string, RegExp>> = {
	domain: /domain|site|homepage|^url$/,
	keyword: /keyword|topic|term|search/,
	profile_url: /^(?!.*(?:site|company|home)).*(?:profile|url)/,
};

/** The column that may hold a missing field. */
const columnLike = (name: string, columns: readonly string[]): string | undefined =>
	columns.find((column) => COLUMNS[name]?.test(lettersOf(column)));

/** The problems of missing fields that a type needs. `columns` may have them under other names. */
function missingFields(type: RadarType, isPresent: (name: string) => boolean, columns: readonly string[]) {
	const { required, oneOf = [] } = RADAR_TYPE_FACTS[type].assumed;
	const fixFor = (name: string, fix: string): string => {
		const column = columnLike(name, columns);
		if (column !== undefined) return `If ${quoted(column)} holds it, rename that to ${name}.`;
		if (columns.length === 0) return fix;
		return `${fix} This item has ${listed(columns.map(quoted), MAX_NAMED_KEYS)}.`;
	};
	const missing = required
		.filter((name) => !isPresent(name))
		.map((name) =>
			invalid(
				IS_EMPTY,
				fixFor(name, 'Enter a value. If you use an expression, check that this item has the data for it.'),
				name,
			),
		);
	const [first] = oneOf;
	if (first !== undefined && !oneOf.some(isPresent)) {
		const words = oneOf.map(fieldName);
		const fix = `Enter at least one of ${words.slice(0, -1).join(', ')} and ${words.at(-1)}. ${fieldName(first)} works best.`;
		missing.push(invalid(IS_EMPTY, fixFor(first, fix), first));
	}
	return missing;
}

/** Empty cells other than filters, including those in custom fields. */
function emptyCellsIn(known: ReadonlyMap<string, unknown>): string[] {
	const empty = [...known].filter(([name, value]) => !FILTERS.includes(name) && isBlank(value));
	const fields = checkObject(known.get('custom_fields'), '');
	const emptyFields = fields.ok ? fields.value.filter(([, value]) => isBlank(value)) : [];
	return [...empty.map(([name]) => name), ...emptyFields.map(([name]) => `custom_fields.${trimText(name)}`)];
}

const MAX_NAMED_KEYS = 10;

/**
 * A whole creation body (docs/contributing/api.md, Create a radar): an item of a bulk request, or the fields of the editor. Case
 * and punctuation of keys don't count. All problems are reported, each with the API's name of the field as its part
 * (`custom_fields.crm_id` inside custom fields). Empty fields are left out; fields that the API doesn't know, or that the type
 * doesn't use, are sent with a hint.
 */
export const checkRadarDefinition = (
	body: unknown,
	context: DefinitionContext,
): ValidationResult<CheckedDefinition> =>
	andThen(
		checkObject(body, 'Use an object such as { "radar_type": "company_mentions", "domain": "acme.com" }.'),
		(entries) =>
			andThen(readKeys(entries), (keys) =>
				andThen(
					context.isTableRow ? readColumns(keys, typeIn(keys.known)) : valid(keys),
					({ known, others }) => checkFields(known, others, context),
				),
			),
	);

function checkFields(
	known: ReadonlyMap<string, unknown>,
	others: ObjectEntries,
	context: DefinitionContext,
): ValidationResult<CheckedDefinition> {
	const checkedType = inPart('radar_type', checkRadarType(known.get('radar_type')));
	const type = checkedType.ok ? checkedType.value : undefined;
	const fields = BODY_FIELDS.filter((name) => known.has(name)).map((name) =>
		checkField(name, known.get(name), type, context),
	);
	const isFilled = (name: string) => !isBlank(known.get(name));
	const otherKeys = others
		.filter(([, value]) => !isBlank(value))
		.map(([key, value]): OtherKey => {
			const near = type && nearFieldOf[type](key);
			return { key, value, meant: near !== undefined && isFilled(near) ? undefined : near };
		});
	const meant = otherKeys.map((other) => other.meant);
	const columns = context.isTableRow ? otherKeys.map(({ key }) => key) : [];
	const checked = andThen(
		allOf([
			andThen(checkedType, () => NOTHING),
			...fields,
			...otherKeys.map((other) => checkOtherKey(other, context)),
			...(type ? missingFields(type, (name) => isFilled(name) || meant.includes(name), columns) : []),
		]),
		(sent) => withRemarks({ radar_type: type ?? '', ...Object.fromEntries(sent.flat()) }),
	);
	const remarked = withNotes(
		checked,
		columns.length > 0 &&
			`Left out keys that radars don't have: ${listed(columns.map(quoted), MAX_NAMED_KEYS)}.`,
	);
	const isModelled = ['radar_type', ...PEOPLE_FILTERS].some((name) => context.isForModel?.(name));
	return andThen(isModelled ? withoutDoubts(remarked) : remarked, (definition) =>
		valid({
			definition,
			unset: [
				...filtersOf(definition.radar_type).filter(
					(name) => !(name in definition) && !isAny(known.get(name)),
				),
				...emptyCellsIn(known),
			],
		}),
	);
}
