import type { IDataObject } from 'n8n-workflow';

import { bulkResultsIn } from '../../shared/api/endpoints';
import { LIMITS } from '../../shared/api/limits';
import type { BulkResults, Radar } from '../../shared/api/types';
import { errorOfBulkItem, RadarApiError } from '../../shared/client/errors/radarApiError';
import { isErrorEntry, isSuccess } from '../../shared/client/errors/apiFailure';
import { isObject, type JsonBody } from '../../shared/values/basics/values';
import { toFailure, type ItemResult } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { radarName, radarNumbered } from '../../shared/values/radars/radarInWords';
import type { ExistingRadars } from './existingRadars';
import { createdRadar, existingRadar, radarRow, type CreatedColumns, type RadarRow } from './radarRow';
import type { Entry } from './entries';

/** The result of one radar of a bulk request, by its place there. `unclear`: it's done, but the result doesn't say whether it was created. */
export type BulkResult = { index: number; raw: JsonBody } & (
	{ state: 'created'; radar?: Radar } | { state: 'failed' | 'processing' | 'unclear' }
);

const isFailed = (result: JsonBody): boolean =>
	isErrorEntry(result) ||
	result.update_type === 'radar_failure' ||
	(Array.isArray(result.errors) && result.errors.length > 0);

/** Without the radar, only the code of a success tells that it was created. */
const isCreated = ({ code, update_type: type }: JsonBody): boolean =>
	isSuccess(Number(code)) || type === 'radar_created';

/** Fields of an event, of which a radar in progress has none. */
const SIGNS_OF_AN_END = ['data', 'code', 'update_id', 'completed_at', 'errors'];

function resultOf(raw: JsonBody, index: number): BulkResult {
	if (isFailed(raw)) return { index, raw, state: 'failed' };
	const radar = isObject(raw.data) ? raw.data : raw;
	if (typeof radar.radar_id === 'string') return { index, raw, state: 'created', radar: radar as Radar };
	if (raw.status === 'processing') return { index, raw, state: 'processing' };
	if (isCreated(raw)) return { index, raw, state: 'created' };
	const isDone = raw.status === 'success' || SIGNS_OF_AN_END.some((name) => name in raw);
	return { index, raw, state: isDone ? 'unclear' : 'processing' };
}

const isCompleted = (response: BulkResults): boolean => bulkResultsIn(response).status === 'completed';

/** What the response says of each radar, in their order. The API leaves its form open, so every field is checked. */
function givenResults(response: BulkResults): BulkResult[] {
	return (bulkResultsIn(response).results ?? [])
		.flatMap((raw, place) =>
			isObject(raw) ? [resultOf(raw, Number.isInteger(raw.item_index) ? Number(raw.item_index) : place)] : [],
		)
		.sort((a, b) => a.index - b.index);
}

/** The results in the order of their radars. Once the request is completed, a radar without one is unclear. */
export function resultsOf(response: BulkResults, radars = bulkResultsIn(response).total): BulkResult[] {
	const given = givenResults(response);
	if (!isCompleted(response)) return given;
	const known = new Map(given.map((result) => [result.index, result]));
	const indexes = Array.from({ length: Math.min(radars || 0, LIMITS.bulkCreateItems) }, (_, index) => index);
	const missing = indexes.filter((index) => !known.has(index));
	return [...given, ...missing.map((index) => ({ index, raw: {}, state: 'unclear' as const }))]
		.map((result) => (result.state === 'processing' ? { ...result, state: 'unclear' as const } : result))
		.sort((a, b) => a.index - b.index);
}

/** Whether all results are there. The status `completed` is an assumption, so a result for each radar is enough, too. */
export function isComplete(response: BulkResults, results: BulkResult[], radars: number): boolean {
	if (isCompleted(response)) return true;
	const done = results.filter(({ state }) => state !== 'processing');
	return new Set(done.map(({ index }) => index)).size >= radars;
}

/** Whether a result says for certain that its radar wasn't created. A failure with data may name a radar. */
const isNotCreated = ({ state, raw }: BulkResult): boolean =>
	state === 'failed' && !isObject(raw.data) && errorOfBulkItem(raw).failure.outcome !== 'unknown';

/** How many radars of a request were created, or may be: all but those that certainly failed. */
export function countCreated(results: BulkResult[], radars: number): number {
	const byIndex = new Map(results.map((result) => [result.index, result]));
	return Array.from({ length: radars }, (_, index) => byIndex.get(index)).filter(
		(result) => !result || !isNotCreated(result),
	).length;
}

/** The place of a radar in a bulk request. */
export interface BulkPlace {
	/** Absent if the response was lost, and the radar was found. */
	bulk_id?: string;
	item_index: number;
}

/** A radar of a bulk request. Until it's ready, the row has only its definition. */
export type BulkRow = RadarRow<CreatedColumns & { status?: 'processing' }, BulkPlace>;

/** The failure of one radar, which is named if its item has several. */
function failedResult(
	{ item, definition, number }: Entry,
	error: RadarApiError,
	place: BulkPlace,
): ItemResult {
	const failure = toFailure(error);
	const details = { ...failure.details, ...place };
	const row = radarRow(definition, undefined, place);
	if (number === undefined) return { items: [item], failure: { ...failure, details }, row };
	const what = `${radarNumbered(number)} (${radarName(definition)}): ${failure.what}`;
	return { items: [item], failure: { ...failure, what, details }, row, number };
}

/** Why a radar wasn't created; undefined if it was, or may still be. */
const errorOf = ({ state, raw }: BulkResult): RadarApiError | undefined =>
	state === 'failed' || state === 'unclear'
		? errorOfBulkItem(state === 'failed' ? raw : undefined)
		: undefined;

/** One result for each radar of a request, in input order: created, existing, failed or not ready yet. */
export async function itemResultsOf(
	entries: Entry[],
	bulkId: string | undefined,
	results: BulkResult[],
	existing: ExistingRadars,
	context: RunContext,
): Promise<ItemResult[]> {
	const byIndex = new Map(results.map((result) => [result.index, result]));
	const errors = entries.flatMap(({ definition }, index) => {
		const result = byIndex.get(index);
		const error = result && errorOf(result);
		return error ? [{ index, definition, error }] : [];
	});
	const notCreated = new Map((await existing.insteadOf(errors)).map((each) => [each.index, each]));

	return entries.map((entry, index): ItemResult => {
		const { definition } = entry;
		const place: BulkPlace = { bulk_id: bulkId, item_index: index };
		const rowOf = (json: IDataObject): ItemResult => ({ items: [entry.item], json: [json] });
		const result = byIndex.get(index);
		if (result?.state === 'created') return rowOf(createdRadar(result.radar ?? definition, context, place));
		const instead = notCreated.get(index);
		if (!instead) return rowOf(radarRow(definition, { status: 'processing' }, place));
		if (instead.existing) return rowOf(existingRadar(instead.existing, definition, context, place));
		context.onFailure(instead.error);
		return failedResult(entry, instead.error, place);
	});
}
