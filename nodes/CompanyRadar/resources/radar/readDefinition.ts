import type { IDataObject } from 'n8n-workflow';

import type { RadarDefinition } from '../../../shared/interface/types';
import { checkRadarDefinition } from '../../../shared/validation/radarDefinition';
import { checkCustomFieldRows, checkCustomFields } from '../../../shared/validation/customFields';
import { compileJobTitles } from '../../../shared/validation/jobTitles';
import { isBlank } from '../../../shared/validation/look';
import { checkTextList } from '../../../shared/validation/textList';
import { invalid } from '../../../shared/validation/verdict';
import type { Reader } from '../../reader';

/** The editor's name of each field of a creation body (interface section 2.2). */
const FIELD_NAMES = {
	radar_type: 'Radar Type',
	domain: 'Company Domain',
	email: 'Email',
	profile_url: 'Profile URL',
	full_name: 'Full Name',
	keyword: 'Keyword',
	countries: 'Countries',
	departments: 'Departments',
	seniorities: 'Seniorities',
	job_titles: 'Title Expression',
	updates_since: 'Updates Since',
	custom_fields: 'Custom Fields',
	webhook_url: 'Webhook URL',
	include_historical: 'Include Historical',
};

const MORE_FIX = 'Use names with commas between them.';

const fieldName = (part = ''): string =>
	new Map(Object.entries(FIELD_NAMES)).get(part.split('.', 1)[0] ?? '') ?? (part || 'Radar');

const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const given = (body: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(body).filter(([, value]) => isGiven(value)));

/** The chosen values, which an expression may give in any form of a list, and those typed below them. */
function withMore(read: Reader, field: string, chosen: unknown, more: unknown): unknown {
	if (!isGiven(more)) return chosen;
	const lists = [chosen, more].map((value) => read.judge(field, checkTextList(value, MORE_FIX)) ?? []);
	return lists.flat();
}

/** Where a filter was asked for, none at all would be another radar, and it would be paid for. */
function readTitleExpression(read: Reader): unknown {
	const expression = read.raw('jobTitles');
	if (!isBlank(expression)) return expression;
	const fix = "Write an expression, or choose 'Any' under Job Titles.";
	return read.judge(FIELD_NAMES.job_titles, invalid('The value is empty.', fix));
}

function readJobTitles(read: Reader): unknown {
	switch (read.raw('jobTitlesMode')) {
		case 'build':
			return read.judge('Titles', compileJobTitles(read.raw('jobTitlesBuild')));
		case 'expression':
			return readTitleExpression(read);
		default:
			return undefined;
	}
}

function readCustomFields(read: Reader, additional: IDataObject): Record<string, string> | undefined {
	const rows = (additional.customFields as IDataObject | undefined)?.fields;
	const json = additional.customFieldsJson;
	const fromRows = isGiven(rows) ? read.judge('Custom Fields', checkCustomFieldRows(rows)) : undefined;
	const fromJson = isGiven(json) ? read.judge('Custom Fields (JSON)', checkCustomFields(json)) : undefined;
	const fields = { ...fromRows, ...fromJson };
	return Object.keys(fields).length > 0 ? fields : undefined;
}

/** Reads the definition fields of one item and checks them as a whole. */
export function readDefinition(read: Reader): RadarDefinition {
	const group = read.raw('group');
	const additional = (read.raw('additionalFields') ?? {}) as IDataObject;
	const upFront = (path: string) => read.raw(path);
	const body = given({
		radar_type: read.raw('radarType') as string,
		domain: (group === 'industry' ? undefined : (upFront('domain') ?? additional.domain)) as string,
		email: upFront('email') as string,
		profile_url: (upFront('profileUrl') ?? additional.profileUrl) as string,
		full_name: (upFront('fullName') ?? additional.fullName) as string,
		keyword: upFront('keyword') as string,
		countries: upFront('countries') as string,
		departments: withMore(
			read,
			FIELD_NAMES.departments,
			upFront('departments') ?? additional.departments,
			additional.moreDepartments,
		) as string[],
		seniorities: withMore(
			read,
			FIELD_NAMES.seniorities,
			upFront('seniorities') ?? additional.seniorities,
			additional.moreSeniorities,
		) as string[],
		job_titles: (readJobTitles(read) ?? additional.jobTitles) as string,
		updates_since: additional.updatesSince as string,
		custom_fields: readCustomFields(read, additional),
		webhook_url: additional.webhookUrl as string,
		include_historical: additional.includeHistorical as boolean,
	});
	const { now, timeZone, serviceIsLoopback } = read;
	return read.judge(fieldName, checkRadarDefinition(body, { now, timeZone, serviceIsLoopback }));
}
