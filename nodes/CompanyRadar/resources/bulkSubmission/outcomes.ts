import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../../shared/interface/limits';
import type { BulkResultItem, BulkResults, Radar } from '../../../shared/interface/types';
import { errorOfBulkItem } from '../../../shared/transport';
import { failureOf } from '../../failure';
import type { Outcome, RunContext } from '../../operation';
import { inGroups } from '../inGroups';
import { createdRadar, existingRadar, type IfRadarExists } from '../radar/ifRadarExists';
import type { Entry } from './split';

const isFailed = (result: BulkResultItem | undefined) => result !== undefined && 'errors' in result;

const conflictIn = (result: BulkResultItem | undefined): string | undefined =>
	result !== undefined && 'errors' in result ? errorOfBulkItem(result).conflictingRadarId : undefined;

/** The radars that stood in the way, by their id. Never throws: what the submission created must be told in any case. */
async function existingRadars(
	results: BulkResults,
	{ service, receipt }: RunContext,
): Promise<Map<string, Radar>> {
	const ids = [...new Set(results.radars.map(conflictIn).filter((id) => id !== undefined))];
	const radars = new Map<string, Radar>();
	for (const group of inGroups(ids, LIMITS.listRadarIds)) {
		try {
			for await (const radar of service.allRadars({ radar_id: group.join(',') }))
				radars.set(radar.radar_id, radar);
		} catch (error) {
			receipt.note(`Radars that exist already could not be read: ${failureOf(error).error}.`);
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
	const byIndex = new Map(results?.radars.map((result) => [result.item_index, result]));
	const existing =
		results && ifRadarExists === 'returnExisting'
			? await existingRadars(results, context)
			: new Map<string, Radar>();

	return entries.map(({ item, definition }, index): Outcome => {
		const items = [item];
		const result = byIndex.get(index);
		const place: IDataObject = { bulk_id: bulkId, item_index: index };
		if (result && 'data' in result) {
			context.receipt.radarCreated(result.data);
			return { items, json: [Object.assign(createdRadar(result.data), place)] };
		}
		const radar = existing.get(conflictIn(result) ?? '');
		if (radar) {
			context.receipt.radarExisted(radar);
			return { items, json: [{ ...existingRadar(radar, definition), ...place }] };
		}
		if (result && isFailed(result)) {
			context.failed();
			return { items, failure: failureOf(errorOfBulkItem(result)) };
		}
		return {
			items,
			json: [{ ...place, status: 'processing', radar: { ...definition } as unknown as IDataObject }],
		};
	});
}
