import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { counted } from '../values/basics/inWords';
import { sameHost } from '../values/basics/sameText';
import { attempt, isObject, nonEmptyText } from '../values/basics/values';
import { RecentMap } from '../host/recentMap';
import { LEVEL_NAMES, levelOf, type Level } from '../values/basics/levels';
import { type SimplifiedUpdate, columnsNamed } from '../updates/updateColumns';
import { checkDomain } from '../values/rules/domain';
import { parseJobTitles } from '../values/rules/jobTitles/check';
import { canJudge, matchJobTitle } from '../values/rules/jobTitles/match';
import { choiceCheck, IS_EMPTY, listCheck } from '../values/rules/primitives';
import {
	andThen,
	invalid,
	valid,
	type Check,
	type ValidationResult,
	type Refusal,
} from '../values/basics/refusal';
import { textField, titleExpression } from './fieldOptions';
import type { ParameterReader } from './parameterReader';

/** Whether a value of an update is wanted. Undefined: the filter can't judge it. */
type IsWanted = (value: string) => boolean | undefined;

interface FilterRow {
	label: string;
	check: Check<IsWanted>;
	/** What it judges of an update. */
	valuesOf(columns: Pick<SimplifiedUpdate, 'title' | 'domain'>, update: IDataObject): string[];
}

// A domain on no public network costs nothing here.
const checkWantedDomains = listCheck(
	(domain) => checkDomain(domain, { serviceIsLoopback: true }),
	'Use domains such as example.com.',
);

/** The domains of the filter; none while it's wrong or not set. */
export function wantedDomainsIn(value: unknown): string[] {
	const domains = checkWantedDomains(value ?? '');
	return domains.ok ? domains.value.map(sameHost) : [];
}

const textsIn = (...values: unknown[]): string[] => values.flat().flatMap((each) => nonEmptyText(each) ?? []);

/** Of the new role (of a departure, the role left), the opening, the promotion or the author. Some types have none. */
const titleOf: FilterRow['valuesOf'] = ({ title }, { update_type: type }) =>
	type === 'radar_finding' ? textsIn(String(title ?? '').trim()) : [];

const NO_VALUES = invalid(IS_EMPTY, 'Enter a value, or remove the field.');

const levelName = (level: Level): string => LEVEL_NAMES.find(({ value }) => value === level)?.name ?? level;

const checkLevels = listCheck(
	choiceCheck(
		LEVEL_NAMES.map(({ value }) => value),
		'level',
		levelName,
	),
	'Use levels such as director.',
);

/** The filters of updates, in the collection `filters`. */
const FILTER_TABLE = {
	jobTitles: {
		label: 'Job Titles',
		check: (value) =>
			andThen(parseJobTitles(value), (titles) =>
				valid((title) => (canJudge(titles, title) ? matchJobTitle(titles, title).matches : undefined)),
			),
		valuesOf: titleOf,
	},
	levels: {
		label: 'Levels',
		check: (value) =>
			andThen(checkLevels(value), (levels) => {
				if (levels.length === 0) return NO_VALUES;
				return valid((title) => {
					const level = levelOf(title);
					return level && levels.includes(level);
				});
			}),
		valuesOf: titleOf,
	},
	/** The company that the radar monitors, and another in the update, such as a new employer. */
	domains: {
		label: 'Company Domains',
		check: (value) =>
			andThen(checkWantedDomains(value), (domains) => {
				const wanted = new Set(domains.map(sameHost));
				return wanted.size === 0 ? NO_VALUES : valid((domain: string) => wanted.has(domain));
			}),
		valuesOf: ({ domain }, { data }) =>
			[...new Set(textsIn(domain, isObject(data) ? data.domain : undefined))].map(sameHost),
	},
} satisfies Record<string, FilterRow>;

type FilterName = keyof typeof FILTER_TABLE;

const UPDATE_FILTERS = Object.entries(FILTER_TABLE) as Array<[FilterName, FilterRow]>;

export const domainsFilter: INodeProperties = textField(
	FILTER_TABLE.domains.label,
	'domains',
	'example.com',
	'Only updates about these companies, separated by commas, one per line or as a list',
);

export const titlesFilter: INodeProperties = {
	...titleExpression('jobTitles'),
	displayName: FILTER_TABLE.jobTitles.label,
	description:
		'Only updates whose job title matches, such as sales AND NOT assistant. Updates without a title pass.',
};

export const levelsFilter: INodeProperties = {
	displayName: FILTER_TABLE.levels.label,
	name: 'levels',
	type: 'multiOptions',
	options: [...LEVEL_NAMES],
	default: [],
	description: 'Only updates whose job title has one of these levels. Updates without a title pass.',
};

/** The filters that are set. */
export type UpdateFilter = { [Name in FilterName]?: IsWanted };

/** Values are checked once, since a webhook reads its filters for each update. */
const checked = new RecentMap<ValidationResult<IsWanted>>({ size: 20 });

function checkOnce(name: FilterName, value: unknown): ValidationResult<IsWanted> {
	const key = attempt(() => JSON.stringify([name, value]));
	const known = key === undefined ? undefined : checked.get(key);
	const result = known ?? FILTER_TABLE[name].check(value);
	if (key !== undefined) checked.set(key, result);
	return result;
}

/** The filter, and the doubts about its values, unless they are notes. A field that is set but empty is a problem: it must not mean all. */
export function readUpdateFilter(read: ParameterReader): { filter: UpdateFilter; doubts: Refusal[] } {
	const filter: UpdateFilter = {};
	const doubts: Refusal[] = [];
	for (const [name, { label: field }] of UPDATE_FILTERS) {
		filter[name] = read.optional(`filters.${name}`, (value) => {
			const result = checkOnce(name, value);
			if (!result.ok) return result;
			doubts.push(...read.judge(result.doubts, () => field));
			return { ...result, doubts: [] };
		});
	}
	return { filter, doubts };
}

export interface Verdict {
	/** The labels of the filters that drop the update. It passes if none does. */
	droppedBy: string[];
	/** The labels of the filters that the update says nothing about. It passes them. */
	notJudged: string[];
}

export const passes = ({ droppedBy }: Verdict): boolean => droppedBy.length === 0;

/** Depends on the filter and the update only, so an update that was dropped is dropped again if it comes again. */
export function judgeUpdate(filter: UpdateFilter, update: IDataObject): Verdict {
	const verdict: Verdict = { droppedBy: [], notJudged: [] };
	const set = UPDATE_FILTERS.filter(([name]) => filter[name]);
	if (set.length === 0) return verdict;
	const columns = columnsNamed(update, ['title', 'domain']);
	for (const [name, { label, valuesOf }] of set) {
		const judged = valuesOf(columns, update).flatMap((value) => filter[name]?.(value) ?? []);
		if (judged.length === 0) verdict.notJudged.push(label);
		else if (!judged.includes(true)) verdict.droppedBy.push(label);
	}
	return verdict;
}

/** The row, with the filters that the update says nothing about. */
export const withNotJudged = <Row extends object>(row: Row, notJudged: string[]): Row =>
	notJudged.length > 0 ? { ...row, not_judged: notJudged.join(', ') } : row;

/** How many of the updates lack what a filter judges, as sentences. */
export const lacksInWords = (updates: string[][]): string[] =>
	UPDATE_FILTERS.flatMap(([, { label }]) => {
		const count = updates.filter((notJudged) => notJudged.includes(label)).length;
		const what = label.toLowerCase().replace(/s$/, '');
		return count > 0 ? `${count.toLocaleString('en-US')} of them have no ${what} and pass.` : [];
	});

/** One note for each filter that some of the updates say nothing about. */
export function noteNotJudged(updates: string[][], note: (text: string) => void): void {
	for (const [, { label }] of UPDATE_FILTERS) {
		const count = updates.filter((notJudged) => notJudged.includes(label)).length;
		if (count > 0) note(`${counted(count, 'update', 'updates')} couldn't be judged by ${label}, and passed.`);
	}
}
