import type { DateTime } from 'luxon';

import { COMMON_FIELDS, FIELDS_OF_TYPE } from '../api/assumptions';
import type { RadarType } from '../api/radarTypes';
import type { RadarDefinition } from '../api/types';
import { checkCountries } from './countries';
import { checkCustomFields } from './customFields';
import { checkDomain } from './domain';
import { checkEmail } from './email';
import { checkDepartments, checkSeniorities } from './filters';
import { checkFlag } from './flag';
import { checkFullName } from './fullName';
import { checkJobTitles } from './jobTitles';
import { checkKeyword } from './keyword';
import { attempt, classifyValue, shown } from './primitives';
import { checkProfileUrl } from './profileUrl';
import { checkUpdatesSince } from './updatesSince';
import { invalid, valid, type ValidationResult } from './result';
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
) => ValidationResult<unknown>;

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

/** The fields of a creation body beside `radar_type`, in the order in which they are sent. */
export const DEFINITION_FIELDS: readonly string[] = Object.keys(CHECKS);

/**
 * A field of a creation body, by its name in the API: checked where the type uses it, else sent as it is, with a hint. With an
 * unknown type all fields are checked, so that their problems show too. Undefined: there is nothing to send.
 */
export function checkField(
	name: string,
	value: unknown,
	type: RadarType | undefined,
	context: DefinitionContext,
): ValidationResult<unknown> {
	if (!isField(name)) return checkExtra(value, "This field isn't known to this node");
	if (type !== undefined && !isUsed(name, type))
		return checkExtra(value, `${type} radars don't use this field`);
	const result = CHECKS[name](value, context, type);
	return result.ok && isEmpty(result.value) ? valid(undefined) : result;
}

const isField = (name: string): name is Field => Object.hasOwn(CHECKS, name);

function isUsed(name: Field, type: RadarType): boolean {
	const { required, oneOf = [], optional = [] } = FIELDS_OF_TYPE[type];
	return [...COMMON_FIELDS, ...required, ...oneOf, ...optional].includes(name);
}

/** The service is the judge of what this package does not know, as long as it can be sent at all. */
function checkExtra(value: unknown, doubt: string): ValidationResult<unknown> {
	const json = classifyValue(value).kind === 'unreadable' ? undefined : attempt(() => JSON.stringify(value));
	return json === undefined
		? invalid(
				`The value is ${shown(value)}, which isn't valid JSON.`,
				'Use text, numbers, lists or plain objects.',
			)
		: valid(JSON.parse(json) as unknown, `${doubt} and is sent unchanged.`);
}

const isEmpty = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;
