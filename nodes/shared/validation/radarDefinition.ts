import { COMMON_FIELDS, FIELDS_OF_TYPE, TYPES_WITH_FILTERS } from '../api/assumptions';
import { type RadarType, TYPES_THAT_IGNORE_UPDATES_SINCE } from '../api/radarTypes';
import type { RadarDefinition } from '../api/types';
import {
	checkCountries,
	checkDepartments,
	checkSeniorities,
	checkFullName,
	checkKeyword,
	checkRadarType,
} from './radarFields';
import { checkCustomFields } from './nameValues';
import { checkDomain } from './domain';
import { checkEmail } from './email';
import { checkFlag, attempt, classifyValue, shown, checkObject, isBlank, shortened } from './primitives';
import { checkJobTitles } from './jobTitles';
import { checkProfileUrl } from './profileUrl';
import { checkUpdatesSince, type UpdatesSinceContext } from './dates';
import { allOf, andThen, inPart, invalid, valid, type ValidationResult } from './result';
import { checkWebhookUrl } from './webhookUrl';

export interface DefinitionContext extends UpdatesSinceContext {
	/** The service runs on this machine, so its webhooks may point to it. */
	serviceIsLoopback: boolean;
	/** Whether an AI model fills in the field, by its name in the API. */
	isForModel?(name: string): boolean;
}

type Field = Exclude<keyof RadarDefinition, 'radar_type'>;
type FieldCheck = (
	value: unknown,
	context: DefinitionContext,
	type: RadarType | undefined,
) => ValidationResult<unknown>;

const CHECKS: Readonly<Record<Field, FieldCheck>> = {
	domain: checkDomain,
	email: checkEmail,
	profile_url: (value, _, type) =>
		checkProfileUrl(value, type?.startsWith('contact_') ? 'person' : 'company'),
	full_name: checkFullName,
	keyword: checkKeyword,
	countries: (value, context) => checkCountries(value, () => isForModel(context, 'countries')),
	departments: (value, context) => checkDepartments(value, () => isForModel(context, 'departments')),
	seniorities: (value, context) => checkSeniorities(value, () => isForModel(context, 'seniorities')),
	job_titles: checkJobTitles,
	updates_since: checkUpdatesSince,
	include_historical: checkFlag,
	webhook_url: checkWebhookUrl,
	custom_fields: checkCustomFields,
};

/** The fields of a creation body beside `radar_type`, in the order in which they are sent. */
export const DEFINITION_FIELDS: readonly string[] = Object.keys(CHECKS);

const isForModel = (context: DefinitionContext, ...names: string[]): boolean =>
	names.some((name) => context.isForModel?.(name) === true);

const isField = (name: string): name is Field => Object.hasOwn(CHECKS, name);

function isUsed(name: Field, type: RadarType): boolean {
	const { required, oneOf = [], optional = [] } = FIELDS_OF_TYPE[type];
	return [...COMMON_FIELDS, ...required, ...oneOf, ...optional].includes(name);
}

/** The service is the judge of what this package does not know, as long as it can be sent at all. */
function checkExtra(value: unknown, doubt: string): ValidationResult<unknown> {
	const json = classifyValue(value).kind === 'unreadable' ? undefined : attempt(() => JSON.stringify(value));
	if (json !== undefined) return valid(JSON.parse(json) as unknown, `${doubt} and is sent unchanged.`);
	const reason = `The value is ${shown(value)}, which isn't valid JSON.`;
	return invalid(reason, 'Use text, numbers, lists or plain objects.');
}

const isEmpty = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const FILTERS = ['departments', 'seniorities', 'job_titles'] as const;

const IGNORED_FIX = `Leave it out, or use one of these radar types: ${TYPES_WITH_FILTERS.join(', ')}.`;

const isIgnoredFilter = (name: Field, type: RadarType | undefined): boolean =>
	type !== undefined &&
	FILTERS.some((filter) => filter === name) &&
	!TYPES_WITH_FILTERS.some((filtered) => filtered === type);

/** What is sent of one field: nothing if it is empty. */
type Entries = Array<readonly [name: string, value: unknown]>;

/**
 * A field of a creation body, by its name in the API: checked where the type uses it, else sent as it is, with a hint. With an
 * unknown type all fields are checked, so that their problems show too.
 */
function checkField(
	name: string,
	value: unknown,
	type: RadarType | undefined,
	context: DefinitionContext,
): ValidationResult<Entries> {
	if (value === undefined) {
		const fix = 'Check that the input has this data, or remove the field.';
		return invalid('The expression returned no value.', fix, name);
	}
	const leftOut = valid<Entries>([], `${shortened(name)} is empty and was left out.`);
	if (isBlank(value)) return leftOut;
	const isKnown = isField(name);
	const isChecked = isKnown && (!type || isUsed(name, type));
	const doubt = isKnown ? `${type} radars don't use this field` : "This field isn't known to this node";
	// Nobody reads a hint on what a model filled in.
	if (isForModel(context, name, 'radar_type')) {
		if (!isChecked) return invalid(`${doubt}.`, 'Leave it out.', name);
		if (isIgnoredFilter(name, type)) return invalid(`${type} radars ignore this filter.`, IGNORED_FIX, name);
	}
	const result = isChecked ? CHECKS[name](value, context, type) : checkExtra(value, doubt);
	if (!result.ok) return inPart(name, result);
	if (isChecked && isEmpty(result.value)) return leftOut;
	return valid([[name, result.value]], ...result.hints.map((hint) => `${shortened(name)}: ${hint}`));
}

/** A definition, with hints on fields that the service takes, and that then do nothing. */
function withHints(definition: RadarDefinition): ValidationResult<RadarDefinition> {
	const { radar_type: type } = definition;
	const isOneOf = (types: readonly string[]) => types.includes(type);
	const isGiven = (name: keyof RadarDefinition) => definition[name] !== undefined;
	const filters = type.startsWith('company_') ? FILTERS.filter(isGiven) : [];
	const areUsed = isOneOf(TYPES_WITH_FILTERS);
	return valid(
		definition,
		filters.length > 0 &&
			!areUsed &&
			`${filters.join(', ')} ${filters.length === 1 ? 'has' : 'have'} no effect on ${type} radars.`,
		filters.length > 1 &&
			areUsed &&
			isGiven('job_titles') &&
			'job_titles overrides departments and seniorities.',
		type.startsWith('industry_') &&
			!isGiven('keyword') &&
			`${type} radars have no filters: this one reports every new event worldwide, and each one may be charged.`,
		isGiven('updates_since') &&
			isOneOf(TYPES_THAT_IGNORE_UPDATES_SINCE) &&
			`updates_since has no effect on ${type} radars: they always start from the beginning of the month.`,
		isGiven('include_historical') &&
			'include_historical is deprecated and has no effect. Use updates_since instead.',
	);
}

/** The fields that a type needs and that are absent. */
function missingFields(type: RadarType, isPresent: (name: string) => boolean) {
	const { required, oneOf = [] } = FIELDS_OF_TYPE[type];
	const missing = required
		.filter((name) => !isPresent(name))
		.map((name) =>
			invalid(
				`${type} radars need this field.`,
				'Enter a value. If you use an expression, check that this item has the data for it.',
				name,
			),
		);
	const [first] = oneOf;
	if (first !== undefined && !oneOf.some(isPresent)) {
		const words = oneOf.map(inWords);
		const reason = `${type} radars need ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`;
		missing.push(invalid(reason, `Enter at least one of them. ${inWords(first)} works best.`, first));
	}
	return missing;
}

/** `profile_url` as "profile URL". */
const inWords = (name: string): string => name.replaceAll('_', ' ').replace(/\burl\b/, 'URL');

/**
 * A whole creation body (docs/api.md, Create a radar): an item of a bulk, or what the editor's fields hold. All problems are
 * reported, each with the API's name of the field as its part (`custom_fields.crm_id` inside custom fields).
 * Empty fields are left out; fields that the API does not know, or that the type does not use, are sent with a hint.
 */
export const checkRadarDefinition = (
	body: unknown,
	context: DefinitionContext,
): ValidationResult<RadarDefinition> =>
	andThen(
		checkObject(body, 'Use an object such as { "radar_type": "company_mentions", "domain": "acme.com" }.'),
		(given) => {
			const values = new Map(given);
			const checkedType = inPart('radar_type', checkRadarType(values.get('radar_type')));
			const type = checkedType.ok ? checkedType.value : undefined;
			values.delete('radar_type');
			const names = new Set([...DEFINITION_FIELDS.filter((name) => values.has(name)), ...values.keys()]);
			const fields = new Map(
				[...names].map((name) => [name, checkField(name, values.get(name), type, context)]),
			);
			const isPresent = (name: string) => {
				const field = fields.get(name);
				return field !== undefined && (!field.ok || field.value.length > 0);
			};
			const typeProblems = andThen(checkedType, () => valid<Entries>([]));
			const missing = type ? missingFields(type, isPresent) : [];
			return andThen(allOf([typeProblems, ...fields.values(), ...missing]), (entries) =>
				withHints({ radar_type: type ?? '', ...Object.fromEntries(entries.flat()) }),
			);
		},
	);
