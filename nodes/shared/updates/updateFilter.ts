import type { IDataObject } from 'n8n-workflow';

import { isObject, nonEmptyText } from '../basics/json';
import { counted } from '../basics/inWords';
import { sameHost } from '../basics/sameText';
import { columnsNamed } from './simplifyUpdate';
import type { SimplifiedUpdate } from './updateColumns';

/**
 * The job title that a title filter judges: the column `title`, which UPDATE_COLUMNS takes for each type from the new role (of a
 * departure, the role left), the opening, the promotion or the author. Undefined for types and updates without one.
 */
const titleOf = ({
	update_type: type,
	title,
}: Pick<SimplifiedUpdate, 'update_type' | 'title'>): string | undefined =>
	(type === 'radar_finding' && String(title ?? '').trim()) || undefined;

type FilteredColumns = Pick<SimplifiedUpdate, 'title' | 'domain' | 'update_type'>;

/** Whether a value of an update is wanted, for each filter that is set. */
export type UpdateFilter = Partial<Record<keyof typeof READERS, (value: string) => boolean>>;

export interface Verdict {
	passes: boolean;
	/** The labels of the filters that the update says nothing about. It passes them. */
	notJudged: string[];
}

const textsIn = (...values: unknown[]): string[] => values.flat().flatMap((each) => nonEmptyText(each) ?? []);

/** What each filter reads from an update. */
const READERS = {
	jobTitles: {
		label: 'Job Titles',
		valuesOf: (row: FilteredColumns) => textsIn(titleOf(row)),
	},
	/** The company that the radar monitors, and another in the update, such as a new employer. */
	domains: {
		label: 'Company Domains',
		valuesOf: ({ domain }: FilteredColumns, { data }: IDataObject) =>
			[...new Set(textsIn(domain, isObject(data) ? data.domain : undefined))].map(sameHost),
	},
};

export const FILTER_NAMES = Object.keys(READERS) as Array<keyof typeof READERS>;

export const FILTER_LABELS = Object.fromEntries(
	FILTER_NAMES.map((name) => [name, READERS[name].label]),
) as Record<keyof typeof READERS, string>;

/** Depends on the filter and the update only, so an update that was dropped is dropped again if it comes again. */
export function judgeUpdate(filter: UpdateFilter, update: IDataObject): Verdict {
	const verdict: Verdict = { passes: true, notJudged: [] };
	const set = FILTER_NAMES.filter((name) => filter[name]);
	if (set.length === 0) return verdict;
	const row = { ...columnsNamed(update, ['title', 'domain']), update_type: String(update.update_type) };
	for (const name of set) {
		const values = READERS[name].valuesOf(row, update);
		if (values.length === 0) verdict.notJudged.push(READERS[name].label);
		else if (!values.some((value) => filter[name]?.(value))) verdict.passes = false;
	}
	return verdict;
}

/** The row, with the filters that the update says nothing about. */
export const withNotJudged = <Row extends object>(row: Row, notJudged: string[]): Row =>
	notJudged.length > 0 ? { ...row, not_judged: notJudged.join(', ') } : row;

/** One note for each filter that some of the updates say nothing about. */
export function noteNotJudged(updates: string[][], note: (text: string) => void): void {
	for (const label of Object.values(FILTER_LABELS)) {
		const count = updates.filter((notJudged) => notJudged.includes(label)).length;
		if (count > 0) note(`${counted(count, 'update', 'updates')} couldn't be judged by ${label}, and passed.`);
	}
}
