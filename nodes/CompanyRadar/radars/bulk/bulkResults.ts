import type { BulkResults, Radar } from '../../../shared/api/types';
import { LIMITS } from '../../../shared/api/limits';
import { errorOfBulkItem, RadarApiError } from '../../../shared/client';
import { isObject, type JsonBody, chunk } from '../../../shared/basics/values';
import { toFailure, type ItemResult } from '../../runner/itemErrors';
import type { RunContext } from '../../runner/runContext';
import { createdRadar, existingRadar, type CreatedColumns } from '../existingRadars';
import { radarRow, type RadarRow } from '../radarRow';
import type { Entry } from './requests';

/** The result of one radar of a bulk request. `unclear`: it's done, but the result doesn't say whether it was created. */
export type BulkResult = { index: number; raw: JsonBody } & (
	{ state: 'created'; radar: Radar } | { state: 'failed' | 'processing' | 'unclear' }
);

const MIN_ERROR_STATUS = 400;

const isFailed = ({ status, update_type: type, code, errors }: JsonBody): boolean =>
	status === 'error' ||
	type === 'radar_failure' ||
	Number(code) >= MIN_ERROR_STATUS ||
	(Array.isArray(errors) && errors.length > 0);

/** Fields of an event, of which a radar in progress has none. */
const SIGNS_OF_AN_END = ['data', 'code', 'update_id', 'completed_at', 'errors'];

function resultOf(raw: JsonBody, index: number): BulkResult {
	if (isFailed(raw)) return { index, raw, state: 'failed' };
	if (isObject(raw.data) && typeof raw.data.radar_id === 'string') {
		return { index, raw, state: 'created', radar: raw.data as Radar };
	}
	const isDone = raw.status === 'success' || SIGNS_OF_AN_END.some((name) => name in raw);
	return { index, raw, state: isDone ? 'unclear' : 'processing' };
}

/** The results in the order of their radars. The API leaves their form open, so every field is checked. */
export const resultsOf = ({ radars }: BulkResults): BulkResult[] =>
	(radars as unknown[])
		.flatMap((raw, place) =>
			isObject(raw) ? [resultOf(raw, Number.isInteger(raw.item_index) ? Number(raw.item_index) : place)] : [],
		)
		.sort((a, b) => a.index - b.index);

/** Whether all results are there. The status `completed` is an assumption, so a result for each radar is enough, too. */
export function isComplete({ status }: BulkResults, results: BulkResult[], radars: number): boolean {
	if (status === 'completed') return true;
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

const conflictIn = (result: BulkResult | undefined): string | undefined =>
	result?.state === 'failed' ? errorOfBulkItem(result.raw).failure.conflictingRadarId : undefined;

/** The existing radars that caused conflicts, by ID. Never throws, so that created radars are always reported. */
async function existingRadars(
	results: BulkResult[],
	{ client, summary }: RunContext,
): Promise<Map<string, Radar>> {
	const ids = [...new Set(results.map(conflictIn).filter((id) => id !== undefined))];
	const radars = new Map<string, Radar>();
	for (const group of chunk(ids, LIMITS.listRadarIds)) {
		try {
			for await (const radar of client.forFollowUp().allRadars({ radar_id: group.join(',') }))
				radars.set(radar.radar_id, radar);
		} catch (error) {
			summary.note(`Couldn't load radars that already exist: ${toFailure(error).error}.`);
		}
	}
	return radars;
}

const NOT_LOADED = "Couldn't load the existing radar.";

/** One result for each radar of a request, in input order: created, existing, failed or not ready yet. */
export async function itemResultsOf(
	entries: Entry[],
	bulkId: string | undefined,
	results: BulkResult[],
	returnExisting: boolean,
	context: RunContext,
): Promise<ItemResult[]> {
	const byIndex = new Map(results.map((result) => [result.index, result]));
	const existing = returnExisting ? await existingRadars(results, context) : new Map<string, Radar>();

	return entries.map(({ item, definition }, index): ItemResult => {
		const items = [item];
		const result = byIndex.get(index);
		const place: BulkPlace = { bulk_id: bulkId, item_index: index };
		if (result?.state === 'created') {
			return { items, json: [createdRadar(result.radar, context, place)] };
		}
		const radar = existing.get(conflictIn(result) ?? '');
		if (radar) return { items, json: [existingRadar(radar, definition, context, place)] };
		if (result?.state === 'failed' || result?.state === 'unclear') {
			const { failure: told } = errorOfBulkItem(result.state === 'failed' ? result.raw : undefined);
			const isMissing = returnExisting && told.conflictingRadarId !== undefined;
			const error = new RadarApiError(isMissing ? { ...told, detail: NOT_LOADED } : told);
			context.onFailure(error);
			const failure = toFailure(error);
			return { items, failure: { ...failure, details: { ...failure.details, ...place } } };
		}
		return { items, json: [radarRow(definition, { status: 'processing' }, place)] };
	});
}
