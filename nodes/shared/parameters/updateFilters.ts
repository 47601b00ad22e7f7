import type { INodeProperties } from 'n8n-workflow';

import { attempt } from '../basics/parse';
import { sameHost } from '../basics/sameText';
import { RecentMap } from '../concurrency/recentMap';
import { FILTER_LABELS, FILTER_NAMES, type UpdateFilter } from '../updates/updateFilter';
import { checkDomain } from '../validation/domain';
import { matchJobTitle, parseJobTitles } from '../validation/jobTitles';
import { IS_EMPTY, listCheck } from '../validation/primitives';
import { andThen, hintOn, invalid, valid, type Check, type ValidationResult } from '../validation/result';
import { textField, titleExpression } from './fieldOptions';
import type { FieldProblem, ParameterReader } from './parameterReader';

/** The filters of updates, in the collection `filters`. */
export const domainsFilter: INodeProperties = textField(
	FILTER_LABELS.domains,
	'domains',
	'example.com',
	'Only updates about these companies, separated by commas, one per line or as a list',
);

export const titlesFilter: INodeProperties = {
	...titleExpression('jobTitles'),
	displayName: FILTER_LABELS.jobTitles,
	description:
		'Only updates whose job title matches, such as sales AND NOT intern. Updates without a title pass.',
};

/** Whether a value of an update is wanted. */
type IsWanted = (value: string) => boolean;

const EMPTY_FILTER = invalid(IS_EMPTY, 'Enter a value, or remove the field.');

// A domain on no public network costs nothing here.
const checkWantedDomains = listCheck(
	(domain) => checkDomain(domain, { serviceIsLoopback: true }),
	'Use domains such as example.com.',
);

const FILTER_CHECKS: Record<keyof UpdateFilter, Check<IsWanted>> = {
	jobTitles: (value) =>
		andThen(parseJobTitles(value), (titles) => valid((title) => matchJobTitle(titles, title).matches)),
	domains: (value) =>
		andThen(checkWantedDomains(value), (domains) => {
			const wanted = new Set(domains.map(sameHost));
			return wanted.size === 0 ? EMPTY_FILTER : valid((domain: string) => wanted.has(domain));
		}),
};

/** Values are checked once, since a webhook reads its filters for each update. */
const checked = new RecentMap<ValidationResult<IsWanted>>({ size: 20 });

function checkOnce(name: keyof UpdateFilter, value: unknown): ValidationResult<IsWanted> {
	const key = attempt(() => JSON.stringify([name, value]));
	const known = key === undefined ? undefined : checked.get(key);
	const result = known ?? FILTER_CHECKS[name](value);
	if (key !== undefined) checked.set(key, result);
	return result;
}

/** The filter, and the doubts about its values, which are hints, too. A field that is set but empty is a problem: it must not mean all. */
export function readUpdateFilter(read: ParameterReader): { filter: UpdateFilter; doubts: FieldProblem[] } {
	const filter: UpdateFilter = {};
	const doubts: FieldProblem[] = [];
	for (const name of FILTER_NAMES) {
		filter[name] = read.optional(`filters.${name}`, (value) => {
			const result = checkOnce(name, value);
			if (!result.ok) return result;
			const field = FILTER_LABELS[name];
			doubts.push(...result.doubts.map((doubt) => ({ ...doubt, field, fix: read.wayOut })));
			return { ...result, doubts: [] };
		});
	}
	read.hints.push(...doubts.map(({ field, reason }) => hintOn(field, reason)));
	return { filter, doubts };
}
