import type { DateTime } from 'luxon';

import { COMMON_FIELDS, FIELDS_OF_TYPE, TYPES_WITH_FILTERS } from '../interface/assumptions';
import { TYPES_THAT_IGNORE_UPDATES_SINCE, type RadarType } from '../interface/radarTypes';
import type { RadarDefinition } from '../interface/types';
import { checkCountries } from './countries';
import { checkCustomFields } from './customFields';
import { checkDomain } from './domain';
import { checkEmail } from './email';
import { checkDepartments, checkSeniorities } from './filters';
import { checkFullName } from './fullName';
import { checkJobTitles } from './jobTitles';
import { checkKeyword } from './keyword';
import { attempt, checkObject, isBlank, look, shortened, shown } from './look';
import { checkProfileUrl } from './profileUrl';
import { checkRadarType } from './radarType';
import { checkUpdatesSince } from './updatesSince';
import { invalid, valid, type Problem, type Verdict } from './verdict';
import { checkWebhookUrl } from './webhookUrl';

export interface DefinitionContext {
	/** The present: a luxon DateTime, a JS Date, or milliseconds since 1970. */
	now: DateTime | Date | number;
	/** The workflow's time zone, for fields of the editor. Leave it out for raw bodies. */
	timeZone?: string;
	/** The service runs on this machine, so its webhooks may point to it. */
	serviceIsLoopback: boolean;
}

type Field = Exclude<keyof RadarDefinition, 'radar_type'>;
type FieldCheck = (
	value: unknown,
	context: DefinitionContext,
	type: RadarType | undefined,
) => Verdict<unknown>;

/** In the order in which they are sent. */
const CHECKS: Readonly<Record<Field, FieldCheck>> = {
	domain: checkDomain,
	email: checkEmail,
	profile_url: (value, _, type) =>
		checkProfileUrl(value, type?.startsWith('contact_') ? 'person' : 'company'),
	full_name: checkFullName,
	keyword: checkKeyword,
	countries: checkCountries,
	departments: checkDepartments,
	seniorities: checkSeniorities,
	job_titles: checkJobTitles,
	updates_since: checkUpdatesSince,
	include_historical: checkFlag,
	webhook_url: checkWebhookUrl,
	custom_fields: checkCustomFields,
};

/**
 * A whole creation body (interface sections 2.2 to 2.4): an item of a bulk, or what the editor's fields hold. All problems are
 * reported, each with the interface's name of the field as its part (`custom_fields.crm_id` inside custom fields).
 * Empty fields are left out; fields that the interface does not know, or that the type does not use, are sent with a hint.
 */
export function checkRadarDefinition(body: unknown, context: DefinitionContext): Verdict<RadarDefinition> {
	const entries = checkObject(
		body,
		'Use an object such as { "radar_type": "company_mentions", "domain": "acme.com" }.',
	);
	if (!entries.ok) return entries;
	const given = new Map(entries.value.filter(([, value]) => !isBlank(value)));

	const type = checkRadarType(given.get('radar_type'));
	const problems: Problem[] = type.ok ? [] : within('radar_type', type.problems);
	const sent: Array<[string, unknown]> = type.ok ? [['radar_type', type.value]] : [];
	const hints: string[] = [];
	const radarType = type.ok ? type.value : undefined;

	for (const name of [...(Object.keys(CHECKS) as Field[]), ...given.keys()]) {
		const value = given.get(name);
		given.delete(name);
		if (value === undefined || name === 'radar_type') continue;
		const isKnown = isTaken(name, radarType);
		const verdict = isKnown ? CHECKS[name](value, context, radarType) : checkExtra(value, name, radarType);
		if (!verdict.ok) {
			problems.push(...within(name, verdict.problems));
		} else if (!isKnown || !isEmptyPart(verdict.value)) {
			sent.push([name, verdict.value]);
			hints.push(...verdict.hints.map((hint) => `${shortened(name)}: ${hint}`));
		}
	}
	if (radarType)
		problems.push(...missing(radarType, new Set([...sent.map(([name]) => name), ...problems.map(partOf)])));
	if (problems.length > 0) return { ok: false, problems };
	const definition = Object.fromEntries(sent) as unknown as RadarDefinition;
	return valid(definition, ...hints, ...effectHints(definition));
}

const within = (field: string, problems: readonly Problem[]): Problem[] =>
	problems.map((problem) => ({
		...problem,
		part: problem.part === undefined ? field : `${field}.${problem.part}`,
	}));

const partOf = ({ part = '' }: Problem): string => part.split('.', 1)[0] ?? '';

const isEmptyPart = (value: unknown): boolean =>
	(Array.isArray(value) && value.length === 0) ||
	(typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** True where the field has rules for this type. Of an unknown type all fields have, so that their problems show too. */
function isTaken(name: string, type: RadarType | undefined): name is Field {
	if (!Object.hasOwn(CHECKS, name)) return false;
	if (type === undefined) return true;
	const { required, oneOf = [], optional = [] } = FIELDS_OF_TYPE[type];
	return [...COMMON_FIELDS, ...required, ...oneOf, ...optional].includes(name);
}

/** The service is the judge of what this package does not know, as long as it can be sent at all. */
function checkExtra(value: unknown, name: string, type: RadarType | undefined): Verdict<unknown> {
	const json = look(value).kind === 'unreadable' ? undefined : attempt(() => JSON.stringify(value));
	if (json === undefined) {
		return invalid(
			`The value is ${shown(value)}, which cannot be sent as JSON.`,
			'Use text, numbers, lists or plain objects.',
		);
	}
	const words = Object.hasOwn(CHECKS, name)
		? `${type} radars do not use this field`
		: 'This node does not know this field';
	return valid(JSON.parse(json) as unknown, `${words}; it is sent as it is.`);
}

function missing(type: RadarType, present: ReadonlySet<string>): Problem[] {
	const { required, oneOf } = FIELDS_OF_TYPE[type];
	const problems = required
		.filter((name) => !present.has(name))
		.map((name) => ({ part: name, reason: `${type} radars need ${name}.`, fix: `Fill in ${name}.` }));
	const first = oneOf?.[0];
	if (oneOf && first !== undefined && !oneOf.some((name) => present.has(name))) {
		const names = `${oneOf.slice(0, -1).join(', ')} or ${oneOf.at(-1)}`;
		problems.push({
			part: first,
			reason: `${type} radars need ${names}.`,
			fix: `Fill in at least one; ${first} is best.`,
		});
	}
	return problems;
}

/** Fields that are taken, and then do nothing. */
function effectHints(definition: RadarDefinition): string[] {
	const { radar_type: type, departments, seniorities, job_titles: jobTitles } = definition;
	const hints: string[] = [];
	const filters = (['departments', 'seniorities', 'job_titles'] as const).filter(
		(name) => definition[name] !== undefined,
	);
	if (
		type.startsWith('company_') &&
		filters.length > 0 &&
		!TYPES_WITH_FILTERS.some((each) => each === type)
	) {
		hints.push(`The service ignores ${filters.join(', ')} on ${type} radars.`);
	} else if (
		type.startsWith('company_') &&
		jobTitles !== undefined &&
		(departments ?? seniorities) !== undefined
	) {
		hints.push('With job_titles, the service ignores departments and seniorities.');
	}
	if (
		definition.updates_since !== undefined &&
		TYPES_THAT_IGNORE_UPDATES_SINCE.some((each) => each === type)
	) {
		hints.push(
			`updates_since has no effect on ${type} radars: they always look from the start of the month.`,
		);
	}
	if (definition.include_historical !== undefined) {
		hints.push('include_historical is deprecated and has no effect; use updates_since.');
	}
	return hints;
}

function checkFlag(value: unknown): Verdict<boolean> {
	const seen = look(value);
	if (seen.kind === 'boolean') return valid(seen.boolean);
	if (seen.kind === 'text' && /^(true|false)$/i.test(seen.text))
		return valid(seen.text.toLowerCase() === 'true');
	return invalid(`${shown(value)} is neither true nor false.`, 'Use true or false, or leave the field out.');
}

/**
 * What makes two definitions of an input the same radar: the type, and the fields that the service names in a conflict
 * (interface section 7): domain of companies; profile URL, else e-mail address, else name and domain of contacts; keyword of industries.
 */
export function definitionKey(definition: RadarDefinition): string {
	const { radar_type: type, domain, email, profile_url: profileUrl, full_name: name, keyword } = definition;
	const identifiers = (): unknown[] => {
		if (type.startsWith('company_')) return [domain];
		if (type.startsWith('industry_')) return [keyword];
		if (profileUrl !== undefined) return ['profile_url', profileUrl];
		return email !== undefined ? ['email', email] : ['full_name', name, domain];
	};
	return JSON.stringify([type, ...identifiers()]).toLowerCase();
}
