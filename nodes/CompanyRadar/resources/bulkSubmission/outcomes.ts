import { LIMITS } from '../../../shared/api/limits';
import type { BulkResults, Radar } from '../../../shared/api/types';
import { errorOfBulkItem } from '../../../shared/client';
import { toFailure } from '../../runner/itemErrors';
import type { RunContext } from '../../runner/operation';
import type { Outcome } from '../../runner/outcome';
import { chunk } from '../chunk';
import { createdRadar, existingRadar, type CreatedColumns, type IfRadarExists } from '../radar/ifRadarExists';
import { radarRow, type RadarRow } from '../radar/radarRow';
import { resultsOf, type BulkResult } from './results';
import type { Entry } from './split';

/** Where a radar is among those of a bulk request. */
export interface BulkPlace {
	bulk_id: string;
	item_index: number;
}

/** A radar of a bulk request. One that is not ready yet has only what was asked for. */
export type BulkRow = RadarRow<CreatedColumns & { status?: 'processing' }, BulkPlace>;

const conflictIn = (result: BulkResult | undefined): string | undefined =>
	result?.state === 'failed' ? errorOfBulkItem(result.raw).conflictingRadarId : undefined;

/** The radars that stood in the way, by their id. Never throws: what the submission created must be told in any case. */
async function existingRadars(
	results: BulkResult[],
	{ service, summary }: RunContext,
): Promise<Map<string, Radar>> {
	const ids = [...new Set(results.map(conflictIn).filter((id) => id !== undefined))];
	const radars = new Map<string, Radar>();
	for (const group of chunk(ids, LIMITS.listRadarIds)) {
		try {
			for await (const radar of service.allRadars({ radar_id: group.join(',') }))
				radars.set(radar.radar_id, radar);
		} catch (error) {
			summary.note(`Couldn't load radars that already exist: ${toFailure(error).error}.`);
		}
	}
	return radars;
}

/** One outcome for each radar of a submission, in input order: created, existing, failed or not ready yet. */
export async function outcomesOf(
	entries: Entry[],
	bulkId: string,
	results: BulkResults | undefined,
	ifRadarExists: IfRadarExists,
	context: RunContext,
): Promise<Outcome[]> {
	const told = results ? resultsOf(results) : [];
	const byIndex = new Map(told.map((result) => [result.index, result]));
	const existing =
		ifRadarExists === 'returnExisting' ? await existingRadars(told, context) : new Map<string, Radar>();

	return entries.map(({ item, definition }, index): Outcome => {
		const items = [item];
		const result = byIndex.get(index);
		const place: BulkPlace = { bulk_id: bulkId, item_index: index };
		if (result?.state === 'created') {
			context.summary.radarCreated(result.radar);
			return { items, json: [createdRadar(result.radar, place)] };
		}
		const radar = existing.get(conflictIn(result) ?? '');
		if (radar) {
			context.summary.radarExisted(radar);
			return { items, json: [existingRadar(radar, definition, place)] };
		}
		if (result?.state === 'failed' || result?.state === 'unclear') {
			context.onFailure();
			const failure = toFailure(errorOfBulkItem(result.raw, result.state === 'failed'));
			return { items, failure: { ...failure, details: { ...failure.details, ...place } } };
		}
		return { items, json: [radarRow(definition, { status: 'processing' }, place)] };
	});
}
