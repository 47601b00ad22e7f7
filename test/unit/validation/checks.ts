import { checkBaseUrl } from '../../../nodes/shared/client/http/baseUrl';
import { fieldName, RADAR_FIELDS } from '../../../nodes/shared/api/radarFields';
import type { RadarDefinition } from '../../../nodes/shared/api/types';
import { checkMonth, checkTimestamp, checkUpdatesSince } from '../../../nodes/shared/values/rules/dates';
import { checkDomain } from '../../../nodes/shared/values/rules/domain';
import { checkEmail, checkProfileUrl, checkWebhookUrl } from '../../../nodes/shared/values/rules/addresses';
import { checkPublicIpAddress } from '../../../nodes/shared/values/rules/ipAddress';
import { checkJobTitles, compileJobTitles } from '../../../nodes/shared/values/rules/jobTitles/check';
import { checkCustomFieldRows, checkCustomFields } from '../../../nodes/shared/values/rules/radarFieldChecks';
import * as fields from '../../../nodes/shared/values/rules/radarFieldChecks';
import { keyReader, nearNameFinder } from '../../../nodes/shared/values/rules/keys';
import * as primitives from '../../../nodes/shared/values/rules/primitives';
import { checkRadarDefinition } from '../../../nodes/shared/values/rules/radarDefinition';
import { checkRadarList } from '../../../nodes/shared/values/rules/radarList';
import { allOf, andThen, valid, type ValidationResult } from '../../../nodes/shared/values/basics/refusal';
import { haveSameTarget } from '../../../nodes/shared/values/radars/sameRadar';
import { advised } from './advice';

type Result = ValidationResult<unknown>;

export const remote = { serviceIsLoopback: false };
const own = { serviceIsLoopback: true };
const context = { now: Date.UTC(2026, 10, 21, 12), timeZone: 'Europe/Berlin', ...remote };

const NAMES = 'domain email profile_url full_name keyword countries departments job_titles'.split(' ');
const readKeys = keyReader(NAMES);
const nearNameOf = nearNameFinder(NAMES);

const radarIn =
	(more: object) =>
	(value: unknown): Result =>
		andThen(checkRadarDefinition(value, { ...context, ...more }), ({ definition }) => valid(definition));

/** Two definitions, compared from both sides. */
function compared(definitions: unknown): Result {
	const both = definitions as unknown[];
	return andThen(allOf(both.map((each) => checkRadarDefinition(each, context))), (checked) => {
		const [one, other] = checked.map(({ definition }) => definition) as [RadarDefinition, RadarDefinition];
		return valid([haveSameTarget(one, other), haveSameTarget(other, one)]);
	});
}

async function radarsIn(value: unknown): Promise<Result> {
	const list = await checkRadarList(value, context);
	return list.ok
		? { ...list, value: list.value.map(({ definition, doubts }) => ({ ...definition, doubts })) }
		: list;
}

/** What the table's first column may say. */
export const CHECKS = {
	text: (value) => primitives.checkPlainText(value as string),
	domain: (value) => checkDomain(value, remote),
	'domain, own service': (value) => checkDomain(value, own),
	email: (value) => checkEmail(value, remote),
	'email, own service': (value) => checkEmail(value, own),
	address: checkPublicIpAddress,
	full_name: fields.checkFullName,
	keyword: fields.checkKeyword,
	job_titles: (value) => checkJobTitles(value),
	'job_titles, as advised': (value) => valid(advised(value as string)),
	'job_titles of people': (value) => checkJobTitles(value, { isOfPeople: true }),
	'title lists': (value) => compileJobTitles(value),
	departments: (value) => fields.checkFilterNames(value, RADAR_FIELDS.departments),
	seniorities: (value) => fields.checkFilterNames(value, RADAR_FIELDS.seniorities),
	countries: fields.checkCountries,
	profile_url: (value) => checkProfileUrl(value, 'person', remote),
	'company page': (value) => checkProfileUrl(value, 'company', remote),
	'company page, own service': (value) => checkProfileUrl(value, 'company', own),
	webhook_url: (value) => checkWebhookUrl(value, remote),
	'webhook_url, own service': (value) => checkWebhookUrl(value, own),
	'webhook_url, in bulk': (value) => checkWebhookUrl(value, { ...remote, bulk: true }),
	'webhook_url, for a sample': (value) => checkWebhookUrl(value, { ...remote, testUrlAllowed: true }),
	custom_fields: checkCustomFields,
	'custom field rows': checkCustomFieldRows,
	updates_since: (value) => checkUpdatesSince(value, context),
	time: (value) => checkTimestamp(value, context),
	'updates_since, in a time zone': (value) => {
		const [since, timeZone = ''] = value as string[];
		return checkUpdatesSince(since, { ...context, timeZone });
	},
	month: checkMonth,
	radar: radarIn({}),
	'radar, form': radarIn({ isForm: true }),
	'radar, row': radarIn({ isTableRow: true }),
	'fields without a value': (value) =>
		andThen(checkRadarDefinition(value, context), ({ unset }) => valid(unset)),
	'same target': compared,
	columns: (value) =>
		andThen(readKeys(Object.entries(value as object)), ({ known, others }) =>
			valid({ read: Object.fromEntries(known), others: others.map(([name]) => name) }),
		),
	'nearest column': (value) => valid(nearNameOf(value as string) ?? null),
	radars: radarsIn,
	radar_id: primitives.checkRadarId,
	bulk_id: primitives.checkBulkId,
	'radar ids': primitives.checkRadarIds,
	radar_type: fields.checkRadarType,
	'radar types': fields.checkRadarTypes,
	radar_status: fields.checkRadarStatus,
	flag: primitives.checkFlag,
	limit: primitives.checkLimit,
	count: primitives.checkCount,
	'one to ten': primitives.wholeNumber(1, 10),
	seconds: primitives.checkSeconds,
	usd: primitives.checkUsd,
	'base url': checkBaseUrl,
} satisfies Record<string, (value: unknown) => Result | Promise<Result>>;

export type CheckName = keyof typeof CHECKS;

export type Verdict = 'right' | 'doubtful' | 'wrong';

export function verdictOf(result: Result): Verdict {
	if (!result.ok) return 'wrong';
	return result.doubts.length > 0 ? 'doubtful' : 'right';
}

/** The parts of a value that the result is about. */
export const partsOf = (result: Result): string =>
	[...new Set((result.ok ? result.doubts : result.problems).flatMap(({ field }) => field ?? []))].join();

/** What a person reads about a value, a line for each sentence. */
export function sentencesOf(result: Result): string {
	const found = result.ok ? result.doubts : result.problems;
	const texts = found.map(({ field, what, todo }) =>
		[field === undefined ? what : `${fieldName(field)}: ${what}`, todo].filter(Boolean).join(' '),
	);
	return [...texts, ...(result.ok ? result.notes : [])].join('\n');
}
