import type { IDataObject } from 'n8n-workflow';

import { TimeSlice } from '../host/timeSlice';

/** The columns from here on are in all rows of updates. */
const FIRST_OF_LAST = 'upsert_key';

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The columns that any of the rows has. Rows keep the order of their own. */
function columnsIn(rows: readonly IDataObject[]): string[] {
	const columns: string[] = [];
	const kinds = new Map(rows.map((row) => [Object.keys(row).join(), row]));
	for (const row of kinds.values()) {
		let last = -1;
		for (const name of Object.keys(row)) {
			const at = columns.indexOf(name);
			if (at < 0) columns.splice(++last, 0, name);
			else last = at;
		}
	}
	return columns;
}

/**
 * Gives simplified updates the same columns in the same order, null where a row has none: n8n's table shows a column that only other rows
 * have as undefined. Those that no row lacks come first.
 * @param dropsEmpty whether to leave out columns without any value
 */
export async function alignRows(rows: readonly IDataObject[], dropsEmpty = false): Promise<IDataObject[]> {
	const slice = new TimeSlice();
	const counts = new Map(columnsIn(rows).map((name) => [name, 0]));
	for (const row of rows) {
		await slice.yieldToEventLoop();
		for (const [name, value] of Object.entries(row))
			if (hasValue(value)) counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const columns = [...counts.keys()].filter((name) => !dropsEmpty || counts.get(name) !== 0);
	const end = columns.includes(FIRST_OF_LAST) ? columns.indexOf(FIRST_OF_LAST) : columns.length;
	const isFull = (name: string) => counts.get(name) === rows.length;
	const isGap = (name: string) => !isFull(name);
	const first = columns.slice(0, end);
	const ordered = [...first.filter(isFull), ...first.filter(isGap), ...columns.slice(end)];
	const aligned: IDataObject[] = [];
	for (const row of rows) {
		await slice.yieldToEventLoop();
		aligned.push(Object.fromEntries(ordered.map((name) => [name, row[name] ?? null])));
	}
	return aligned;
}
