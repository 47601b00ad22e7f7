import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { counted, itemsNamed } from '../values/basics/inWords';
import { TimeSlice } from '../host/clock';
import { showHint } from '../host/host';
import { nameOfRow, toErrorItem, type ItemResult } from './itemErrors';
import type { RunContext } from './runContext';
import type { RunSummary } from './runSummary';
import { inOneLine, type Refusal } from '../values/basics/refusal';

interface RowOptions {
	/** Whether each output item gets the columns of its input item. */
	includeInput: boolean;
	/** Whether the rows are the service's own responses. Others get the columns that any has, except `error` and what explains it: n8n may repeat a run whose first item has it, even as null. */
	isRaw?: boolean;
	/** Columns that come after all others. */
	lastColumns?: string[];
	/** Further columns of a failed item, but for the error output, which takes none. */
	failedColumns?: (failure: Refusal, item: number) => IDataObject;
}

const skippedRow = (refusal: Refusal): IDataObject => {
	const { skipped, ...fields } = refusal.details ?? {};
	return { skipped, reason: inOneLine(refusal), ...fields };
};

/** The output items of a result. Skipped items go to the error output, if the node has one. */
function* itemsOf(
	result: ItemResult,
	useErrorOutput: boolean,
	summary: RunSummary,
	failedColumns: RowOptions['failedColumns'],
	input: INodeExecutionData[],
): Generator<INodeExecutionData> {
	const pairedItem = result.items.map((item) => ({ item }));
	if ('json' in result) {
		const { binary, json: added } = result.addTo ?? {};
		// Copied, because a paid result may be output again. The editor's table shows the first columns first.
		for (const json of result.json)
			yield { json: { ...json, ...added, ...json }, pairedItem, ...(binary ? { binary } : {}) };
		return;
	}
	if ('failure' in result) {
		const { failure, items, row, number, radar } = result;
		for (const item of items.length > 0 ? items : [undefined]) {
			if (radar !== undefined) summary.radarFailed(radar);
			else if (item !== undefined)
				summary.itemFailed(item, number, failedColumns ? nameOfRow(input[item]?.json) : '');
			const columns = radar === undefined && item !== undefined ? failedColumns?.(failure, item) : {};
			const { json, ...others } = toErrorItem(failure, item);
			yield { json: useErrorOutput ? json : { ...columns, ...row, ...json }, ...others };
		}
		return;
	}
	summary.count('skipped', result.items.length);
	if (!useErrorOutput) {
		yield { json: skippedRow(result.skipped), pairedItem };
		return;
	}
	for (const item of result.items) yield toErrorItem(result.skipped, item);
}

const firstItem = ({ items }: ItemResult): number => items[0] ?? Number.MAX_SAFE_INTEGER;

/** Sorts results by their input item. Results without one come last, such as radars no longer on a list. */
export function sortByInputItem(results: ItemResult[], failedFirst = false): void {
	const rank = (result: ItemResult) => {
		const place = 'json' in result ? result.place : undefined;
		if (place === 'first') return 0;
		if (failedFirst && 'failure' in result) return 1;
		return place === 'last' ? 3 : 2;
	};
	results.sort((a, b) => rank(a) - rank(b) || firstItem(a) - firstItem(b));
	const good = results.findIndex((result) => rank(result) > 1);
	const failed = results.findIndex((result) => rank(result) === 1);
	// n8n repeats a run whose first item has an error.
	if (failed >= 0 && good > failed) results.splice(failed, 0, ...results.splice(good, 1));
}

/** The columns that any row of the success output has, each null. */
async function allColumns(
	results: ItemResult[],
	useErrorOutput: boolean,
	last: string[],
): Promise<IDataObject> {
	const columns: IDataObject = {};
	const slice = new TimeSlice();
	for (const result of results) {
		const skipped = 'skipped' in result && !useErrorOutput ? [skippedRow(result.skipped)] : [];
		for (const row of 'json' in result ? result.json : skipped) {
			await slice.yieldToEventLoop();
			for (const name of Object.keys(row)) columns[name] = null;
		}
	}
	const isLastColumn = ([name]: [string, unknown]) => Number(last.includes(name));
	return Object.fromEntries(Object.entries(columns).sort((a, b) => isLastColumn(a) - isLastColumn(b)));
}

/** The columns of the input item that an output item comes from; null if there isn't exactly one. */
const inputOf = ({ pairedItem }: INodeExecutionData, input: INodeExecutionData[]): IDataObject | null => {
	const [first, ...others] = [pairedItem].flat();
	return typeof first === 'object' && others.length === 0 ? (input[first.item]?.json ?? null) : null;
};

/** Names the items that have no output, since the table shows nothing of them. */
function noteEmpty(summary: RunSummary, results: ItemResult[], itemCount: number): void {
	const empty = results.flatMap((result) =>
		'json' in result && result.json.length === 0 ? result.items : [],
	);
	if (empty.length === 0) return;
	const items = ` for ${counted(empty.length, 'item', 'items')} (${itemsNamed(empty)})`;
	summary.result(`Nothing was found${itemCount > 1 ? items : ''}.`);
}

/** The row with all columns. A failed one begins with its error, and its summary says why, since the other columns are empty. */
function withColumns(json: IDataObject, columns: IDataObject, result: ItemResult): IDataObject {
	if (!('failure' in result)) return { ...columns, ...json };
	const summary = 'summary' in columns ? { summary: inOneLine(result.failure) } : {};
	return { ...json, ...columns, ...summary, ...json };
}

/** The output items of the run. Empties `results`, so that the memory of each result is freed. */
export async function toOutputItems(
	{ execution, summary }: Pick<RunContext, 'execution' | 'summary'>,
	results: ItemResult[],
	{ includeInput, isRaw, lastColumns = [], failedColumns }: RowOptions,
): Promise<INodeExecutionData[]> {
	const useErrorOutput = execution.getNode().onError === 'continueErrorOutput';
	const input = execution.getInputData();
	const columns = isRaw ? undefined : await allColumns(results, useErrorOutput, lastColumns);
	noteEmpty(summary, results, input.length);
	const items: INodeExecutionData[] = [];
	const slice = new TimeSlice();
	// Reversed for `pop`, because `shift` is slow on a long array.
	results.reverse();
	for (let result = results.pop(); result; result = results.pop()) {
		// On the error output, n8n adds the input itself, and an item with more keys would go to the success output.
		const takesColumns = 'json' in result || !useErrorOutput;
		for (const item of itemsOf(result, useErrorOutput, summary, failedColumns, input)) {
			await slice.yieldToEventLoop();
			if (takesColumns && columns) item.json = withColumns(item.json, columns, result);
			if (takesColumns && includeInput) item.json.input = inputOf(item, input);
			items.push(item);
		}
	}
	return items;
}

/** Shows the summary and the notes of the run in the output panel. */
export function showHints({ execution, summary }: RunContext): void {
	for (const message of summary.hints()) showHint(execution, message);
}
