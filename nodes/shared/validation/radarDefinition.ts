import type { DateTime } from 'luxon';

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
import { checkUpdatesSince } from './dates';
import { invalid, valid, type ValidationResult, type Problem } from './result';
import { checkWebhookUrl } from './webhookUrl';

export interface DefinitionContext {
	/** The present: a luxon DateTime, a JS Date, or milliseconds since 1970. */
	now: DateTime | Date | number;
	/** The workflow's time zone, for fields of the editor. Leave it out for raw bodies. */
	timeZone?: string;
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

const isForModel = (context: DefinitionContext, ...names: string[]): boolean =>
	names.some((name) => context.isForModel?.(name) === true);

/** The fields of a creation body beside `radar_type`, in the order in which they are sent. */
export const DEFINITION_FIELDS: readonly string[] = Object.keys(CHECKS);

/**
 * A field of a creation body, by its name in the API: checked where the type uses it, else sent as it is, with a hint. With an
 * unknown type all fields are checked, so that their problems show too. Undefined: there is nothing to send.
 */
function checkField(
	name: string,
	value: unknown,
	type: RadarType | undefined,
	context: DefinitionContext,
): ValidationResult<unknown> {
	if (!isField(name)) return checkExtra(name, value, "This field isn't known to this node", context);
	if (type !== undefined && !isUsed(name, type))
		return checkExtra(name, value, `${type} radars don't use this field`, context);
	if (isIgnoredFilter(name, type) && isForModel(context, name, 'radar_type'))
		return invalid(`${type} radars ignore this filter.`, IGNORED_FIX);
	const result = CHECKS[name](value, context, type);
	return result.ok && isEmpty(result.value) ? valid(undefined) : result;
}

const isField = (name: string): name is Field => Object.hasOwn(CHECKS, name);

function isUsed(name: Field, type: RadarType): boolean {
	const { required, oneOf = [], optional = [] } = FIELDS_OF_TYPE[type];
	return [...COMMON_FIELDS, ...required, ...oneOf, ...optional].includes(name);
}

/** The service is the judge of what this package does not know, as long as it can be sent at all. */
function checkExtra(
	name: string,
	value: unknown,
	doubt: string,
	context: DefinitionContext,
): ValidationResult<unknown> {
	if (isForModel(context, name, 'radar_type')) return invalid(`${doubt}.`, 'Leave it out.');
	const json = classifyValue(value).kind === 'unreadable' ? undefined : attempt(() => JSON.stringify(value));
	return json === undefined
		? invalid(
				`The value is ${shown(value)}, which isn't valid JSON.`,
				'Use text, numbers, lists or plain objects.',
			)
		: valid(JSON.parse(json) as unknown, `${doubt} and is sent unchanged.`);
}

const FILTERS = ['departments', 'seniorities', 'job_titles'] as const;

const IGNORED_FIX = `Leave it out, or use one of these radar types: ${TYPES_WITH_FILTERS.join(', ')}.`;

const isIgnoredFilter = (name: Field, type: RadarType | undefined): boolean =>
	type !== undefined &&
	FILTERS.some((filter) => filter === name) &&
	!TYPES_WITH_FILTERS.some((filtered) => filtered === type);

const isEmpty = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Hints on fields that the service takes, and that then do nothing. */
function definitionHints(definition: RadarDefinition): string[] {
	const { radar_type: type } = definition;
	const isOneOf = (types: readonly string[]) => types.includes(type);
	const isGiven = (name: keyof RadarDefinition) => definition[name] !== undefined;
	const hints: string[] = [];
	if (type.startsWith('company_')) {
		hints.push(...filterHints(type, FILTERS.filter(isGiven), isOneOf(TYPES_WITH_FILTERS)));
	}
	if (type.startsWith('industry_') && !isGiven('keyword')) {
		hints.push(
			`${type} radars have no filters: this one reports every new event worldwide, and each one may be charged.`,
		);
	}
	if (isGiven('updates_since') && isOneOf(TYPES_THAT_IGNORE_UPDATES_SINCE)) {
		hints.push(
			`updates_since has no effect on ${type} radars: they always start from the beginning of the month.`,
		);
	}
	if (isGiven('include_historical')) {
		hints.push('include_historical is deprecated and has no effect. Use updates_since instead.');
	}
	return hints;
}

function filterHints(type: string, given: readonly string[], areUsed: boolean): string[] {
	if (given.length > 0 && !areUsed)
		return [`${given.join(', ')} ${given.length === 1 ? 'has' : 'have'} no effect on ${type} radars.`];
	if (given.length > 1 && given.includes('job_titles')) {
		return ['job_titles overrides departments and seniorities.'];
	}
	return [];
}

const FIX = 'Use an object such as { "radar_type": "company_mentions", "domain": "acme.com" }.';

/**
 * A whole creation body (docs/api.md, Create a radar): an item of a bulk, or what the editor's fields hold. All problems are
 * reported, each with the API's name of the field as its part (`custom_fields.crm_id` inside custom fields).
 * Empty fields are left out; fields that the API does not know, or that the type does not use, are sent with a hint.
 */
export function checkRadarDefinition(
	body: unknown,
	context: DefinitionContext,
): ValidationResult<RadarDefinition> {
	const entries = checkObject(body, FIX);
	if (!entries.ok) return entries;
	const { radar_type: givenType, ...given } = Object.fromEntries(entries.value);
	const type = checkRadarType(givenType);
	const radarType = type.ok ? type.value : undefined;
	const problems: Problem[] = type.ok ? [] : within('radar_type', type.problems);
	const sent: Array<readonly [string, unknown]> = [];
	const hints: string[] = [];

	for (const name of new Set([...DEFINITION_FIELDS, ...Object.keys(given)])) {
		if (!Object.hasOwn(given, name)) continue;
		if (given[name] === undefined) {
			problems.push({ part: name, ...UNDEFINED });
			continue;
		}
		if (isBlank(given[name])) {
			hints.push(leftOut(name));
			continue;
		}
		const result = checkField(name, given[name], radarType, context);
		if (!result.ok) {
			problems.push(...within(name, result.problems));
		} else if (result.value !== undefined) {
			sent.push([name, result.value]);
			hints.push(...result.hints.map((hint) => `${shortened(name)}: ${hint}`));
		} else {
			hints.push(leftOut(name));
		}
	}
	const present = new Set([...sent.map(([name]) => name), ...problems.map(fieldOf)]);
	if (radarType) problems.push(...missing(radarType, present));
	if (!radarType || problems.length > 0) return { ok: false, problems };
	const definition: RadarDefinition = { radar_type: radarType, ...Object.fromEntries(sent) };
	return valid(definition, ...hints, ...definitionHints(definition));
}

const UNDEFINED = {
	reason: 'The expression returned no value.',
	fix: 'Check that the input has this data, or remove the field.',
};

const leftOut = (name: string): string => `${shortened(name)} is empty and was left out.`;

const within = (field: string, problems: readonly Problem[]): Problem[] =>
	problems.map((problem) => ({
		...problem,
		part: problem.part === undefined ? field : `${field}.${problem.part}`,
	}));

const fieldOf = ({ part = '' }: Problem): string => part.split('.', 1)[0] ?? '';

function missing(type: RadarType, present: ReadonlySet<string>): Problem[] {
	const { required, oneOf } = FIELDS_OF_TYPE[type];
	const problems = required
		.filter((name) => !present.has(name))
		.map((part) => ({
			part,
			reason: `${type} radars need this field.`,
			fix: 'Enter a value. If you use an expression, check that this item has the data for it.',
		}));
	const first = oneOf?.[0];
	if (oneOf && first !== undefined && !oneOf.some((name) => present.has(name))) {
		const words = oneOf.map(inWords);
		const reason = `${type} radars need ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`;
		problems.push({ part: first, reason, fix: `Enter at least one of them. ${inWords(first)} works best.` });
	}
	return problems;
}

/** `profile_url` as "profile URL". */
const inWords = (name: string): string => name.replaceAll('_', ' ').replace(/\burl\b/, 'URL');
